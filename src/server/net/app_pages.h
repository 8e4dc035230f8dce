// Which addresses are pages of the web app.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "server/api/router.h"

namespace ordo::server {

/// What a page is about. Whether there is such a game or player, the database knows.
struct PageSubject {
  enum class Kind : std::uint8_t { NoPage, Page, Game, Player };
  Kind kind = Kind::NoPage;
  std::string name;  ///< the id of the game, the name of the player
};

/// Immutable, hence thread-safe.
class AppPages {
 public:
  /// `list`: one address a line, as "/game/{game}"; "{game}" and "{player}" say what it is, any other word in
  /// braces stands for any text. Lines that do not begin with a slash mean nothing.
  explicit AppPages(std::string_view list);
  /// Of an app that does not say: every address may be a page.
  AppPages() = default;

  /// Slashes too many make no difference, as in the app itself (web/src/route_match.ts).
  [[nodiscard]] PageSubject subject_of(std::string_view path) const;

 private:
  std::vector<std::string> patterns_;
};

}  // namespace ordo::server
