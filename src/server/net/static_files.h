// The files of the web app, as they were when the server started.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "server/api/request.h"

namespace ordo::server {

/// Everything is read once: what is not in memory cannot be asked for, whatever the path looks like.
/// Immutable, hence thread-safe.
class StaticFiles {
 public:
  /// Throws std::runtime_error if the folder cannot be read, has no index.html, or is too large.
  explicit StaticFiles(const std::string& folder);
  /// Without a web app: one page that says what runs here.
  StaticFiles();

  /// The answer to GET or HEAD. A path without a dot in its last part that is no file belongs to the app
  /// itself, and gets index.html; but nothing under /assets/ does, which browsers keep for ever.
  [[nodiscard]] Response answer(std::string_view path, std::string_view accept_encoding,
                                std::string_view if_none_match) const;

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

  std::unordered_map<std::string, File> files_;  ///< by path: "/index.html"
};

/// "text/html; charset=utf-8" of "a.html"; what is not known is bytes.
[[nodiscard]] std::string_view content_type_of(std::string_view path) noexcept;

}  // namespace ordo::server
