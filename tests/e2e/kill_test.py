#!/usr/bin/env python3
"""Kills servers in the middle of hundreds of games: no move that anybody was shown may be lost, doubled or out of order.

usage: kill_test.py PATH_OF_ORDO [argument of unittest…]
"""
import asyncio
import random
import signal
import sys
import tempfile
import unittest
from pathlib import Path

import server
from client import Closed, Refused, User, guest, new_game
from postgres import Postgres
from server import Server, long_games, scaled

GAMES = 200
KILLS = 10
GONE = (Closed, ConnectionError, OSError, asyncio.TimeoutError, asyncio.IncompleteReadError)


class Table:
    """One game, its two players, and what they were shown."""

    def __init__(self, game, players, script):
        self.game = game
        self.players = players
        self.script = script
        self.shown = {}  # ply: turn

    def show(self, ply, turn):
        """Somebody was shown this: it must be so for ever."""
        assert self.shown.setdefault(ply, turn) == turn, f"ply {ply} of {self.game}: first {self.shown[ply]}, then {turn}"

    async def play_once(self, seat, port, until):
        """Plays one seat on one connection, until it breaks or so many plies are there."""
        socket = await self.players[seat].socket(port)
        try:
            snapshot = await socket.watch(self.game)
            seq = snapshot["seq"]
            turns = snapshot["state"]["turns"]
            for ply, turn in enumerate(turns, 1):
                self.show(ply, turn)
            ply = len(turns)
            asked = None  # the ply last sent: once on a connection is enough, though an earlier one may have brought it, too
            while True:
                if ply >= until():
                    return
                if ply % 2 == seat and asked != ply:
                    asked = ply
                    socket.send({"t": "move", "game": self.game, "ply": ply + 1, "turn": self.script[ply]})
                message = await socket.receive()
                if message["t"] == "error":
                    if message["code"] in ("retry", "stale-ply"):
                        await asyncio.sleep(0.05)
                        return  # comes back with a fresh snapshot
                    raise AssertionError(message)
                if message["t"] == "event":
                    assert message["seq"] == seq + 1, f"{message['seq']} after {seq} in {self.game}"
                    seq += 1
                    if message["event"]["e"] == "move":
                        ply = message["event"]["ply"]
                        self.show(ply, message["event"]["turn"])
                elif message["t"] == "reconnect":
                    return
        finally:
            socket.close()

    async def play(self, seat, ports, until):
        """Plays one seat to the end, on any node that answers."""
        while True:
            try:
                await self.play_once(seat, random.choice(ports), until)
                if len(self.shown) >= until():
                    return
            except Refused as refused:
                if refused.status != 503:  # "busy; try again in a moment"
                    raise
                await asyncio.sleep(random.uniform(0.2, 1))
            except GONE:
                await asyncio.sleep(random.uniform(0.02, 0.2))


class KillTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    async def make_tables(self, port, number):
        scripts = long_games("ordo")
        limit = asyncio.Semaphore(20)

        async def one(i):
            async with limit:
                players = [await guest(port), await guest(port)]
                return Table(await new_game(port, *players), players, scripts[i % len(scripts)])
        return await asyncio.gather(*(one(i) for i in range(number)))

    async def storm(self, nodes, disturb, kills):
        """Plays while `disturb` is called; then every game must go on by ten more plies. Returns the tables."""
        tables = await self.make_tables(nodes[0].port, scaled(GAMES))
        ports = [node.port for node in nodes]
        goal = [300]  # more than there will be time for
        until = lambda: goal[0]
        tasks = [asyncio.ensure_future(table.play(seat, ports, until)) for table in tables for seat in (0, 1)]
        for _ in range(kills):
            await asyncio.sleep(random.uniform(0.2, 1.2))
            await disturb()
            failed = [task for task in tasks if task.done() and task.exception()]
            if failed:
                raise failed[0].exception()
        reached = max(len(table.shown) for table in tables)
        goal[0] = min(reached + 10, 300)
        await asyncio.wait_for(asyncio.gather(*tasks), 240)
        print(f"{len(tables)} games, {sum(len(t.shown) for t in tables)} moves shown, {kills} kills", flush=True)
        self.assertGreater(sum(len(t.shown) for t in tables), 2 * len(tables))
        return tables

    async def check_logs(self, port, tables):
        """What is stored has everything that was shown, in order, once."""
        for table in tables:
            log = await User().call(port, "GET", f"/api/games/{table.game}/events")
            events = log["events"]
            self.assertEqual([e["seq"] for e in events], list(range(1, len(events) + 1)), table.game)
            moves = [e["event"] for e in events if e["event"]["e"] == "move"]
            self.assertEqual([m["ply"] for m in moves], list(range(1, len(moves) + 1)))
            self.assertEqual([m["turn"] for m in moves], table.script[:len(moves)])
            self.assertGreaterEqual(len(moves), max(table.shown))
            for ply, turn in table.shown.items():
                self.assertEqual(moves[ply - 1]["turn"], turn)

    def test_a_killed_server_on_sqlite_loses_nothing_it_has_shown(self):
        node = Server(Path(self.folder.name) / "ordo.db", "--no-limits").start()
        self.addCleanup(node.stop)

        async def disturb():
            node.kill()
            await asyncio.to_thread(node.start)

        async def run():
            tables = await self.storm([node], disturb, scaled(KILLS, least=3))
            node.kill()
            await asyncio.to_thread(node.start)
            await self.check_logs(node.port, tables)
        asyncio.run(run())

    def test_killed_nodes_and_a_restarted_postgresql_lose_nothing_they_have_shown(self):
        database = Postgres()
        self.addCleanup(database.close)
        address = database.fresh_database()
        nodes = [Server(address, "--no-limits").start() for _ in range(2)]
        for node in nodes:
            self.addCleanup(node.stop)
        times = [0]

        async def disturb():
            times[0] += 1
            if times[0] % 4 == 0:
                await asyncio.to_thread(database.crash)
                return
            node = random.choice(nodes)
            node.kill()
            await asyncio.sleep(random.uniform(0, 0.5))  # the other one goes on alone
            await asyncio.to_thread(node.start)

        async def run():
            tables = await self.storm(nodes, disturb, scaled(KILLS, least=3))
            for node in nodes:
                node.kill()
            await asyncio.to_thread(nodes[0].start)
            await self.check_logs(nodes[0].port, tables)
        asyncio.run(run())


class Clock(unittest.TestCase):
    """Nobody pays for time in which nobody could play. Whoever is slow here is down for longer: that is given back, too."""

    def test_downtime_and_pauses_are_given_back(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        node = Server(Path(folder.name) / "ordo.db").start()
        self.addCleanup(node.stop)

        async def run():
            white, black = await guest(node.port), await guest(node.port)
            game = await new_game(node.port, white, black, time="5+0")
            script = long_games("ordo")[0]
            for ply in (1, 2):
                user = white if ply == 1 else black
                await user.call(node.port, "POST", f"/api/games/{game}/command", {"t": "move", "ply": ply, "turn": script[ply - 1]})
            node.kill()
            await asyncio.sleep(8)  # with five seconds left
            await asyncio.to_thread(node.start)
            socket = await white.socket(node.port)
            state = (await socket.watch(game))["state"]
            self.assertEqual(state["status"], "playing")
            self.assertGreater(state["clocks"]["white"], 10_000)
            self.assertEqual(state["clocks"]["black"], 15_000)
            # Stopped and going on, it finds the same.
            node.process.send_signal(signal.SIGSTOP)
            await asyncio.sleep(8)
            node.process.send_signal(signal.SIGCONT)
            pause = await socket.event("pause", game)
            self.assertGreaterEqual(pause["event"]["stood"], 6_000)
            self.assertEqual(pause["event"]["added"], 0)
            socket.send({"t": "move", "game": game, "ply": 3, "turn": script[2]})
            left = (await socket.event("move", game))["event"]["left"]
            self.assertGreater(left, 5_000)
            socket.close()
        asyncio.run(run())


if __name__ == "__main__":
    server.ORDO = sys.argv.pop(1)
    unittest.main(verbosity=2)
