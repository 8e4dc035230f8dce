// Ranges of mapped files.
#include "server/api/table_downloads.h"

#include <algorithm>
#include <filesystem>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "tablebase/mapped_file.h"
#include "tablebase/table_file.h"
#include "tablebase/table_files.h"
#include "util/number.h"

namespace ordo::server {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kMostAtOnce = std::uint64_t{32} << 20;

struct Range {
  std::uint64_t first;
  std::uint64_t size;
};
enum class Ranges : std::uint8_t { All, One, Outside };

/// "bytes=0-99", "bytes=100-" or "bytes=-50". Several at once, or what is no range, count as none: all is
/// sent.
[[nodiscard]] Ranges parse_range(std::string_view text, std::uint64_t size, Range& range) {
  constexpr std::string_view kUnit = "bytes=";
  if (!text.starts_with(kUnit)) return Ranges::All;
  text.remove_prefix(kUnit.size());
  const auto dash = text.find('-');
  if (dash == std::string_view::npos) return Ranges::All;
  constexpr std::uint64_t kMost = ~std::uint64_t{0} >> 1;
  const auto first = util::number_from<std::uint64_t>(text.substr(0, dash), 0, kMost);
  const auto last = util::number_from<std::uint64_t>(text.substr(dash + 1), 0, kMost);
  if (dash == 0) {
    if (!last) return Ranges::All;
    if (*last == 0) return Ranges::Outside;
    range = {size - std::min(*last, size), std::min(*last, size)};
    return Ranges::One;
  }
  const bool is_open = dash + 1 == text.size();
  if (!first || (!last && !is_open) || (last && *last < *first)) return Ranges::All;
  if (*first >= size) return Ranges::Outside;
  range = {*first, is_open ? size - *first : std::min(*last, size - 1) - *first + 1};
  return Ranges::One;
}

}  // namespace

TableDownloads::TableDownloads(const std::string& folder) {
  if (folder == tablebase::kBuiltin || folder == tablebase::kNoTables) return;
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
    const auto extension = entry->path().extension();
    if (extension != ".values" && extension != ".distances") continue;
    auto source = tablebase::map_file(entry->path().string());
    if (!source) continue;
    const auto table = tablebase::TableFile::open(*source, 0);
    if (!table || table->size() != (*source)->size()) continue;
    const std::string hash = fmt::format("{:08x}-{}", table->check(), table->size());
    files_.push_back({fmt::format("/tables/{}/{}", hash, entry->path().filename().string()),
                      fmt::format("\"{}\"", hash), table->name(), *std::move(source)});
  }
  std::sort(files_.begin(), files_.end(), [](const File& a, const File& b) {
    const auto order = [](const File& file) {
      return std::make_tuple(file.name.variant, file.name.kind, file.name.own, file.name.enemy);
    };
    return order(a) < order(b);
  });
}

Response TableDownloads::answer(std::string_view path, const WantedPart& wanted) const {
  const auto file =
      std::find_if(files_.begin(), files_.end(), [path](const File& one) { return one.path == path; });
  if (file == files_.end()) return error_response(404, "not-found", "there is no such table");
  const std::uint64_t size = file->bytes->size();
  Response response;
  response.type = "application/octet-stream";
  response.headers.emplace_back("ETag", file->etag);
  response.headers.emplace_back("Accept-Ranges", "bytes");
  response.headers.emplace_back("Cache-Control", "public, max-age=31536000, immutable");
  if (wanted.if_none_match == "*" || wanted.if_none_match.find(file->etag) != std::string_view::npos) {
    response.status = 304;
    return response;
  }
  Range range{0, size};
  const bool counts = wanted.if_range.empty() || wanted.if_range == file->etag;
  const Ranges kind = counts ? parse_range(wanted.range, size, range) : Ranges::All;
  if (kind == Ranges::Outside) {
    Response refusal = error_response(416, "no-such-range", "the table is shorter");
    refusal.headers.emplace_back("Content-Range", fmt::format("bytes */{}", size));
    return refusal;
  }
  if (range.size > kMostAtOnce) {
    return error_response(400, "too-large", "ask for a range of at most 32 MiB (header Range)");
  }
  std::vector<std::uint8_t> bytes(static_cast<std::size_t>(range.size));
  if (!file->bytes->read_at(range.first, bytes))
    return error_response(500, "unreadable", "the table cannot be read");
  response.body.assign(bytes.begin(), bytes.end());
  if (kind == Ranges::One) {
    response.status = 206;
    response.headers.emplace_back(
        "Content-Range", fmt::format("bytes {}-{}/{}", range.first, range.first + range.size - 1, size));
  }
  return response;
}

}  // namespace ordo::server
