// The words and numbers of a match.
#include "match/summary.h"

#include <array>
#include <cmath>

#include <fmt/format.h>

namespace ordo::match {
namespace {

[[nodiscard]] double percent(double part, double whole) { return whole > 0 ? 100 * part / whole : 0; }

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

/// "2 crash, 1 time", or "none".
[[nodiscard]] std::string faults_text(const std::array<std::uint64_t, engines::kFaults>& faults) {
  std::string text;
  for (std::size_t i = 0; i < engines::kFaults; ++i) {
    if (faults[i] == 0) continue;
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", faults[i], name(static_cast<engines::Fault>(i)));
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

  explicit Means(const engines::Effort& effort) {
    const auto ratio = [](auto sum, std::uint64_t count) {
      return count == 0 ? 0 : static_cast<double>(sum) / static_cast<double>(count);
    };
    milliseconds = ratio(effort.time.count(), effort.turns) / 1000;
    longest = static_cast<double>(effort.longest.count()) / 1000;
    depth = ratio(effort.depth, effort.told);
    nodes = ratio(effort.nodes, effort.told);
  }
};

constexpr int kDigits = 4;  ///< of fractions, for programs

void write_contestant(util::JsonWriter& json, const Contestant& contestant, const engines::Effort& effort,
                      const std::array<std::uint64_t, engines::kFaults>& faults) {
  json.open('{');
  json.member("name", contestant.name);
  json.member("limits", conditions_text(contestant));
  json.name("faults");
  json.open('{');
  for (std::size_t i = 0; i < engines::kFaults; ++i) {
    json.member(name(static_cast<engines::Fault>(i)), faults[i]);
  }
  json.close('}');
  const Means means(effort);
  json.member("turns", effort.turns);
  json.fixed_member("turn_ms", means.milliseconds, 3);
  json.fixed_member("longest_ms", means.longest, 3);
  json.fixed_member("depth", means.depth, 2);
  json.fixed_member("nodes", means.nodes, 0);
  json.close('}');
}

void write_sprt(util::JsonWriter& json, const Sprt& sprt, const Pentanomial& pairs) {
  json.open('{');
  json.fixed_member("elo0", sprt.elo0, kDigits);
  json.fixed_member("elo1", sprt.elo1, kDigits);
  json.fixed_member("llr", log_likelihood_ratio(pairs, sprt.elo0, sprt.elo1), kDigits);
  json.fixed_member("lower", sprt.lower(), kDigits);
  json.fixed_member("upper", sprt.upper(), kDigits);
  json.member("verdict", verdict_text(verdict(sprt, pairs)));
  json.close('}');
}

}  // namespace

std::string elo_text(const Estimate& estimate) {
  if (!std::isfinite(estimate.elo)) return estimate.elo > 0 ? "+inf" : "-inf";
  if (!std::isfinite(estimate.error())) return fmt::format("{:+.1f} +/- inf", estimate.elo);
  return fmt::format("{:+.1f} +/- {:.1f}", estimate.elo, estimate.error());
}

std::string score_text(const Tally& tally) {
  return fmt::format("+{} ={} -{}", tally.count(GameScore::Win), tally.count(GameScore::Draw),
                     tally.count(GameScore::Loss));
}

std::string_view end_text(MatchEnd end) {
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

void write_estimate(util::JsonWriter& json, const Estimate& estimate) {
  json.fixed_member("score", estimate.score, kDigits);
  json.fixed_member("elo", estimate.elo, kDigits);
  json.fixed_member("elo_low", estimate.low, kDigits);
  json.fixed_member("elo_high", estimate.high, kDigits);
  json.fixed_member("los", estimate.superiority, kDigits);
}

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
                    plan.contestants[i].name, conditions_text(plan.contestants[i]), means.milliseconds,
                    means.longest, means.depth, means.nodes, faults_text(tally.faults[i])));
  }
  return text;
}

std::string summary_json(const MatchPlan& plan, const Tally& tally, MatchEnd end) {
  return util::json_object([&](util::JsonWriter& json) {
    json.member("variant", rules::name(plan.variant));
    json.member("end", end_text(end));
    json.member("games", tally.games);
    json.member("planned", plan.games);
    json.member("wins", tally.count(GameScore::Win));
    json.member("draws", tally.count(GameScore::Draw));
    json.member("losses", tally.count(GameScore::Loss));
    json.name("pairs");
    json.open('[');
    for (const std::uint64_t count : tally.pairs.counts) json.value(count);
    json.close(']');
    json.member("white_wins", tally.white_wins);
    json.member("black_wins", tally.black_wins);
    json.member("plies", tally.plies);
    if (const auto estimated = estimate(tally.pairs)) write_estimate(json, *estimated);
    if (plan.sprt) {
      json.name("sprt");
      write_sprt(json, *plan.sprt, tally.pairs);
    }
    json.name("terminations");
    json.open('{');
    for (const auto& [name, count] : tally.terminations) {
      json.foreign_name(name);
      json.value(count);
    }
    json.close('}');
    constexpr std::array<std::string_view, 2> kNames = {"a", "b"};
    for (std::size_t i = 0; i < 2; ++i) {
      json.name(kNames[i]);
      write_contestant(json, plan.contestants[i], tally.effort[i], tally.faults[i]);
    }
  });
}

}  // namespace ordo::match
