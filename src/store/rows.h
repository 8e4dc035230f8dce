// Between the columns of the tables and the types of online play.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "store/store.h"

namespace ordo::store {

[[nodiscard]] std::string_view word(online::PlayerKind kind) noexcept;
[[nodiscard]] std::string_view word(online::RoomStatus status) noexcept;
[[nodiscard]] std::string_view word(Color color) noexcept;
[[nodiscard]] std::string_view word(CredentialKind kind) noexcept;

// What is no such word is in a table that somebody has broken: SqlError.
[[nodiscard]] online::PlayerKind player_kind_from(std::string_view text);
[[nodiscard]] online::RoomStatus room_status_from(std::string_view text);
[[nodiscard]] Color color_from(std::string_view text);
[[nodiscard]] CredentialKind credential_kind_from(std::string_view text);
[[nodiscard]] online::GameSettings settings_from(const std::string& variant, const std::string& start_fen,
                                                 const std::string& time_control, bool rated);
[[nodiscard]] online::Event event_from(const GameId& game, std::int64_t seq, std::string_view body);

[[noreturn]] void broken(const std::string& what);

[[nodiscard]] inline Value value_of(std::string_view text) { return std::string(text); }
[[nodiscard]] inline Value value_of(Instant at) { return online::milliseconds(at); }
[[nodiscard]] inline Value value_of(const std::optional<Instant>& at) { return at ? value_of(*at) : Value{}; }
[[nodiscard]] inline Value value_of(const std::optional<int>& number) {
  return number ? Value{std::int64_t{*number}} : Value{};
}
[[nodiscard]] inline Value value_of(bool flag) { return std::int64_t{flag ? 1 : 0}; }
[[nodiscard]] inline Value value_of(int number) { return std::int64_t{number}; }

[[nodiscard]] inline Instant instant(const Row& row, std::size_t column) {
  return online::instant_from(row.integer(column));
}

/// A name as one word of a notice: a blank is a +, which no name has.
[[nodiscard]] std::string one_word(std::string name);

/// How names are compared: without the case of A to Z.
[[nodiscard]] std::string name_key(std::string_view name);

[[nodiscard]] bool is_live(online::RoomStatus status) noexcept;
/// Whether it is a turn of the engine of the house.
[[nodiscard]] bool is_engines_turn(const GameSummary& summary);
/// Whether an event changes no more of the game than a turn that does not end it.
[[nodiscard]] bool is_like_a_turn(const online::Event& event);

/// Games that are going on, or those that are over, as summary_from reads them; conditions follow.
[[nodiscard]] std::string_view summaries_of(bool live) noexcept;
[[nodiscard]] GameSummary summary_from(const Row& row);

}  // namespace ordo::store
