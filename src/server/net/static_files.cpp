// Reading the web app into memory, and answering with it.
#include "server/net/static_files.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>

#include <fmt/format.h>

#include "server/base/secret.h"

namespace ordo::server {
namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t kMostBytes = std::uintmax_t{256} << 20;

constexpr std::string_view kAssets = "/assets/";

constexpr std::string_view kPlainPage =
    "<!doctype html>\n<html lang=\"en\">\n<head><meta charset=\"utf-8\"><title>ordo</title></head>\n<body>\n"
    "<h1>ordo</h1>\n<p>A server for the board games Ordo and Ordo X runs here, without its web app.</p>\n"
    "<p>Programs find it under <a href=\"/api/server\">/api/server</a>; games are played over the WebSocket "
    "<code>/ws</code>.</p>\n</body>\n</html>\n";

[[nodiscard]] std::string content_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::string content{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  if (!file) throw std::runtime_error("cannot read " + path.string());
  return content;
}

/// Whether "br" or "gzip" is among "gzip, deflate, br;q=0.9" and not switched off by ";q=0".
[[nodiscard]] bool accepts(std::string_view list, std::string_view coding) {
  while (!list.empty()) {
    std::string_view one = list.substr(0, list.find(','));
    list.remove_prefix(std::min(list.size(), one.size() + 1));
    while (one.starts_with(' ')) one.remove_prefix(1);
    if (!one.starts_with(coding)) continue;
    one.remove_prefix(coding.size());
    if (one.empty()) return true;
    if (one.starts_with(';') || one.starts_with(' ')) {
      return one.find("q=0") == std::string_view::npos || one.find("q=0.") != std::string_view::npos;
    }
  }
  return false;
}

[[nodiscard]] bool looks_like_file(std::string_view path) noexcept {
  return path.substr(path.rfind('/') + 1).find('.') != std::string_view::npos;
}

}  // namespace

std::string_view content_type_of(std::string_view path) noexcept {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 17> kTypes = {{
      {".html", "text/html; charset=utf-8"},
      {".js", "text/javascript; charset=utf-8"},
      {".mjs", "text/javascript; charset=utf-8"},
      {".css", "text/css; charset=utf-8"},
      {".json", "application/json"},
      {".map", "application/json"},
      {".webmanifest", "application/manifest+json"},
      {".wasm", "application/wasm"},
      {".svg", "image/svg+xml"},
      {".png", "image/png"},
      {".jpg", "image/jpeg"},
      {".webp", "image/webp"},
      {".ico", "image/x-icon"},
      {".woff2", "font/woff2"},
      {".mp3", "audio/mpeg"},
      {".ogg", "audio/ogg"},
      {".txt", "text/plain; charset=utf-8"},
  }};
  const auto* known = std::find_if(kTypes.begin(), kTypes.end(),
                                   [&](const auto& type) { return path.ends_with(type.first); });
  return known == kTypes.end() ? "application/octet-stream" : known->second;
}

StaticFiles::StaticFiles() : pages_("/") { add("/index.html", std::string(kPlainPage)); }

StaticFiles::StaticFiles(const std::string& folder) {
  std::error_code error;
  std::uintmax_t total = 0;
  for (fs::recursive_directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
    if (!it->is_regular_file()) continue;
    total += it->file_size();
    if (total > kMostBytes) throw std::runtime_error(fmt::format("the web folder '{}' is too large", folder));
    add(fmt::format("/{}", fs::relative(it->path(), folder).generic_string()), content_of(it->path()));
  }
  if (error)
    throw std::runtime_error(fmt::format("cannot read the web folder '{}': {}", folder, error.message()));
  if (!files_.contains("/index.html")) {
    throw std::runtime_error(fmt::format("the web folder '{}' has no index.html", folder));
  }
  if (const auto list = files_.find("/pages.txt"); list != files_.end())
    pages_ = AppPages(*list->second.plain);
  for (auto& [path, file] : files_) {
    const auto packed = [&, &path = path](const char* ending) {
      const auto found = files_.find(path + ending);
      return found == files_.end() ? nullptr : found->second.plain;
    };
    file.brotli = packed(".br");
    file.gzip = packed(".gz");
  }
}

void StaticFiles::add(const std::string& path, std::string content) {
  constexpr std::size_t kEtagLength = 20;
  File file;
  file.etag = fmt::format("\"{}\"", hash_of_secret(content).substr(0, kEtagLength));
  file.type = content_type_of(path);
  file.plain = std::make_shared<const std::string>(std::move(content));
  files_.insert_or_assign(path, std::move(file));
}

std::optional<PageSubject> StaticFiles::page_at(std::string_view path) const {
  if (path == "/") return PageSubject{PageSubject::Kind::Page, {}};
  if (files_.contains(std::string(path)) || path.starts_with(kAssets) || looks_like_file(path))
    return std::nullopt;
  return pages_.subject_of(path);
}

Response StaticFiles::answer(std::string_view path, const Wanted& wanted) const {
  const auto found = files_.find(std::string(path));
  if (found == files_.end()) return error_response(404, "not-found", "there is nothing here");
  return sent(found->second, path.starts_with(kAssets), wanted);
}

Response StaticFiles::app(bool is_there, const Wanted& wanted) const {
  const File& page = files_.at("/index.html");
  if (is_there) return sent(page, false, wanted);
  // Never "as you have it": that would be kept as something that is there.
  Response response = sent(page, false, {wanted.accept_encoding, {}});
  std::erase_if(response.headers, [](const auto& header) { return header.first == "ETag"; });
  response.status = 404;
  return response;
}

Response StaticFiles::sent(const File& file, bool is_asset, const Wanted& wanted) {
  Response response;
  response.type = file.type;
  response.headers.emplace_back("ETag", file.etag);
  response.headers.emplace_back("Vary", "Accept-Encoding");
  // What is under /assets/ has the hash of its content in its name.
  response.headers.emplace_back("Cache-Control",
                                is_asset ? "public, max-age=31536000, immutable" : "no-cache");
  if (wanted.if_none_match.find(file.etag) != std::string_view::npos) {
    response.status = 304;
    return response;
  }
  response.shared_body = file.plain;
  if (file.brotli && accepts(wanted.accept_encoding, "br")) {
    response.shared_body = file.brotli;
    response.headers.emplace_back("Content-Encoding", "br");
  } else if (file.gzip && accepts(wanted.accept_encoding, "gzip")) {
    response.shared_body = file.gzip;
    response.headers.emplace_back("Content-Encoding", "gzip");
  }
  return response;
}

}  // namespace ordo::server
