// Iterations as lines of JSON, written and read.
#include "tune/state.h"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "tune/spsa.h"
#include "util/json_reader.h"
#include "util/json_writer.h"

namespace ordo::tune {
namespace {

namespace json = boost::json;

constexpr std::string_view kHead = R"({"tune":[)";
constexpr int kDigits = 6;  // as many as rounded() leaves
constexpr std::int64_t kMostGames = 1'000'000'000;

/// The texts of an array, or what is wrong.
[[nodiscard]] std::vector<std::string> texts(util::ObjectReader& object, std::string_view name) {
  std::vector<std::string> list;
  const json::value* value = object.required(name);
  if (value == nullptr) return list;
  const json::array* array = value->if_array();
  const bool is_good = array != nullptr && std::ranges::all_of(*array, &json::value::is_string);
  if (!is_good) {
    object.fail(fmt::format("'{}' must be an array of texts.", name));
    return list;
  }
  for (const json::value& text : *array) list.emplace_back(std::string_view(text.get_string()));
  return list;
}

[[nodiscard]] std::vector<double> values_of(util::ObjectReader& object, const Identity& identity) {
  std::vector<double> values;
  const json::value* value = object.required("values");
  if (value == nullptr) return values;
  const json::array* array = value->if_array();
  if (array == nullptr || array->size() != identity.parameters.size()) {
    object.fail(fmt::format("'values' must be an array of {} numbers.", identity.parameters.size()));
    return values;
  }
  for (std::size_t i = 0; i < array->size(); ++i) {
    const thinking::Parameter& parameter = identity.parameters[i];
    boost::system::error_code error;
    const double number = rounded((*array)[i].to_number<double>(error));
    if (error || !(number >= parameter.least && number <= parameter.most)) {
      object.fail(fmt::format("{} must be from {} to {}.", parameter.name, parameter.least, parameter.most));
      return values;
    }
    values.push_back(number);
  }
  return values;
}

[[nodiscard]] match::Pentanomial pairs_of(util::ObjectReader& object, std::string_view name,
                                          std::size_t expected) {
  match::Pentanomial pairs;
  const json::value* value = object.required(name);
  if (value == nullptr) return pairs;
  const json::array* array = value->if_array();
  std::uint64_t sum = 0;
  bool is_good = array != nullptr && array->size() == pairs.counts.size();
  for (std::size_t i = 0; is_good && i < array->size(); ++i) {
    const std::int64_t* count = (*array)[i].if_int64();
    is_good = count != nullptr && *count >= 0 && *count <= kMostGames;
    if (is_good) sum += pairs.counts[i] = static_cast<std::uint64_t>(*count);
  }
  if (!is_good || sum != expected) {
    object.fail(fmt::format("'{}' must be five counts of together {} pairs.", name, expected));
  }
  return pairs;
}

[[nodiscard]] util::Result<bool, std::string> check_head(std::string_view line, const Identity& identity) {
  const util::JsonDocument document(line);
  if (document.error()) return util::failure(*document.error());
  util::ObjectReader object(document);
  const std::vector<std::string> there = texts(object, "tune");
  if (auto problem = object.finish()) return util::failure(*std::move(problem));
  const auto& here = identity.settings;
  for (std::size_t i = 0; i < std::max(here.size(), there.size()); ++i) {
    const std::string_view old = i < there.size() ? std::string_view(there[i]) : "nothing more";
    const std::string_view now = i < here.size() ? std::string_view(here[i]) : "nothing more";
    if (old == now) continue;
    return util::failure(
        fmt::format("it holds a tuning with other settings\n  there: {}\n  here:  {}", old, now));
  }
  return true;
}

[[nodiscard]] util::Result<Iteration, std::string> parse_iteration(std::string_view line, std::size_t number,
                                                                   const Identity& identity) {
  const util::JsonDocument document(line);
  if (document.error()) return util::failure(*document.error());
  util::ObjectReader object(document);
  Iteration iteration;
  const auto expected = static_cast<std::int64_t>(number);
  (void)object.integer("iteration", expected, expected);
  iteration.values = values_of(object, identity);
  iteration.outcome.plus = pairs_of(object, "plus", identity.pairs);
  iteration.outcome.minus = pairs_of(object, "minus", identity.pairs);
  iteration.outcome.faults = static_cast<std::uint64_t>(object.integer("faults", 0, kMostGames));
  if (auto problem = object.finish()) return util::failure(*std::move(problem));
  return iteration;
}

}  // namespace

std::string head_line(const Identity& identity) {
  return util::json_object([&](util::JsonWriter& writer) {
           writer.list_member("tune", identity.settings,
                              [&](const std::string& line) { writer.value(line); });
         }) +
         '\n';
}

std::string iteration_line(std::size_t number, const Iteration& iteration) {
  const auto count = [](util::JsonWriter& writer) {
    return [&](std::uint64_t pairs) { writer.value(pairs); };
  };
  return util::json_object([&](util::JsonWriter& writer) {
           writer.member("iteration", number);
           writer.list_member("values", iteration.values,
                              [&](double value) { writer.fixed(value, kDigits); });
           writer.list_member("plus", iteration.outcome.plus.counts, count(writer));
           writer.list_member("minus", iteration.outcome.minus.counts, count(writer));
           writer.member("faults", iteration.outcome.faults);
         }) +
         '\n';
}

util::Result<State, std::string> parse_state(std::string_view text, const Identity& identity) {
  State state;
  for (std::size_t number = 0; state.bytes < text.size(); ++number) {
    const std::string_view rest = text.substr(state.bytes);
    const std::size_t end = rest.find('\n');
    if (end == std::string_view::npos) {
      // Nothing of somebody else's is taken for the beginning of a line of ours.
      if (number > 0 || kHead.starts_with(rest.substr(0, kHead.size()))) break;
      return util::failure(std::string("it holds something else than a tuning"));
    }
    const std::string_view line = rest.substr(0, end);
    if (number == 0) {
      const auto head = check_head(line, identity);
      if (!head) return util::failure(fmt::format("line 1: {}", head.error()));
    } else {
      auto iteration = parse_iteration(line, number, identity);
      if (!iteration) return util::failure(fmt::format("line {}: {}", number + 1, iteration.error()));
      state.iterations.push_back(*std::move(iteration));
    }
    state.bytes += line.size() + 1;
  }
  return state;
}

util::Result<StateFile, std::string> StateFile::open(const std::string& path, const Identity& identity) {
  auto opened = util::AppendFile::open(path);
  if (!opened) return util::failure(std::move(opened).error());
  StateFile file(*std::move(opened));
  const std::string text = file.file_.take_text();
  auto state = parse_state(text, identity);
  if (!state) return util::failure(std::move(state).error());
  if (state->bytes < text.size()) {
    if (auto problem = file.file_.keep(state->bytes)) return util::failure(*std::move(problem));
  }
  if (state->bytes == 0) file.file_.append(head_line(identity));
  file.iterations_ = std::move(*std::move(state)).iterations;
  return file;
}

void StateFile::append(std::size_t number, const Iteration& iteration) {
  file_.append(iteration_line(number, iteration));
}

}  // namespace ordo::tune
