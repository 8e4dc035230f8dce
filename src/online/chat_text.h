// What may be said: a line of plain text.
#pragma once

#include <string>
#include <string_view>

#include "util/result.h"

namespace ordo::online {

/// The text without white space around it, control characters and line breaks turned into spaces, and what
/// changes the direction of writing taken out. Refused, with words for people: an empty text, one of more
/// than kMaxChatText characters, and what is not UTF-8.
[[nodiscard]] util::Result<std::string, std::string> clean_chat(std::string_view text);

}  // namespace ordo::online
