// What makes a setup a position.
#include "rules/setup.h"

#include <array>

#include <fmt/format.h>

#include "rules/query.h"

namespace ordo::rules {
namespace {

/// By Flaw.
constexpr std::array<std::string_view, 8> kNames = {
    "outside-the-board", "shared-square",      "no-pieces",      "too-many-pieces",
    "home-row-reached",  "waiting-side-split", "split-in-ordox", "unfinished-ordo-turn"};

constexpr std::array<Color, 2> kBoth = {Color::White, Color::Black};

[[nodiscard]] std::optional<SetupError> find_misplaced(const Setup& setup) {
  for (const Color color : kBoth) {
    if ((setup.pieces(color) - kBoard).any()) {
      return SetupError{Flaw::OutsideTheBoard, fmt::format("{} has pieces outside the board", name(color))};
    }
  }
  const Bitboard shared = setup.white & setup.black;
  if (shared.none()) return std::nullopt;
  return SetupError{Flaw::SharedSquare, fmt::format("both sides stand on {}", shared.first().text())};
}

[[nodiscard]] std::optional<SetupError> find_wrong_number(const Setup& setup) {
  for (const Color color : kBoth) {
    const int count = setup.pieces(color).count();
    if (count == 0) {
      return SetupError{Flaw::NoPieces, fmt::format("{} has no pieces: the game is over", name(color))};
    }
    if (count > kPiecesPerSide) {
      return SetupError{Flaw::TooManyPieces,
                        fmt::format("{} has {} pieces; at most {}", name(color), count, kPiecesPerSide)};
    }
  }
  return std::nullopt;
}

[[nodiscard]] std::optional<SetupError> find_arrived(const Setup& setup) {
  for (const Color color : kBoth) {
    const Bitboard arrived = setup.pieces(color) & (color == Color::White ? kRank8 : kRank1);
    if (arrived.none()) continue;
    return SetupError{Flaw::HomeRowReached,
                      fmt::format("{}'s piece on {} already stands on {}'s home row: the game is over",
                                  name(color), arrived.first().text(), name(opponent(color)))};
  }
  return std::nullopt;
}

[[nodiscard]] std::optional<SetupError> find_split(const Setup& setup) {
  const Color waiting = opponent(setup.to_move);
  if (const int groups = count_groups(setup.pieces(waiting)); groups > 1) {
    return SetupError{Flaw::WaitingSideSplit,
                      fmt::format("{} waits and is split into {} groups", name(waiting), groups)};
  }
  if (setup.variant == Variant::Ordo) return std::nullopt;
  if (const int groups = count_groups(setup.pieces(setup.to_move)); groups > 1) {
    return SetupError{Flaw::SplitInOrdoX, fmt::format("{} is split into {} groups, which cannot be in Ordo X",
                                                      name(setup.to_move), groups)};
  }
  return std::nullopt;
}

}  // namespace

std::string_view name(Flaw flaw) noexcept { return kNames[static_cast<std::size_t>(flaw)]; }

std::optional<SetupError> find_flaw(const Setup& setup) {
  if (auto error = find_misplaced(setup)) return error;
  if (auto error = find_wrong_number(setup)) return error;
  if (auto error = find_arrived(setup)) return error;
  if (auto error = find_split(setup)) return error;
  if (setup.phase == Phase::Whole || setup.variant == Variant::OrdoX) return std::nullopt;
  return SetupError{Flaw::UnfinishedOrdoTurn, "a turn of Ordo has no advance that could be left to play"};
}

}  // namespace ordo::rules
