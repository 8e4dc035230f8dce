// Mapping by the system's own means.
#include "tablebase/mapped_file.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>

#include <sys/mman.h>
#include <sys/stat.h>

#include "util/descriptor.h"

namespace ordo::tablebase {
namespace {

class Mapped final : public ByteSource {
 public:
  Mapped(void* start, std::size_t size) noexcept
      : start_(start), bytes_(std::span(static_cast<const std::uint8_t*>(start), size)) {}
  ~Mapped() override { ::munmap(start_, static_cast<std::size_t>(bytes_.size())); }

  [[nodiscard]] std::uint64_t size() const noexcept override { return bytes_.size(); }
  [[nodiscard]] bool read_at(std::uint64_t offset, std::span<std::uint8_t> out) const override {
    return bytes_.read_at(offset, out);
  }

 private:
  void* start_;
  MemorySource bytes_;
};

}  // namespace

util::Result<std::shared_ptr<const ByteSource>, std::string> map_file(const std::string& path) {
  const auto failed = [&path] { return util::failure(path + ": " + std::strerror(errno)); };
  const util::Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));  // NOLINT(*-vararg)
  struct stat status {};
  if (!file.is_open() || ::fstat(file.number(), &status) != 0) return failed();
  if (!S_ISREG(status.st_mode)) return util::failure(path + " is not a file");
  const auto size = static_cast<std::size_t>(status.st_size);
  if (size == 0) return util::failure(path + " is empty");
  void* start = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file.number(), 0);
  if (start == MAP_FAILED) return failed();  // NOLINT(*-cstyle-cast,*-int-to-ptr)
  return std::shared_ptr<const ByteSource>(std::make_shared<Mapped>(start, size));
}

}  // namespace ordo::tablebase
