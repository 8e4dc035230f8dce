// Challenges: a seek for one alone, who accepts or declines.
#include <utility>

#include "server/base/secret.h"
#include "server/games/game_maker_stored.h"

namespace ordo::server {
namespace {

using Kind = Refused::Kind;
using online::TimeControl;

constexpr std::chrono::minutes kChallengeLife{2};
constexpr std::chrono::hours kSlowChallengeLife{24};

[[nodiscard]] bool is_slow(const GameWish& wish) {
  return wish.settings.time.kind == TimeControl::Kind::Correspondence;
}

}  // namespace

GameMaker::Answer<online::Seek> GameMaker::store_challenge(store::Store& store, const Identity& who,
                                                           const std::string& name, online::Seek seek) const {
  const auto other = store.user_named(name);
  if (!other || other->deleted_at) {
    return util::failure(Refused{Kind::Missing, "no-such-player", "there is no player of this name"});
  }
  if (other->id == who.user) {
    return util::failure(Refused{Kind::BadWish, "own-seek", "nobody plays against themselves"});
  }
  if (store.is_blocked(other->id, who.user)) {
    return util::failure(Refused{Kind::Forbidden, "blocked", "this player does not want to play with you"});
  }
  if (seek.settings.rated && other->kind == online::PlayerKind::Guest) {
    return util::failure(Refused{Kind::Forbidden, "account-needed", "rated games need an account"});
  }
  const bool is_quick = seek.settings.time.kind != TimeControl::Kind::Correspondence;
  if (is_quick && services_.presence->whereabouts(other->id).kind == Whereabouts::Kind::Away) {
    return util::failure(Refused{Kind::Conflict, "not-here", "this player is not here just now"});
  }
  seek.target = other->id;
  seek.target_name = other->name;
  return store_seek(store, who, std::move(seek));
}

Awaitable<GameMaker::Answer<online::Seek>> GameMaker::challenge(Identity who, std::string name,
                                                                GameWish wish) {
  const std::shared_ptr<GameMaker> self = shared_from_this();
  if (auto refused = objection_now(who)) co_return util::failure(*std::move(refused));
  wish.engine_level.reset();
  if (auto refused = objection(who, wish, false)) co_return util::failure(*std::move(refused));
  const auto ticks = std::chrono::steady_clock::now();
  if (services_.challenges->refuse(who.user, ticks) ||
      services_.challenges_to_one->refuse(who.user + ' ' + name, ticks)) {
    services_.metrics.limited("challenges");
    co_return util::failure(
        Refused{Kind::TooMuch, "too-many-challenges", "that is a lot of challenges: wait a little"});
  }
  const online::Instant now = services_.clock();
  const online::Duration life = is_slow(wish) ? online::Duration(kSlowChallengeLife) : kChallengeLife;
  const online::Seek wanted{random_id(), who.user, who.name, {}, wish.settings, wish.color, now, now + life};
  auto job = [self, who, name, wanted](store::Store& store) {
    return self->store_challenge(store, who, name, wanted);
  };
  auto look = [id = wanted.id, now](store::Store& store) { return store.seek(id, now); };
  co_return co_await stored<online::Seek>("challenge-failed", std::move(job), std::move(look));
}

Awaitable<GameMaker::Answer<bool>> GameMaker::decline_challenge(Identity who, std::string challenge) {
  if (auto refused = objection_now(who)) co_return util::failure(*std::move(refused));
  auto job = [who, challenge, now = services_.clock()](store::Store& store) -> Answer<bool> {
    if (store.decline_challenge(who.user, challenge, now)) return true;
    return util::failure(Refused{Kind::Missing, "no-such-challenge", "there is no such challenge to you"});
  };
  auto look = [challenge, now = services_.clock()](store::Store& store) {
    return store.seek(challenge, now) ? std::optional<bool>() : true;
  };
  co_return co_await stored<bool>("challenge-failed", std::move(job), std::move(look));
}

}  // namespace ordo::server
