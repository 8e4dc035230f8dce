// A connection to a PostgreSQL server.
#include "store/postgres_connection.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <poll.h>
#include <utility>

#include <fmt/format.h>
#include <libpq-fe.h>

#include "util/check.h"

namespace ordo::store {
namespace {

/// A commit has reached the disk when it is answered, and a node that vanishes within a transaction does not
/// keep its locks for long.
constexpr const char* kSettings =
    "SET synchronous_commit = on; SET client_min_messages = warning;"
    "SET idle_in_transaction_session_timeout = '30s'; SET tcp_keepalives_idle = 10;"
    "SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3;";

// Types of columns, as pg_type numbers them.
constexpr unsigned kBool = 16;
constexpr unsigned kInt8 = 20;
constexpr unsigned kInt2 = 21;
constexpr unsigned kInt4 = 23;
constexpr unsigned kFloat4 = 700;
constexpr unsigned kFloat8 = 701;

constexpr std::size_t kMostNoticeBytes = 7000;

[[nodiscard]] SqlTrouble trouble_for(std::string_view state, bool is_broken) {
  if (is_broken || state.starts_with("08") || state == "57P01" || state == "57P02" || state == "57P03" ||
      state == "25006" || state == "25P03") {  // 25: it has become read-only, or has closed an idle session
    return SqlTrouble::Lost;
  }
  if (state == "40001" || state == "40P01" || state == "55P03") return SqlTrouble::Conflict;
  if (state == "57014") return SqlTrouble::Slow;
  if (state == "53100") return SqlTrouble::Full;
  if (state == "58030") return SqlTrouble::Disk;
  if (state == "XX001" || state == "XX002") return SqlTrouble::Damaged;
  return SqlTrouble::Other;
}

/// libpq's messages have several lines.
[[nodiscard]] std::string one_line(std::string_view text) {
  std::string line;
  for (const char c : text) {
    if (c != '\n') {
      line += c;
    } else if (!line.empty() && line.back() != ' ') {
      line += ' ';
    }
  }
  while (!line.empty() && line.back() == ' ') line.pop_back();
  return line;
}

[[nodiscard]] Value column(const PGresult* result, int row, int index) {
  if (PQgetisnull(result, row, index) != 0) return std::monostate{};
  const std::string_view text(PQgetvalue(result, row, index),
                              static_cast<std::size_t>(PQgetlength(result, row, index)));
  switch (PQftype(result, index)) {
    case kBool:
      return std::int64_t{text == "t" ? 1 : 0};
    case kInt2:
    case kInt4:
    case kInt8: {
      std::int64_t number = 0;
      const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
      ORDO_CHECK(error == std::errc{} && end == text.data() + text.size());
      return number;
    }
    case kFloat4:
    case kFloat8: {
      double number = 0;
      const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
      ORDO_CHECK(error == std::errc{} && end == text.data() + text.size());
      return number;
    }
    default:
      return std::string(text);
  }
}

/// Parameters as libpq wants them: texts that end with a zero.
class Arguments {
 public:
  explicit Arguments(std::span<const Value> values) : numbers_(values.size()), texts_(values.size()) {
    for (std::size_t i = 0; i < values.size(); ++i) texts_[i] = text_of(values[i], numbers_[i]);
  }
  [[nodiscard]] const char* const* data() const noexcept { return texts_.data(); }
  [[nodiscard]] int size() const noexcept { return static_cast<int>(texts_.size()); }

 private:
  using Digits = std::array<char, 32>;

  [[nodiscard]] static const char* text_of(const Value& value, Digits& digits) {
    if (const auto* text = std::get_if<std::string>(&value)) return text->c_str();
    if (std::holds_alternative<std::monostate>(value)) return nullptr;
    char* end = nullptr;
    if (const auto* whole = std::get_if<std::int64_t>(&value)) {
      end = std::to_chars(digits.data(), digits.data() + digits.size() - 1, *whole).ptr;
    } else {
      end = std::to_chars(digits.data(), digits.data() + digits.size() - 1, std::get<double>(value)).ptr;
    }
    *end = '\0';
    return digits.data();
  }

