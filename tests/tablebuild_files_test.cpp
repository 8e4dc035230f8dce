// Table files: what is written is read back, what is damaged is said once and never believed.
#include <algorithm>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <memory>
#include <unistd.h>

#include <gtest/gtest.h>
#include <sys/wait.h>

#include "rules/fen.h"
#include "support/scale.h"
#include "support/table_positions.h"
#include "tablebase/table_files.h"
#include "tablebuild/build.h"
#include "tablebuild/pack.h"
#include "tablebuild/solve.h"
#include "tablebuild/verify.h"

namespace ordo::tablebuild {
namespace {

using tablebase::Kind;
using tablebase::MemorySource;
using tablebase::Tables;
using Bytes = std::vector<std::uint8_t>;
namespace format = tablebase::format;

[[nodiscard]] const Library& small(Variant variant) {
  static const auto make = [](Variant game) {
    auto library = std::make_unique<Library>(game, 2);
    solve(*library, 2);
    return library;
  };
  static const std::array<std::unique_ptr<Library>, 2> kLibraries = {make(Variant::Ordo),
                                                                     make(Variant::OrdoX)};
  return *kLibraries[static_cast<std::size_t>(variant)];
}

[[nodiscard]] const Bytes& both_of(Size size) {
  static std::map<std::pair<int, int>, Bytes> made;
  Bytes& bytes = made[{size.own, size.enemy}];
  if (bytes.empty()) {
    const PackedFiles files = pack(small(Variant::Ordo), size, 1);
    bytes = files.values;
    bytes.insert(bytes.end(), files.distances.begin(), files.distances.end());
  }
  return bytes;
}

/// All of Ordo to 2 against 2.
[[nodiscard]] Bytes all_files() {
  Bytes all;
  for (const Size size : {Size{1, 1}, Size{2, 1}, Size{1, 2}, Size{2, 2}}) {
    const Bytes bytes = both_of(size);
    all.insert(all.end(), bytes.begin(), bytes.end());
  }
  return all;
}

void add(Tables& tables, const Bytes& bytes) { tables.add(std::make_shared<MemorySource>(bytes), "test"); }

constexpr int kPositions = 200;

/// How many of so many random positions, most of 2 against 2, the tables know. None of the answers is wrong.
[[nodiscard]] int known(const Tables& tables) {
  static const auto kAsked = [] {
    support::Random random(5);
    std::vector<rules::Position> positions;
    const Library& library = small(Variant::Ordo);
    for (int i = 0; i < kPositions; ++i) {
      positions.push_back(support::table_position(Variant::Ordo, library.sets(random.chance(80) ? 2 : 1),
                                                  library.sets(random.chance(80) ? 2 : 1), random));
    }
    return positions;
  }();
  int count = 0;
  const Library& library = small(Variant::Ordo);
  for (const rules::Position& position : kAsked) {
    const auto verdict = tables.verdict(position);
    if (!verdict) continue;
    ++count;
    EXPECT_EQ(*verdict, tablebase::verdict_of(library.probe(position.own(), position.enemy()).value()))
        << rules::to_fen(position);
  }
  return count;
}

TEST(TableFiles, SayWhatWasSolved) {
  Tables tables;
  add(tables, all_files());
  EXPECT_TRUE(tables.complaints().empty());
  EXPECT_EQ(known(tables), kPositions);
  for (const Size size : {Size{1, 1}, Size{2, 1}, Size{1, 2}, Size{2, 2}})
    EXPECT_EQ(difference(small(Variant::Ordo), tables, size, 2), std::nullopt);
}

TEST(TableFiles, AreNotBelievedWithAnyBitFlipped) {
  const Bytes whole = both_of({2, 2});
  support::Random random(9);
  for (int i = 0; i < support::scaled(1000); ++i) {
    Bytes bytes = whole;
    const auto bit = static_cast<std::size_t>(random.below(static_cast<int>(8 * bytes.size())));
    bytes[bit / 8] = static_cast<std::uint8_t>(bytes[bit / 8] ^ 1U << bit % 8);
    Tables tables;
    for (const Size size : {Size{1, 1}, Size{2, 1}, Size{1, 2}}) add(tables, both_of(size));
    add(tables, bytes);
    EXPECT_LT(known(tables), kPositions) << "bit " << bit;
    EXPECT_EQ(tables.complaints().size(), 1U) << "bit " << bit;
    (void)known(tables);
    EXPECT_EQ(tables.complaints().size(), 1U) << "it was said before; bit " << bit;
  }
}

TEST(TableFiles, AreNotBelievedTruncated) {
  const Bytes whole = both_of({2, 1});
  for (std::size_t size = 1; size < whole.size(); size += 97) {
    Tables tables;
    add(tables, Bytes(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size)));
    (void)known(tables);
    EXPECT_EQ(tables.complaints().size(), 1U) << size;
  }
}

TEST(TableFiles, OfAnotherVersionAreRefusedByName) {
  for (const std::uint32_t version : {1U, format::kVersion - 1, format::kVersion + 1}) {
    Bytes bytes = both_of({1, 1});
    bytes[format::kVersionAt] = static_cast<std::uint8_t>(version);
    Tables tables;
    add(tables, bytes);
    ASSERT_EQ(tables.complaints().size(), 1U);
    EXPECT_EQ(tables.complaints()[0], "test has version " + std::to_string(version) +
                                          ", and this program reads " + std::to_string(format::kVersion) +
                                          ": not used");
  }
}

TEST(TableFiles, ThatAreSomethingElseAreRefused) {
  Tables tables;
  const std::string text =
      "Once upon a time there were twenty pieces on each side, and none of them was alone.\n";
  add(tables, Bytes(text.begin(), text.end()));
  ASSERT_EQ(tables.complaints().size(), 1U);
  EXPECT_EQ(tables.complaints()[0], "test is not a table: not used");
}

TEST(TableFiles, OfDistancesNeedTheValuesTheyWerePackedWith) {
  PackedFiles files = pack(small(Variant::Ordo), {2, 2}, 1);
  Bytes values = files.values;
  // The same values with other figures: another head.
  format::put(values, format::kFiguresAt, 8, 1);
  format::put(values, format::kCheckAt, 4, 0);
  const auto word = [&](std::size_t at) { return static_cast<std::uint32_t>(format::word(values, at, 4)); };
  const auto head =
      static_cast<std::size_t>(format::head_size(word(format::kModelBytesAt), word(format::kTilesAt)));
  format::put(values, format::kCheckAt, 4, format::crc32(std::span(values).first(head)));
  Tables tables;
  add(tables, values);
  add(tables, files.distances);
  ASSERT_EQ(tables.complaints().size(), 1U);
  EXPECT_NE(tables.complaints()[0].find("belongs to another table"), std::string::npos);
}

TEST(TableFiles, ThatFindNoRoomInMemoryAreNotThere) {
  Tables tables(0);
  add(tables, all_files());
  const rules::Position position = rules::parse_fen(Variant::Ordo, "10/10/3b6/2b7/10/10/4w5/4w5 w").value();
  EXPECT_EQ(tables.verdict(position), std::nullopt);
  EXPECT_TRUE(tables.complaints().empty());
}

TEST(TableFiles, ComeWithTheProgramToFourAgainstFourAndAreRight) {
  const int most = support::full_scale() ? 4 : 3;
  for (const Variant variant : {Variant::Ordo, Variant::OrdoX}) {
    Tables tables;
    tablebase::add_builtin(tables);
    EXPECT_TRUE(tables.complaints().empty());
    EXPECT_EQ(tables.largest(variant), 4);
    Library library(variant, most);
    for (int own = 1; own <= most; ++own) {
      for (int enemy = 1; enemy <= own; ++enemy) {
        const auto wrong = prove(library, tables, {own, enemy}, 2);
        EXPECT_FALSE(wrong) << wrong->size.own << "v" << wrong->size.enemy << ": " << wrong->text;
      }
    }
  }
}

/// What a proof finds wrong in files of 2 against 2 that say something else of one position.
[[nodiscard]] std::optional<Wrong> found_in_files_with(Variant variant, tablebase::Cell cell, Code code) {
  Library library(variant, 2);
  solve(library, 2);
  library.table({2, 2}).row(cell.row)[cell.column] = code;
  Tables tables;
  for (const Size size : {Size{1, 1}, Size{2, 1}, Size{1, 2}, Size{2, 2}}) {
    const PackedFiles files = pack(library, size, 1);
    add(tables, files.values);
    add(tables, files.distances);
  }
  Library proved(variant, 2);
  for (const Size size : {Size{1, 1}, Size{2, 1}, Size{2, 2}}) {
    if (auto wrong = prove(proved, tables, size, 2)) return wrong;
  }
  return std::nullopt;
}

TEST(TableFiles, AreProvedWrongWhereOneEntryIs) {
  const Library& library = small(Variant::Ordo);
  support::Random random(17);
  for (int i = 0; i < support::scaled(60); ++i) {
    const rules::Position position =
        support::table_position(Variant::Ordo, library.sets(2), library.sets(2), random);
    const auto cell = tablebase::cell_of(library.sets(2), library.sets(2), position.own(), position.enemy());
    const Code right = library.table({2, 2}).at(cell->row, cell->column);
    // A win at once is seen, not looked up; of other wins files have no distances.
    if (right == tablebase::kWinsAtOnce) continue;
    const bool is_lost = right < tablebase::kDrawn;
    const Code wrong = is_lost && random.chance(50) ? static_cast<Code>(right + 2)
                       : is_lost                    ? tablebase::kDrawn
                                                    : static_cast<Code>(4);
    const auto found = found_in_files_with(Variant::Ordo, *cell, wrong);
    ASSERT_TRUE(found) << rules::to_fen(position);
    EXPECT_EQ(found->size, (Size{2, 2}));
    EXPECT_NE(found->text.find("wrong"), std::string::npos) << found->text;
  }
  EXPECT_FALSE(found_in_files_with(Variant::Ordo, {0, 0}, library.table({2, 2}).at(0, 0)));
}

TEST(TableFiles, TellWhoIsInAHurryOnlyWhatIsUnpacked) {
  Tables tables;
  tablebase::add_builtin(tables);
  const rules::Position position = rules::parse_fen(Variant::Ordo, "10/10/10/2bb6/10/4w5/4w5/10 w").value();
  const rules::View view = rules::View::of(position);
  int asked = 0;
  const tablebase::Hurry hurry = [&asked] { return ++asked > 0; };
  EXPECT_EQ(tables.value<Variant::Ordo>(view, hurry), std::nullopt);
  EXPECT_EQ(asked, 1);
  EXPECT_EQ(tables.verdict(position, hurry), std::nullopt);
  EXPECT_TRUE(tables.turns(position, hurry).empty());
  EXPECT_EQ(tables.value<Variant::Ordo>(view), tablebase::Value::Draw);
  asked = 0;
  EXPECT_EQ(tables.value<Variant::Ordo>(view, hurry), tablebase::Value::Draw);
  EXPECT_EQ(asked, 0);
}

TEST(TableFiles, ListTheTurnsOfAPositionBestFirst) {
  Tables tables;
  tablebase::add_builtin(tables);
  const rules::Position position = rules::parse_fen(Variant::Ordo, "10/10/10/2bb6/10/4w5/4w5/10 w").value();
  const auto turns = tables.turns(position);
  ASSERT_FALSE(turns.empty());
  for (std::size_t i = 0; i < turns.size(); ++i) {
    ASSERT_TRUE(turns[i].verdict);
    if (i > 0) {
      EXPECT_GE(tablebase::code_of(*turns[i - 1].verdict), tablebase::code_of(*turns[i].verdict));
    }
  }
  EXPECT_EQ(turns.front().verdict, tables.verdict(position));
}

// Builds
// ------------------------------------------------------------------------------------------------------

class Folder {
 public:
  explicit Folder(const std::string& name)
      : path_(std::filesystem::path(testing::TempDir()) / (name + std::to_string(::getpid()))) {
    std::filesystem::remove_all(path_);
  }
  ~Folder() { std::filesystem::remove_all(path_); }
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  /// Every file with its bytes.
  [[nodiscard]] std::vector<std::pair<std::string, std::string>> files() const {
    std::vector<std::pair<std::string, std::string>> files;
    for (const auto& entry : std::filesystem::directory_iterator(path_)) {
      std::ifstream in(entry.path(), std::ios::binary);
      files.emplace_back(entry.path().filename().string(),
                         std::string(std::istreambuf_iterator<char>(in), {}));
    }
    std::sort(files.begin(), files.end());
    return files;
  }

