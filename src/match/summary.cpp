// The words and numbers of a match.
#include "match/summary.h"

#include <cmath>
#include <iterator>
#include <string_view>
#include <utility>

#include <fmt/format.h>

namespace ordo::match {
namespace {

[[nodiscard]] double percent(double part, double whole) { return whole > 0 ? 100 * part / whole : 0; }

[[nodiscard]] std::string elo_text(const Estimate& estimate) {
  if (!std::isfinite(estimate.elo)) return estimate.elo > 0 ? "+inf" : "-inf";
  if (!std::isfinite(estimate.error())) return fmt::format("{:+.1f} +/- inf", estimate.elo);
  return fmt::format("{:+.1f} +/- {:.1f}", estimate.elo, estimate.error());
}

[[nodiscard]] std::string score_text(const Tally& tally) {
  return fmt::format("+{} ={} -{}", tally.count(GameScore::Win), tally.count(GameScore::Draw),
                     tally.count(GameScore::Loss));
}

[[nodiscard]] std::string sprt_text(const Sprt& sprt, const Tally& tally) {
  return fmt::format("LLR {:.2f} ({:.2f}, {:.2f})", log_likelihood_ratio(tally.pairs, sprt.elo0, sprt.elo1),
                     sprt.lower(), sprt.upper());
}

[[nodiscard]] std::string_view verdict_text(Verdict verdict) {
  switch (verdict) {
    case Verdict::H0:
      return "H0";
    case Verdict::H1:
      return "H1";
    case Verdict::Open:
      break;
  }
  return "open";
}

[[nodiscard]] std::string verdict_sentence(const Sprt& sprt, const Tally& tally) {
  switch (verdict(sprt, tally.pairs)) {
    case Verdict::H0:
      return fmt::format("H0: not {} Elo stronger", sprt.elo1);
    case Verdict::H1:
      return fmt::format("H1: more than {} Elo stronger", sprt.elo0);
    case Verdict::Open:
      break;
  }
  return fmt::format("not decided between {} and {} Elo", sprt.elo0, sprt.elo1);
}

[[nodiscard]] std::string_view end_text(MatchEnd end) {
  switch (end) {
    case MatchEnd::Complete:
      return "complete";
    case MatchEnd::Decided:
      return "decided";
    case MatchEnd::Stopped:
      break;
  }
  return "stopped";
}

/// "2 crash, 1 time", or "none".
[[nodiscard]] std::string faults_text(const std::array<std::uint64_t, kFaults>& faults) {
  std::string text;
  for (std::size_t i = 0; i < kFaults; ++i) {
    if (faults[i] == 0) continue;
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", faults[i], name(static_cast<Fault>(i)));
  }
  return text.empty() ? "none" : text;
}

[[nodiscard]] std::string terminations_text(const Tally& tally) {
  std::string text;
  for (const auto& [name, count] : tally.terminations) {
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, name);
  }
  return text;
}

struct Means {
  double milliseconds = 0;  ///< a turn
  double longest = 0;       ///< milliseconds
  double depth = 0;
  double nodes = 0;  ///< a turn

  explicit Means(const Effort& effort) {
    const auto ratio = [](auto sum, std::uint64_t count) {
      return count == 0 ? 0 : static_cast<double>(sum) / static_cast<double>(count);
    };
    milliseconds = ratio(effort.time.count(), effort.turns) / 1000;
    longest = static_cast<double>(effort.longest.count()) / 1000;
    depth = ratio(effort.depth, effort.told);
    nodes = ratio(effort.nodes, effort.told);
  }
};

[[nodiscard]] std::string json_string(std::string_view text) {
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') quoted += '\\';
    if (static_cast<unsigned char>(c) < 0x20) {
      fmt::format_to(std::back_inserter(quoted), "\\u{:04x}", static_cast<unsigned char>(c));
    } else {
      quoted += c;
    }
  }
  return quoted += '"';
}

[[nodiscard]] std::string json_number(double value) {
  return std::isfinite(value) ? fmt::format("{:.4f}", value) : "null";
}

[[nodiscard]] std::string json_contestant(const Contestant& contestant, const Effort& effort,
                                          const std::array<std::uint64_t, kFaults>& faults) {
  std::string text = fmt::format(R"({{"name":{},"limits":{},"faults":{{)", json_string(contestant.name),
                                 json_string(to_text(contestant.pace)));
  for (std::size_t i = 0; i < kFaults; ++i) {
    text += fmt::format(R"({}"{}":{})", i == 0 ? "" : ",", name(static_cast<Fault>(i)), faults[i]);
  }
  const Means means(effort);
  return text +
         fmt::format(R"(}},"turns":{},"turn_ms":{:.3f},"longest_ms":{:.3f},"depth":{:.2f},"nodes":{:.0f}}})",
                     effort.turns, means.milliseconds, means.longest, means.depth, means.nodes);
}

}  // namespace