  std::vector<Digits> numbers_;
  std::vector<const char*> texts_;
};

[[nodiscard]] std::size_t count_parameters(std::string_view sql) {
  std::size_t most = 0;
  for (std::size_t at = 0; (at = sql.find('$', at)) != std::string_view::npos; ++at) {
    std::size_t number = 0;
    std::from_chars(sql.data() + at + 1, sql.data() + sql.size(), number);
    most = std::max(most, number);
  }
  return most;
}

}  // namespace

void PostgresConnection::Finish::operator()(pg_conn* connection) const noexcept { PQfinish(connection); }
void PostgresConnection::Clear::operator()(pg_result* result) const noexcept { PQclear(result); }

PostgresConnection::PostgresConnection(const std::string& address, const PostgresPatience& patience,
                                       SteadyTime until)
    : patience_(patience), until_(until) {
  const std::vector<PostgresHost> hosts = hosts_of(address);
  for (std::size_t i = 0;; ++i) {
    try {
      connect_to(address, hosts[i], std::min(until, std::chrono::steady_clock::now() + patience_.connect));
      break;
    } catch (const SqlError&) {
      if (i + 1 == hosts.size() || std::chrono::steady_clock::now() >= until) throw;
    }
  }
  // What the server says besides answers; without this it goes to the error stream.
  PQsetNoticeProcessor(
      connection_.get(), [](void*, const char*) {}, nullptr);
  PQsetnonblocking(connection_.get(), 1);
  const auto longest = patience_.answer;
  patience_.answer = patience_.connect;
  run_text(kSettings, "begin a session");
  set_answer_within(longest);
}

void PostgresConnection::connect_to(const std::string& address, const PostgresHost& host, SteadyTime until) {
  // What comes later wins, so an address may bring its own settings.
  std::vector<const char*> keys = {
      "application_name",    "client_encoding",  "target_session_attrs", "keepalives_idle",
      "keepalives_interval", "keepalives_count", "tcp_user_timeout",     "dbname"};
  std::vector<const char*> values = {"ordo", "UTF8", "read-write", "10", "5", "3", "10000", address.c_str()};
  for (const auto& [key, value] : host) {
    keys.push_back(key.c_str());
    values.push_back(value.c_str());
  }
  keys.push_back(nullptr);
  values.push_back(nullptr);
  connection_.reset(PQconnectStartParams(keys.data(), values.data(), 1));
  if (!connection_) throw std::bad_alloc();
  const auto unreachable = [](std::string_view why) {
    throw SqlError(SqlTrouble::Lost, fmt::format("cannot reach PostgreSQL: {}", one_line(why)));
  };
  if (PQstatus(connection_.get()) == CONNECTION_BAD) unreachable(PQerrorMessage(connection_.get()));
  for (PostgresPollingStatusType state = PGRES_POLLING_WRITING; state != PGRES_POLLING_OK;) {
    if (!is_ready(state == PGRES_POLLING_READING ? POLLIN : POLLOUT, until))
      unreachable("it does not answer");
    state = PQconnectPoll(connection_.get());
    if (state == PGRES_POLLING_FAILED) unreachable(PQerrorMessage(connection_.get()));
  }
}

bool PostgresConnection::is_ready(short events, SteadyTime until) const {
  for (;;) {
    const bool has_rung = patience_.bell != nullptr && patience_.bell->has_rung();
    if (has_rung) until = std::min(until, patience_.bell->rung_at() + patience_.after_bell);
    const SteadyTime now = std::chrono::steady_clock::now();
    if (now >= until) return false;
    const auto left = std::min<std::chrono::milliseconds>(
        std::chrono::ceil<std::chrono::milliseconds>(until - now), std::chrono::hours(1));
    const int bell = patience_.bell != nullptr && !has_rung ? patience_.bell->descriptor() : -1;
    std::array<pollfd, 2> waited = {{{PQsocket(connection_.get()), events, 0}, {bell, POLLIN, 0}}};
    if (poll(waited.data(), waited.size(), static_cast<int>(left.count())) > 0 && waited[0].revents != 0)
      return true;
  }
}

void PostgresConnection::join_node(std::int32_t number) {
  run_text(fmt::format("SELECT pg_advisory_lock_shared({}, {})", kPostgresNodes, number), "join a node");
}

void PostgresConnection::set_answer_within(std::optional<std::chrono::milliseconds> longest) {
  // The server gives up before we do, so that a slow statement does not cost the connection.
  const std::int64_t its = longest ? longest->count() * 4 / 5 : 0;
  run_text(fmt::format("SET statement_timeout = {}", its), "set the time for statements");
  patience_.answer = longest;
}

void PostgresConnection::fail(const pg_result* result, std::string_view doing) const {
  const char* state = result != nullptr ? PQresultErrorField(result, PG_DIAG_SQLSTATE) : nullptr;
  const bool is_broken = PQstatus(connection_.get()) == CONNECTION_BAD;
  const std::string_view why =
      result != nullptr ? PQresultErrorMessage(result) : PQerrorMessage(connection_.get());
  throw SqlError(trouble_for(state != nullptr ? state : "", is_broken || result == nullptr),
                 fmt::format("PostgreSQL: cannot {}: {}", doing, one_line(why)));
}

void PostgresConnection::give_up(std::string_view doing) {
  is_hung_ = true;
  throw SqlError(SqlTrouble::Lost, fmt::format("PostgreSQL: cannot {}: it does not answer", doing));
}

PostgresConnection::Result PostgresConnection::answer(int is_sent, std::string_view doing) {
  if (is_hung_) give_up(doing);
  if (is_sent == 0) fail(nullptr, doing);
  SteadyTime until = until_;
  if (patience_.answer) until = std::min(until, std::chrono::steady_clock::now() + *patience_.answer);
  for (;;) {
    const int left = PQflush(connection_.get());
    if (left < 0) fail(nullptr, doing);
    if (left == 0) break;
    // What it says meanwhile is read, or it might stop listening.
    if (!is_ready(POLLIN | POLLOUT, until)) give_up(doing);
    if (PQconsumeInput(connection_.get()) == 0) fail(nullptr, doing);
  }
  Result last;
  for (;;) {
    while (PQisBusy(connection_.get()) != 0) {
      if (!is_ready(POLLIN, until)) give_up(doing);
      if (PQconsumeInput(connection_.get()) == 0) fail(nullptr, doing);
    }
    Result next(PQgetResult(connection_.get()));
    if (!next) break;
    last = std::move(next);
  }
  const ExecStatusType status = PQresultStatus(last.get());
  if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK) fail(last.get(), doing);
  return last;
}

