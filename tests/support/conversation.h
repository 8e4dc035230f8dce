// One side of a conversation in the Universal Game Interface, for tests of the other.
#pragma once

#include <chrono>
#include <istream>
#include <ostream>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "protocol/ugi_session.h"
#include "support/channel.h"

namespace ordo::support {

/// A session on a thread of its own, at the other end of two pipes.
class Conversation {
 public:
  explicit Conversation(thinking::Thinker& thinker, protocol::UgiSettings settings = {})
      : session_(thinker, {"ordo test", "somebody"}, in_, out_, settings), thread_([this] {
          session_.run();
          to_us_.close();
        }) {}
  Conversation(const Conversation&) = delete;
  Conversation& operator=(const Conversation&) = delete;
  ~Conversation() {
    to_session_.close();
    thread_.join();
  }

  void send(const std::string& line) { (std::ostream(&to_session_) << line << '\n').flush(); }
  void hang_up() { to_session_.close(); }

  /// The next line; "(nothing)" if none comes.
  std::string next(std::chrono::milliseconds patience = kPatience) {
    return to_us_.line_within(patience).value_or("(nothing)");
  }
  /// All lines up to and including the one that begins like this, or to the end.
  std::vector<std::string> until(std::string_view beginning) {
    std::vector<std::string> lines;
    for (auto line = to_us_.line_within(kPatience); line; line = to_us_.line_within(kPatience)) {
      lines.push_back(*line);
      if (line->starts_with(beginning)) break;
    }
    return lines;
  }
  /// What is said before a question sent now is answered.
  std::vector<std::string> said_by_now() {
    send("isready");
    std::vector<std::string> lines = until("readyok");
    EXPECT_EQ(lines.back(), "readyok");
    lines.pop_back();
    return lines;
  }

 private:
  static constexpr std::chrono::milliseconds kPatience = std::chrono::seconds(20);

  Channel to_session_;
  Channel to_us_;
  std::istream in_{&to_session_};
  std::ostream out_{&to_us_};
  protocol::UgiSession session_;
  std::thread thread_;
};

}  // namespace ordo::support
