// A pipe within one process: what one thread writes another reads, waiting for it.
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <streambuf>
#include <string>

namespace ordo::support {

/// Give it to an istream in one thread and to an ostream in another. Every member may be called by any
/// thread, but only one may read.
class Channel : public std::streambuf {
 public:
  /// Nothing more will be written: who reads comes to the end.
  void close();

  /// The next line without its end; nothing if it does not come in time or the end is reached.
  [[nodiscard]] std::optional<std::string> line_within(std::chrono::milliseconds patience);

 protected:
  int_type underflow() override;
  int_type uflow() override;
  int_type overflow(int_type c) override;
  std::streamsize xsputn(const char* text, std::streamsize size) override;

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::string waiting_;  ///< written and not read yet
  bool is_closed_ = false;
};

}  // namespace ordo::support