PostgresConnection::Result PostgresConnection::run_text(const std::string& sql, std::string_view doing) {
  return answer(PQsendQuery(connection_.get(), sql.c_str()), doing);
}

const PostgresConnection::Prepared& PostgresConnection::prepared(std::string_view sql) {
  if (const auto found = statements_.find(sql); found != statements_.end()) return *found->second;
  auto made = std::make_unique<Prepared>();
  made->text = sql;
  made->name = fmt::format("ordo{}", statements_.size());
  made->parameters = count_parameters(sql);
  const Result result =
      answer(PQsendPrepare(connection_.get(), made->name.c_str(), made->text.c_str(), 0, nullptr),
             "prepare a statement");
  const std::string_view key = made->text;
  return *statements_.emplace(key, std::move(made)).first->second;
}

PostgresConnection::Result PostgresConnection::run(std::string_view sql, std::span<const Value> parameters) {
  const Prepared& found = prepared(sql);
  ORDO_CHECK(found.parameters == parameters.size());
  const Arguments arguments(parameters);
  return answer(PQsendQueryPrepared(connection_.get(), found.name.c_str(), arguments.size(), arguments.data(),
                                    nullptr, nullptr, 0),
                "run a statement");
}

std::vector<Row> PostgresConnection::query(std::string_view sql, std::span<const Value> parameters) {
  const Result result = run(sql, parameters);
  const int columns = PQnfields(result.get());
  const int count = PQntuples(result.get());
  std::vector<Row> rows;
  rows.reserve(static_cast<std::size_t>(count));
  for (int row = 0; row < count; ++row) {
    std::vector<Value> values;
    values.reserve(static_cast<std::size_t>(columns));
    for (int i = 0; i < columns; ++i) values.push_back(column(result.get(), row, i));
    rows.emplace_back(std::move(values));
  }
  return rows;
}

