// A text file that grows at its end and survives being killed: what is in it is read, what is new is added.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "util/descriptor.h"
#include "util/result.h"

namespace ordo::util {

/// An open file that no other AppendFile writes to meanwhile.
class AppendFile {
 public:
  /// Opens or creates the file and reads it; failing, why, in words that follow its name: "cannot be opened:
  /// …", or that somebody else has it.
  [[nodiscard]] static Result<AppendFile, std::string> open(const std::string& path);

  /// What was in it when it was opened. To be asked for once: it may be large.
  [[nodiscard]] std::string take_text() noexcept { return std::exchange(text_, {}); }
  /// Cuts off what lies behind so many bytes. Returns why it cannot, as open() does.
  [[nodiscard]] std::optional<std::string> keep(std::size_t bytes);
  /// Gives it to the system at once. Throws std::system_error, e.g. if the disk is full.
  void append(std::string_view text);

 private:
  explicit AppendFile(Descriptor file) noexcept : file_(std::move(file)) {}

  Descriptor file_;
  std::string text_;
};

}  // namespace ordo::util
