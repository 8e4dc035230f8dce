#!/usr/bin/env python3
"""Three nodes on one PostgreSQL: nobody owns a game, and no player notices which node serves whom.

usage: nodes_test.py PATH_OF_ORDO [argument of unittest…]
"""
import asyncio
import sys
import unittest

import server
from client import PASSWORD, PATIENCE, Closed, User, account, guest, new_game
from postgres import Postgres
from server import Server, long_games


class NodesTest(unittest.IsolatedAsyncioTestCase):
    @classmethod
    def setUpClass(cls):
        cls.database = Postgres()
        cls.addClassCleanup(cls.database.close)
        cls.address = cls.database.fresh_database()

    async def asyncSetUp(self):
        self.nodes = []
        for _ in range(3):
            self.nodes.append(await asyncio.to_thread(Server(self.address, "--no-limits").start))
            self.addCleanup(self.nodes[-1].stop)
        self.ports = [node.port for node in self.nodes]
        self.white = await guest(self.ports[0])
        self.black = await guest(self.ports[1])

    async def enter(self, game, spectator=True):
        """White on the first node, Black on the second, somebody else on the third."""
        sockets = [await self.white.socket(self.ports[0]), await self.black.socket(self.ports[1])]
        if spectator:
            sockets.append(await User().socket(self.ports[2]))
        for socket in sockets:
            self.addCleanup(socket.close)
            await socket.watch(game)
        return sockets

    async def test_players_and_a_spectator_on_three_nodes_see_the_same_game(self):
        for variant in ("ordo", "ordox"):
            game = await new_game(self.ports[0], self.white, self.black, variant)
            sockets = await self.enter(game)
            for ply, turn in enumerate(long_games(variant)[0][:40], 1):
                sockets[(ply - 1) % 2].send({"t": "move", "game": game, "ply": ply, "turn": turn})
                events = [await socket.event("move", game) for socket in sockets]
                self.assertEqual([e["event"]["turn"] for e in events], [turn] * 3)
                self.assertEqual(len({e["seq"] for e in events}), 1)

    async def test_of_two_moves_at_the_same_ply_one_is_played_and_all_agree(self):
        twin = await self.white.socket(self.ports[2])  # White's second tab, on another node
        self.addCleanup(twin.close)
        for _ in range(10):
            game = await new_game(self.ports[0], self.white, self.black)
            sockets = [*await self.enter(game, spectator=False), twin]
            await twin.watch(game)
            sockets[0].send({"t": "move", "game": game, "ply": 1, "turn": "c2-c4"})
            twin.send({"t": "move", "game": game, "ply": 1, "turn": "h2-h4"})
            seen = [await socket.event("move", game) for socket in sockets]
            self.assertEqual(len({(e["seq"], e["event"]["turn"]) for e in seen}), 1, seen)
            log = (await User().call(self.ports[1], "GET", f"/api/games/{game}/events"))["events"]
            self.assertEqual([e["event"]["e"] for e in log].count("move"), 1)
            self.assertEqual([e["seq"] for e in log], list(range(1, len(log) + 1)))

    async def test_both_players_moving_at_once_play_their_turns_in_order(self):
        game = await new_game(self.ports[0], self.white, self.black)
        script = long_games("ordo")[2]
        sockets = await self.enter(game)
        for ply in range(1, 41):
            mover, other = (0, 1) if ply % 2 else (1, 0)
            # The one who is not to move tries all the same, at the same ply.
            sockets[other].send({"t": "move", "game": game, "ply": ply, "turn": script[ply]})
            sockets[mover].send({"t": "move", "game": game, "ply": ply, "turn": script[ply - 1]})
            for socket in sockets:
                self.assertEqual((await socket.event("move", game))["event"]["turn"], script[ply - 1])

    async def test_draw_offers_that_cross_make_a_draw(self):
        for _ in range(10):
            game = await new_game(self.ports[0], self.white, self.black)
            sockets = await self.enter(game)
            script = long_games("ordo")[0]
            for ply in (1, 2):
                sockets[ply - 1].send({"t": "move", "game": game, "ply": ply, "turn": script[ply - 1]})
                for socket in sockets:
                    await socket.event("move", game)
            sockets[0].send({"t": "draw", "game": game})
            sockets[1].send({"t": "draw", "game": game})
            for socket in sockets:
                ended = await socket.event("end", game)
                self.assertEqual(ended["event"]["ending"], "agreement")

    async def test_a_flag_falls_while_the_node_of_the_waiting_player_is_down(self):
        game = await new_game(self.ports[0], self.white, self.black, time="2+0")
        sockets = await self.enter(game)
        script = long_games("ordo")[0]
        for ply in (1, 2):
            sockets[ply - 1].send({"t": "move", "game": game, "ply": ply, "turn": script[ply - 1]})
            for socket in sockets:
                await socket.event("move", game)
        self.nodes[1].kill()  # Black waits there; White has the move, and does not
        ended = await sockets[2].event("end", game)
        self.assertEqual((ended["event"]["ending"], ended["event"]["winner"]), ("time", "black"))
        # Black comes back elsewhere and finds a game that is won.
        elsewhere = await self.black.socket(self.ports[2])
        self.addCleanup(elsewhere.close)
        state = (await elsewhere.watch(game))["state"]
        self.assertEqual((state["status"], state["outcome"]["winner"]), ("ended", "black"))

    async def test_a_flag_falls_though_every_player_is_away(self):
        game = await new_game(self.ports[0], self.white, self.black, time="1+0")
        sockets = await self.enter(game, spectator=False)
        script = long_games("ordo")[0]
        for ply in (1, 2):
            sockets[ply - 1].send({"t": "move", "game": game, "ply": ply, "turn": script[ply - 1]})
            for socket in sockets:
                await socket.event("move", game)
        self.nodes[0].kill()
        self.nodes[1].kill()
        for _ in range(10 * PATIENCE):
            await asyncio.sleep(0.1)
            state = (await User().call(self.ports[2], "GET", f"/api/games/{game}"))["state"]
            if state["status"] == "ended":
                break
        self.assertEqual((state["status"], state["outcome"]["winner"]), ("ended", "black"))
        events = (await User().call(self.ports[2], "GET", f"/api/games/{game}/events"))["events"]
        self.assertEqual([e["event"]["e"] for e in events].count("end"), 1)

    async def test_a_seek_made_on_one_node_is_taken_on_another_by_one_of_two(self):
        names = ["Nora", "Otto", "Pia"]
        suffix = str(self.ports[0])
        owner, first, second = [await account(self.ports[i], names[i] + suffix) for i in range(3)]
        lobby = await owner.socket(self.ports[0])
        self.addCleanup(lobby.close)
        seek = (await owner.call(self.ports[0], "POST", "/api/seeks", {"variant": "ordo", "rated": True, "time": "300+3"}))["seek"]
        listed = await first.call(self.ports[1], "GET", "/api/seeks")
        self.assertIn(seek["id"], [s["id"] for s in listed["seeks"]])
        answers = await asyncio.gather(
            first.call(self.ports[1], "POST", f"/api/seeks/{seek['id']}/accept", {}),
            second.call(self.ports[2], "POST", f"/api/seeks/{seek['id']}/accept", {}), return_exceptions=True)
        taken = [a for a in answers if isinstance(a, dict)]
        self.assertEqual(len(taken), 1, answers)
        start = await lobby.until(lambda m: m["t"] == "game-start")
        self.assertEqual(start["game"], taken[0]["game"])

    async def test_a_session_revoked_on_one_node_ends_on_the_others(self):
        anna = await account(self.ports[0], "RevokingAnna")
        away = User()
        await away.call(self.ports[1], "POST", "/api/login", {"name": "RevokingAnna", "password": PASSWORD})
        sockets = [await user.socket(port) for user, port in ((anna, self.ports[2]), (away, self.ports[1]), (away, self.ports[2]))]
        for socket in sockets:
            self.addCleanup(socket.close)
            socket.send({"t": "ping", "n": 1})
            await socket.until(lambda m: m["t"] == "pong")
        for port in self.ports:  # every node knows the session
            self.assertEqual((await away.call(port, "GET", "/api/me"))["user"]["name"], "RevokingAnna")
        await anna.call(self.ports[0], "DELETE", "/api/sessions")
        for socket in sockets[1:]:
            with self.assertRaises(Closed) as closed:
                await socket.receive()
            self.assertEqual(closed.exception.code, 1008)
        for port in self.ports:
            self.assertIsNone((await User(away.cookie).call(port, "GET", "/api/me"))["user"])
        sockets[0].send({"t": "ping", "n": 2})
        await sockets[0].until(lambda m: m["t"] == "pong")

    async def test_a_node_that_drains_sends_its_players_to_another(self):
        game = await new_game(self.ports[0], self.white, self.black)
        sockets = await self.enter(game)
        code = asyncio.ensure_future(asyncio.to_thread(self.nodes[0].terminate))
        await sockets[0].until(lambda m: m["t"] == "reconnect")
        again = await self.white.socket(self.ports[2])
        self.addCleanup(again.close)
        await again.watch(game)
        again.send({"t": "move", "game": game, "ply": 1, "turn": long_games("ordo")[0][0]})
        await sockets[1].event("move", game)
        self.assertEqual(await code, 0)


if __name__ == "__main__":
    server.ORDO = sys.argv.pop(1)
    unittest.main(verbosity=2)
