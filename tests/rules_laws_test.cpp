// What is true of every position and every turn, tried on games that RapidCheck makes up and shrinks.
#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "rules/fen.h"
#include "rules/game.h"
#include "rules/movegen.h"
#include "rules/notation.h"
#include "rules/perft.h"
#include "rules/query.h"
#include "support/agreement.h"
#include "support/convert.h"
#include "support/random_positions.h"
#include "support/scale.h"

namespace ordo {
namespace {

using rules::Color;
using rules::Part;
using rules::Phase;
using rules::Position;
using rules::Square;
using rules::Turn;
using rules::Variant;

std::vector<Turn> turns_of(const Position& position) {
  std::vector<Turn> turns;
  rules::for_each_turn(position, [&](const Turn& turn) { turns.push_back(turn); });
  return turns;
}

bool captures(const Turn& turn) { return turn.first().captures() || turn.second().captures(); }

/// A game as it went: one more position than turns.
struct Course {
  std::vector<Position> positions;
  std::vector<Turn> turns;

  [[nodiscard]] const Position& last() const { return positions.back(); }
};

/// Plays one turn for each number; every second number asks for a capture. Fewer and smaller numbers make a
/// simpler game, which is how RapidCheck shrinks it.
Course play(const Position& start, const std::vector<std::uint32_t>& choices) {
  Course course{{start}, {}};
  for (const std::uint32_t choice : choices) {
    std::vector<Turn> turns = turns_of(course.last());
    if (turns.empty()) break;
    std::sort(turns.begin(), turns.end());
    const auto quiet = std::stable_partition(turns.begin(), turns.end(), captures);
    if (choice % 2 == 1 && quiet != turns.begin()) turns.erase(quiet, turns.end());
    const Turn turn = turns[(choice / 2 * 2654435761U) % turns.size()];
    course.turns.push_back(turn);
    course.positions.push_back(course.last().after(turn));
  }
  return course;
}

/// A game from the initial setup, or from two random groups.
Course any_game(Variant variant) {
  Position start = Position::initial(variant);
  if (*rc::gen::inRange(0, 3) > 0) {
    support::Random random(*rc::gen::arbitrary<std::uint32_t>());
    const support::Wish wish{.fewest = 1, .most = 10, .split_percent = variant == Variant::Ordo ? 20 : 0};
    start = support::to_rules(support::build_position(variant, wish, random));
  }
  Course course = play(start, *rc::gen::arbitrary<std::vector<std::uint32_t>>());
  RC_LOG() << rules::name(variant) << ' ' << rules::to_fen(start);
  for (const Turn& turn : course.turns) RC_LOG() << ' ' << rules::to_text(turn);
  RC_LOG() << '\n' << "now " << rules::to_fen(course.last()) << '\n';
  return course;
}

Course any_game() { return any_game(*rc::gen::element(Variant::Ordo, Variant::OrdoX)); }

/// A position of such a game, not only the last one, in which it is often over.
Position any_position(const Course& course) {
  const Position position = course.positions[*rc::gen::inRange<std::size_t>(0, course.positions.size())];
  RC_LOG() << "at " << rules::to_fen(position) << '\n';
  return position;
}

Position any_position() { return any_position(any_game()); }
Position any_position(Variant variant) { return any_position(any_game(variant)); }

RC_GTEST_PROP(Laws, TheFastGeneratorAgreesWithTheNaiveOne, ()) {
  const naive::Position position = support::to_naive(any_position());
  support::Random random(*rc::gen::arbitrary<std::uint32_t>());
  const auto difference = support::disagreement(position, naive::turns(position), random);
  if (difference) RC_FAIL(*difference);
}

/// Every part that can be written with a first end on `from`; a part of them if samples are to be small.
template <class Visit>
void for_each_part_from(Square from, Visit visit) {
  const int stride = support::full_scale() ? 1 : 7;
  for (int index = from.index() % stride; index < rules::kSquares; index += stride) {
    const Square to = Square::from_index(index);
    visit(Part::singleton(from, to, false));
    visit(Part::singleton(from, to, true));
    for (int length = 2; from.file() + length <= rules::kFiles; ++length) visit(Part::row(from, to, length));
    for (int length = 2; from.rank() + length <= rules::kRanks; ++length)
      visit(Part::column(from, to, length));
  }
}

RC_GTEST_PROP(Laws, APartIsLegalExactlyIfItIsGenerated, ()) {
  Position position = any_position();
  rules::PartList parts;
  rules::generate_parts(position, parts);
  if (position.variant() == Variant::OrdoX && !parts.empty() && *rc::gen::arbitrary<bool>()) {
    const Position next = position.after(parts[*rc::gen::inRange<std::size_t>(0, parts.size())]);
    position = next;  // perhaps between preparation and advance
    rules::generate_parts(position, parts);
  }
  std::vector<Part> legal(parts.begin(), parts.end());
  std::sort(legal.begin(), legal.end());
  position.occupied().for_each([&](Square from) {
    for_each_part_from(from, [&](Part part) {
      const bool member = std::binary_search(legal.begin(), legal.end(), part);
      if (rules::is_legal(position, part) != member) RC_FAIL(rules::to_text(part));
    });
  });
  for (const Part part : legal) RC_ASSERT(rules::is_legal(position, part));
}

RC_GTEST_PROP(Laws, AllWaysOfCountingAgree, ()) {
  const Position position = any_position();
  const std::vector<Turn> turns = turns_of(position);
  RC_ASSERT(rules::count_turns(position) == turns.size());
  RC_ASSERT(rules::perft(position, 1) == turns.size());
  RC_ASSERT(rules::perft_made(position, 1) == turns.size());
  RC_ASSERT(rules::perft_divide(position, 1).size() == turns.size());
  RC_ASSERT(rules::has_turn(position) == !turns.empty());
}

RC_GTEST_PROP(Laws, TwoTurnsAreTheSumOfTheAnswersToOne, ()) {
  const Position position = any_position(Variant::Ordo);
  std::uint64_t sum = 0;
  for (const Turn& turn : turns_of(position)) sum += rules::count_turns(position.after(turn));
  RC_ASSERT(rules::perft(position, 2) == sum);
  RC_ASSERT(rules::perft_made(position, 2) == sum);
}

RC_GTEST_PROP(Laws, TheHashOfAPositionReachedIsThatOfThePositionRead, ()) {
  for (const Position& position : any_game().positions) {
    const auto read = rules::parse_fen(position.variant(), rules::to_fen(position));
    if (!read) continue;  // the game was over
    RC_ASSERT(*read == position);
    RC_ASSERT(read->hash() == position.hash());
  }
}

RC_GTEST_PROP(Laws, DifferentPositionsHaveDifferentHashes, ()) {
  const Course course = any_game();
  std::map<std::uint64_t, Position> seen;
  const auto see = [&](const Position& position) {
    const auto [at, is_new] = seen.emplace(position.hash(), position);
    if (!is_new && !(at->second == position)) RC_FAIL("two positions with the same hash");
  };
  const auto see_relatives = [&](const Position& position) {
    see(position);
    see(position.passed());
    see(position.mirrored());
    see(position.colors_swapped());
    const Variant other = position.variant() == Variant::Ordo ? Variant::OrdoX : Variant::Ordo;
    rules::Setup setup = position.setup();
    setup.variant = other;
    see(Position::unchecked(setup));
    setup.variant = position.variant();
    setup.phase = Phase::Advance;
    see(Position::unchecked(setup));
  };
  for (const Position& position : course.positions) see_relatives(position);
  for (const Turn& turn : turns_of(course.last())) see_relatives(course.last().after(turn));
}

RC_GTEST_PROP(Laws, APositionSurvivesItsText, ()) {
  const Course course = any_game();
  for (const Position& position : course.positions) {
    const std::string fen = rules::to_fen(position);
    RC_ASSERT(fen == naive::to_fen(support::to_naive(position)));
    const auto read = rules::parse_fen(position.variant(), fen);
    if (rules::has_turn(position)) RC_ASSERT(read.ok());
    if (read) RC_ASSERT(*read == position);
  }
}

RC_GTEST_PROP(Laws, ATurnSurvivesItsText, ()) {
  const Position position = any_position();
  const std::vector<Turn> turns = turns_of(position);
  const std::size_t stride = 1 + turns.size() / 100;
  for (std::size_t i = 0; i < turns.size(); i += stride) {
    const auto read = rules::read_turn(position, rules::to_text(turns[i]));
    if (!read) RC_FAIL(read.error().message);
    RC_ASSERT(*read == turns[i]);
  }
}

/// A part under a symmetry of the board; the choice is left out, as it names another square of the same
/// subgroup.
template <class Map>
Part mapped(Part part, Map map) {
  if (!part.exists()) return part;
  const Square last_to(part.to().file() + part.shape().width() - 1,
                       part.to().rank() + part.shape().height() - 1);
  const Square from = std::min(map(part.from()), map(part.other_end()));
  const Square to = std::min(map(part.to()), map(last_to));
  if (part.is_singleton()) return Part::singleton(from, to, part.captures());
  return part.is_column() ? Part::column(from, to, part.length()) : Part::row(from, to, part.length());
}

/// Turns without their choices, and where they lead; sorted.
using Lines = std::vector<std::pair<Turn, std::uint64_t>>;

template <class MapSquare, class MapPosition>
Lines lines(const Position& position, MapSquare map_square, MapPosition map_position) {
  Lines list;
  for (const Turn& turn : turns_of(position)) {
    list.emplace_back(Turn(mapped(turn.first(), map_square), mapped(turn.second(), map_square)),
                      map_position(position.after(turn)).hash());
  }
  std::sort(list.begin(), list.end());
  return list;
}

Lines lines(const Position& position) {
  return lines(
      position, [](Square square) { return square; }, [](const Position& next) { return next; });
}

RC_GTEST_PROP(Laws, LeftAndRightMakeNoDifference, ()) {
  const Position position = any_position();
  RC_ASSERT(rules::count_turns(position) == rules::count_turns(position.mirrored()));
  RC_ASSERT(position.mirrored().mirrored() == position);
  RC_ASSERT(lines(
                position, [](Square square) { return square.mirrored(); },
                [](const Position& next) { return next.mirrored(); }) == lines(position.mirrored()));
}

RC_GTEST_PROP(Laws, ColoursMakeNoDifference, ()) {
  const Position position = any_position();
  RC_ASSERT(rules::count_turns(position) == rules::count_turns(position.colors_swapped()));
  RC_ASSERT(position.colors_swapped().colors_swapped() == position);
  RC_ASSERT(lines(
                position, [](Square square) { return square.turned(); },
                [](const Position& next) { return next.colors_swapped(); }) ==
            lines(position.colors_swapped()));
}

RC_GTEST_PROP(Laws, TakingBackRestoresWhatWas, ()) {
  const Course course = any_game();
  rules::Game game(course.positions.front());
  std::size_t played = 0;
  while (played < course.turns.size() && !game.outcome()) game.play(course.turns[played++]);
  for (; played > 0; --played) {
    RC_ASSERT(game.position() == course.positions[played]);
    RC_ASSERT(game.position().hash() == course.positions[played].hash());
    RC_ASSERT(game.take_back());
    RC_ASSERT(!game.outcome());
  }
  RC_ASSERT(game.position() == course.positions.front());
  RC_ASSERT(!game.take_back());
}

RC_GTEST_PROP(Laws, ATurnIsItsPartsOneAfterTheOther, ()) {
  const Position position = any_position();
  for (const Turn& turn : turns_of(position)) {
    const Position first = position.after(turn.first());
    RC_ASSERT((first.to_move() == position.to_move()) == turn.has_two_parts());
    RC_ASSERT((first.phase() == Phase::Advance) == turn.has_two_parts());
    const Position next = turn.has_two_parts() ? first.after(turn.second()) : first;
    RC_ASSERT(next == position.after(turn));
    RC_ASSERT(next.to_move() == opponent(position.to_move()));
    RC_ASSERT(next.phase() == Phase::Whole);
  }
}

RC_GTEST_PROP(Laws, NobodyIsSplitAfterAnOwnTurn, ()) {
  const Position position = any_position();
  for (const Turn& turn : turns_of(position)) {
    const Position next = position.after(turn);
    RC_ASSERT(!rules::is_split(next, position.to_move()));
    if (position.variant() == Variant::OrdoX) RC_ASSERT(!rules::is_split(next, next.to_move()));
    if (rules::is_split(next, next.to_move())) RC_ASSERT(captures(turn));
  }
}

RC_GTEST_PROP(Laws, OnlyCapturesTakePiecesAndNeverOnesOwn, ()) {
  const Position position = any_position();
  const Color mover = position.to_move();
  for (const Turn& turn : turns_of(position)) {
    const Position next = position.after(turn);
    RC_ASSERT((next.pieces(Color::White) & next.pieces(Color::Black)).none());
    RC_ASSERT((next.occupied() - rules::kBoard).none());
    RC_ASSERT(next.pieces(mover).count() == position.pieces(mover).count());
    const int lost = position.pieces(opponent(mover)).count() - next.pieces(opponent(mover)).count();
    const int captured = (turn.first().captures() ? 1 : 0) + (turn.second().captures() ? 1 : 0);
    RC_ASSERT(lost >= captured);
    if (captured == 0 || position.variant() == Variant::Ordo) RC_ASSERT(lost == captured);
  }
}

/// The ranks of all pieces of a side together, as that side counts them.
int advancement(const Position& position, Color color) {
  int sum = 0;
  position.pieces(color).for_each(
      [&](Square square) { sum += (color == Color::White ? square : square.turned()).rank(); });
  return sum;
}

RC_GTEST_PROP(Laws, EveryTurnOfOrdoXAdvancesSoThatNothingRepeats, ()) {
  const Position position = any_position(Variant::OrdoX);
  for (const Turn& turn : turns_of(position)) {
    const Position next = position.after(turn);
    const bool last_piece_taken = next.pieces(next.to_move()).none();
    const int gained = advancement(next, position.to_move()) - advancement(position, position.to_move());
    RC_ASSERT(gained > 0 || (last_piece_taken && gained == 0));
  }
}

RC_GTEST_PROP(Laws, BackwardMovesOnlyReconnect, ()) {
  const Position position = any_position(Variant::Ordo);
  const bool split = rules::is_split(position, position.to_move());
  for (const Turn& turn : turns_of(position)) {
    const int ranks = turn.first().to().rank() - turn.first().from().rank();
    const bool backward = position.to_move() == Color::White ? ranks < 0 : ranks > 0;
    RC_ASSERT(split || !backward);
  }
}

RC_GTEST_PROP(Laws, RemovedPiecesAreTheOnesThatAreGone, ()) {
  const Position position = any_position();
  rules::PartList parts;
  rules::generate_parts(position, parts);
  for (const Part part : parts) {
    const Color enemy = opponent(position.to_move());
    RC_ASSERT(position.removed_by(part) == position.pieces(enemy) - position.after(part).pieces(enemy));
  }
}

TEST(Laws, TheGamesTriedAreOfEveryKind) {
  // The same recipe as any_game, from fixed numbers: the laws would be idle on games that never split or tie.
  support::Random random(41);
  int split = 0;
  int tied = 0;
  int over = 0;
  for (int i = 0; i < support::scaled(300); ++i) {
    const Variant variant = i % 2 == 0 ? Variant::Ordo : Variant::OrdoX;
    std::vector<std::uint32_t> choices;
    for (int n = random.below(100); n > 0; --n)
      choices.push_back(static_cast<std::uint32_t>(random.below(1 << 30)));
    const Course course = play(Position::initial(variant), choices);
    for (const Position& position : course.positions)
      split += rules::is_split(position, position.to_move()) ? 1 : 0;
    for (const Turn& turn : course.turns) tied += turn.first().keep() || turn.second().keep() ? 1 : 0;
    over += rules::has_turn(course.last()) ? 0 : 1;
  }
  EXPECT_GT(split, support::scaled(50));
  EXPECT_GT(tied, support::scaled(10));
  EXPECT_GT(over, support::scaled(20));
}

}  // namespace
}  // namespace ordo
