// Coming and going, with patience: what one node sees, and what the others say.
#include "server/games/presence.h"

#include <algorithm>
#include <utility>

#include "server/base/secret.h"

namespace ordo::server {
namespace {

/// A look that comes so much after the last one was held up.
constexpr std::chrono::seconds kHeldUp{4};
/// Of those who have gone so many are remembered, and so long.
constexpr std::size_t kMostGone = 20'000;
constexpr std::chrono::hours kGoneMemory{1};

}  // namespace

Presence::Presence(boost::asio::io_context::executor_type executor, store::Database& database,
                   std::shared_ptr<const People> people, std::shared_ptr<Draining> draining, Timekeeper& time,
                   const PresenceOptions& options)
    : database_(database),
      people_(std::move(people)),
      draining_(std::move(draining)),
      time_(time),
      options_(options),
      has_other_nodes_(database.dialect() == store::Dialect::Postgres),
      node_(random_id()),
      strand_(boost::asio::make_strand(std::move(executor))),
      timer_(strand_),
      settled_at_(time.ticks() + options.return_time),
      looked_at_(time.ticks()) {}

void Presence::start() {
  beat();
  look_later();
}

void Presence::look_later() {
  timer_.expires_after(options_.look_every);
  timer_.async_wait([weak = weak_from_this()](const boost::system::error_code& error) {
    const auto self = weak.lock();
    if (!self || error || self->draining_->has_begun()) return;
    self->look();
    self->look_later();
  });
}

void Presence::look() {
  Changed changed;
  bool is_beat_due = false;
  bool has_settled = false;
  {
    const std::lock_guard lock(mutex_);
    const Ticks now = time_.ticks();
    if (now - looked_at_ > kHeldUp) {
      settled_at_ = now + options_.return_time;
      is_settled_ = false;
    }
    looked_at_ = now;
    is_beat_due = now - beaten_at_ >= options_.beat_every;
    if (now >= settled_at_) {
      has_settled = !std::exchange(is_settled_, true);
      expire(now, changed);
    }
  }
  if (is_beat_due) beat();
  flush();
  if (has_settled) tell_all();
  tell(changed);
}

void Presence::expire(Ticks now, Changed& changed) {
  std::vector<online::UserId> due;
  for (const online::UserId& user : lingering_) {
    if (*here_.at(user).until <= now) due.push_back(user);
  }
  for (const online::UserId& user : due) {
    Person& person = here_.at(user);
    person.until.reset();
    lingering_.erase(user);
    if (people_->is_here(user)) continue;  // who came while the last connection was closed
    if (std::exchange(person.is_local, false)) unsaid_.insert(user);
    go_if_nowhere(user, changed);
  }
  if (gone_.size() > kMostGone) {
    std::erase_if(gone_,
                  [oldest = time_.now() - kGoneMemory](const auto& one) { return one.second < oldest; });
    if (gone_.size() > kMostGone) gone_.clear();
  }
}

void Presence::go_if_nowhere(const online::UserId& user, Changed& changed) {
  const auto found = here_.find(user);
  if (found == here_.end()) return;
  const Person& person = found->second;
  if (person.is_local || !person.nodes.empty() || person.until) return;
  here_.erase(found);
  gone_[user] = time_.now();
  changed.push_back(user);
}

void Presence::come(const Identity& who, std::optional<Ticks> until, Changed& changed) {
  const bool is_new = !here_.contains(who.user);
  Person& person = here_[who.user];
  if (is_new) changed.push_back(who.user);
  if (!person.is_local || person.kind != who.kind || person.name != who.name) unsaid_.insert(who.user);
  person.kind = who.kind;
  person.name = who.name;
  if (until && person.is_local && !person.until) return;  // is connected as well
  person.is_local = true;
  person.until = until;
  if (until) {
    lingering_.insert(who.user);
  } else {
    lingering_.erase(who.user);
  }
  gone_.erase(who.user);
}

void Presence::entered(const Identity& who) {
  if (!who.is_known()) return;
  Changed changed;
  {
    const std::lock_guard lock(mutex_);
    come(who, std::nullopt, changed);
  }
  flush();
  tell(changed);
}

void Presence::heard_from(const Identity& who) {
  // Browsers keep a connection: what they ask for says nothing about how long they stay.
  if (!who.is_known() || !who.by_token) return;
  Changed changed;
  {
    const std::lock_guard lock(mutex_);
    come(who, time_.ticks() + options_.by_request, changed);
  }
  flush();
  tell(changed);
}

void Presence::left(const online::UserId& user) {
  const std::lock_guard lock(mutex_);
  const auto found = here_.find(user);
  if (found == here_.end() || !found->second.is_local) return;
  const Ticks until = time_.ticks() + options_.grace;
  found->second.until = std::max(found->second.until.value_or(until), until);
  lingering_.insert(user);
}

Whereabouts Presence::whereabouts(const online::UserId& user) const {
  const std::lock_guard lock(mutex_);
  if (here_.contains(user)) return {Whereabouts::Kind::Here, {}};
  if (!is_settled_) return {Whereabouts::Kind::Unknown, {}};
  const auto found = gone_.find(user);
  return {Whereabouts::Kind::Away, found == gone_.end() ? online::Instant() : found->second};
}

Crowd Presence::crowd(std::size_t most) const {
  const std::lock_guard lock(mutex_);
  Crowd crowd{here_.size(), {}};
  for (const bool are_guests : {false, true}) {
    for (const auto& [user, person] : here_) {
      if (crowd.some.size() >= most) return crowd;
      if ((person.kind == online::PlayerKind::Guest) == are_guests)
        crowd.some.push_back({user, person.kind, person.name, {}});
    }
  }
  return crowd;
}

void Presence::follow(const online::UserId& user, const online::GameId& game) {
  if (user.empty()) return;
  const std::lock_guard lock(mutex_);
  std::vector<online::GameId>& games = games_[user];
  if (std::ranges::find(games, game) == games.end()) games.push_back(game);
}

void Presence::unfollow(const online::UserId& user, const online::GameId& game) {
  const std::lock_guard lock(mutex_);
  const auto found = games_.find(user);
  if (found == games_.end()) return;
  std::erase(found->second, game);
  if (found->second.empty()) games_.erase(found);
}

void Presence::tell(const Changed& changed) const {
  if (changed.empty()) return;
  std::vector<online::GameId> games;
  {
    const std::lock_guard lock(mutex_);
    for (const online::UserId& user : changed) {
      const auto found = games_.find(user);
      if (found != games_.end()) games.insert(games.end(), found->second.begin(), found->second.end());
    }
  }
  for (const online::GameId& game : games) tell_game_(game);
  if (tell_company_) tell_company_();
}

void Presence::tell_all() const {
  std::unordered_set<online::GameId> games;
  {
    const std::lock_guard lock(mutex_);
    for (const auto& [user, its_games] : games_) games.insert(its_games.begin(), its_games.end());
  }
  for (const online::GameId& game : games) tell_game_(game);
}

}  // namespace ordo::server
