// One size after the other; each is in the folder before the next is begun.
#include "tablebuild/build.h"

#include <algorithm>
#include <array>

#include "tablebase/mapped_file.h"
#include "tablebase/table_file.h"
#include "tablebuild/file.h"
#include "tablebuild/pack.h"
#include "tablebuild/solve.h"

namespace ordo::tablebuild {
namespace {

using tablebase::Kind;
using tablebase::TableName;

/// Smaller first: whatever a capture leads to is done before.
[[nodiscard]] std::vector<Size> sizes_up_to(int most) {
  std::vector<Size> sizes;
  for (int own = 1; own <= most; ++own) {
    for (int enemy = 1; enemy <= own; ++enemy) sizes.push_back({own, enemy});
  }
  return sizes;
}

[[nodiscard]] std::vector<Size> both(Size size) {
  return size.own == size.enemy ? std::vector{size} : std::vector{size, size.turned()};
}

[[nodiscard]] std::uint64_t cells(const ConnectedSets& movers, const ConnectedSets& waiting) {
  return std::uint64_t{waiting.rows()} * movers.size();
}

class Build {
 public:
  Build(const BuildOrder& order, const std::function<void(const BuildProgress&)>& on_progress)
      : order_(order), on_progress_(on_progress), library_(order.variant, order.most) {}

  void run() {
    std::filesystem::create_directories(order_.folder);
    const std::vector<Size> sizes = sizes_up_to(order_.most);
    for (const Size size : sizes) total_ += weight(size);
    for (const Size size : sizes) {
      make(size);
      done_ += weight(size);
    }
    for (const Size size : sizes) {
      for (const Size of : both(size)) std::filesystem::remove(codes_path(of));
    }
  }

 private:
  [[nodiscard]] double weight(Size size) const {
    return static_cast<double>(cells(library_.sets(size.own), library_.sets(size.enemy))) *
           static_cast<double>(both(size).size());
  }
  void tell(Size size, const char* what, int sweep) const {
    if (on_progress_) on_progress_({size, what, sweep, done_ / total_});
  }

  void make(Size size) {
    const std::vector<Size> pair = both(size);
    const bool has_files =
        std::all_of(pair.begin(), pair.end(), [this](Size of) { return has_files_of(of); });
    const bool is_last = size == Size{order_.most, order_.most};
    if (has_files && is_last) return tell(size, "kept from before", 0);
    if (std::all_of(pair.begin(), pair.end(),
                    [this](Size of) { return load_codes(library_, of, Progress::Done, codes_path(of)); })) {
      tell(size, "kept from before", 0);
    } else {
      solve_on(size, is_last);
    }
    if (has_files) return;
    tell(size, "packing", 0);
    for (const Size of : pair) keep(of);
  }

  /// From where an earlier attempt was, if it came far enough to leave something.
  void solve_on(Size size, bool is_last) {
    for (const Size of : both(size)) (void)load_codes(library_, of, Progress::Halfway, halfway_path(of));
    double swept = 0;
    const auto on_step = [&](const char* what, int sweep) {
      if (sweep > 1) swept += weight(size);
      if (swept > order_.sweep_before_saving) {
        for (const Size of : both(size)) save_codes(library_, of, Progress::Halfway, halfway_path(of));
        swept = 0;
      }
      tell(size, what, sweep);
    };
    solve(library_, size, {order_.threads, on_step, is_last});
    for (const Size of : both(size)) {
      save_codes(library_, of, Progress::Done, codes_path(of));
      std::filesystem::remove(halfway_path(of));
    }
  }

  void keep(Size size) const {
    if (order_.only && size != *order_.only && size != order_.only->turned()) return;
    const PackedFiles files = pack(library_, size, order_.threads);
    const std::array<std::span<const std::uint8_t>, 1> values = {files.values};
    write_whole(path(size, Kind::Values), values);
    const std::array<std::span<const std::uint8_t>, 1> distances = {files.distances};
    write_whole(path(size, Kind::Distances), distances);
  }

  [[nodiscard]] bool has_files_of(Size size) const {
    const auto is_whole = [&](Kind kind) {
      const auto source = tablebase::map_file(path(size, kind).string());
      if (!source) return false;
      const auto file = tablebase::TableFile::open(*source, 0);
      return file.ok() && file->name() == TableName{order_.variant, kind, size.own, size.enemy};
    };
    const bool wanted = !order_.only || size == *order_.only || size == order_.only->turned();
    return !wanted || (is_whole(Kind::Values) && is_whole(Kind::Distances));
  }
  [[nodiscard]] std::filesystem::path path(Size size, Kind kind) const {
    return order_.folder / file_name({order_.variant, kind, size.own, size.enemy});
  }
  [[nodiscard]] std::filesystem::path codes_path(Size size) const {
    return path(size, Kind::Values).replace_extension(".codes");
  }

  [[nodiscard]] std::filesystem::path halfway_path(Size size) const {
    return path(size, Kind::Values).replace_extension(".halfway");
  }

  const BuildOrder& order_;
  const std::function<void(const BuildProgress&)>& on_progress_;
  Library library_;
  double total_ = 0;
  double done_ = 0;
};

}  // namespace

std::string file_name(const TableName& name) {
  return std::string(rules::name(name.variant)) + "_" + std::to_string(name.own) + "v" +
         std::to_string(name.enemy) + (name.kind == Kind::Values ? ".values" : ".distances");
}

std::uint64_t bytes_to_build(Variant variant, int most) {
  std::vector<ConnectedSets> sets;
  for (int pieces = 1; pieces <= most; ++pieces) sets.emplace_back(pieces);
  const std::uint64_t grids = variant == Variant::Ordo ? 1 : 2;
  std::uint64_t kept = 0;
  std::uint64_t most_bytes = 0;
  for (const Size size : sizes_up_to(most)) {
    const ConnectedSets& movers = sets[static_cast<std::size_t>(size.own) - 1];
    const ConnectedSets& waiting = sets[static_cast<std::size_t>(size.enemy) - 1];
    std::uint64_t here = cells(movers, waiting);
    if (size.own != size.enemy) here += cells(waiting, movers);
    const SolveBytes solving = bytes_to_solve(variant, movers, waiting);
    // The largest one is alone once what captures lead to is taken in.
    const bool is_last = size == Size{most, most};
    most_bytes =
        std::max({most_bytes, kept + solving.to_prepare, (is_last ? 0 : kept) + here + solving.to_sweep});
    kept += grids * here;
  }
  constexpr std::uint64_t kProgram = std::uint64_t{64} << 20;  // and the sets, by square
  std::uint64_t listed = 0;
  for (const ConnectedSets& of : sets) {
    listed += of.size() * (rules::kSquares + 60 + 40 * static_cast<std::uint64_t>(of.pieces()));
  }
  return most_bytes + listed + kProgram;
}

void build(const BuildOrder& order, const std::function<void(const BuildProgress&)>& on_progress) {
  Build(order, on_progress).run();
}

}  // namespace ordo::tablebuild
