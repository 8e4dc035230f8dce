// Everything that can be wrong with a match is found before it begins.
#include "apps/commands/match_preparation.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <filesystem>
#include <utility>

#include <fmt/format.h>

#include "match/pool.h"
#include "util/check.h"
#include "util/number.h"
#include "util/text.h"
#include "util/text_file.h"

namespace ordo::apps {
namespace {

template <class T>
using Expected = util::Result<T, Problem>;

[[nodiscard]] util::Failure<Problem> misuse(std::string message) { return {{kUsage, std::move(message)}}; }
[[nodiscard]] util::Failure<Problem> bad_data(std::string message) { return {{kNo, std::move(message)}}; }

constexpr std::size_t kDefaultSprtGames = 40000;  // far beyond where a test of a few Elo ends
constexpr thinking::Milliseconds kDefaultMoveTime{100};
constexpr std::size_t kMaxBookText = std::size_t{256} << 20;

[[nodiscard]] Expected<match::Pace> common_pace(const MatchOptions& options) {
  match::Pace pace;
  const std::array<std::pair<std::string_view, const std::string*>, 4> given = {
      {{"tc", &options.clock},
       {"movetime", &options.move_time},
       {"nodes", &options.nodes},
       {"depth", &options.depth}}};
  for (const auto& [key, value] : given) {
    if (value->empty()) continue;
    const auto known = match::set_pace(pace, key, *value);
    if (!known) return misuse("--" + known.error());
  }
  if (!pace.is_set()) pace.move_time = kDefaultMoveTime;
  return pace;
}

[[nodiscard]] Expected<std::array<match::Contestant, 2>> contestants(const MatchOptions& options) {
  const auto pace = common_pace(options);
  if (!pace) return util::failure(pace.error());
  std::array<match::Contestant, 2> both;
  const std::array<const std::string*, 2> texts = {&options.first, &options.second};
  const std::array<std::string_view, 2> seats = {"A", "B"};
  for (std::size_t i = 0; i < 2; ++i) {
    auto contestant = match::parse_contestant(*texts[i]);
    const std::string_view where = i == 0 ? "--a: " : options.pool.empty() ? "--b: " : "";
    if (!contestant) return misuse(fmt::format("{}{}", where, contestant.error()));
    both[i] = *std::move(contestant);
    if (both[i].name.empty()) both[i].name = seats[i];
    if (!both[i].pace.is_set()) both[i].pace = *pace;
  }
  if (both[0].name == both[1].name) return misuse("both engines have the same name");
  return both;
}

[[nodiscard]] Expected<match::Sprt> sprt_from(const std::string& text) {
  std::array<double, 4> numbers = {0, 0, match::Sprt{}.alpha, match::Sprt{}.beta};
  std::size_t count = 0;
  bool is_good = true;
  for (std::string_view rest = text; is_good && count < numbers.size();) {
    const std::size_t comma = std::min(rest.find(','), rest.size());
    const auto number = util::number_from<double>(rest.substr(0, comma));
    numbers[count++] = number.value_or(0);
    is_good = number && (comma == rest.size() || count < numbers.size());
    if (comma == rest.size()) break;
    rest.remove_prefix(comma + 1);
  }
  is_good = is_good && (count == 2 || count == 4);
  const auto [elo0, elo1, alpha, beta] = numbers;
  const auto is_risk = [](double risk) { return risk > 0 && risk < 0.5; };
  if (!is_good || !(elo0 < elo1) || !is_risk(alpha) || !is_risk(beta)) {
    return misuse(
        fmt::format("--sprt {}: elo0,elo1 or elo0,elo1,alpha,beta is needed, elo0 below elo1, the others "
                    "between 0 and 0.5",
                    text));
  }
  return match::Sprt{elo0, elo1, alpha, beta};
}

[[nodiscard]] match::GameRules game_rules_from(const MatchOptions& options) {
  match::GameRules game_rules;
  game_rules.margin = std::chrono::milliseconds(options.margin);
  game_rules.max_plies = static_cast<std::size_t>(options.max_plies);
  if (!options.resign.empty()) {
    const auto rule = match::parse_resign_rule(options.resign);
    ORDO_CHECK(rule.ok());
    game_rules.resignation = *rule;
  }
  return game_rules;
}

/// A number that changes with the text (FNV-1a): to notice another book, not to keep anybody out.
[[nodiscard]] std::uint64_t fingerprint(std::string_view text) {
  std::uint64_t hash = 0xCBF29CE484222325;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3;
  return hash;
}

/// Everything that changes what is played, in a line.
[[nodiscard]] std::string settings_line(const match::MatchPlan& plan,
                                        const std::array<match::Contestant, 2>& both, std::string_view book) {
  const match::GameRules& game_rules = plan.game_rules;
  // Not a word of it where nobody resigns, so that files from before there were resignations go on.
  const std::string resign =
      game_rules.resignation ? " resign=" + match::to_text(*game_rules.resignation) : "";
  return util::printable(fmt::format("{}; {}; {}; margin={} max-plies={}{}; {}", rules::name(plan.variant),
                                     match::to_text(both[0]), match::to_text(both[1]),
                                     game_rules.margin.count(), game_rules.max_plies, resign, book));
}

}  // namespace

match::BookOptions book_options(const MatchOptions& options, rules::Variant variant) {
  match::BookOptions book;
  book.variant = variant;
  book.seed = options.seed;
  book.plies = options.book_plies < 0 ? match::default_plies(variant) : options.book_plies;
  book.nodes = options.book_nodes;
  book.bound = options.book_bound;
  return book;
}

util::Result<Preparation, Problem> prepare_match(const MatchOptions& options) {
  const auto variant = rules::variant_from(options.variant);
  ORDO_CHECK(variant.has_value());
  auto both = contestants(options);
  if (!both) return util::failure(both.error());
  Preparation prepared;
  match::MatchPlan& plan = prepared.plan;
  plan.variant = *variant;
  plan.concurrency = options.concurrency;
  plan.game_rules = game_rules_from(options);
  plan.patience = std::chrono::seconds(options.patience);
  if (!options.sprt.empty()) {
    const auto sprt = sprt_from(options.sprt);
    if (!sprt) return util::failure(sprt.error());
    plan.sprt = *sprt;
  }
  plan.games = options.games != 0 ? options.games : plan.sprt ? kDefaultSprtGames : kDefaultGames;
  const match::BookOptions found = book_options(options, *variant);
  std::string book_name =
      fmt::format("seed={} plies={} nodes={} bound={}", found.seed, found.plies, found.nodes, found.bound);
  if (options.book.empty()) {
    prepared.book = std::make_unique<match::Book>(found);
  } else {
    const auto text = util::read_text_file(options.book, kMaxBookText);
    if (!text) return bad_data(text.error());
    auto openings = match::parse_book(*variant, *text);
    if (!openings) return bad_data(fmt::format("{}: {}", util::printable(options.book), openings.error()));
    if (openings->size() < plan.games / 2) {
      prepared.warning = fmt::format("{} has {} openings for {} pairs of games: they are used again",
                                     options.book, openings->size(), plan.games / 2);
    }
    prepared.book = std::make_unique<match::Book>(*std::move(openings));
    book_name = fmt::format("book={:016x}", fingerprint(*text));
  }
  plan.tags = {{(*both)[0].name, (*both)[1].name}, settings_line(plan, *both, book_name)};
  plan.contestants = *both;
  for (match::Contestant& contestant : plan.contestants)
    engines::fill_in_own_engine(contestant, options.self);
  return prepared;
}

util::Result<std::vector<PreparedMatch>, Problem> prepare_pool(const MatchOptions& options) {
  constexpr std::size_t kMaxPoolText = std::size_t{1} << 20;
  const auto text = util::read_text_file(options.pool, kMaxPoolText);
  if (!text) return bad_data(text.error());
  const auto specs = match::pool_lines(*text);
  if (specs.empty()) return bad_data(options.pool + " names no opponent");
  std::vector<PreparedMatch> matches;
  for (const auto& [line, spec] : specs) {
    MatchOptions against = options;
    against.second = spec;
    auto prepared = prepare_match(against);
    if (!prepared) {
      const Problem& problem = prepared.error();
      return util::failure(
          Problem{problem.exit_code, fmt::format("{}, line {}: {}", options.pool, line, problem.message)});
    }
    const std::string& name = prepared->plan.tags.names[1];
    if (!options.out.empty()) against.out = (std::filesystem::path(options.out) / name).string() + ".txt";
    if (std::ranges::any_of(matches, [&](const PreparedMatch& earlier) {
          return earlier.prepared.plan.tags.names[1] == name;
        })) {
      return bad_data(fmt::format("{}, line {}: there is a '{}' already", options.pool, line, name));
    }
    matches.push_back({std::move(against), *std::move(prepared)});
  }
  return matches;
}

int refuse(const Problem& problem, Console& console) {
  console.err << fmt::format("ordo: {}\n", util::printable(problem.message));
  return problem.exit_code;
}

void warn(const Preparation& prepared, Console& console) {
  if (!prepared.warning.empty()) console.err << fmt::format("ordo: {}\n", util::printable(prepared.warning));
}

}  // namespace ordo::apps
