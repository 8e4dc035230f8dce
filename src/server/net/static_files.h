// The files of the web app, as they were when the server started.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "server/api/request.h"
#include "server/net/app_pages.h"

namespace ordo::server {

/// Everything is read once: what is not in memory cannot be asked for, whatever the path looks like.
/// Immutable, hence thread-safe.
class StaticFiles {
 public:
  /// Of the header of a request.
  struct Wanted {
    std::string_view accept_encoding;
    std::string_view if_none_match;
  };

  /// Throws std::runtime_error if the folder cannot be read, has no index.html, or is too large.
  explicit StaticFiles(const std::string& folder);
  /// Without a web app: one page that says what runs here.
  StaticFiles();

  /// What a path that is no file is about. Without a dot in its last part it belongs to the app itself, whose
  /// pages are listed in /pages.txt; but nothing under /assets/ does, which browsers keep for ever. Nothing:
  /// it is a file, or would be one.
  [[nodiscard]] std::optional<PageSubject> page_at(std::string_view path) const;

  /// The answer to GET or HEAD for a file.
  [[nodiscard]] Response answer(std::string_view path, const Wanted& wanted) const;
  /// The app itself, index.html; for what is not there with the status 404, and to be asked for each time.
  [[nodiscard]] Response app(bool is_there, const Wanted& wanted) const;

 private:
  using Content = std::shared_ptr<const std::string>;
  struct File {
    Content plain;
    Content brotli;
    Content gzip;
    std::string etag;
    std::string type;
  };

  void add(const std::string& path, std::string content);
  [[nodiscard]] static Response sent(const File& file, bool is_asset, const Wanted& wanted);

  std::unordered_map<std::string, File> files_;  ///< by path: "/index.html"
  AppPages pages_;
};

/// "text/html; charset=utf-8" of "a.html"; what is not known is bytes.
[[nodiscard]] std::string_view content_type_of(std::string_view path) noexcept;

}  // namespace ordo::server
