// From the JSON files to values.
#include "support/data.h"

#include <stdexcept>

#include "support/json.h"

namespace ordo::support {
namespace {

std::vector<std::string> texts(const Json& json) {
  std::vector<std::string> list;
  for (const Json& item : json.array()) list.push_back(item.text());
  return list;
}

std::vector<rules::Variant> variants(const std::string& name) {
  if (name == "both") return {rules::Variant::Ordo, rules::Variant::OrdoX};
  const auto variant = rules::variant_from(name);
  if (!variant) throw std::runtime_error("no such game: " + name);
  return {*variant};
}

Figure read_figure(const Json::Object& object, rules::Variant variant) {
  Figure figure;
  figure.variant = variant;
  for (const auto& [name, value] : object) {
    if (name == "id")
      figure.id = value.text();
    else if (name == "fen")
      figure.fen = value.text();
    else if (name == "shows")
      figure.shows = value.text();
    else if (name == "piece")
      figure.piece = value.text();
    else if (name == "turns")
      figure.turns = value.object().at(std::string(rules::name(variant))).number();
    else if (name == "legal")
      figure.legal = texts(value);
    else if (name == "illegal")
      figure.illegal = texts(value);
    else if (name == "legal_all")
      figure.legal_all = texts(value);
    else if (name == "winning")
      figure.winning = texts(value);
    else if (name == "preparation")
      figure.preparation = texts(value);
    else if (name == "illegal_preparation")
      figure.illegal_preparation = texts(value);
    else if (name == "after") {
      for (const auto& [turn, fen] : value.object()) figure.after[turn] = fen.text();
    } else if (name != "variant" && name != "note") {
      throw std::runtime_error("figures.json: unknown field " + name);
    }
  }
  return figure;
}

}  // namespace

std::vector<Figure> read_figures() {
  std::vector<Figure> figures;
  const Json json = read_json(ORDO_TESTS_DIR "/data/figures.json");
  for (const Json& item : json.array()) {
    for (const rules::Variant variant : variants(item.object().at("variant").text())) {
      figures.push_back(read_figure(item.object(), variant));
    }
  }
  return figures;
}

std::vector<PerftCounts> read_perft_counts() {
  std::vector<PerftCounts> list;
  const Json json = read_json(ORDO_TESTS_DIR "/data/perft.json");
  for (const Json& item : json.array()) {
    PerftCounts counts{
        variants(item.object().at("variant").text()).at(0), item.object().at("fen").text(), {}};
    for (const Json& count : item.object().at("counts").array()) counts.counts.push_back(count.number());
    list.push_back(std::move(counts));
  }
  return list;
}

}  // namespace ordo::support