std::string progress_line(const MatchPlan& plan, const Tally& tally) {
  std::string text =
      fmt::format("{}/{}  {} {}", tally.games, plan.games, plan.contestants[0].name, score_text(tally));
  if (const auto estimated = estimate(tally.pairs)) text += fmt::format("  Elo {}", elo_text(*estimated));
  if (plan.sprt) text += "  " + sprt_text(*plan.sprt, tally);
  return text;
}

std::string summary_text(const MatchPlan& plan, const Tally& tally, MatchEnd end) {
  const auto games = static_cast<double>(tally.games);
  std::string text = fmt::format("{} against {}: {}, {} of {} games, {}\n", plan.contestants[0].name,
                                 plan.contestants[1].name, rules::title(plan.variant), tally.games,
                                 plan.games, end_text(end));
  const auto row = [&](std::string_view head, std::string_view body) {
    text += fmt::format("  {:<8} {}\n", head, body);
  };
  const double points = static_cast<double>(tally.count(GameScore::Win)) +
                        static_cast<double>(tally.count(GameScore::Draw)) / 2;
  row("score", fmt::format("{}   {:.1f} %", score_text(tally), percent(points, games)));
  const auto& pairs = tally.pairs.counts;
  row("pairs", fmt::format("LL {}, LD {}, DD or WL {}, WD {}, WW {}", pairs[0], pairs[1], pairs[2], pairs[3],
                           pairs[4]));
  if (const auto estimated = estimate(tally.pairs)) {
    row("Elo", fmt::format("{} (95 %)   LOS {:.1f} %   draws {:.1f} %", elo_text(*estimated),
                           100 * estimated->superiority,
                           percent(static_cast<double>(tally.count(GameScore::Draw)), games)));
  }
  if (plan.sprt) {
    row("SPRT", fmt::format("{}   {}", sprt_text(*plan.sprt, tally), verdict_sentence(*plan.sprt, tally)));
  }
  row("colours",
      fmt::format("White won {}, Black won {}; {:.1f} turns a game", tally.white_wins, tally.black_wins,
                  tally.games == 0 ? 0 : static_cast<double>(tally.plies) / games));
  row("ended by", terminations_text(tally));
  for (std::size_t i = 0; i < 2; ++i) {
    const Means means(tally.effort[i]);
    row(i == 0 ? "A" : "B",
        fmt::format("{}: {}; {:.1f} ms a turn (longest {:.1f}), depth {:.1f}, {:.0f} nodes; faults: {}",
                    plan.contestants[i].name, to_text(plan.contestants[i].pace), means.milliseconds,
                    means.longest, means.depth, means.nodes, faults_text(tally.faults[i])));
  }
  return text;
}

std::string summary_json(const MatchPlan& plan, const Tally& tally, MatchEnd end) {
  std::string text =
      fmt::format(R"({{"variant":"{}","end":"{}","games":{},"planned":{},"wins":{},"draws":{},"losses":{},)"
                  R"("pairs":[{}],"white_wins":{},"black_wins":{},"plies":{})",
                  rules::name(plan.variant), end_text(end), tally.games, plan.games,
                  tally.count(GameScore::Win), tally.count(GameScore::Draw), tally.count(GameScore::Loss),
                  fmt::join(tally.pairs.counts, ","), tally.white_wins, tally.black_wins, tally.plies);
  if (const auto estimated = estimate(tally.pairs)) {
    text +=
        fmt::format(R"(,"score":{},"elo":{},"elo_low":{},"elo_high":{},"los":{})",
                    json_number(estimated->score), json_number(estimated->elo), json_number(estimated->low),
                    json_number(estimated->high), json_number(estimated->superiority));
  }
  if (plan.sprt) {
    text += fmt::format(R"(,"sprt":{{"elo0":{},"elo1":{},"llr":{},"lower":{},"upper":{},"verdict":"{}"}})",
                        json_number(plan.sprt->elo0), json_number(plan.sprt->elo1),
                        json_number(log_likelihood_ratio(tally.pairs, plan.sprt->elo0, plan.sprt->elo1)),
                        json_number(plan.sprt->lower()), json_number(plan.sprt->upper()),
                        verdict_text(verdict(*plan.sprt, tally.pairs)));
  }
  text += R"(,"terminations":{)";
  bool begins = true;
  for (const auto& [name, count] : tally.terminations) {
    text += fmt::format("{}{}:{}", std::exchange(begins, false) ? "" : ",", json_string(name), count);
  }
  text += fmt::format(R"(}},"a":{},"b":{}}})",
                      json_contestant(plan.contestants[0], tally.effort[0], tally.faults[0]),
                      json_contestant(plan.contestants[1], tally.effort[1], tally.faults[1]));
  return text;
}

}  // namespace ordo::match
