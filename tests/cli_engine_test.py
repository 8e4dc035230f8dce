#!/usr/bin/env python3
"""Runs `ordo match`, `ordo tune`, `ordo ugi` and `ordo analyze` as processes.

usage: cli_engine_test.py PATH_OF_ORDO [argument of unittest…]
"""
import json
import re
import signal
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

import program
from program import OVER, PATIENCE, PLAIN, RECONNECT, START, Terminal, ordo


class Match(unittest.TestCase):
    QUICK = ("--nodes", "50", "--book-nodes", "200", "--book-bound", "300", "--margin", "10000")

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.games = self.folder / "games.txt"

    def play(self, *arguments):
        return ordo("match", *self.QUICK, *arguments)

    @staticmethod
    def engines_of(pid):
        """The processes that `ordo match` with this number has started."""
        return [int(child) for task in Path(f"/proc/{pid}/task").iterdir()
                for child in (task / "children").read_text().split()]

    def test_our_engine_against_itself(self):
        for variant in ("ordo", "ordox"):
            ran = self.play("--variant", variant, "--games", "4", "--a", "name=Ada", "--b",
                            "name=Grace option.Feature Killers=false depth=1", "--out", str(self.games), "--json")
            self.assertEqual(ran.returncode, 0, ran.stderr)
            self.assertIn("Ada against Grace", ran.stderr)
            summary = json.loads(ran.stdout)
            self.assertEqual((summary["games"], summary["end"], summary["variant"]), (4, "complete", variant))
            self.assertEqual(summary["wins"] + summary["draws"] + summary["losses"], 4)
            self.assertEqual(sum(summary["pairs"]), 2)
            self.assertEqual(set(summary["a"]["faults"].values()), {0})
            self.assertEqual(ordo("record", "check", str(self.games)).stdout.count(": ok, "), 4)
            self.games.unlink()

    def test_our_engine_ponders(self):
        for variant in ("ordo", "ordox"):
            ran = self.play("--variant", variant, "--games", "2", "--a", "ponder=true", "--b", "ponder=true depth=2", "--json")
            self.assertEqual(ran.returncode, 0, ran.stderr)
            summary = json.loads(ran.stdout)
            self.assertEqual((summary["games"], summary["a"]["limits"]), (2, "nodes=50 ponder=true"))
            for engine in ("a", "b"):
                self.assertEqual(set(summary[engine]["faults"].values()), {0})

    def test_killed_match_goes_on_and_loses_no_game(self):
        command = ["match", *self.QUICK, "--games", "40", "--concurrency", "2", "--out", str(self.games)]
        process = subprocess.Popen([program.ORDO, *command], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=PLAIN)
        end = time.monotonic() + PATIENCE
        while not (self.games.exists() and self.games.read_text().count("[Event") >= 6):
            self.assertLess(time.monotonic(), end)
            time.sleep(0.01)
        engines = self.engines_of(process.pid)
        self.assertTrue(engines)
        process.kill()
        process.wait()
        finished = self.games.read_text().count("[Event")
        while any(Path(f"/proc/{engine}").exists() for engine in engines):  # nobody is left to talk to
            self.assertLess(time.monotonic(), end)
            time.sleep(0.01)
        with self.games.open("a") as games:
            games.write("\n[Event \"A - B\"]\n[Site")  # as if it had been killed while it wrote
        ran = ordo(*command)
        self.assertEqual(ran.returncode, 0, ran.stderr)
        self.assertRegex(ran.stderr, f"going on after {finished} games")
        self.assertIn("40 of 40 games, complete", ran.stdout)
        rounds = re.findall(r'\[Round "(\d+)"\]', self.games.read_text())
        self.assertEqual(sorted(map(int, rounds)), list(range(1, 41)))
        other = ordo(*command, "--seed", "2")
        self.assertEqual((other.returncode, other.stdout), (1, ""))
        self.assertIn("other settings", other.stderr)

    def test_interrupt_ends_it_with_a_summary(self):
        terminal = Terminal("match", *self.QUICK, "--games", "10000")
        terminal.expect("2/10000  A ")
        terminal.send("\x03")
        seen, code = terminal.finish()
        self.assertIn("of 10000 games, stopped", seen)
        self.assertNotIn("crash", seen)
        self.assertEqual(code, 1)

    def test_book(self):
        book = self.folder / "book.txt"
        ran = self.play("--games", "20", "--write-book", str(book))
        self.assertEqual((ran.returncode, ran.stdout), (0, ""))
        fens = book.read_text().splitlines()
        self.assertEqual(len(set(fens)), 10)
        book.write_text(fens[3] + "\n")
        ran = self.play("--games", "4", "--book", str(book), "--out", str(self.games))
        self.assertIn("1 openings for 2 pairs", ran.stderr)
        self.assertEqual(self.games.read_text().count(f'[FEN "{fens[3]}"]'), 4)

    def test_the_loser_resigns(self):
        # Neither is a level, whose errors are others each time; and in some turn of each game the two will agree on who is behind.
        command = ["--games", "4", "--b", "depth=1", "--out", str(self.games)]
        ran = self.play(*command, "--resign", "1,1", "--json")
        self.assertEqual(ran.returncode, 0, ran.stderr)
        self.assertGreater(json.loads(ran.stdout)["terminations"].get("resignation", 0), 0, ran.stdout)
        self.assertRegex(ran.stderr, r"ended by .*\d resignation")
        self.assertIn("max-plies=1000 resign=1,1; ", self.games.read_text())
        self.assertEqual(ordo("record", "check", str(self.games)).stdout.count(": ok, "), 4)
        again = self.play(*command, "--resign", "1,1", "--json")
        self.assertEqual((again.returncode, again.stdout), (0, ran.stdout))
        for other in ([], ["--resign", "1"], ["--resign", "2,1"]):
            refused = self.play(*command, *other)
            self.assertEqual((refused.returncode, refused.stdout), (1, ""))
            self.assertIn("a match with other settings", refused.stderr)

    def test_nobody_resigns_unless_asked_to(self):
        ran = self.play("--games", "2", "--out", str(self.games))
        self.assertEqual(ran.returncode, 0, ran.stderr)
        self.assertNotIn("resign", self.games.read_text())  # nor in the settings: files from before it go on
        self.assertIn("margin=10000 max-plies=1000; seed=1 ", self.games.read_text())

    def test_a_pool(self):
        pool = self.folder / "pool.txt"
        pool.write_text("# two of them\nname=deep depth=3\n\nname=flat depth=1\n")
        command = ["--games", "4", "--a", "name=new", "--pool", str(pool), "--out", str(self.folder / "games"), "--json"]
        ran = self.play(*command)
        self.assertEqual(ran.returncode, 0, ran.stderr)
        self.assertIn("new against a pool of 2", ran.stderr)
        summary = json.loads(ran.stdout)
        self.assertEqual([(o["name"], o["games"]) for o in summary["opponents"]], [("deep", 4), ("flat", 4)])
        self.assertIn(summary["worst"], ("deep", "flat"))
        self.assertEqual(sorted(p.name for p in (self.folder / "games").iterdir()), ["deep.txt", "flat.txt"])
        again = self.play(*command)
        self.assertEqual(again.stderr.count("going on after 4 games"), 2)
        for text, said in (("", "names no opponent"), ("name=x\nname=x\n", "line 2: there is a 'x' already"),
                           ("name=x speed=1\n", "line 1: there is no key 'speed'"), ("name=new\n", "the same name")):
            pool.write_text(text)
            ran = self.play(*command)
            self.assertNotEqual(ran.returncode, 0)
            self.assertIn(said, ran.stderr)

    def test_what_is_wrong_is_said(self):
        for code, said, arguments in (
                (2, "an even number", ["--games", "5"]),
                (2, "no key 'speed'", ["--a", "speed=1"]),
                (2, "the same name", ["--a", "name=x", "--b", "name=x"]),
                (2, "elo0 below elo1", ["--sprt", "5,0"]),
                (2, "milliseconds", ["--movetime", "soon"]),
                (2, "--resign: SCORE or SCORE,TURNS is needed", ["--resign", "much"]),
                (2, "--resign: SCORE or SCORE,TURNS is needed", ["--resign", ""]),
                (2, "from 1 to 1000 turns", ["--resign", "600,0"]),
                (1, "cannot read", ["--book", "/nonexistent"]),
                (1, "cannot be opened", ["--out", "/nonexistent/games"]),
                (1, "A: cannot start '/nonexistent'", ["--a", "cmd=/nonexistent"]),
                (1, "no option 'Colour'", ["--a", "option.Colour=blue"]),
                (1, "refuses an option", ["--b", "option.Level=99"])):
            ran = self.play("--games", "2", *arguments) if "--games" not in arguments else self.play(*arguments)
            self.assertEqual((ran.returncode, ran.stdout), (code, ""), arguments)
            self.assertIn(said, ran.stderr)


