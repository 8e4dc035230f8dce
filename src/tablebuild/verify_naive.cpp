// Tables held against the naive generator; positions go there and back as text.
#include <algorithm>

#include "naive/naive.h"
#include "rules/fen.h"
#include "tablebuild/verify.h"

namespace ordo::tablebuild {

Code judge_naively(const rules::Position& position, const Probe& probe) {
  const naive::Position here = naive::from_fen(position.variant(), rules::to_fen(position)).value();
  Code worst = tablebase::kWinsAtOnce;  // for the opponent
  for (const naive::Turn& turn : naive::turns(here)) {
    const naive::Position next = naive::after(here, turn);
    const auto code = naive::outcome(next)
                          ? tablebase::kLost
                          : probe(rules::parse_fen(position.variant(), naive::to_fen(next)).value());
    worst = std::min(worst, code.value());
    if (worst == tablebase::kLost) break;
  }
  return tablebase::before(worst);
}

}  // namespace ordo::tablebuild
