// Writing files safely, and codes between two runs.
#include "tablebuild/file.h"

#include <array>
#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <fstream>
#include <string>
#include <system_error>
#include <unistd.h>

#include "tablebase/table_format.h"
#include "util/descriptor.h"

namespace ordo::tablebuild {
namespace {

namespace format = tablebase::format;
using Bytes = std::span<const std::uint8_t>;

[[noreturn]] void fail(const std::filesystem::path& path) {
  throw std::system_error(errno, std::generic_category(), path.string());
}

void write_all(int file, Bytes bytes, const std::filesystem::path& path) {
  while (!bytes.empty()) {
    const ::ssize_t count = ::write(file, bytes.data(), bytes.size());
    if (count < 0 && errno != EINTR) fail(path);
    if (count > 0) bytes = bytes.subspan(static_cast<std::size_t>(count));
  }
}

[[nodiscard]] Bytes bytes_of(const Grid& grid) {
  return grid.exists() ? Bytes(grid.row(0), std::size_t{grid.rows()} * grid.columns()) : Bytes();
}

constexpr std::string_view kMagic = "ORDOCODE";
constexpr std::size_t kHead = 24;

/// Magic, game, size, how far it is, and the checksums of both grids.
[[nodiscard]] std::array<std::uint8_t, kHead> head_of(Variant variant, Size size, Progress progress,
                                                      Bytes table, Bytes advances) {
  std::array<std::uint8_t, kHead> head{};
  std::copy(kMagic.begin(), kMagic.end(), head.begin());
  head[8] = static_cast<std::uint8_t>(variant);
  head[9] = static_cast<std::uint8_t>(size.own);
  head[10] = static_cast<std::uint8_t>(size.enemy);
  head[11] = static_cast<std::uint8_t>(progress);
  format::put(head, 16, 4, format::crc32(table));
  format::put(head, 20, 4, format::crc32(advances));
  return head;
}

}  // namespace

void write_whole(const std::filesystem::path& path, std::span<const std::span<const std::uint8_t>> parts) {
  std::filesystem::path beside = path;
  beside += ".new";
  {
    const util::Descriptor file(::open(beside.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644));
    if (!file.is_open()) fail(beside);
    for (const Bytes part : parts) write_all(file.number(), part, beside);
    if (::fsync(file.number()) != 0) fail(beside);
  }
  if (::rename(beside.c_str(), path.c_str()) != 0) fail(path);
}

void save_codes(const Library& library, Size size, Progress progress, const std::filesystem::path& path) {
  const Bytes table = bytes_of(library.table(size));
  const Bytes advances = bytes_of(library.advances(size));
  const auto head = head_of(library.variant(), size, progress, table, advances);
  const std::array<Bytes, 3> parts = {Bytes(head), table, advances};
  write_whole(path, parts);
}

bool load_codes(Library& library, Size size, Progress progress, const std::filesystem::path& path) {
  const ConnectedSets& movers = library.sets(size.own);
  const ConnectedSets& waiting = library.sets(size.enemy);
  std::ifstream file(path, std::ios::binary);
  std::array<std::uint8_t, kHead> head{};
  const auto read = [&file](std::uint8_t* to, std::size_t count) {
    return static_cast<bool>(file.read(reinterpret_cast<char*>(to), static_cast<std::streamsize>(count)));
  };
  if (!read(head.data(), head.size())) return false;
  Grid table(waiting.rows(), movers.size(), 0);
  Grid advances;
  if (library.variant() == Variant::OrdoX && progress == Progress::Done)
    advances = Grid(movers.rows(), waiting.size(), 0);
  for (Grid* grid : {&table, &advances}) {
    if (grid->exists() && !read(grid->row(0), bytes_of(*grid).size())) return false;
  }
  if (head != head_of(library.variant(), size, progress, bytes_of(table), bytes_of(advances))) return false;
  library.table(size) = std::move(table);
  library.advances(size) = std::move(advances);
  return true;
}

}  // namespace ordo::tablebuild
