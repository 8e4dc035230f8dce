// The weights for Ordo, written by tools/fit.
#include "eval/weights.h"

namespace ordo::eval {

// clang-format off
const Weights kOrdoWeights = {{
    {-49, -423},  // rank 2
    {-633, 170},  // rank 3
    {-387, 570},  // rank 4
    {-249, 1190},  // rank 5
    {341, 1194},  // rank 6
    {609, 778},  // rank 7
    {0, 0},  // 1 piece
    {148, 1066},  // 2 pieces
    {205, 956},  // 3 pieces
    {184, 216},  // 4 pieces
    {297, -177},  // 5-6 pieces
    {176, -428},  // 7-8 pieces
    {572, -488},  // 9-11 pieces
    {353, -427},  // 12-14 pieces
    {626, 51},  // mean rank
    {60, -607},  // front 4
    {-438, -1647},  // front 5
    {-612, -823},  // front 6
    {609, 778},  // front 7
    {84, -268},  // front pieces
    {-261, -116},  // reach 6
    {266, -409},  // reach 7
    {221, 246},  // reach 8
    {139, 16},  // supported 6
    {-513, -26},  // supported 7
    {-98, -115},  // mobility
    {-448, -109},  // width
    {832, -7},  // height
    {170, -478},  // cut points
    {65, -377},  // pairs
    {66, -888},  // diagonals
    {-110, 1243},  // passed
    {286, -691},  // passed front
    {-586, -771},  // edge
    {-363, -237},  // next to edge
    {316, 166},  // centre
    {-78, 41},  // home cover
    {-154, 443},  // mover attacks
    {216, 357},  // mover attacks cuts
    {563, -284},  // mover attacks high
    {273, 320},  // mover threat
    {273, 320},  // mover double threat
    {-187, 402},  // waiter attacks
    {237, 335},  // waiter attacks cuts
    {563, -257},  // waiter attacks high
    {336, 458},  // waiter threat
    {336, 458},  // waiter double threat
    {117, 258},  // move
    {0, 0},  // advance
}};
// clang-format on

}  // namespace ordo::eval
