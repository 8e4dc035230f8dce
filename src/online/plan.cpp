// Plans: found, checked against the rules, read and written.
#include "online/plan.h"

#include <algorithm>

#include <fmt/format.h>

#include "online/command.h"
#include "online/plan_json.h"
#include "util/json_reader.h"
#include "util/json_writer.h"
#include "util/text.h"

namespace ordo::online {
namespace {

void write(util::JsonWriter& json, const Plan& plan) {
  json.open('[');
  for (const PlanBranch& branch : plan.branches) {
    json.open('{');
    json.member("if", branch.if_turn);
    json.member("answer", branch.answer);
    if (!branch.then.empty()) {
      json.name("then");
      write(json, branch.then);
    }
    json.close('}');
  }
  json.close(']');
}

/// Reads a tree; stops at the first thing that is wrong.
class PlanReader {
 public:
  [[nodiscard]] Plan read(const boost::json::value& value, int depth) {
    Plan plan;
    const boost::json::array* list = value.if_array();
    if (list == nullptr) fail("A plan is an array of branches.");
    if (list != nullptr && !list->empty() && depth > kMaxPlanDepth)
      fail(fmt::format("A plan has at most {} answers in a row.", kMaxPlanDepth));
    if (error_) return plan;
    for (const boost::json::value& item : *list) {
      if (++branches_ > kMaxPlanBranches)
        fail(fmt::format("A plan has at most {} branches.", kMaxPlanBranches));
      if (error_) break;
      plan.branches.push_back(branch(item, depth));
    }
    return plan;
  }
  [[nodiscard]] const std::optional<std::string>& error() const noexcept { return error_; }

 private:
  [[nodiscard]] PlanBranch branch(const boost::json::value& value, int depth) {
    util::ObjectReader reader(value);
    PlanBranch branch{turn(reader, "if"), turn(reader, "answer"), {}};
    if (const boost::json::value* then = reader.optional("then")) branch.then = read(*then, depth + 1);
    if (auto error = reader.finish()) fail(std::move(*error));
    return branch;
  }
  [[nodiscard]] static std::string turn(util::ObjectReader& reader, std::string_view name) {
    const std::string_view text = reader.text(name);
    if (text.empty() || text.size() > kMaxTurnText) reader.fail(fmt::format("'{}' is no turn.", name));
    return std::string(text);
  }
  void fail(std::string message) {
    if (!error_) error_ = std::move(message);
  }

  std::size_t branches_ = 0;
  std::optional<std::string> error_;
};

[[nodiscard]] util::Result<Plan, std::string> checked(const rules::Position& position, const Plan& plan) {
  Plan canonical;
  for (const PlanBranch& branch : plan.branches) {
    const auto turn = rules::read_turn(position, branch.if_turn);
    if (!turn) return util::failure(turn.error().message);
    const rules::Position between = position.after(*turn);
    PlanBranch made{rules::to_text(*turn), {}, {}};
    if (branch_for(canonical, made.if_turn) != nullptr) {
      return util::failure(fmt::format("{} has two answers.", made.if_turn));
    }
    if (const auto outcome = rules::outcome(between)) {
      return util::failure(
          fmt::format("{} ends the game, it needs no answer. {}", made.if_turn, rules::describe(*outcome)));
    }
    const auto answer = rules::read_turn(between, branch.answer);
    if (!answer) {
      return util::failure(fmt::format("After {}: {}", made.if_turn, answer.error().message));
    }
    made.answer = rules::to_text(*answer);
    const rules::Position next = between.after(*answer);
    if (!branch.then.empty() && rules::outcome(next)) {
      return util::failure(fmt::format("{} ends the game, nothing follows it.", made.answer));
    }
    auto then = checked(next, branch.then);
    if (!then) return then;
    made.then = *std::move(then);
    canonical.branches.push_back(std::move(made));
  }
  return canonical;
}

}  // namespace

bool operator==(const Plan& a, const Plan& b) { return a.branches == b.branches; }

std::string to_json(const Plan& plan) {
  std::string json;
  util::JsonWriter writer(json);
  write(writer, plan);
  return json;
}

util::Result<Plan, std::string> read_plan(const boost::json::value& value) {
  PlanReader reader;
  Plan plan = reader.read(value, 1);
  if (reader.error()) return util::failure(*reader.error());
  return plan;
}

util::Result<Plan, std::string> parse_plan(std::string_view json) {
  const util::JsonDocument document(json);
  if (document.error()) return util::failure(*document.error());
  return read_plan(document.value());
}

util::Result<Plan, std::string> checked_plan(const rules::Game& game, const Plan& plan) {
  if (game.outcome()) {
    return util::failure("There is nothing to plan, the game is over. " + rules::describe(*game.outcome()));
  }
  return checked(game.position(), plan);
}

const PlanBranch* branch_for(const Plan& plan, std::string_view turn) noexcept {
  const auto found = std::find_if(plan.branches.begin(), plan.branches.end(),
                                  [&](const PlanBranch& branch) { return branch.if_turn == turn; });
  return found == plan.branches.end() ? nullptr : &*found;
}

}  // namespace ordo::online
