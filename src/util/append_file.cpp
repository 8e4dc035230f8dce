// Reading, cutting and appending with the calls of the system, which say what went wrong.
#include "util/append_file.h"

#include <array>
#include <cerrno>
#include <fcntl.h>
#include <optional>
#include <system_error>
#include <unistd.h>

#include <fmt/format.h>
#include <sys/file.h>

namespace ordo::util {
namespace {

[[nodiscard]] std::string cannot(std::string_view verb, int error) {
  return fmt::format("cannot be {}: {}", verb, std::generic_category().message(error));
}

[[nodiscard]] std::optional<std::string> read_all(const Descriptor& file) {
  std::string text;
  std::array<char, 65536> buffer;  // NOLINT(*-member-init): filled before it is read
  while (true) {
    const ssize_t count = ::read(file.number(), buffer.data(), buffer.size());
    if (count == 0) return text;
    if (count < 0 && errno != EINTR) return std::nullopt;
    if (count > 0) text.append(buffer.data(), static_cast<std::size_t>(count));
  }
}

}  // namespace

Result<AppendFile, std::string> AppendFile::open(const std::string& path) {
  AppendFile file(Descriptor(::open(path.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666)));
  if (!file.file_.is_open()) return failure(cannot("opened", errno));
  if (flock(file.file_.number(), LOCK_EX | LOCK_NB) != 0) {
    return failure(std::string("another process is writing to it"));
  }
  auto text = read_all(file.file_);
  if (!text) return failure(cannot("read", errno));
  file.text_ = *std::move(text);
  return file;
}

std::optional<std::string> AppendFile::keep(std::size_t bytes) {
  if (ftruncate(file_.number(), static_cast<off_t>(bytes)) == 0) return std::nullopt;
  return cannot("written", errno);
}

void AppendFile::append(std::string_view text) {
  while (!text.empty()) {
    const ssize_t count = ::write(file_.number(), text.data(), text.size());
    if (count > 0) text.remove_prefix(static_cast<std::size_t>(count));
    if (count < 0 && errno != EINTR) {
      throw std::system_error(errno, std::generic_category(), "cannot write what was played");
    }
  }
}

}  // namespace ordo::util
