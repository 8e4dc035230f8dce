// The judgement of the engine as it was when it had only ever met itself.
#pragma once

#include "eval/weights.h"

namespace ordo::selfplay {

extern const eval::Weights kFashionOrdo;

}  // namespace ordo::selfplay