class Tune(unittest.TestCase):
    QUICK = ("--nodes", "50", "--book-nodes", "200", "--book-bound", "300", "--margin", "10000", "--games", "4",
             "--parameters", "Reduction,FreeCaptureDepth")

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.state = self.folder / "state.jsonl"
        self.plot = self.folder / "plot.svg"

    def tune(self, *arguments):
        return ordo("tune", *self.QUICK, *arguments)

    def test_goes_on_where_it_was_killed(self):
        pool = self.folder / "pool.txt"
        pool.write_text("# two of them\nname=usual\nname=flat depth=1\n")
        whole = self.folder / "whole.jsonl"
        ran = self.tune("--pool", str(pool), "--iterations", "4", "--out", str(whole), "--concurrency", "2")
        self.assertEqual(ran.returncode, 0, ran.stderr)
        self.assertIn("Ordo, 2 parameters tuned: 4 of 4 iterations, complete", ran.stdout)
        lines = whole.read_text().splitlines(keepends=True)
        self.assertEqual([json.loads(line).get("iteration") for line in lines], [None, 1, 2, 3, 4])
        self.state.write_text("".join(lines[:3]) + lines[3][:20])  # as if it had been killed while it wrote
        ran = self.tune("--pool", str(pool), "--iterations", "4", "--out", str(self.state), "--plot", str(self.plot))
        self.assertEqual(ran.returncode, 0, ran.stderr)
        self.assertIn("going on after 2 iterations", ran.stderr)
        self.assertEqual(self.state.read_text(), whole.read_text())
        self.assertEqual(self.plot.read_text().count("<polyline"), 3)
        other = self.tune("--pool", str(pool), "--iterations", "4", "--out", str(self.state), "--seed", "2")
        self.assertEqual((other.returncode, other.stdout), (1, ""))
        self.assertRegex(other.stderr, r"other settings\n  there: games=4 seed=1 .*\n  here:  games=4 seed=2 ")
        self.assertEqual(self.state.read_text(), whole.read_text())

    def test_interrupt_ends_it_with_what_it_has(self):
        terminal = Terminal("tune", *self.QUICK, "--variant", "ordox", "--iterations", "10000", "--out", str(self.state))
        terminal.expect("2/10000  plus ")
        terminal.send("\x03")
        seen, code = terminal.finish()
        self.assertRegex(seen, r"Ordo X, 2 parameters tuned: \d+ of 10000 iterations, stopped")
        self.assertNotIn("faults", seen)
        self.assertEqual(code, 1)
        self.assertGreaterEqual(len(self.state.read_text().splitlines()), 3)

    def test_what_is_wrong_is_said(self):
        pool = self.folder / "pool.txt"
        pool.write_text("name=x speed=1\n")
        for code, said, arguments in (
                (2, "there is no 'Reductoin'; did you mean 'Reduction'?", ["--parameters", "Reductoin"]),
                (2, "there is no 'ordox.LateMoves'", ["--parameters", "ordox.LateMoves"]),
                (2, "ClockTurns has an effect only with --tc", ["--parameters", "ClockTurns"]),
                (2, "Reduction is there twice", ["--parameters", "Reduction,ordo.Reduction"]),
                (2, "there is no ''", ["--parameters", "Reduction,"]),
                (2, "from 0 to 400, not '401'", ["--engine", "option.Tune ordo.Reduction=401"]),
                (2, "--engine: there is no key 'speed'", ["--engine", "speed=1"]),
                (2, "line 1: there is no key 'speed'", ["--pool", str(pool)]),
                (2, "an even number", ["--games", "3"]),
                (2, "--iterations", ["--iterations", "0"]),
                (1, "cannot read", ["--pool", "/nonexistent"]),
                (1, "cannot be opened", ["--out", "/nonexistent/state"]),
                (1, "tuned: cannot start '/nonexistent'", ["--engine", "cmd=/nonexistent"])):
            given = list(self.QUICK)
            for name in set(arguments[::2]) & set(given):
                at = given.index(name)
                del given[at:at + 2]
            ran = ordo("tune", *given, *arguments)
            self.assertEqual((ran.returncode, ran.stdout), (code, ""), (arguments, ran.stderr))
            self.assertIn(said, ran.stderr)


