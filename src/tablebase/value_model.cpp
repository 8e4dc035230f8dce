// Models, packed by the same coder as tables are.
#include "tablebase/value_model.h"

#include <algorithm>

#include "tablebase/coder.h"

namespace ordo::tablebase {
namespace {

/// Codes numbers of so many bits, each bit by those above it and by the number before.
template <class Coder>
class Numbers {
 public:
  Numbers(Coder& coder, int bits) : coder_(coder), bits_(bits), chances_(std::size_t{4} << bits) {}

  [[nodiscard]] std::uint32_t operator()(std::uint32_t number) {
    std::uint32_t sofar = 1;
    const std::size_t group = std::size_t{std::min(last_, 3U)} << bits_;
    for (int i = bits_; i-- > 0;)
      sofar = sofar << 1 | (coder_(chances_[group + sofar], (number >> i & 1) != 0) ? 1U : 0U);
    last_ = sofar - (1U << bits_);
    return last_;
  }

 private:
  Coder& coder_;
  int bits_;
  std::vector<Chance> chances_;
  std::uint32_t last_ = 0;
};

/// What an opinion rests on, in four steps; the last is all that one starts a tile with, so that it learns.
constexpr std::array<std::uint16_t, 4> kSeen = {0, 2, 6, 15};
constexpr std::int32_t kOddsStep = 96;      // of its logarithm
constexpr std::int32_t kWeightStep = 1024;  // of a weight
constexpr std::int32_t kMiddle = 128;       // what stands for 0 in eight bits

[[nodiscard]] std::uint32_t rounded(std::int32_t number, std::int32_t step) {
  const std::int32_t half = number < 0 ? -step / 2 : step / 2;
  return static_cast<std::uint32_t>(std::clamp((number + half) / step + kMiddle, 0, 255));
}
[[nodiscard]] std::int32_t number(std::uint32_t code, std::int32_t step) {
  return (static_cast<std::int32_t>(code) - kMiddle) * step;
}

/// The same steps for writing and reading: what comes back is what was written, rounded.
template <class Coder>
void code_model(Coder& coder, ValueModel& model) {
  Numbers seen(coder, 2);
  Numbers odds(coder, 8);
  Numbers weights(coder, 8);
  for (Opinion& opinion : model.opinions) {
    const auto step = std::upper_bound(kSeen.begin(), kSeen.end(), opinion.seen) - kSeen.begin() - 1;
    opinion.seen = kSeen[seen(static_cast<std::uint32_t>(step))];
    const std::uint32_t said = rounded(stretch(opinion.odds), kOddsStep);
    opinion.odds =
        static_cast<std::uint16_t>(opinion.seen == 0 ? kEvenOdds : squash(number(odds(said), kOddsStep)));
  }
  for (auto* ways : {&model.first, &model.second}) {
    for (auto& way : *ways) {
      for (std::int32_t& weight : way) weight = number(weights(rounded(weight, kWeightStep)), kWeightStep);
    }
  }
}

}  // namespace

std::vector<std::uint8_t> to_bytes(const ValueModels& models) {
  ValueModels copy = models;
  Encoder encoder;
  code_model(encoder, copy.wins);
  code_model(encoder, copy.draws);
  return encoder.finish();
}

ValueModels value_models(std::span<const std::uint8_t> bytes) {
  ValueModels models;
  Decoder decoder(bytes);
  code_model(decoder, models.wins);
  code_model(decoder, models.draws);
  return models;
}

}  // namespace ordo::tablebase
