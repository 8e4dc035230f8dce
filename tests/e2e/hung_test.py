#!/usr/bin/env python3
"""A node whose PostgreSQL is stopped in its tracks: everybody is answered or refused, and SIGTERM ends it.

usage: hung_test.py PATH_OF_ORDO [argument of unittest…]
"""
import asyncio
import os
import signal
import sys
import time
import unittest
from pathlib import Path

import server
from client import User, guest, new_game, request
from postgres import Postgres
from server import Server, long_games

PATIENCE = 60  # seconds, after which something counts as hung


def processes_of(parent):
    """The process and those it has started."""
    found = [parent]
    for entry in Path("/proc").iterdir():
        try:
            fields = (entry / "stat").read_text().rpartition(")")[2].split()
        except (OSError, NotADirectoryError):
            continue
        if int(fields[1]) == parent:
            found.append(int(entry.name))
    return found


class HungTest(unittest.IsolatedAsyncioTestCase):
    async def asyncSetUp(self):
        self.database = Postgres()
        self.addCleanup(self.database.close)
        self.addCleanup(self.thaw)  # before it is closed
        self.node = await asyncio.to_thread(Server(self.database.fresh_database(), "--no-limits").start)
        self.addCleanup(self.node.stop)
        self.port = self.node.port

    def freeze(self):
        for process in processes_of(self.database.pid()):
            os.kill(process, signal.SIGSTOP)

    def thaw(self):
        for process in processes_of(self.database.pid()):
            os.kill(process, signal.SIGCONT)

    async def status(self, method, path, user=None):
        begun = time.monotonic()
        status, _, _ = await asyncio.wait_for(
            request(self.port, method, path, headers=(user or User()).headers(self.port)), PATIENCE)
        print(f"    {method} {path}: {status} after {time.monotonic() - begun:.1f} s")
        return status

    async def test_everybody_is_answered_and_a_signal_ends_it(self):
        white, black = await guest(self.port), await guest(self.port)
        game = await new_game(self.port, white, black)
        socket = await white.socket(self.port)
        self.addCleanup(socket.close)
        await socket.watch(game)
        self.assertEqual(await self.status("GET", "/readyz"), 200)

        self.freeze()
        for _ in range(PATIENCE):  # what it knows it believes for a second
            if await self.status("GET", "/readyz") == 503:
                break
            await asyncio.sleep(1)
        turn = long_games("ordo")[0][0]
        socket.send({"t": "move", "game": game, "ply": 1, "turn": turn})
        statuses = await asyncio.gather(self.status("GET", "/readyz"), self.status("GET", "/api/games"),
                                        self.status("GET", f"/api/games/{game}"), self.status("POST", "/api/guest"))
        self.assertEqual(statuses, [503] * 4)
        self.assertEqual(await self.status("GET", "/healthz"), 200)
        refused = await asyncio.wait_for(socket.until(lambda m: m["t"] == "error"), PATIENCE)
        self.assertIn(refused["code"], ("retry", "unsure"))

        self.thaw()
        for _ in range(PATIENCE):
            if await self.status("GET", "/readyz") == 200:
                break
            await asyncio.sleep(1)
        for _ in range(PATIENCE):
            socket.send({"t": "move", "game": game, "ply": 1, "turn": turn})
            told = await socket.until(lambda m: m["t"] == "error" or (m["t"] == "event" and m["event"]["e"] == "move"))
            if told["t"] == "event":
                break
            await asyncio.sleep(1)
        self.assertEqual(told["event"]["turn"], turn)

        self.freeze()
        socket.send({"t": "resign", "game": game})
        waiting = [asyncio.ensure_future(self.status("GET", "/api/games")) for _ in range(20)]
        await asyncio.sleep(0.1)
        begun = time.monotonic()
        code = await asyncio.to_thread(self.node.terminate)
        print(f"    ended after {time.monotonic() - begun:.1f} s")
        self.assertEqual(code, 0)
        await asyncio.gather(*waiting, return_exceptions=True)


if __name__ == "__main__":
    server.ORDO = sys.argv.pop(1)
    unittest.main(verbosity=2)
