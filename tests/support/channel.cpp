// A pipe within one process: what one thread writes another reads, waiting for it.
#include "support/channel.h"

namespace ordo::support {

void Channel::close() {
  const std::scoped_lock lock(mutex_);
  is_closed_ = true;
  changed_.notify_all();
}

std::optional<std::string> Channel::line_within(std::chrono::milliseconds patience) {
  std::unique_lock lock(mutex_);
  const auto has_line = [this] { return waiting_.find('\n') != std::string::npos; };
  changed_.wait_for(lock, patience, [&] { return has_line() || is_closed_; });
  if (!has_line()) return std::nullopt;
  const std::size_t end = waiting_.find('\n');
  std::string line = waiting_.substr(0, end);
  waiting_.erase(0, end + 1);
  return line;
}

Channel::int_type Channel::underflow() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return !waiting_.empty() || is_closed_; });
  return waiting_.empty() ? traits_type::eof() : traits_type::to_int_type(waiting_.front());
}

Channel::int_type Channel::uflow() {
  const int_type next = underflow();
  if (traits_type::eq_int_type(next, traits_type::eof())) return next;
  const std::scoped_lock lock(mutex_);
  waiting_.erase(0, 1);
  return next;
}

Channel::int_type Channel::overflow(int_type c) {
  if (traits_type::eq_int_type(c, traits_type::eof())) return traits_type::not_eof(c);
  const char text = traits_type::to_char_type(c);
  return xsputn(&text, 1) == 1 ? c : traits_type::eof();
}

std::streamsize Channel::xsputn(const char* text, std::streamsize size) {
  const std::scoped_lock lock(mutex_);
  if (is_closed_) return 0;
  waiting_.append(text, static_cast<std::size_t>(size));
  changed_.notify_all();
  return size;
}

}  // namespace ordo::support
