#!/usr/bin/env python3
"""`ordo bot` as a player on a server.

usage: bot_test.py PATH_OF_ORDO [argument of unittest…]
"""
import asyncio
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import server
from client import PATIENCE, User, account
from server import Server


class BotTest(unittest.IsolatedAsyncioTestCase):
    async def test_two_bots_play_a_whole_game_and_survive_a_restart_of_the_server(self):
        with tempfile.TemporaryDirectory() as folder:
            node = await asyncio.to_thread(Server(Path(folder) / "ordo.db", "--no-limits").start)
            self.addCleanup(node.stop)
            bots = []
            for name, arguments in (("Rita", ["--seek", "ordox rated 300+1"]), ("Saul", [])):
                owner = await account(node.port, name)
                token = (await owner.call(node.port, "POST", "/api/tokens", {"label": "bot"}))["token"]
                bots.append((User(token=token), token, arguments))
            processes = []
            for _, token, arguments in bots:
                process = await asyncio.create_subprocess_exec(
                    server.ORDO, "bot", "--server", f"http://127.0.0.1:{node.port}", "--engine", "option.Level=1", "--time", "100", "--no-rematch",
                    *arguments, env={"ORDO_TOKEN": token}, stdout=asyncio.subprocess.DEVNULL)
                processes.append(process)
            self.addCleanup(lambda: [p.kill() for p in processes if p.returncode is None])
            for _ in range(10 * PATIENCE):
                seeks = (await bots[1][0].call(node.port, "GET", "/api/seeks"))["seeks"]
                if seeks:
                    break
                await asyncio.sleep(0.1)
            game = (await bots[1][0].call(node.port, "POST", f"/api/seeks/{seeks[0]['id']}/accept", {}))["game"]

            async def until(is_reached):
                for _ in range(40 * PATIENCE):
                    try:
                        state = (await User().call(node.port, "GET", f"/api/games/{game}"))["state"]
                        if is_reached(state):
                            return state
                    except OSError:
                        pass
                    await asyncio.sleep(0.1)
                raise AssertionError(state)
            await until(lambda state: state["ply"] >= 6)
            node.kill()
            await asyncio.to_thread(node.start)
            state = await until(lambda state: state["status"] == "ended")
            self.assertIn(state["outcome"]["ending"], ("home-row", "last-piece", "cannot-reconnect", "no-move"))
            for process in processes:
                process.send_signal(2)
                self.assertEqual(await asyncio.wait_for(process.wait(), PATIENCE), 0)

    async def test_a_bot_without_a_good_token_is_told_so(self):
        with tempfile.TemporaryDirectory() as folder:
            node = await asyncio.to_thread(Server(Path(folder) / "ordo.db").start)
            self.addCleanup(node.stop)
            run = await asyncio.to_thread(
                subprocess.run, [server.ORDO, "bot", "--server", f"http://127.0.0.1:{node.port}"], env={"ORDO_TOKEN": "ordo_wrong"},
                capture_output=True, text=True, timeout=30, check=False)
            self.assertEqual(run.returncode, 1)
            self.assertIn("does not accept the token", run.stderr)
            for arguments, text in ((["--server", "https://x"], "only http"), (["--server", "x:99999"], "no port"), (["--seek", "chess"], "chess")):
                run = await asyncio.to_thread(subprocess.run, [server.ORDO, "bot", *arguments], env={"ORDO_TOKEN": "ordo_wrong"},
                                              capture_output=True, text=True, timeout=30, check=False)
                self.assertEqual(run.returncode, 2)
                self.assertIn(text, run.stderr)


if __name__ == "__main__":
    server.ORDO = sys.argv.pop(1)
    unittest.main(verbosity=2)
