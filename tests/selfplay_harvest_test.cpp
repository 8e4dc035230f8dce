// Games to learn from: their samples as bytes, the same games from the same numbers, runs that go on.
#include <fstream>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>

#include "eval/judgement.h"
#include "rules/movegen.h"
#include "rules/query.h"
#include "rules/view.h"
#include "selfplay/endings.h"
#include "selfplay/harvest.h"
#include "selfplay/sample.h"
#include "support/own_folder.h"
#include "tablebase/table_files.h"

namespace ordo::selfplay {
namespace {

using rules::Bitboard;

[[nodiscard]] PlaySettings few_nodes(rules::Variant variant = rules::Variant::Ordo) {
  PlaySettings settings;
  settings.variant = variant;
  settings.nodes = 30;
  settings.asides = 4;
  return settings;
}

[[nodiscard]] std::vector<PackedSample> played(const PlaySettings& settings, std::uint32_t number) {
  tablebase::Tables tables;
  tablebase::add_builtin(tables);
  std::vector<PackedSample> samples;
  for (const Sample& sample : play_game(settings, number, tables)) samples.push_back(packed(sample));
  return samples;
}

TEST(Sample, IsTheSameAfterItsBytes) {
  for (const auto variant : {rules::Variant::Ordo, rules::Variant::OrdoX}) {
    for (const PackedSample& bytes : played(few_nodes(variant), 3)) {
      const auto sample = unpacked(bytes);
      ASSERT_TRUE(sample.ok());
      EXPECT_EQ(packed(*sample), bytes);
      EXPECT_EQ(sample->game, 3U);
    }
  }
}

TEST(Sample, IsRefusedIfItCannotBe) {
  const PackedSample good = played(few_nodes(), 1).front();
  PackedSample shared = good;
  std::copy_n(good.begin(), 10, shared.begin() + 10);
  EXPECT_EQ(unpacked(shared).error(), "two pieces on one square");
  PackedSample empty = good;
  std::fill_n(empty.begin(), 10, std::uint8_t{0});
  EXPECT_EQ(unpacked(empty).error(), "a side without pieces");
  PackedSample full = empty;
  std::fill_n(full.begin(), 10, std::uint8_t{255});
  EXPECT_FALSE(unpacked(full).ok());
  PackedSample odd = good;
  odd[22] = 3;
  EXPECT_FALSE(unpacked(odd).ok());
  PackedSample unfair = good;
  unfair[30] = 3;
  EXPECT_FALSE(unpacked(unfair).ok());
  for (const int from : {0x0F, 0x7A, 0xFF}) {  // beside the board, and nobody's square
    PackedSample elsewhere = good;
    elsewhere[31] = static_cast<std::uint8_t>(from);
    elsewhere[32] = 0;
    elsewhere[33] = 1;
    EXPECT_EQ(unpacked(elsewhere).error(), "a part that cannot be played");
  }
}

TEST(Selfplay, GivesTheSameGameForTheSameNumber) {
  EXPECT_EQ(played(few_nodes(), 5), played(few_nodes(), 5));
  EXPECT_NE(played(few_nodes(), 5), played(few_nodes(), 6));
  PlaySettings other = few_nodes();
  other.seed = 2;
  EXPECT_NE(played(few_nodes(), 5), played(other, 5));
  other.seed = 1;
  other.network = eval::Judgement::own().network(rules::Variant::Ordo);
  EXPECT_NE(played(few_nodes(), 5), played(other, 5));
}

TEST(Selfplay, MeetsWhomItIsToldTo) {
  PlaySettings any = few_nodes();
  any.taken_over = 0;
  any.distortion = 0;
  PlaySettings hand = any;
  hand.stranger = mind_called("hand");
  PlaySettings mass = any;
  mass.stranger = mind_called("mass");
  int other = 0;
  for (std::uint32_t number = 0; number < 8; ++number) {
    if (played(hand, number) != played(mass, number)) ++other;
  }
  EXPECT_GT(other, 0);
  // Where the engine plays both sides from the start no stranger has a part.
  EXPECT_LT(other, 8);
}

TEST(Selfplay, TakesGamesOverAsOftenAsItIsTold) {
  PlaySettings never = few_nodes();
  never.asides = 0;
  never.taken_over = 0;
  PlaySettings always = never;
  always.taken_over = 1;
  EXPECT_NE(played(never, 5), played(always, 5));
  int fair = 0;
  for (std::uint32_t number = 0; number < 8; ++number) {
    for (const PackedSample& bytes : played(always, number)) EXPECT_EQ(unpacked(bytes)->course, Course::Fair);
    const auto met = played(never, number);
    if (!met.empty() && unpacked(met.front())->course == Course::Fair) ++fair;
  }
  EXPECT_LT(fair, 8);  // one in four
}

TEST(Selfplay, TakesStrangersWhoSeeMoreForEquals) {
  PlaySettings even = few_nodes();
  even.taken_over = 0;
  PlaySettings odds = even;
  odds.odds = 4;
  int met_a_stranger = 0;
  for (std::uint32_t number = 0; number < 8; ++number) {
    const auto with_odds = played(odds, number);
    for (const PackedSample& bytes : with_odds) EXPECT_NE(unpacked(bytes)->course, Course::Unequal);
    if (with_odds != played(even, number)) ++met_a_stranger;
  }
  EXPECT_GT(met_a_stranger, 0);
  EXPECT_LT(met_a_stranger, 8);  // where the engine plays both sides nobody has odds
}

TEST(Selfplay, TakesGamesOverWhereTheOthersDisagree) {
  constexpr std::uint32_t kGames = 40;
  PlaySettings settings = few_nodes();
  settings.taken_over = 1;
  PlaySettings far_apart = settings;
  far_apart.disagreement =
      10'000;  // nobody hopes for that much: these games are begun to the last turn allowed
  PlaySettings at_odds = settings;
  at_odds.disagreement = 1;
  const auto first_plies = [](const PlaySettings& played_with) {
    tablebase::Tables tables;
    tablebase::add_builtin(tables);
    std::vector<int> plies;
    for (std::uint32_t number = 0; number < kGames; ++number) {
      const auto samples = play_game(played_with, number, tables);
      if (samples.empty()) continue;
      EXPECT_EQ(samples.front().course, Course::Fair);
      plies.push_back(samples.front().ply);
    }
    return plies;
  };
  const auto mean = [](const std::vector<int>& plies) {
    return std::accumulate(plies.begin(), plies.end(), 0.0) / static_cast<double>(plies.size());
  };
  const auto late = first_plies(far_apart);
  const auto soon = first_plies(at_odds);
  ASSERT_GT(late.size(), kGames / 4);
  ASSERT_GT(soon.size(), kGames / 4);
  EXPECT_LT(mean(soon), mean(late));
}

TEST(Selfplay, LooksAtPositionsThatWereNotPlayed) {
  for (const auto variant : {rules::Variant::Ordo, rules::Variant::OrdoX}) {
    PlaySettings never = few_nodes(variant);
    never.asides = 0;
    int asides = 0;
    int prepared = 0;
    for (std::uint32_t number = 0; number < 4; ++number) {
      for (const PackedSample& bytes : played(few_nodes(variant), number)) {
        const Sample sample = *unpacked(bytes);
        if (sample.course != Course::Aside) continue;
        ++asides;
        if (sample.phase == rules::Phase::Advance) ++prepared;
        EXPECT_NE(sample.score, Sample::kNoScore);
        EXPECT_FALSE(rules::is_split(sample.own));
      }
      for (const PackedSample& bytes : played(never, number))
        EXPECT_NE(unpacked(bytes)->course, Course::Aside);
    }
    EXPECT_GT(asides, 0);
    EXPECT_EQ(prepared > 0, variant == rules::Variant::OrdoX);
  }
}

TEST(Selfplay, SaysWhatTheEngineWouldPlay) {
  for (const auto variant : {rules::Variant::Ordo, rules::Variant::OrdoX}) {
    int known = 0;
    for (std::uint32_t number = 0; number < 4; ++number) {
      for (const PackedSample& bytes : played(few_nodes(variant), number)) {
        const Sample sample = *unpacked(bytes);
        if (!sample.best.exists()) continue;
        ++known;
        // As White, who sees the board as the mover does.
        const rules::Position position =
            rules::View{sample.own, sample.enemy, sample.phase}.as_white(variant);
        EXPECT_TRUE(rules::is_legal(position, sample.best));
        EXPECT_FALSE(sample.best.captures());
      }
    }
    EXPECT_GT(known, 0);
  }
}

TEST(Selfplay, DrawsEndingsThatTheTablesKnow) {
  tablebase::Tables tables;
  tablebase::add_builtin(tables);
  for (const auto variant : {rules::Variant::Ordo, rules::Variant::OrdoX}) {
    const std::vector<Sample> samples = random_endings(variant, 1, 7, tables);
    ASSERT_FALSE(samples.empty());
    for (const Sample& sample : samples) {
      const rules::Position position = rules::View{sample.own, sample.enemy, sample.phase}.as_white(variant);
      EXPECT_TRUE(unpacked(packed(sample)).ok());
      EXPECT_FALSE(rules::winning_turn(position));
      const auto value = tables.value(position);
      ASSERT_TRUE(value.has_value());
      const auto expected = *value == tablebase::Value::Win    ? Outlook::Won
                            : *value == tablebase::Value::Draw ? Outlook::Drawn
                                                               : Outlook::Lost;
      EXPECT_EQ(sample.outlook, expected);
    }
    EXPECT_EQ(packed(random_endings(variant, 1, 7, tables).back()), packed(samples.back()));
    EXPECT_NE(packed(random_endings(variant, 2, 7, tables).back()), packed(samples.back()));
  }
  EXPECT_TRUE(random_endings(rules::Variant::Ordo, 1, 7, tablebase::Tables()).empty());
}

class HarvestTest : public support::InOwnFolder {
 protected:
  [[nodiscard]] HarvestSettings settings(std::uint32_t games) const {
    HarvestSettings settings;
    settings.play = few_nodes();
    settings.games = games;
    settings.threads = 2;
    settings.folder = folder() / "games";
    return settings;
  }
  [[nodiscard]] std::vector<PackedSample> all() const {
    std::vector<PackedSample> samples;
    for (const auto& file : sample_files(folder() / "games")) EXPECT_TRUE(read_samples(file, samples).ok());
    return samples;
  }

