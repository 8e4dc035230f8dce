// Any text as a study from an address, as lines of a page, and as a comment: what is accepted can be written
// and read again.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "study/comment.h"
#include "study/pack.h"
#include "study/tree.h"
#include "study/tree_text.h"
#include "util/check.h"

using namespace ordo::study;

namespace {

void check(const Tree& tree) {
  const auto record = record_of(tree);
  if (!record) return;
  const Tree normal = tree_of(*record);
  const std::string packed = pack(normal);
  const auto unpacked = unpack(packed);
  ORDO_CHECK(unpacked.ok());
  ORDO_CHECK(tree_json(*unpacked) == tree_json(normal));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const Comment comment = parse_comment(text);
  ORDO_CHECK(parse_comment(to_text(comment)) == comment);
  if (const auto tree = unpack(text)) check(*tree);
  if (const auto tree = parse_tree(text)) check(*tree);
  return 0;
}
