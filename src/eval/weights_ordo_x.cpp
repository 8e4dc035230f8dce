// The weights for Ordo X, written by tools/fit.
#include "eval/weights.h"

namespace ordo::eval {

// clang-format off
const Weights kOrdoXWeights = {{
    {164, 286},  // rank 2
    {629, 327},  // rank 3
    {1159, 385},  // rank 4
    {955, 766},  // rank 5
    {-51, -135},  // rank 6
    {119, -134},  // rank 7
    {0, 0},  // 1 piece
    {285, 807},  // 2 pieces
    {344, 925},  // 3 pieces
    {137, -47},  // 4 pieces
    {-194, -780},  // 5-6 pieces
    {-839, -877},  // 7-8 pieces
    {-1118, -405},  // 9-11 pieces
    {-385, -327},  // 12-14 pieces
    {-524, 636},  // mean rank
    {118, -266},  // front 4
    {-826, -426},  // front 5
    {-343, -54},  // front 6
    {119, -134},  // front 7
    {156, 152},  // front pieces
    {-87, -155},  // reach 6
    {-100, 103},  // reach 7
    {151, -277},  // reach 8
    {148, -570},  // supported 6
    {-172, -226},  // supported 7
    {-8, 93},  // mobility
    {-56, -1029},  // width
    {1625, 501},  // height
    {80, 473},  // cut points
    {121, 522},  // pairs
    {151, -220},  // diagonals
    {361, -290},  // passed
    {-67, -90},  // passed front
    {176, -251},  // edge
    {74, 2},  // next to edge
    {-46, 5},  // centre
    {315, -339},  // home cover
    {-136, -201},  // mover attacks
    {192, 192},  // mover attacks cuts
    {101, -366},  // mover attacks high
    {-3, -38},  // mover threat
    {-3, -38},  // mover double threat
    {-124, -129},  // waiter attacks
    {73, 225},  // waiter attacks cuts
    {-383, 59},  // waiter attacks high
    {123, -96},  // waiter threat
    {123, -96},  // waiter double threat
    {500, 898},  // move
    {-104, -67},  // advance
}};
// clang-format on

}  // namespace ordo::eval
