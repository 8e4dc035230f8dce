// The weights for Ordo, written by tools/fit.
#include "eval/weights.h"

namespace ordo::eval {

// clang-format off
const Weights kOrdoWeights = {{
    {-224, -538},  // a1
    {-158, -389},  // b1
    {143, -706},  // c1
    {178, -592},  // d1
    {82, -625},  // e1
    {-334, -618},  // a2
    {333, -208},  // b2
    {339, -256},  // c2
    {263, -6},  // d2
    {561, 360},  // e2
    {-288, -363},  // a3
    {-246, 121},  // b3
    {5, 151},  // c3
    {223, 263},  // d3
    {442, 445},  // e3
    {-427, 215},  // a4
    {-356, 163},  // b4
    {31, 354},  // c4
    {273, 507},  // d4
    {603, 617},  // e4
    {-318, -57},  // a5
    {312, 171},  // b5
    {437, 452},  // c5
    {663, 937},  // d5
    {529, 1001},  // e5
    {171, 453},  // a6
    {406, 455},  // b6
    {615, 157},  // c6
    {323, 652},  // d6
    {418, 641},  // e6
    {528, 515},  // a7
    {377, 607},  // b7
    {285, 526},  // c7
    {445, 502},  // d7
    {125, 291},  // e7
    {-816, -1486},  // 1 piece
    {-1385, 539},  // 2 pieces
    {-172, 1367},  // 3 pieces
    {462, 749},  // 4 pieces
    {1092, -46},  // 5-6 pieces
    {1232, -779},  // 7-8 pieces
    {907, -870},  // 9-11 pieces
    {129, -259},  // 12-14 pieces
    {178, -75},  // mean rank
    {214, -506},  // front 4
    {72, -1124},  // front 5
    {-300, -849},  // front 6
    {51, 740},  // front 7
    {22, -79},  // front pieces
    {53, -245},  // reach 5
    {-122, -215},  // reach 6
    {-14, -250},  // reach 7
    {-36, 11},  // reach 8
    {-27, 223},  // supported 5
    {160, 172},  // supported 6
    {62, 95},  // supported 7
    {5, -132},  // mobility
    {-534, -82},  // width
    {304, 597},  // height
    {-11, -259},  // cut points
    {100, 389},  // row 1
    {-147, 58},  // row 2
    {-115, 299},  // row 3
    {-75, 442},  // row 4
    {-63, 962},  // row 5
    {101, 420},  // row 6
    {2, 1},  // row 7
    {-111, -460},  // column 2
    {16, 104},  // column 3
    {85, -135},  // column 4
    {-125, -79},  // column 5
    {142, 494},  // column 6
    {47, 285},  // column 7
    {80, -193},  // diagonal 2
    {44, -251},  // diagonal 3
    {49, -493},  // diagonal 4
    {-104, -462},  // diagonal 5
    {146, 74},  // diagonal 6
    {50, 478},  // diagonal 7
    {205, 676},  // passed 2
    {-80, 971},  // passed 3
    {221, 962},  // passed 4
    {964, 361},  // passed 5
    {1129, 1078},  // passed 6
    {657, 1092},  // passed 7
    {-5, -471},  // passed front
    {-85, -350},  // home cover
    {-135, 309},  // mover attacks
    {120, 103},  // mover attacks cuts
    {290, -231},  // mover attacks high
    {-126, 273},  // mover threat
    {-126, 273},  // mover double threat
    {-142, 349},  // waiter attacks
    {100, -2},  // waiter attacks cuts
    {392, -350},  // waiter attacks high
    {178, 468},  // waiter threat
    {178, 468},  // waiter double threat
    {193, 121},  // move
    {0, 0},  // advance
}};
// clang-format on

}  // namespace ordo::eval
