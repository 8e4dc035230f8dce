// The weights for Ordo that six generations of games with itself had taught the engine (`Bench: 8315413`),
// kept as they were.
#include "selfplay/fashion.h"

namespace ordo::selfplay {

// clang-format off
const eval::Weights kFashionOrdo = {{
    {-1240, -756},  // a1
    {-1254, -1321},  // b1
    {-553, -1172},  // c1
    {-338, -1682},  // d1
    {-299, -1469},  // e1
    {-1103, -1538},  // a2
    {-310, -785},  // b2
    {-240, -1139},  // c2
    {-244, -718},  // d2
    {97, -46},  // e2
    {-1232, -948},  // a3
    {-1144, -645},  // b3
    {-646, -677},  // c3
    {-327, -432},  // d3
    {26, -30},  // e3
    {-1254, -373},  // a4
    {-1065, -641},  // b4
    {-653, 211},  // c4
    {-10, 265},  // d4
    {299, 554},  // e4
    {-1064, -147},  // a5
    {-334, -102},  // b5
    {264, 411},  // c5
    {465, 1240},  // d5
    {772, 934},  // e5
    {-428, -249},  // a6
    {-22, 707},  // b6
    {30, -153},  // c6
    {-73, 307},  // d6
    {386, -26},  // e6
    {85, 41},  // a7
    {34, 203},  // b7
    {186, 483},  // c7
    {-21, 131},  // d7
    {-118, -78},  // e7
    {0, 0},  // 1 piece
    {227, 1515},  // 2 pieces
    {201, 596},  // 3 pieces
    {35, -193},  // 4 pieces
    {83, -685},  // 5-6 pieces
    {42, -475},  // 7-8 pieces
    {-13, -280},  // 9-11 pieces
    {55, -310},  // 12-14 pieces
    {194, -52},  // mean rank
    {56, -200},  // front 4
    {-127, -1857},  // front 5
    {-580, -1212},  // front 6
    {166, 780},  // front 7
    {19, -72},  // front pieces
    {-135, -52},  // reach 5
    {-175, -443},  // reach 6
    {104, -469},  // reach 7
    {163, 157},  // reach 8
    {49, -64},  // supported 5
    {-36, 281},  // supported 6
    {-76, -203},  // supported 7
    {-101, -146},  // mobility
    {-588, -26},  // width
    {504, 1112},  // height
    {66, -82},  // cut points
    {285, -324},  // row 1
    {-6, -599},  // row 2
    {6, -367},  // row 3
    {-14, 86},  // row 4
    {-223, 914},  // row 5
    {-137, 591},  // row 6
    {0, 0},  // row 7
    {-138, -835},  // column 2
    {-28, -397},  // column 3
    {-58, -407},  // column 4
    {-96, -335},  // column 5
    {-156, 875},  // column 6
    {216, 591},  // column 7
    {50, -871},  // diagonal 2
    {1, -927},  // diagonal 3
    {-35, -873},  // diagonal 4
    {22, -1034},  // diagonal 5
    {113, -105},  // diagonal 6
    {-88, 181},  // diagonal 7
    {438, 719},  // passed 2
    {136, 936},  // passed 3
    {349, 1330},  // passed 4
    {1545, 110},  // passed 5
    {1064, 1160},  // passed 6
    {728, 1111},  // passed 7
    {-54, -630},  // passed front
    {-112, -522},  // home cover
    {-92, 672},  // mover attacks
    {85, 411},  // mover attacks cuts
    {505, -36},  // mover attacks high
    {-12, 322},  // mover threat
    {-12, 322},  // mover double threat
    {-128, 700},  // waiter attacks
    {92, 304},  // waiter attacks cuts
    {641, -122},  // waiter attacks high
    {178, 458},  // waiter threat
    {178, 458},  // waiter double threat
    {306, 193},  // move
    {0, 0},  // advance
}};
// clang-format on

}  // namespace ordo::selfplay
