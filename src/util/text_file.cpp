// Reading and writing whole text files without ever leaving half of one behind.
#include "util/text_file.h"

#include <array>
#include <cerrno>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <system_error>
#include <unistd.h>

#include <fmt/format.h>
#include <sys/stat.h>

#include "util/descriptor.h"
#include "util/text.h"

namespace ordo::util {
namespace {

namespace fs = std::filesystem;

[[nodiscard]] std::string reason(int error) { return std::generic_category().message(error); }

/// A file beside the target that disappears unless it takes the target's place.
class Draft {
 public:
  explicit Draft(const fs::path& target) {
    for (int attempt = 0; attempt < 100; ++attempt) {
      path_ = fmt::format("{}.{}-{}.tmp", target.string(), getpid(), attempt);
      file_ = Descriptor(open(path_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
      if (file_.is_open() || errno != EEXIST) break;
    }
    if (!file_.is_open()) error_ = errno;
  }
  Draft(const Draft&) = delete;
  Draft& operator=(const Draft&) = delete;
  ~Draft() {
    if (file_.is_open() && !renamed_) unlink(path_.c_str());
  }

  /// Zero, or the number of the first error.
  [[nodiscard]] int error() const noexcept { return error_; }

  void write(std::string_view text) {
    while (error_ == 0 && !text.empty()) {
      const ssize_t count = ::write(file_.number(), text.data(), text.size());
      if (count > 0) {
        text.remove_prefix(static_cast<std::size_t>(count));
      } else if (count == 0 || errno != EINTR) {
        error_ = count == 0 ? EIO : errno;
      }
    }
    if (error_ == 0 && fsync(file_.number()) != 0 && errno != EINVAL) error_ = errno;
  }
  void take_mode_of(const fs::path& target) const {
    struct stat status {};
    if (error_ == 0 && stat(target.c_str(), &status) == 0)
      (void)fchmod(file_.number(), status.st_mode & 07777);
  }
  void rename_to(const fs::path& target) {
    if (error_ != 0) return;
    renamed_ = rename(path_.c_str(), target.c_str()) == 0;
    if (!renamed_) error_ = errno;
  }

 private:
  std::string path_;
  Descriptor file_;
  int error_ = 0;
  bool renamed_ = false;
};

}  // namespace

Result<std::string, std::string> read_text_file(const std::string& path, std::size_t limit) {
  const auto cannot = [&](std::string_view why) {
    return failure(fmt::format("cannot read {}: {}", printable(path), why));
  };
  std::error_code ignored;
  if (fs::is_directory(path, ignored)) return cannot("it is a directory");
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  if (!file) return cannot(reason(errno));
  std::string text;
  std::array<char, 65536> buffer;  // NOLINT(*-member-init): filled before it is read
  while (file.read(buffer.data(), buffer.size()), file.gcount() > 0) {
    text.append(buffer.data(), static_cast<std::size_t>(file.gcount()));
    if (text.size() > limit) return cannot(fmt::format("it has more than {} MB", limit >> 20));
  }
  if (file.bad()) return cannot(reason(errno));
  return text;
}

Result<Written, std::string> write_text_file(const std::string& path, std::string_view text,
                                             Replace replace) {
  const auto cannot = [&](std::string_view why) {
    return failure(fmt::format("cannot write {}: {}", printable(path), why));
  };
  if (path.empty()) return cannot("a name is needed");
  std::error_code error;
  // What a link points to is replaced, not the link.
  const fs::path target = fs::is_symlink(path, error) ? fs::weakly_canonical(path, error) : fs::path(path);
  const fs::file_status status = fs::status(target, error);
  if (fs::exists(status)) {
    if (!fs::is_regular_file(status)) return cannot("it is not a regular file");
    if (replace == Replace::Never) return Written::FileExists;
  }
  Draft draft(target);
  draft.write(text);
  draft.take_mode_of(target);
  draft.rename_to(target);
  if (draft.error() != 0) return cannot(reason(draft.error()));
  return Written::Done;
}

}  // namespace ordo::util
