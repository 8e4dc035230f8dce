// A disk that fails when it is told to, below SQLite.
#pragma once

#include <cstdint>
#include <memory>

namespace ordo::tests {

enum class DiskFault : std::uint8_t {
  WriteFails,   ///< nothing is written
  WriteIsTorn,  ///< half of it is written
  NoSpace,      ///< half of it is written, and the disk is full
  SyncFails,
  TruncateFails,
  PowerCut,  ///< from that write, truncation or sync on nothing reaches the disk; see lose_unsynced()
};

/// While it lives, every SQLite file that is opened in this process lies on this disk. One at a time. Nothing
/// is really synced: what would be lost without is known, and lost when a test wants it.
class FaultyDisk {
 public:
  FaultyDisk();
  FaultyDisk(const FaultyDisk&) = delete;
  FaultyDisk& operator=(const FaultyDisk&) = delete;
  /// All files must be closed.
  ~FaultyDisk();

  /// Of the calls that this fault can hit, number `first` fails (the next one is 1), and if it is `lasting`
  /// all after it, until mend().
  void arm(DiskFault fault, int first, bool lasting);
  void mend();
  /// Since arm(): how many such calls there were.
  [[nodiscard]] int calls() const;

  /// What a power cut leaves: of everything that was written since the last sync of its file any part may be
  /// there, and any part not, sector by sector. All files must be closed.
  void lose_unsynced(std::uint32_t seed);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace ordo::tests
