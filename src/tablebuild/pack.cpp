// Tiles are packed one by one, with a model that is learned from some of them first.
#include "tablebuild/pack.h"

#include <algorithm>
#include <array>
#include <memory>
#include <span>

#include "tablebase/value_coder.h"
#include "tablebuild/crew.h"

namespace ordo::tablebuild {
namespace {

using tablebase::Chance;
using tablebase::DistanceModel;
using tablebase::Encoder;
using tablebase::Kind;
using tablebase::Tile;
using tablebase::TileCells;
using tablebase::Tiling;
using tablebase::Value;
using tablebase::ValueModels;
namespace format = tablebase::format;

/// Counts instead of writing: what the bits of each context are, all in all.
class Census {
 public:
  Census(DistanceModel& model)
      : model_(model), set_(model.size()), clear_(model.size()) {}  // NOLINT(*-explicit-*)

  [[nodiscard]] bool operator()(Chance& chance, bool bit) {
    ++(bit ? set_ : clear_)[static_cast<std::size_t>(&chance - model_.data())];
    chance.learn(bit);
    return bit;
  }
  [[nodiscard]] DistanceModel result() const {
    DistanceModel model;
    for (std::size_t i = 0; i < set_.size(); ++i) {
      const std::uint64_t all = set_[i] + clear_[i];
      model.emplace_back(static_cast<std::uint32_t>((65536 * (5 * set_[i] + 2)) / (5 * all + 4)));
    }
    return model;
  }

 private:
  DistanceModel& model_;
  std::vector<std::uint64_t> set_;
  std::vector<std::uint64_t> clear_;
};

/// Lets a model learn: nothing is written.
struct Lesson {
  [[nodiscard]] static bool code(std::uint32_t, bool bit) noexcept { return bit; }
};

/// A tile of each kind before it is packed.
struct Cells {
  TileCells values;
  TileCells distances;
};

void fill(const Library& library, Size size, const Tile& tile, Cells& cells) {
  const ConnectedSets& movers = library.sets(size.own);
  const ConnectedSets& waiting = library.sets(size.enemy);
  for (std::uint32_t row = tile.first_row; row < tile.end_row; ++row) {
    const Bitboard enemy = waiting[waiting.of_row(row)].turned();
    for (std::uint32_t column = tile.first_column; column < tile.end_column; ++column) {
      const std::size_t place = tile.place(row - tile.first_row, column - tile.first_column);
      const auto verdict = tablebase::verdict_of(library.table(size).at(row, column));
      cells.values[place] = static_cast<std::uint8_t>(verdict.value);
      cells.distances[place] = (movers[column] & enemy).any() ? tablebase::kFreeDistance
                                                              : static_cast<std::uint8_t>(verdict.plies / 2);
    }
  }
}

/// All that packing one table needs.
class Packer {
 public:
  Packer(const Library& library, Size size, int threads)
      : library_(library),
        size_(size),
        threads_(threads),
        movers_(library.sets(size.own)),
        waiting_(library.sets(size.enemy)),
        mover_traits_(library.variant(), movers_),
        waiting_traits_(library.variant(), waiting_),
        tiling_(waiting_.rows(), movers_.size()),
        figures_(figures(library, size)) {}

  [[nodiscard]] PackedFiles run() {
    learn();
    std::vector<std::array<std::vector<std::uint8_t>, 2>> tiles(tiling_.count());
    share(threads_, tiles.size(), 4, [&](std::size_t i) {
      const auto cells = load(static_cast<std::uint32_t>(i));
      Encoder values;
      ValueModels models = values_;
      code_tile(values, models, static_cast<std::uint32_t>(i), cells->values);
      Encoder distances;
      DistanceModel model = distances_;
      code_distances(distances, model, tiling_[static_cast<std::uint32_t>(i)], movers_, waiting_,
                     cells->values, cells->distances);
      tiles[i] = {values.finish(), distances.finish()};
    });
    PackedFiles files;
    files.values = assemble(Kind::Values, packed_values_, tiles, 0);
    const std::uint64_t check = format::word(files.values, format::kCheckAt, 4);
    std::vector<std::uint8_t> chances(2 * distances_.size());
    for (std::size_t i = 0; i < distances_.size(); ++i) format::put(chances, 2 * i, 2, distances_[i].value());
    files.distances = assemble(Kind::Distances, chances, tiles, check);
    return files;
  }

 private:
  [[nodiscard]] std::unique_ptr<Cells> load(std::uint32_t index) const {
    auto cells = std::make_unique<Cells>();
    fill(library_, size_, tiling_[index], *cells);
    return cells;
  }
  template <class Coder>
  void code_tile(Coder& coder, ValueModels& models, std::uint32_t index, TileCells& values) const {
    code_values(library_.variant(), coder, models, tiling_[index], {movers_, *mover_traits_},
                {waiting_, *waiting_traits_}, values);
  }

