// The program `ordo`.
#include <exception>
#include <iostream>

#include "apps/commands/command.h"
#include "util/text.h"

int main(int argc, char** argv) {
  using namespace ordo::apps;
  std::ios::sync_with_stdio(false);
  Console console{std::cin, std::cout, std::cerr};
  try {
    const int exit_code = run_ordo(argc, argv, console);
    if (std::cout.flush()) return exit_code;
    std::cerr << "ordo: cannot write to standard output\n";
  } catch (const std::exception& error) {
    std::cout.flush();
    std::cerr << "ordo: " << ordo::util::printable(error.what()) << '\n';
  }
  return kNo;
}
