// What nodes tell each other about who is here: rows, notices, signs of life.
#include <algorithm>
#include <utility>

#include "online/words.h"
#include "server/games/notice_words.h"
#include "server/games/presence.h"

namespace ordo::server {

/// One job at a time, with all that has changed meanwhile.
void Presence::flush() {
  if (!has_other_nodes_ || draining_->has_begun()) return;
  const auto come = std::make_shared<std::vector<store::Connected>>();
  const auto gone = std::make_shared<std::vector<online::UserId>>();
  {
    const std::lock_guard lock(mutex_);
    if (is_writing_ || unsaid_.empty()) return;
    is_writing_ = true;
    for (const online::UserId& user : std::exchange(unsaid_, {})) {
      const auto found = here_.find(user);
      if (found != here_.end() && found->second.is_local) {
        come->push_back({user, found->second.kind, found->second.name, node_});
      } else {
        gone->push_back(user);
      }
    }
  }
  database_.write(
      [come, gone, node = node_](store::Connection& connection) {
        store::Store store(connection);
        for (const store::Connected& person : *come) store.put_online(person);
        for (const online::UserId& user : *gone) store.drop_online(user, node);
      },
      [self = shared_from_this(), come, gone,
       storing = std::make_shared<Storing>(draining_)](const std::exception_ptr& failed) {
        {
          const std::lock_guard lock(self->mutex_);
          self->is_writing_ = false;
          if (failed) {  // tried again at the next look
            for (const store::Connected& person : *come) self->unsaid_.insert(person.user);
            self->unsaid_.insert(gone->begin(), gone->end());
            return;
          }
        }
        self->flush();
      });
}

void Presence::beat() {
  if (!has_other_nodes_) return;
  {
    const std::lock_guard lock(mutex_);
    if (std::exchange(is_beating_, true)) return;
    beaten_at_ = time_.ticks();
  }
  const auto was_known = std::make_shared<bool>(true);
  database_.write(
      [was_known, node = node_, now = time_.now(),
       silence = options_.silence](store::Connection& connection) {
        store::Store store(connection);
        *was_known = store.note_node(node, now);
        store.drop_silent_nodes(node, now - silence);
      },
      [self = shared_from_this(), was_known,
       storing = std::make_shared<Storing>(draining_)](const std::exception_ptr& failed) {
        const bool is_new = !failed && !*was_known;
        {
          const std::lock_guard lock(self->mutex_);
          self->is_beating_ = false;
          if (is_new) self->put_all_again();
        }
        if (!is_new) return;
        self->flush();
        self->look_again();
      });
}

void Presence::put_all_again() {
  for (const auto& [user, person] : here_) {
    if (person.is_local) unsaid_.insert(user);
  }
}

void Presence::look_again() {
  if (!has_other_nodes_) return;
  {
    const std::lock_guard lock(mutex_);
    is_read_old_ = true;
    if (std::exchange(is_reading_, true)) return;
  }
  read_all();
}

void Presence::read_all() {
  const auto rows = std::make_shared<std::vector<store::Connected>>();
  {
    const std::lock_guard lock(mutex_);
    is_read_old_ = false;
  }
  database_.read([rows](store::Connection& connection) { *rows = store::Store(connection).online(); },
                 [self = shared_from_this(), rows](const std::exception_ptr& failed) {
                   Changed changed;
                   bool is_old = false;
                   {
                     const std::lock_guard lock(self->mutex_);
                     is_old = self->is_read_old_ && !failed;
                     if (!is_old) self->is_reading_ = false;
                     if (!failed && !is_old) self->take_rows(*rows, changed);
                   }
                   if (is_old) return self->read_all();
                   self->tell(changed);
                 },
                 store::Reading::List);
}

void Presence::take_rows(const std::vector<store::Connected>& rows, Changed& changed) {
  std::vector<online::UserId> known;
  for (auto& [user, person] : here_) {
    person.nodes.clear();
    known.push_back(user);
  }
  for (const store::Connected& row : rows) {
    if (row.node != node_) note_here(row, changed);
  }
  for (const online::UserId& user : known) go_if_nowhere(user, changed);
}

void Presence::note_here(const store::Connected& row, Changed& changed) {
  const bool is_new = !here_.contains(row.user);
  Person& person = here_[row.user];
  person.kind = row.kind;
  person.name = row.name;
  if (std::ranges::find(person.nodes, row.node) == person.nodes.end()) person.nodes.push_back(row.node);
  gone_.erase(row.user);
  if (is_new) changed.push_back(row.user);
}

/// Its people come back somewhere else.
void Presence::drop_node(const std::string& node, Ticks now) {
  for (auto& [user, person] : here_) {
    if (std::erase(person.nodes, node) == 0) continue;
    if (person.is_local || !person.nodes.empty()) continue;
    person.until = now + options_.return_time;
    lingering_.insert(user);
  }
}

void Presence::heard(const store::Notice& notice) {
  Changed changed;
  bool is_lost = false;
  {
    const std::lock_guard lock(mutex_);
    is_read_old_ = true;
    if (const auto here = notice_words<5>(notice.text); here && (*here)[1] == "here") {
      if ((*here)[0] == node_) return;
      const auto kind = online::player_kind_from((*here)[3]).value_or(online::PlayerKind::Guest);
      note_here({online::UserId((*here)[2]), kind, name_in_notice((*here)[4]), std::string((*here)[0])},
                changed);
    } else if (const auto words = notice_words<3>(notice.text)) {
      if ((*words)[1] == "lost") {
        is_lost = (*words)[2] == node_;
        if (is_lost) put_all_again();
        drop_node(std::string((*words)[2]), time_.ticks());
      } else if ((*words)[0] != node_) {
        const online::UserId user((*words)[2]);
        const auto found = here_.find(user);
        if (found == here_.end()) return;
        std::erase(found->second.nodes, (*words)[0]);
        go_if_nowhere(user, changed);
      }
    }
  }
  if (is_lost) flush();
  tell(changed);
}

}  // namespace ordo::server
