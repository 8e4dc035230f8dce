// What clients may say over HTTP, read strictly: bodies and query parameters.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "online/command.h"
#include "online/event.h"
#include "online/kept_game.h"
#include "online/types.h"
#include "server/api/request.h"
#include "util/result.h"

namespace ordo::server {

/// A value, or what is wrong in words for people.
template <class T>
using Decoded = util::Result<T, std::string>;

inline constexpr std::size_t kMaxName = 20;       ///< characters
inline constexpr std::size_t kMinPassword = 8;    ///< characters
inline constexpr std::size_t kMaxPassword = 200;  ///< characters

/// {"name":"Anna","password":"…"}
struct NameAndPassword {
  std::string name;
  std::string password;
};
/// The name must be one that an account may have, the password long enough.
[[nodiscard]] Decoded<NameAndPassword> decode_signup(std::string_view body);
/// Any texts: whether they fit is another question.
[[nodiscard]] Decoded<NameAndPassword> decode_login(std::string_view body);

/// {"old":"…","new":"…"}
struct PasswordChange {
  std::string old_password;
  std::string new_password;
};
[[nodiscard]] Decoded<PasswordChange> decode_password_change(std::string_view body);

/// {"password":"…"}; left out by guests, who have none.
[[nodiscard]] Decoded<std::string> decode_deletion(std::string_view body);

/// {"label":"my bot","days":365}
struct TokenWish {
  std::string label;
  int days = 365;
};
inline constexpr std::size_t kMaxLabel = 60;  ///< bytes
inline constexpr int kMaxTokenDays = 3650;
[[nodiscard]] Decoded<TokenWish> decode_token_wish(std::string_view body);

/// {"variant":"ordo","color":"white","start":"FEN","rated":false,"time":"300+3","opponent":"link"}. Only the
/// variant is needed. The opponent may also be {"engine":5}.
struct GameBody {
  online::GameSettings settings;
  std::optional<online::Color> color;
  std::optional<int> engine_level;
};
inline constexpr int kMaxEngineLevel = 11;  ///< full strength
[[nodiscard]] Decoded<GameBody> decode_new_game(std::string_view body);
/// The same without an opponent.
[[nodiscard]] Decoded<GameBody> decode_seek(std::string_view body);

/// The same with "to", the name of somebody.
struct ChallengeBody {
  std::string to;
  GameBody game;
};
[[nodiscard]] Decoded<ChallengeBody> decode_challenge(std::string_view body);
/// {"names":["Anna","Guest 4821"]}
inline constexpr std::size_t kMaxNames = 500;
[[nodiscard]] Decoded<std::vector<std::string>> decode_names(std::string_view body);

/// {"t":"move","ply":1,"turn":"c2-c4"} and the other commands of the WebSocket, without "game".
[[nodiscard]] Decoded<online::Command> decode_command(std::string_view body, const online::GameId& game);

/// {"variant":"ordo","fen":"…"}
[[nodiscard]] Decoded<rules::Position> decode_position(std::string_view body);
/// ?variant=ordo&fen=…; ordo if there is no variant.
[[nodiscard]] Decoded<rules::Position> decode_position_query(const Request& request);

/// ?player=Anna&opponent=Bert&variant=ordo&result=won&rated=true&live=false&before=MS-ID&limit=20
struct GameQuery {
  std::optional<std::string> player;    ///< name, or "me"
  std::optional<std::string> opponent;  ///< name
  std::optional<rules::Variant> variant;
  std::optional<std::string> result;
  std::optional<bool> rated;
  std::optional<bool> live;
  std::optional<std::pair<online::Instant, online::GameId>> before;
  int limit = 20;
};
inline constexpr int kMaxPage = 100;
[[nodiscard]] Decoded<GameQuery> decode_game_query(const Query& query);

/// ?from=N
[[nodiscard]] Decoded<std::int64_t> decode_events_query(const Query& query);

/// The value of `before` that asks for the page after this game.
[[nodiscard]] std::string page_mark(online::Instant last_at, const online::GameId& game);

/// Whether this can be the id of a game, seek or credential.
[[nodiscard]] bool is_id(std::string_view text) noexcept;

/// Why nobody may be called so; nothing: it is a good name.
[[nodiscard]] std::optional<std::string> trouble_with_name(std::string_view name);

// decode_kept.cpp
inline constexpr std::int64_t kMaxVersion = std::int64_t{1} << 53;  ///< what every JSON reader has exactly
/// What a device may call a kept game: up to 40 letters, digits, '-' and '_'.
[[nodiscard]] bool is_kept_id(std::string_view text) noexcept;
/// {"on":true}
[[nodiscard]] Decoded<bool> decode_switch(std::string_view body);
/// {"base":1700000000001,"game":{…}}
struct KeptGameBody {
  std::int64_t base = 0;  ///< the version that is changed; 0: none yet
  online::KeptGame game;
};
[[nodiscard]] Decoded<KeptGameBody> decode_kept_game(std::string_view body);
/// Nothing but ?name=NUMBER, which is 0 when left out.
[[nodiscard]] Decoded<std::int64_t> decode_number_query(const Query& query, std::string_view name);

}  // namespace ordo::server
