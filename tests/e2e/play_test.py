#!/usr/bin/env python3
"""What people can do on a server, done through its interfaces: play, talk, take back, look at games.

usage: play_test.py PATH_OF_ORDO [argument of unittest…]
"""
import asyncio
import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import server
from client import PATIENCE, Closed, Refused, User, account, guest, new_game, request
from server import Server, long_games

# White wins at once with d5-d8.
WINNING_START = "10/4w5/4w5/3w6/4b1b3/5b4/10/10 w"


class PlayTest(unittest.IsolatedAsyncioTestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        cls.node = Server(Path(cls.folder.name) / "ordo.db", "--no-limits").start()
        cls.addClassCleanup(cls.node.stop)
        cls.port = cls.node.port

    async def asyncSetUp(self):
        self.white, self.black = await guest(self.port), await guest(self.port)

    async def enter(self, game, *users):
        sockets = []
        for user in users or (self.white, self.black):
            socket = await user.socket(self.port)
            self.addCleanup(socket.close)
            await socket.watch(game)
            sockets.append(socket)
        return sockets

    async def play(self, game, sockets, turns, first=1):
        for ply, turn in enumerate(turns, first):
            sockets[(ply - 1) % 2].send({"t": "move", "game": game, "ply": ply, "turn": turn})
            for socket in sockets:
                self.assertEqual((await socket.event("move", game))["event"]["turn"], turn)

    async def state(self, game, user=None):
        return (await (user or User()).call(self.port, "GET", f"/api/games/{game}"))["state"]

    # Playing

    async def test_a_game_of_each_variant_and_its_record(self):
        for variant in ("ordo", "ordox"):
            game = await new_game(self.port, self.white, self.black, variant)
            sockets = await self.enter(game)
            turns = long_games(variant)[3][:50]
            await self.play(game, sockets, turns)
            sockets[0].send({"t": "resign", "game": game})
            for socket in sockets:
                end = (await socket.event("end", game))["event"]
                self.assertEqual((end["winner"], end["ending"]), ("black", "resignation"))
            state = await self.state(game)
            self.assertEqual((state["status"], state["turns"]), ("ended", turns))
            status, _, record = await request(self.port, "GET", f"/api/games/{game}/record")
            self.assertEqual(status, 200)
            checked = subprocess.run([server.ORDO, "record", "check", "-"], input=record, capture_output=True, check=False)
            self.assertEqual(checked.returncode, 0, checked.stderr)
            self.assertIn(b"0-1", record)

    async def test_a_win_on_the_board_ends_the_game_at_once(self):
        game = await new_game(self.port, self.white, self.black, start=WINNING_START)
        sockets = await self.enter(game)
        sockets[0].send({"t": "move", "game": game, "ply": 1, "turn": "d5-d8"})
        for socket in sockets:
            end = (await socket.event("end", game))["event"]
            self.assertEqual((end["winner"], end["ending"]), ("white", "home-row"))
        sockets[1].send({"t": "move", "game": game, "ply": 2, "turn": "e4-e3"})
        self.assertEqual((await sockets[1].error())["code"], "over")

    async def test_the_same_move_sent_twice_is_played_once_and_shown_once_to_who_watches(self):
        game = await new_game(self.port, self.white, self.black)
        sockets = await self.enter(game)
        move = {"t": "move", "game": game, "ply": 1, "turn": long_games("ordo")[0][0]}
        sockets[0].send(move)
        first = await sockets[0].event("move", game)
        sockets[0].send(move)
        sockets[0].send({"t": "watch", "game": game})  # answered after the move
        told = await sockets[0].until(lambda m: m["t"] in ("event", "snapshot"))
        self.assertEqual((told["t"], told["seq"]), ("snapshot", first["seq"]), told)
        self.assertEqual(told["state"]["turns"], [move["turn"]])
        elsewhere = await self.white.socket(self.port)
        self.addCleanup(elsewhere.close)
        elsewhere.send(move)  # who does not watch has not been told yet
        self.assertEqual(await elsewhere.event("move", game), first)
        self.assertEqual(len((await self.state(game))["turns"]), 1)

    async def test_draws_takebacks_aborts_and_rematches(self):
        game = await new_game(self.port, self.white, self.black)
        sockets = await self.enter(game)
        turns = long_games("ordo")[0]
        await self.play(game, sockets, turns[:3])
        sockets[0].send({"t": "takeback", "game": game})
        await sockets[1].event("takeback", game)
        sockets[1].send({"t": "takeback-no", "game": game})
        await sockets[0].event("takeback-no", game)
        sockets[0].send({"t": "takeback", "game": game})
        self.assertEqual((await sockets[0].error())["code"], "already-done")  # no pestering: after a turn of one's own
        await self.play(game, sockets, turns[3:5], first=4)
        sockets[0].send({"t": "takeback", "game": game})
        await sockets[1].event("takeback", game)
        sockets[1].send({"t": "takeback", "game": game})
        self.assertEqual((await sockets[0].event("taken-back", game))["event"]["plies"], 4)
        self.assertEqual((await self.state(game))["turns"], turns[:4])
        await sockets[1].event("taken-back", game)
        await self.play(game, sockets, turns[4:6], first=5)
        sockets[0].send({"t": "abort", "game": game})
        self.assertEqual((await sockets[0].error())["code"], "too-late")
        sockets[1].send({"t": "draw", "game": game})
        await sockets[0].event("draw", game)
        sockets[0].send({"t": "draw-no", "game": game})
        await sockets[1].event("draw-no", game)
        sockets[0].send({"t": "draw", "game": game})
        await sockets[1].event("draw", game)
        sockets[1].send({"t": "draw", "game": game})
        for socket in sockets:
            self.assertIsNone((await socket.event("end", game))["event"].get("winner"))
            socket.send({"t": "rematch", "game": game})
        made = [(await socket.event("rematch-made", game))["event"]["game"] for socket in sockets]
        self.assertEqual(made[0], made[1])
        again = await self.enter(made[0])
        state = await self.state(made[0], self.black)
        self.assertEqual(state["status"], "playing")
        again[1].send({"t": "move", "game": made[0], "ply": 1, "turn": turns[0]})  # colours are exchanged
        await again[0].event("move", made[0])
        again[0].send({"t": "abort", "game": made[0]})
        await again[1].event("abort", made[0])

    async def test_chat_is_for_the_players_alone(self):
        game = await new_game(self.port, self.white, self.black)
        watcher = await guest(self.port)
        sockets = await self.enter(game, self.white, self.black, watcher)
        sockets[0].send({"t": "say", "game": game, "text": "  Viel Glück! <b>\u202e  "})
        heard = (await sockets[1].event("say", game))["event"]
        self.assertTrue(heard["text"].startswith("Viel Glück! <b>"))
        hidden = await sockets[2].until(lambda m: m["t"] == "event")
        self.assertEqual(hidden["event"], {"e": "hidden"})
        log = json.dumps((await User().call(self.port, "GET", f"/api/games/{game}/events"))["events"])
        self.assertNotIn("Viel", log)

    async def test_a_new_tab_gets_a_snapshot_and_then_every_event(self):
        game = await new_game(self.port, self.white, self.black)
        sockets = await self.enter(game)
        turns = long_games("ordo")[4]
        tabs = []

        async def follow(user):
            socket = await user.socket(self.port)
            self.addCleanup(socket.close)
            snapshot = await socket.watch(game)
            seen, seq = list(snapshot["state"]["turns"]), snapshot["seq"]
            while len(seen) < 60:
                message = await socket.until(lambda m: m["t"] == "event")
                self.assertEqual(message["seq"], seq + 1)
                seq += 1
                if message["event"]["e"] == "move":
                    seen.append(message["event"]["turn"])
            return seen
        for ply in range(60):
            if ply % 3 == 0:
                tabs.append(asyncio.ensure_future(follow(User(cookie=self.white.cookie))))
            await self.play(game, sockets, [turns[ply]], first=ply + 1)
        for seen in await asyncio.gather(*tabs):
            self.assertEqual(seen, turns[:60])

    async def test_the_clock_runs_and_the_flag_falls_by_itself(self):
        game = await new_game(self.port, self.white, self.black, time="600+0")
        sockets = await self.enter(game)
        await self.play(game, sockets, long_games("ordo")[0][:2])
        sockets[1].send({"t": "claim", "game": game})
        self.assertEqual((await sockets[1].error())["code"], "not-yet")
        game = await new_game(self.port, self.white, self.black, time="0.5+0")
        sockets = await self.enter(game)
        await self.play(game, sockets, long_games("ordo")[0][:2])
        end = (await sockets[1].event("end", game))["event"]
        self.assertEqual((end["winner"], end["ending"]), ("black", "time"))

    async def test_a_plan_answers_at_once_in_a_correspondence_game(self):
        game = await new_game(self.port, self.white, self.black, time="3d")
        sockets = await self.enter(game)
        turns = long_games("ordo")[0]
        sockets[1].send({"t": "plan", "game": game, "plan": [
            {"if": turns[0], "answer": turns[1], "then": [{"if": turns[2], "answer": turns[3]}]}]})
        await sockets[1].until(lambda message: message["t"] == "plan")
        self.assertNotIn(turns[1], json.dumps(await self.state(game)))
        for ply in (1, 3):
            sockets[0].send({"t": "move", "game": game, "ply": ply, "turn": turns[ply - 1]})
            await sockets[0].event("move", game)
            self.assertEqual((await sockets[0].event("move", game))["event"]["turn"], turns[ply])
        sockets[1].send({"t": "plan", "game": game, "plan": [{"if": "a1-a8", "answer": turns[5]}]})
        self.assertEqual((await sockets[1].error())["t"], "error")

    async def test_the_engine_answers(self):
        for variant in ("ordo", "ordox"):
            user = await guest(self.port)
            made = await user.call(self.port, "POST", "/api/games",
                                   {"variant": variant, "color": "black", "time": "none", "opponent": {"engine": 2}})
            (socket,) = await self.enter(made["game"]["id"], user)
            for _ in range(10 * PATIENCE):
                if (await self.state(made["game"]["id"]))["turns"]:
                    break
                await asyncio.sleep(0.1)
            self.assertEqual(len((await self.state(made["game"]["id"]))["turns"]), 1)
            socket.send({"t": "takeback", "game": made["game"]["id"]})
            await socket.error()
            socket.send({"t": "resign", "game": made["game"]["id"]})
            await socket.event("end", made["game"]["id"])

    async def test_rated_games_change_ratings_and_are_listed(self):
        suffix = str(self.port)
        anna, berta = await account(self.port, "Anna" + suffix), await account(self.port, "Berta" + suffix)
        seek = (await anna.call(
            self.port, "POST", "/api/seeks", {"variant": "ordox", "rated": True, "time": "300+3", "color": "white"}))["seek"]
        lobby = await anna.socket(self.port)
        self.addCleanup(lobby.close)
        with self.assertRaises(Refused):
            await anna.call(self.port, "POST", f"/api/seeks/{seek['id']}/accept", {})
        with self.assertRaises(Refused):
            await self.white.call(self.port, "POST", f"/api/seeks/{seek['id']}/accept", {})
        game = (await berta.call(self.port, "POST", f"/api/seeks/{seek['id']}/accept", {}))["game"]
        sockets = await self.enter(game, anna, berta)
        await self.play(game, sockets, long_games("ordox")[0][:4])
        sockets[1].send({"t": "takeback", "game": game})
        self.assertEqual((await sockets[1].error())["code"], "unavailable")
        sockets[1].send({"t": "resign", "game": game})
        rated = (await sockets[0].event("rated", game))["event"]
        self.assertEqual(rated["before"], [1500, 1500])
        self.assertGreater(rated["after"][0], 1500)
        self.assertLess(rated["after"][1], 1500)
        profile = await User().call(self.port, "GET", f"/api/players/Anna{suffix}")
        self.assertEqual(profile["player"]["ratings"]["ordox"]["rating"], rated["after"][0])
        for query, number in (("", 1), ("&variant=ordox", 1), ("&variant=ordo", 0), ("&result=won", 1), ("&result=lost", 0),
                              (f"&opponent=Berta{suffix}", 1), ("&live=true", 0), ("&rated=true", 1)):
            listed = await User().call(self.port, "GET", f"/api/games?player=Anna{suffix}{query}")
            self.assertEqual(len(listed["games"]), number, query)

    # People

    async def test_a_guest_becomes_an_account_and_keeps_games_and_can_leave(self):
        name = "Carla" + str(self.port)
        game = await new_game(self.port, self.white, self.black)
        await self.white.call(self.port, "POST", "/api/signup", {"name": name, "password": "a long password"})
        listed = await User().call(self.port, "GET", f"/api/games?player={name}")
        self.assertEqual([g["id"] for g in listed["games"]], [game])
        second = User()
        with self.assertRaises(Refused) as wrong:
            await second.call(self.port, "POST", "/api/login", {"name": name, "password": "not that one"})
        with self.assertRaises(Refused) as nobody:
            await second.call(self.port, "POST", "/api/login", {"name": "Nobody1", "password": "not that one"})
        self.assertEqual((wrong.exception.status, wrong.exception.body), (nobody.exception.status, nobody.exception.body))
        await second.call(self.port, "POST", "/api/login", {"name": name.upper(), "password": "a long password"})
        sessions = (await second.call(self.port, "GET", "/api/sessions"))["sessions"]
        self.assertEqual(len(sessions), 2)
        other = next(s for s in sessions if not s.get("current"))
        await second.call(self.port, "DELETE", f"/api/sessions/{other['id']}")
        with self.assertRaises(Refused) as revoked:
            await self.white.call(self.port, "GET", "/api/sessions")
        self.assertEqual(revoked.exception.status, 401)
        exported = await second.call(self.port, "GET", "/api/export")
        self.assertIn(game, json.dumps(exported))
        with self.assertRaises(Refused):
            await second.call(self.port, "DELETE", "/api/account", {"password": "wrong one!"})
        await second.call(self.port, "DELETE", "/api/account", {"password": "a long password"})
        with self.assertRaises(Refused):
            await User().call(self.port, "GET", f"/api/players/{name}")
        self.assertNotIn(name, json.dumps(await self.state(game)))

    async def test_a_token_plays_but_does_not_own_the_account(self):
        owner = await account(self.port, "Doris" + str(self.port))
        token = await owner.call(self.port, "POST", "/api/tokens", {"label": "my bot"})
        bot = User(token=token["token"])
        game = await new_game(self.port, bot, self.black)
        (socket,) = await self.enter(game, bot)
        socket.send({"t": "mine", "on": True})
        self.assertIn(game, json.dumps(await socket.until(lambda m: m["t"] == "mine")))
        await bot.call(self.port, "POST", f"/api/games/{game}/command", {"t": "move", "ply": 1, "turn": long_games("ordo")[0][0]})
        await socket.event("move", game)
        for method, path, body in (("GET", "/api/sessions", None), ("POST", "/api/tokens", {"label": "x"}), ("GET", "/api/export", None),
                                   ("DELETE", "/api/account", {"password": "correct horse battery"})):
            with self.assertRaises(Refused) as refused:
                await bot.call(self.port, method, path, body)
            self.assertEqual(refused.exception.status, 403, path)
        listed = (await owner.call(self.port, "GET", "/api/tokens"))["tokens"]
        self.assertNotIn(token["token"], json.dumps(listed))
        await owner.call(self.port, "DELETE", f"/api/tokens/{listed[0]['id']}")
        with self.assertRaises(Refused) as revoked:
            await bot.call(self.port, "GET", "/api/me")
        self.assertEqual(revoked.exception.status, 401)

    # Looking after it

    async def test_health_metrics_and_log_without_secrets(self):
        for path in ("/healthz", "/readyz"):
            self.assertEqual((await request(self.port, "GET", path))[0], 200)
        game = await new_game(self.port, self.white, self.black)
        sockets = await self.enter(game)
        await self.play(game, sockets, long_games("ordo")[0][:2])
        sockets[0].send({"t": "say", "game": game, "text": "a secret between us"})
        await sockets[1].event("say", game)
        name = "Emil" + str(self.port)
        await account(self.port, name, "a secret password")
        metrics = (await request(self.port, "GET", "/metrics"))[2].decode()
        self.assertIn("ordo_", metrics)
        log = self.node.log_text()
        for secret in (self.white.cookie.split("=", 1)[1], self.black.cookie.split("=", 1)[1], "a secret password", "a secret between us"):
            self.assertNotIn(secret, log)

    async def test_pages_have_the_headers_that_keep_browsers_safe(self):
        status, headers, _ = await request(self.port, "GET", "/")
        found = dict(headers)
        self.assertEqual(status, 200)
        self.assertIn("default-src 'self'", found["content-security-policy"])
        self.assertNotIn("unsafe-inline", found["content-security-policy"])
        self.assertEqual(found["x-content-type-options"], "nosniff")
        self.assertIn("referrer-policy", found)
        await guest(self.port)
        cookie = next(v for n, v in (await request(self.port, "POST", "/api/guest", {}, User().headers(self.port)))[1] if n == "set-cookie")
        for part in ("HttpOnly", "SameSite=Lax", "Path=/"):
            self.assertIn(part, cookie)


class DrainTest(unittest.IsolatedAsyncioTestCase):
    async def test_a_server_asked_to_end_says_so_and_keeps_what_it_has(self):
        with tempfile.TemporaryDirectory() as folder:
            node = await asyncio.to_thread(Server(Path(folder) / "ordo.db").start)
            self.addCleanup(node.stop)
            white, black = await guest(node.port), await guest(node.port)
            game = await new_game(node.port, white, black)
            socket = await white.socket(node.port)
            await socket.watch(game)
            socket.send({"t": "move", "game": game, "ply": 1, "turn": long_games("ordo")[0][0]})
            await socket.event("move", game)
            code = asyncio.ensure_future(asyncio.to_thread(node.terminate))
            await socket.until(lambda m: m["t"] == "reconnect")
            with self.assertRaises(Closed):
                while True:
                    await socket.receive()
            self.assertEqual(await code, 0)
            await asyncio.to_thread(node.start)
            socket = await white.socket(node.port)
            self.addCleanup(socket.close)
            self.assertEqual(len((await socket.watch(game))["state"]["turns"]), 1)


if __name__ == "__main__":
    server.ORDO = sys.argv.pop(1)
    unittest.main(verbosity=2)