 private:
  std::filesystem::path path_;
};

[[nodiscard]] BuildOrder order_for(const Folder& folder, Variant variant, int threads = 1) {
  BuildOrder order;
  order.variant = variant;
  order.most = 2;
  order.threads = threads;
  order.folder = folder.path();
  order.sweep_before_saving = 0;  // after every sweep
  return order;
}

TEST(Build, MakesTheSameFilesWithAnyNumberOfThreads) {
  const Folder one("one");
  const Folder two("two");
  build(order_for(one, Variant::Ordo, 1), {});
  build(order_for(two, Variant::Ordo, 3), {});
  EXPECT_EQ(one.files(), two.files());
  EXPECT_EQ(one.files().size(), 8U);
}

TEST(Build, GoesOnWhereItWasKilledWhateverTheMoment) {
  for (const Variant variant : {Variant::Ordo, Variant::OrdoX}) {
    const Folder whole("whole");
    int steps = 0;
    build(order_for(whole, variant), [&](const BuildProgress&) { ++steps; });
    const int step = support::full_scale() ? 1 : 4;
    for (int moment = 1; moment <= steps; moment += step) {
      const Folder killed("killed");
      const pid_t child = ::fork();
      if (child == 0) {
        int left = moment;
        build(order_for(killed, variant), [&](const BuildProgress&) {
          if (--left == 0) std::raise(SIGKILL);
        });
        ::_exit(0);
      }
      int status = 0;
      ASSERT_EQ(::waitpid(child, &status, 0), child);
      ASSERT_TRUE(WIFSIGNALED(status));
      build(order_for(killed, variant), {});
      EXPECT_EQ(killed.files(), whole.files()) << "killed at step " << moment;
    }
  }
}

TEST(Build, DoesNotTrustWhatIsHalfWritten) {
  const Folder whole("whole");
  build(order_for(whole, Variant::OrdoX), {});
  const Folder broken("broken");
  std::filesystem::create_directories(broken.path());
  std::ofstream(broken.path() / "ordox_1v1.codes") << "ORDOCODE and no more";
  std::ofstream(broken.path() / "ordox_2v2.values") << "ORDOTABL";
  build(order_for(broken, Variant::OrdoX), {});
  EXPECT_EQ(broken.files(), whole.files());
}

TEST(Build, KeepsOneSizeAloneIfAskedTo) {
  const Folder folder("only");
  BuildOrder order = order_for(folder, Variant::Ordo);
  order.only = Size{2, 1};
  build(order, {});
  std::vector<std::string> names;
  for (const auto& [name, bytes] : folder.files()) names.push_back(name);
  EXPECT_EQ(names, (std::vector<std::string>{"ordo_1v2.distances", "ordo_1v2.values", "ordo_2v1.distances",
                                             "ordo_2v1.values"}));
}

}  // namespace
}  // namespace ordo::tablebuild
