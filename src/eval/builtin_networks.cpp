// The networks that come with the program, put in by the assembler.
#include "eval/judgement.h"
#include "util/check.h"

#ifdef __EMSCRIPTEN__
#define ORDO_SECTION(NAME) ".section .rodata." NAME ",\"\",@\n"
#define ORDO_AFTER
#else
#define ORDO_SECTION(NAME) ".section .rodata\n"
#define ORDO_AFTER ".text\n"
#endif
#define ORDO_NETWORK(NAME, FILE, BYTES) \
  asm(ORDO_SECTION(NAME) ".p2align 4\n"                                             \
                         ".globl ordo_network_" NAME "\n"                           \
                         ".type ordo_network_" NAME ", @object\n"                   \
                         "ordo_network_" NAME ":\n"                                 \
                         ".incbin \"" FILE "\"\n"                                   \
                         ".size ordo_network_" NAME ", " BYTES "\n" ORDO_AFTER)

ORDO_NETWORK("ordo", ORDO_NETWORKS_FOLDER "/ordo.net", ORDO_NETWORK_BYTES);
ORDO_NETWORK("ordox", ORDO_NETWORKS_FOLDER "/ordox.net", ORDO_NETWORK_BYTES);

extern "C" const std::uint8_t ordo_network_ordo[];   // NOLINT(*-avoid-c-arrays)
extern "C" const std::uint8_t ordo_network_ordox[];  // NOLINT(*-avoid-c-arrays)

namespace ordo::eval {
namespace {

[[nodiscard]] Network network_at(const std::uint8_t* bytes) {
  constexpr std::size_t kBytes = ORDO_NETWORK_COUNT;
  auto network = Network::read({bytes, kBytes});
  ORDO_CHECK(static_cast<bool>(network));
  return *std::move(network);
}

}  // namespace

Judgement Judgement::own() {
  static const Network ordo = network_at(ordo_network_ordo);
  static const Network ordo_x = network_at(ordo_network_ordox);
  Judgement judgement;
  judgement.networks = {&ordo, &ordo_x};
  return judgement;
}

}  // namespace ordo::eval
