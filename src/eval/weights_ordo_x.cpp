// The weights for Ordo X, written by tools/fit.
#include "eval/weights.h"

namespace ordo::eval {

// clang-format off
const Weights kOrdoXWeights = {{
    {861, 194},  // a1
    {866, 355},  // b1
    {837, 250},  // c1
    {929, -155},  // d1
    {776, 160},  // e1
    {876, -448},  // a2
    {769, 26},  // b2
    {756, -163},  // c2
    {714, 15},  // d2
    {784, -91},  // e2
    {985, -67},  // a3
    {868, 199},  // b3
    {845, 362},  // c3
    {1013, -150},  // d3
    {1008, -92},  // e3
    {921, 337},  // a4
    {785, 515},  // b4
    {780, 298},  // c4
    {655, 430},  // d4
    {656, 532},  // e4
    {315, -552},  // a5
    {135, -114},  // b5
    {59, 52},  // c5
    {49, 321},  // d5
    {190, 154},  // e5
    {-195, -108},  // a6
    {18, 158},  // b6
    {91, 25},  // c6
    {232, -44},  // d6
    {-122, -39},  // e6
    {223, 210},  // a7
    {-124, -150},  // b7
    {33, 19},  // c7
    {16, -28},  // d7
    {29, -5},  // e7
    {0, 0},  // 1 piece
    {154, 453},  // 2 pieces
    {248, 670},  // 3 pieces
    {128, -108},  // 4 pieces
    {-79, -272},  // 5-6 pieces
    {-495, -592},  // 7-8 pieces
    {-517, -406},  // 9-11 pieces
    {-294, 70},  // 12-14 pieces
    {-86, 469},  // mean rank
    {480, -154},  // front 4
    {-520, -315},  // front 5
    {-255, -173},  // front 6
    {152, 30},  // front 7
    {175, 146},  // front pieces
    {-45, -7},  // reach 5
    {36, 85},  // reach 6
    {42, -21},  // reach 7
    {48, -162},  // reach 8
    {205, -285},  // supported 5
    {142, -377},  // supported 6
    {-117, -204},  // supported 7
    {-11, 48},  // mobility
    {129, -948},  // width
    {1410, 518},  // height
    {99, 456},  // cut points
    {176, -440},  // row 1
    {273, 283},  // row 2
    {192, 287},  // row 3
    {321, 118},  // row 4
    {461, 185},  // row 5
    {59, 78},  // row 6
    {25, 16},  // row 7
    {277, 1199},  // column 2
    {91, 857},  // column 3
    {349, 214},  // column 4
    {734, 266},  // column 5
    {241, 102},  // column 6
    {224, 77},  // column 7
    {86, -417},  // diagonal 2
    {122, -415},  // diagonal 3
    {96, 59},  // diagonal 4
    {311, 621},  // diagonal 5
    {62, 19},  // diagonal 6
    {-12, 0},  // diagonal 7
    {-117, 322},  // passed 2
    {-91, -208},  // passed 3
    {354, -543},  // passed 4
    {352, -92},  // passed 5
    {84, -258},  // passed 6
    {-37, -119},  // passed 7
    {107, -26},  // passed front
    {279, -345},  // home cover
    {-138, -289},  // mover attacks
    {102, 335},  // mover attacks cuts
    {45, -260},  // mover attacks high
    {-19, -10},  // mover threat
    {-19, -10},  // mover double threat
    {-111, -186},  // waiter attacks
    {6, 335},  // waiter attacks cuts
    {-798, 475},  // waiter attacks high
    {170, 40},  // waiter threat
    {170, 40},  // waiter double threat
    {657, 1446},  // move
    {-143, -159},  // advance
}};
// clang-format on

}  // namespace ordo::eval