class Engine(unittest.TestCase):
    """`ordo ugi` and `ordo analyze` as processes; what they say is tested without."""

    def test_a_conversation_through_pipes(self):
        with subprocess.Popen([program.ORDO, "ugi"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                              env=PLAIN) as process:
            watchdog = signal.signal(signal.SIGALRM, lambda *_: process.kill())
            signal.alarm(PATIENCE)

            def say(line):
                process.stdin.write(line + "\n")
                process.stdin.flush()

            def hear(beginning):
                for line in process.stdout:
                    if line.startswith(beginning):
                        return line.rstrip("\n")
                self.fail(f"{beginning!r} did not come")

            say("ugi")
            self.assertRegex(hear("id name"), r"^id name ordo \d+\.\d+\.\d+$")
            hear("ugiok")
            for variant in ("ordo", "ordox"):
                say(f"setoption name Variant value {variant}")
                say("position startpos")
                say("go infinite")
                hear("info depth 1 ")
                say("isready")
                hear("readyok")
                say("stop")
                self.assertIn(hear("bestmove").split()[1], ordo("moves", "--variant", variant).stdout.split())
            say("nonsense")
            self.assertEqual(hear("info string"), "info string error unknown command 'nonsense'")
            say("go infinite")
            process.stdin.close()
            hear("bestmove")
            self.assertEqual(process.wait(PATIENCE), 0)
            signal.alarm(0)
            signal.signal(signal.SIGALRM, watchdog)

    def test_json_lines(self):
        ran = ordo("analyze", "--json", "--nodes", "1000", "--lines", "2", "--jobs", "2", "-",
                   lines=f"{START}\nnonsense\n{OVER}\n{RECONNECT}\n")
        self.assertEqual((ran.returncode, ran.stderr), (0, ""))
        found = [json.loads(line) for line in ran.stdout.splitlines()]
        self.assertEqual([(f["position"], f.get("line")) for f in found],
                         [(1, 1), (1, 2), (2, None), (3, None), (4, 1), (4, 2)])
        self.assertEqual(found[0]["fen"], START)
        self.assertIn("column 1", found[2]["error"])
        self.assertEqual((found[3]["result"], found[3]["ending"]), ("1-0", "cannot-reconnect"))
        self.assertIn(found[4]["turns"][0], ["g5-e7", "g5-f6", "g5xf5"])

    def test_answers_come_before_the_input_ends(self):
        with subprocess.Popen([program.ORDO, "analyze", "--nodes", "100", "--json", "-"], stdin=subprocess.PIPE,
                              stdout=subprocess.PIPE, text=True, env=PLAIN) as process:
            for number in (1, 2):
                process.stdin.write(START + "\n")
                process.stdin.flush()
                self.assertEqual(json.loads(process.stdout.readline())["position"], number)
            process.stdin.close()
            self.assertEqual(process.wait(PATIENCE), 0)

    def test_control_c_gives_what_has_been_reached(self):
        for drawn in (10, 50, 250):  # a sanitizer's build on a busy machine takes a while to reach anything
            terminal = Terminal("analyze", "--depth", "100", START, RECONNECT)
            for _ in range(drawn):
                terminal.expect("0 of 2 positions")
            terminal.send("\x03")
            seen, code = terminal.finish()
            self.assertEqual(code, 1)
            self.assertIn("ordo: interrupted", seen)
            self.assertNotIn(RECONNECT, seen)
            if "depth" in seen:
                break
        self.assertIn("Ordo: White to move, depth", seen)


if __name__ == "__main__":
    program.main(__doc__)
