// Tiles are packed one by one, with a model that is learned from some of them first.
#include "tablebuild/pack.h"

#include <algorithm>
#include <array>
#include <memory>
#include <utility>

#include "rules/query.h"
#include "tablebuild/crew.h"

namespace ordo::tablebuild {
namespace {

using tablebase::Chance;
using tablebase::Encoder;
using tablebase::Kind;
using tablebase::Model;
using tablebase::Tile;
using tablebase::TileCells;
using tablebase::Tiling;
using tablebase::Value;
namespace format = tablebase::format;

/// Counts instead of writing: what the bits of each context are, all in all.
class Census {
 public:
  Census(Model& model) : model_(model), set_(model.size()), clear_(model.size()) {}  // NOLINT(*-explicit-*)

  [[nodiscard]] bool operator()(Chance& chance, bool bit) {
    ++(bit ? set_ : clear_)[static_cast<std::size_t>(&chance - model_.data())];
    chance.learn(bit);
    return bit;
  }
  [[nodiscard]] Model result() const {
    Model model;
    for (std::size_t i = 0; i < set_.size(); ++i) {
      const std::uint64_t all = set_[i] + clear_[i];
      model.emplace_back(static_cast<std::uint32_t>((65536 * (5 * set_[i] + 2)) / (5 * all + 4)));
    }
    return model;
  }

 private:
  Model& model_;
  std::vector<std::uint64_t> set_;
  std::vector<std::uint64_t> clear_;
};

/// A tile of each kind before it is packed.
struct Cells {
  TileCells values;
  TileCells distances;
};

template <Variant V>
void fill(const Library& library, Size size, const Tile& tile, Cells& cells) {
  const ConnectedSets& movers = library.sets(size.own);
  const ConnectedSets& waiting = library.sets(size.enemy);
  for (std::uint32_t row = tile.first_row; row < tile.end_row; ++row) {
    const Bitboard enemy = waiting[waiting.of_row(row)].turned();
    for (std::uint32_t column = tile.first_column; column < tile.end_column; ++column) {
      const std::size_t place = Tiling::place({row, column});
      const Code code = library.table(size).at(row, column);
      const Bitboard own = movers[column];
      // What a look at the board tells need not be stored.
      const bool is_free =
          (own & enemy).any() || (code == tablebase::kWinsAtOnce && rules::can_enter_home_row<V>(own, enemy));
      const auto verdict = tablebase::verdict_of(code);
      cells.values[place] = is_free ? tablebase::kFree : static_cast<std::uint8_t>(verdict.value);
      cells.distances[place] =
          is_free ? tablebase::kFreeDistance : static_cast<std::uint8_t>(verdict.plies / 2);
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
        tiling_(waiting_.rows(), movers_.size()),
        figures_(figures(library, size)) {}

  [[nodiscard]] PackedFiles run() {
    learn();
    std::vector<std::array<std::vector<std::uint8_t>, 2>> tiles(tiling_.count());
    share(threads_, tiles.size(), 4, [&](std::size_t i) {
      const auto cells = load(static_cast<std::uint32_t>(i));
      Encoder values;
      Model model = values_;
      code_values(values, model, tiling_[static_cast<std::uint32_t>(i)], movers_, waiting_, cells->values);
      Encoder distances;
      model = distances_;
      code_distances(distances, model, tiling_[static_cast<std::uint32_t>(i)], movers_, waiting_,
                     cells->values, cells->distances);
      tiles[i] = {values.finish(), distances.finish()};
    });
    PackedFiles files;
    files.values = assemble(Kind::Values, values_, tiles, 0);
    const std::uint64_t check = format::word(files.values, format::kCheckAt, 4);
    files.distances = assemble(Kind::Distances, distances_, tiles, check);
    return files;
  }

 private:
  [[nodiscard]] std::unique_ptr<Cells> load(std::uint32_t index) const {
    auto cells = std::make_unique<Cells>();
    if (library_.variant() == Variant::Ordo) {
      fill<Variant::Ordo>(library_, size_, tiling_[index], *cells);
    } else {
      fill<Variant::OrdoX>(library_, size_, tiling_[index], *cells);
    }
    return cells;
  }

  void learn() {
    constexpr std::uint32_t kSample = 64;
    Model values(tablebase::kValueChances);
    Model distances(tablebase::kDistanceChances);
    Census value_census(values);
    Census distance_census(distances);
    const std::uint32_t step = std::max(tiling_.count() / kSample, 1U);
    for (std::uint32_t i = 0; i < tiling_.count(); i += step) {
      const auto cells = load(i);
      code_values(value_census, values, tiling_[i], movers_, waiting_, cells->values);
      code_distances(distance_census, distances, tiling_[i], movers_, waiting_, cells->values,
                     cells->distances);
    }
    values_ = value_census.result();
    distances_ = distance_census.result();
  }

  [[nodiscard]] std::vector<std::uint8_t> assemble(
      Kind kind, const Model& model, const std::vector<std::array<std::vector<std::uint8_t>, 2>>& tiles,
      std::uint64_t belongs_to) const {
    const std::uint64_t head = format::head_size(kind, tiling_.count());
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
    std::size_t at = format::kModelAt;
    for (const Chance chance : model) format::put(bytes, std::exchange(at, at + 2), 2, chance.value());
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
  Tiling tiling_;
  tablebase::Figures figures_;
  Model values_;
  Model distances_;
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