std::int64_t PostgresConnection::execute(std::string_view sql, std::span<const Value> parameters) {
  const Result result = run(sql, parameters);
  const std::string_view count = PQcmdTuples(result.get());
  std::int64_t number = 0;
  std::from_chars(count.data(), count.data() + count.size(), number);
  return number;
}

void PostgresConnection::notify(std::string_view channel, std::string_view text) {
  ORDO_CHECK(channel.find(' ') == std::string_view::npos && text.find('\n') == std::string_view::npos);
  ORDO_CHECK(channel.size() + text.size() < kMostNoticeBytes);
  // Many in one, a line each: to the server every notice is work for every node.
  if (notices_.empty() || notices_.back().size() + channel.size() + text.size() + 2 > kMostNoticeBytes) {
    notices_.emplace_back();
  }
  std::string& lines = notices_.back();
  if (!lines.empty()) lines += '\n';
  lines.append(channel).append(1, ' ').append(text);
}

std::string PostgresConnection::take_notices_as_script() {
  std::string script;
  for (const std::string& text : std::exchange(notices_, {})) {
    const std::unique_ptr<char, decltype(&PQfreemem)> quoted(
        PQescapeLiteral(connection_.get(), text.data(), text.size()), &PQfreemem);
    if (!quoted) fail(nullptr, "quote a notice");
    script += fmt::format("NOTIFY {}, {};", kPostgresChannel, quoted.get());
  }
  return script;
}

void PostgresConnection::script(std::string_view sql) {
  const Result result = run_text(std::string(sql), "run a script");
}

bool PostgresConnection::begin(const std::string& token) {
  notices_.clear();
  // One way there and back: tokens are letters and digits of ours. If a transaction with this token is still
  // being committed, the server waits for it.
  const Result result =
      run_text(fmt::format("BEGIN; INSERT INTO commits (token) VALUES ('{}') ON CONFLICT DO NOTHING", token),
               "begin a transaction");
  if (std::string_view(PQcmdTuples(result.get())) == "1") return true;
  script("ROLLBACK");
  return false;
}

void PostgresConnection::commit() {
  const std::string script = take_notices_as_script() + "COMMIT";  // one way there and back
  const Result result = run_text(script, "commit");
  // A transaction that failed before answers ROLLBACK to COMMIT.
  if (std::string_view(PQcmdStatus(result.get())) != "COMMIT") {
    throw SqlError(SqlTrouble::Other, "PostgreSQL: a job went on after a failed statement");
  }
}

void PostgresConnection::rollback() noexcept {
  notices_.clear();
  if (is_hung_ || PQstatus(connection_.get()) == CONNECTION_BAD) return;
  try {
    const Result result = run_text("ROLLBACK", "roll back");
  } catch (const std::exception&) {  // NOLINT(bugprone-empty-catch): a lost connection rolls back by itself
  }
}

std::vector<Notice> PostgresConnection::wait_for_notices(std::chrono::milliseconds longest) {
  // Some may have come with the answer to a question.
  std::vector<Notice> heard = take_heard();
  if (!heard.empty()) return heard;
  const int bell = patience_.bell != nullptr ? patience_.bell->descriptor() : -1;
  std::array<pollfd, 2> waited = {{{PQsocket(connection_.get()), POLLIN, 0}, {bell, POLLIN, 0}}};
  poll(waited.data(), waited.size(), static_cast<int>(longest.count()));
  if (PQconsumeInput(connection_.get()) == 0) fail(nullptr, "listen");
  return take_heard();
}

std::vector<Notice> PostgresConnection::take_heard() {
  std::vector<Notice> heard;
  while (PGnotify* notice = PQnotifies(connection_.get())) {
    std::string_view lines = notice->extra;
    while (!lines.empty()) {
      const std::string_view line = lines.substr(0, lines.find('\n'));
      lines.remove_prefix(std::min(line.size() + 1, lines.size()));
      const std::size_t space = line.find(' ');
      if (space != std::string_view::npos)
        heard.push_back({std::string(line.substr(0, space)), std::string(line.substr(space + 1))});
    }
    PQfreemem(notice);
  }
  return heard;
}

}  // namespace ordo::store
