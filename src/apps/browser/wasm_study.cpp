// Studies for the browser: trees of turns read and written as records and as addresses, games looked back
// upon.
//
// As in wasm_rules.cpp: a question is written into the memory `study_question` gives, and the answer read.
// web/src/tree/study.ts is the other side.
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "records/record.h"
#include "rules/fen.h"
#include "study/pack.h"
#include "study/review.h"
#include "study/tree.h"
#include "study/tree_text.h"
#include "thinking/expectation.h"
#include "util/json_writer.h"

namespace {

using namespace ordo;

class Study {
 public:
  [[nodiscard]] char* question(std::size_t size) {
    question_.resize(size);
    return question_.data();
  }
  [[nodiscard]] const std::string& answer() const noexcept { return answer_; }

  [[nodiscard]] bool read() {
    const auto record = records::parse_record(question_);
    if (!record) return say(records::to_text(record.error()), false);
    return say(study::tree_json(study::tree_of(*record)), true);
  }
  [[nodiscard]] bool write() {
    const auto record = asked();
    return record ? say(records::write_record(*record), true) : say(record.error(), false);
  }
  [[nodiscard]] bool pack() {
    const auto record = asked();
    return record ? say(study::pack(study::tree_of(*record)), true) : say(record.error(), false);
  }
  [[nodiscard]] bool unpack() {
    const auto tree = study::unpack(question_);
    return tree ? say(study::tree_json(*tree), true) : say(tree.error(), false);
  }

  /// The question: a tree, a form feed, then the answers of the search. With `annotated` the answer is a
  /// record, without it the review.
  [[nodiscard]] bool review(bool annotated) {
    const std::string text = std::exchange(question_, {});
    const std::size_t end = text.find('\f');
    if (end == std::string::npos) return say("there are no answers to review", false);
    question_ = text.substr(0, end);
    auto record = asked();
    if (!record) return say(record.error(), false);
    const rules::Game game = records::game_of(*record);
    const auto answers = study::parse_answers(game, std::string_view(text).substr(end + 1));
    if (!answers) return say("the answers do not fit the game", false);
    const study::Review review = study::review(game, *answers);
    if (!annotated) return say(study::review_json(review), true);
    records::Record written = *std::move(record);
    study::annotate(written, review, *answers);
    return say(records::write_record(written), true);
  }

  /// Whether somebody can be asked to move in the position; if not the answer says why.
  [[nodiscard]] bool check(rules::Variant variant) {
    const auto setup = rules::parse_setup(variant, question_);
    if (!setup) return say(flaw_json("syntax", setup.error().message), false);
    if (const auto flaw = rules::find_flaw(*setup))
      return say(flaw_json(name(flaw->flaw), flaw->message), false);
    if (setup->phase != rules::Phase::Whole)
      return say(flaw_json("unfinished", "in the middle of a turn"), false);
    if (rules::outcome(rules::Position::unchecked(*setup)))
      return say(flaw_json("over", "the game is over"), false);
    return say({}, true);
  }

 private:
  [[nodiscard]] static std::string flaw_json(std::string_view flaw, std::string_view message) {
    return util::json_object([&](util::JsonWriter& json) {
      json.member("flaw", flaw);
      json.member("message", message);
    });
  }

  [[nodiscard]] util::Result<records::Record, std::string> asked() const {
    auto tree = study::parse_tree(question_);
    if (!tree) return util::failure(std::move(tree).error());
    return study::record_of(*tree);
  }

  bool say(std::string text, bool result) {
    answer_ = std::move(text);
    return result;
  }

  std::string question_;
  std::string answer_;
};

}  // namespace

#define ORDO_EXPORT extern "C" __attribute__((used, visibility("default")))

ORDO_EXPORT Study* study_new() { return std::make_unique<Study>().release(); }
ORDO_EXPORT char* study_question(Study* study, std::size_t size) { return study->question(size); }
ORDO_EXPORT const char* study_answer(const Study* study) { return study->answer().data(); }
ORDO_EXPORT std::size_t study_answer_size(const Study* study) { return study->answer().size(); }

/// Question: a record. Answer: its tree (study/tree_text.h), or what is wrong and where.
ORDO_EXPORT bool study_read(Study* study) { return study->read(); }
/// Question: a tree as lines. Answer: the record.
ORDO_EXPORT bool study_write(Study* study) { return study->write(); }
/// Question: a tree as lines. Answer: what fits into an address; unpack is the way back.
ORDO_EXPORT bool study_pack(Study* study) { return study->pack(); }
ORDO_EXPORT bool study_unpack(Study* study) { return study->unpack(); }
/// Question: a tree, a form feed, answers (study/review.h). Answer: the review, or the annotated record.
ORDO_EXPORT bool study_review(Study* study) { return study->review(false); }
ORDO_EXPORT bool study_annotate(Study* study) { return study->review(true); }
/// Question: what is set up. Answer: {"flaw", "message"} if nobody could be asked to move in it.
ORDO_EXPORT bool study_check(Study* study, bool ordo_x) {
  return study->check(ordo_x ? rules::Variant::OrdoX : rules::Variant::Ordo);
}
/// The expected result of a score in centipoints, from 0 to 1.
ORDO_EXPORT double study_chance(int centipoints) {
  return thinking::expected_result(thinking::Score(centipoints));
}