  void learn() {
    constexpr std::uint32_t kSample = 96;
    ValueModels values;
    DistanceModel distances(tablebase::kDistanceChances);
    Lesson lesson;
    Census distance_census(distances);
    const std::uint32_t step = std::max(tiling_.count() / kSample, 1U);
    for (std::uint32_t i = 0; i < tiling_.count(); i += step) {
      const auto cells = load(i);
      code_tile(lesson, values, i, cells->values);
      code_distances(distance_census, distances, tiling_[i], movers_, waiting_, cells->values,
                     cells->distances);
    }
    packed_values_ = to_bytes(values);
    values_ = tablebase::value_models(packed_values_);  // as whoever unpacks will have them
    distances_ = distance_census.result();
  }

  [[nodiscard]] std::vector<std::uint8_t> assemble(
      Kind kind, std::span<const std::uint8_t> model,
      const std::vector<std::array<std::vector<std::uint8_t>, 2>>& tiles, std::uint64_t belongs_to) const {
    const auto model_bytes = static_cast<std::uint32_t>(model.size());
    const std::uint64_t head = format::head_size(model_bytes, tiling_.count());
    std::vector<std::uint8_t> bytes(static_cast<std::size_t>(head));
    std::copy(format::kMagic.begin(), format::kMagic.end(), bytes.begin());
    format::put(bytes, format::kVersionAt, 4, format::kVersion);
    bytes[format::kNameAt] = static_cast<std::uint8_t>(library_.variant());
    bytes[format::kNameAt + 1] = static_cast<std::uint8_t>(kind);
    bytes[format::kNameAt + 2] = static_cast<std::uint8_t>(size_.own);
    bytes[format::kNameAt + 3] = static_cast<std::uint8_t>(size_.enemy);
    format::put(bytes, format::kTilesAt, 4, tiling_.count());
    format::put(bytes, format::kFiguresAt, 8, figures_.won);
    format::put(bytes, format::kFiguresAt + 8, 8, figures_.drawn);
    format::put(bytes, format::kFiguresAt + 16, 8, figures_.lost);
    format::put(bytes, format::kFiguresAt + 24, 4, static_cast<std::uint64_t>(figures_.longest));
    format::put(bytes, format::kFiguresAt + 28, 4, figures_.example.row);
    format::put(bytes, format::kFiguresAt + 32, 4, figures_.example.column);
    format::put(bytes, format::kBelongsAt, 4, belongs_to);
    format::put(bytes, format::kModelBytesAt, 4, model_bytes);
    std::copy(model.begin(), model.end(), bytes.begin() + format::kModelAt);
    std::size_t at = format::kModelAt + model.size();
    for (const auto& both : tiles) {
      const std::vector<std::uint8_t>& tile = both[static_cast<std::size_t>(kind)];
      format::put(bytes, at, 4, tile.size());
      format::put(bytes, at + 4, 4, format::crc32(tile));
      at += format::kTileEntry;
      bytes.insert(bytes.end(), tile.begin(), tile.end());
    }
    format::put(bytes, format::kSizeAt, 8, bytes.size());
    format::put(bytes, format::kCheckAt, 4,
                format::crc32(std::span(bytes).first(static_cast<std::size_t>(head))));
    return bytes;
  }

  const Library& library_;
  Size size_;
  int threads_;
  const ConnectedSets& movers_;
  const ConnectedSets& waiting_;
  tablebase::LazyTraits mover_traits_;
  tablebase::LazyTraits waiting_traits_;
  Tiling tiling_;
  tablebase::Figures figures_;
  std::vector<std::uint8_t> packed_values_;
  ValueModels values_;
  DistanceModel distances_;
};

}  // namespace

tablebase::Figures figures(const Library& library, Size size) {
  const ConnectedSets& movers = library.sets(size.own);
  const ConnectedSets& waiting = library.sets(size.enemy);
  tablebase::Figures figures;
  for (std::uint32_t row = 0; row < waiting.rows(); ++row) {
    const Bitboard enemy = waiting[waiting.of_row(row)].turned();
    const std::uint64_t images = row < waiting.twins() ? 2 : 1;
    std::array<std::uint64_t, 256> counts{};
    const Code* codes = library.table(size).row(row);
    for (std::uint32_t column = 0; column < movers.size(); ++column) {
      if ((movers[column] & enemy).any()) continue;
      ++counts[codes[column]];
      const auto verdict = tablebase::verdict_of(codes[column]);
      if (verdict.value == Value::Win && verdict.plies > figures.longest) {
        figures.longest = verdict.plies;
        figures.example = {row, column};
      }
    }
    for (std::size_t code = 0; code < counts.size(); ++code) {
      const Value value = tablebase::value_of(static_cast<Code>(code));
      (value == Value::Win    ? figures.won
       : value == Value::Draw ? figures.drawn
                              : figures.lost) += images * counts[code];
    }
  }
  return figures;
}

PackedFiles pack(const Library& library, Size size, int threads) {
  return Packer(library, size, threads).run();
}

}  // namespace ordo::tablebuild