  std::atomic<bool> stop_{false};
};

TEST_F(HarvestTest, GoesOnWithWhatIsThere) {
  int files = 0;
  const auto count = [&](const Harvest&) { ++files; };
  const auto first = harvest(settings(2 * kGamesOfFile), stop_, count);
  ASSERT_TRUE(first.ok());
  EXPECT_EQ(files, 2);
  const std::vector<PackedSample> before = all();
  EXPECT_EQ(before.size(), first->samples);
  std::filesystem::remove(sample_files(folder() / "games").back());
  const auto second = harvest(settings(2 * kGamesOfFile), stop_, count);
  ASSERT_TRUE(second.ok());
  EXPECT_EQ(files, 3);
  EXPECT_EQ(second->kept, kGamesOfFile);
  EXPECT_EQ(all(), before);
}

TEST_F(HarvestTest, KeepsNothingOfAFileThatIsStopped) {
  stop_ = true;
  const auto result = harvest(settings(kGamesOfFile), stop_, [](const Harvest&) {});
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(result->games, 0U);
  EXPECT_TRUE(all().empty());
}

TEST_F(HarvestTest, DoesNotMixGamesOfOtherSettings) {
  ASSERT_TRUE(harvest(settings(2), stop_, [](const Harvest&) {}).ok());
  HarvestSettings other = settings(4);
  other.play.nodes = 31;
  const auto result = harvest(other, stop_, [](const Harvest&) {});
  ASSERT_FALSE(result.ok());
  EXPECT_NE(result.error().find("nodes 30"), std::string::npos);
}

TEST_F(HarvestTest, NamesAFileThatIsNone) {
  std::vector<PackedSample> samples;
  const auto file = folder() / "x.samples";
  std::ofstream(file) << "something";
  EXPECT_EQ(read_samples(file, samples).error(), file.string() + " is no file of samples");
  std::ofstream(file) << "ordosmp2"
                      << "half";
  EXPECT_EQ(read_samples(file, samples).error(), file.string() + " ends in the middle of a sample");
}

}  // namespace
}  // namespace ordo::selfplay
