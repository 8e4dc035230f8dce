#!/usr/bin/env python3
"""Reports on games, made by the server's engine: what `ordo analyze` finds, through kills, on one node or several.

usage: reports_test.py PATH_OF_ORDO [argument of unittest…]
"""
import asyncio
import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import server
from client import Refused, User, guest, new_game, request
from postgres import Postgres
from server import Server, long_games

NODES = 3000
TURNS = 12
MANY_NODES = 150_000  # a report takes so long that a server can be killed in the middle of it


async def ended_game(port, variant):
    """A game of some turns that Black gives up; White, Black, its id."""
    white, black = await guest(port), await guest(port)
    game = await new_game(port, white, black, variant)
    for ply, turn in enumerate(long_games(variant)[0][:TURNS], 1):
        await (white if ply % 2 else black).call(port, "POST", f"/api/games/{game}/command", {"t": "move", "ply": ply, "turn": turn})
    await black.call(port, "POST", f"/api/games/{game}/command", {"t": "resign"})
    return white, black, game


async def report_when(port, game, is_ready):
    """As somebody sees it who only looks; follows it until then."""
    found = []
    while True:
        report = await User().call(port, "GET", f"/api/games/{game}/report?from={len(found)}")
        assert report["from"] == len(found) and report["done"] == len(found) + len(report["found"]), report
        found += report["found"]
        if is_ready(report):
            return {**report, "found": found}
        await asyncio.sleep(0.05)


async def analyzed(port, game, nodes):
    """What `ordo analyze` finds in the record that the server gives out: the lines of each position."""
    _, _, record = await request(port, "GET", f"/api/games/{game}/record")
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "game.txt"
        file.write_bytes(record)
        told = await asyncio.to_thread(subprocess.run, [server.ORDO, "analyze", "--load", file, "--nodes", str(nodes), "--hash", "16", "--json"],
                                       capture_output=True, text=True, check=True)
    lines = [json.loads(line) for line in told.stdout.splitlines()]
    return [[{name: line[name] for name in ("depth", "score", "turns")}] if "score" in line else [] for line in lines]


class ReportsTest(unittest.IsolatedAsyncioTestCase):
    async def node(self, database, *arguments):
        node = await asyncio.to_thread(Server(database, "--no-limits", *arguments).start)
        self.addCleanup(node.stop)
        return node

    def folder(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        return Path(folder.name)

    async def test_a_report_is_what_ordo_analyze_finds(self):
        node = await self.node(self.folder() / "ordo.db", "--report-nodes", str(NODES))
        for variant in ("ordo", "ordox"):
            white, black, game = await ended_game(node.port, variant)
            self.assertEqual((await white.call(node.port, "GET", f"/api/games/{game}/report"))["state"], "none")
            asked = await black.call(node.port, "POST", f"/api/games/{game}/report", {})
            self.assertEqual((asked["positions"], asked["nodes"], asked["mine"]), (TURNS + 1, NODES, True))
            report = await report_when(node.port, game, lambda report: report["state"] == "done")
            self.assertFalse(report["mine"])
            self.assertEqual(report["found"], await analyzed(node.port, game, NODES))
            # What was found is known of each of its positions.
            start = (await white.call(node.port, "GET", f"/api/games/{game}"))["state"]["start"]
            known = await User().call(node.port, "GET", f"/api/analysis?variant={variant}&fen={start.replace(' ', '%20')}")
            self.assertEqual((known["known"]["lines"], known["known"]["nodes"]), (report["found"][0], NODES))

    async def test_a_report_goes_on_when_its_server_was_killed(self):
        database = self.folder() / "ordo.db"
        arguments = ("--report-nodes", str(MANY_NODES))
        node = await self.node(database, *arguments)
        _, black, game = await ended_game(node.port, "ordo")
        await black.call(node.port, "POST", f"/api/games/{game}/report", {})
        before = await report_when(node.port, game, lambda report: report["done"] >= 3)
        self.assertEqual(before["state"], "waiting")
        node.kill()
        again = await self.node(database, *arguments)
        kept = await User().call(again.port, "GET", f"/api/games/{game}/report")
        self.assertEqual(kept["found"][:before["done"]], before["found"], "what was shown is not lost")
        report = await report_when(again.port, game, lambda report: report["state"] == "done")
        self.assertEqual(report["found"], await analyzed(again.port, game, MANY_NODES))

    async def test_of_several_nodes_one_computes_and_all_show(self):
        database = Postgres()
        self.addCleanup(database.close)
        address = database.fresh_database()
        arguments = ("--report-nodes", str(MANY_NODES))
        one, two = await self.node(address, *arguments), await self.node(address, *arguments)
        white, black, game = await ended_game(one.port, "ordo")
        await black.call(one.port, "POST", f"/api/games/{game}/report", {})
        asked = await white.call(two.port, "POST", f"/api/games/{game}/report", {})
        self.assertEqual((asked["state"], asked["mine"]), ("waiting", False), "there is one for all")
        await report_when(two.port, game, lambda report: report["done"] >= 3)
        with self.assertRaises(Refused) as refused:
            await white.call(two.port, "DELETE", f"/api/games/{game}/report", {})
        self.assertEqual(refused.exception.code, "not-yours")
        one.kill()  # the other one notices after a while, and takes over
        report = await report_when(two.port, game, lambda report: report["state"] == "done")
        self.assertEqual(report["found"], await analyzed(two.port, game, MANY_NODES))

    async def test_who_asked_may_stop_and_anybody_may_go_on(self):
        node = await self.node(self.folder() / "ordo.db", "--report-nodes", str(MANY_NODES))
        white, black, game = await ended_game(node.port, "ordox")
        await black.call(node.port, "POST", f"/api/games/{game}/report", {})
        await black.call(node.port, "DELETE", f"/api/games/{game}/report", {})
        stopped = await User().call(node.port, "GET", f"/api/games/{game}/report")
        self.assertEqual(stopped["state"], "stopped")
        await white.call(node.port, "POST", f"/api/games/{game}/report", {})
        report = await report_when(node.port, game, lambda report: report["state"] == "done")
        self.assertEqual(report["found"], await analyzed(node.port, game, MANY_NODES))


if __name__ == "__main__":
    server.ORDO = sys.argv.pop(1)
    unittest.main(verbosity=2)
