// Counts the legal turns of a position: the smallest program that uses the ordo library.
#include <iostream>

#include <ordo/rules/fen.h>
#include <ordo/rules/movegen.h>

using namespace ordo::rules;

int main(int argc, char** argv) {
  const auto variant = variant_from(argc > 1 ? argv[1] : "ordo");
  if (!variant) {
    std::cerr << "usage: count_turns [ordo|ordox [FEN]]\n";
    return 2;
  }
  const auto position = parse_fen(*variant, argc > 2 ? argv[2] : kInitialFen);
  if (!position) {
    std::cerr << "not a position: " << position.error().message << '\n';
    return 1;
  }
  std::cout << title(*variant) << ", " << name(position->to_move()) << " to move: " << count_turns(*position)
            << " turns\n";
}
