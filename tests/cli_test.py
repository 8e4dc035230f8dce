#!/usr/bin/env python3
"""Runs the program `ordo` the way people and scripts do: arguments, pipes, files and a terminal.

usage: cli_test.py PATH_OF_ORDO [argument of unittest…]
"""
import json
import os
import re
import signal
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

import program
from program import DATA, OVER, PATIENCE, PLAIN, RECONNECT, START, WINNING, Terminal, ordo


class Usage(unittest.TestCase):
    def test_help_of_every_command(self):
        for command in ([], ["analyze"], ["match"], ["moves"], ["perft"], ["play"], ["show"], ["solve"], ["record"], ["record", "check"],
                        ["ugi"]):
            ran = ordo(*command, "--help")
            self.assertEqual((ran.returncode, ran.stderr), (0, ""), command)
            self.assertIn("Example", ran.stdout)
            self.assertLessEqual(max(map(len, ran.stdout.splitlines())), 110, command)

    def test_version(self):
        self.assertRegex(ordo("--version").stdout, r"^ordo \d+\.\d+\.\d+\+([0-9a-f]{7,}(-dirty)?|unknown)\n$")

    def test_wrong_use_exits_with_2_and_says_so_on_stderr(self):
        for arguments in ([], ["shwo"], ["moves", "--variant", "chess"], ["moves", "x"], ["perft"], ["perft", "-d0"],
                          ["perft", "-d21"], ["perft", "-d", "2", "-t", "0"], ["record"], ["record", "check"],
                          ["play", "--engine", "11"], ["play", "--side", "black"], ["play", "--time", "0"],
                          ["play", "--engine", "3", "--side", "red"]):
            ran = ordo(*arguments)
            self.assertEqual((ran.returncode, ran.stdout), (2, ""), arguments)
            self.assertTrue(ran.stderr)
        self.assertIn("did you mean 'show'?", ordo("shwo").stderr)

    def test_full_disk_is_noticed(self):
        with open("/dev/full", "w") as full:
            ran = subprocess.run([program.ORDO, "show"], stdout=full, stderr=subprocess.PIPE, text=True, env=PLAIN)
        self.assertEqual((ran.returncode, ran.stderr), (1, "ordo: cannot write to standard output\n"))


class Moves(unittest.TestCase):
    def test_all_turns_sorted(self):
        for variant, count in (("ordo", 56), ("ordox", 2062)):
            lines = ordo("moves", "--variant", variant).stdout.splitlines()
            self.assertEqual(len(lines), count)
            self.assertEqual(lines, sorted(set(lines)))
        self.assertEqual(ordo("moves").stdout, ordo("moves", "--fen", START).stdout)

    def test_of_a_turn_whose_preparation_is_made(self):
        advances = ordo("moves", "--variant", "ordox", "--fen", f"{START} a").stdout.splitlines()
        self.assertEqual(len(advances), 60)
        self.assertTrue(set(advances) < set(ordo("moves", "--variant", "ordox").stdout.splitlines()))
        ran = ordo("moves", "--fen", f"{START} a")
        self.assertEqual((ran.returncode, ran.stdout), (1, ""))
        self.assertIn("Ordo", ran.stderr)

    def test_illegal_position_exits_with_1(self):
        ran = ordo("moves", "--fen", "10 w")
        self.assertEqual((ran.returncode, ran.stdout), (1, ""))
        self.assertTrue(ran.stderr.startswith("ordo: illegal position: "))

    def test_one_answer_for_each_line(self):
        ran = ordo("moves", "--fen", "-", lines=f"{RECONNECT}\nnonsense\n\n{OVER}\n{RECONNECT}")
        answers = ran.stdout.split("\n")
        self.assertEqual(ran.returncode, 0)
        self.assertEqual(answers[0], "g5-e7 g5-f6 g5xf5")
        self.assertTrue(answers[1].startswith("error: ") and answers[2].startswith("error: "), answers)
        self.assertEqual(answers[3:], ["", "g5-e7 g5-f6 g5xf5", ""])

    def test_answers_come_one_by_one_through_a_pipe(self):
        with subprocess.Popen([program.ORDO, "moves", "--variant", "ordox", "--fen", "-"], stdin=subprocess.PIPE,
                              stdout=subprocess.PIPE, text=True, env=PLAIN) as process:
            watchdog = signal.signal(signal.SIGALRM, lambda *_: process.kill())
            signal.alarm(PATIENCE)
            for line, turns in ((START, 2062), (WINNING, 32), ("x", None), (START, 2062)):
                process.stdin.write(line + "\n")
                process.stdin.flush()
                answer = process.stdout.readline()
                if turns is None:
                    self.assertTrue(answer.startswith("error: "), answer)
                else:
                    self.assertEqual(len(answer.split()), turns)
            process.stdin.close()
            self.assertEqual(process.wait(PATIENCE), 0)
            signal.alarm(0)
            signal.signal(signal.SIGALRM, watchdog)

    def test_many_thousands_of_lines(self):
        count = 20000 // int(os.environ.get("ORDO_TEST_SCALE", "1"))
        started = time.monotonic()
        answers = ordo("moves", "--fen", "-", lines=f"{START}\n" * count).stdout.splitlines()
        self.assertEqual((len(answers), len(set(answers))), (count, 1))
        self.assertLess(time.monotonic() - started, PATIENCE)


class Perft(unittest.TestCase):
    def test_known_counts(self):
        self.assertEqual(ordo("perft", "--depth", "4").stdout, "1 56\n2 3136\n3 190114\n4 11501158\n")
        ran = ordo("perft", "--variant", "ordox", "--depth", "2", "--threads", "2")
        self.assertEqual((ran.stdout, ran.stderr), ("1 2062\n2 4207548\n", ""))

    def test_counts_of_the_shared_data(self):
        for entry in json.loads((DATA / "perft.json").read_text()):
            counts = entry["counts"][:2]
            ran = ordo("perft", "--variant", entry["variant"], "--fen", entry["fen"], "--depth", str(len(counts)))
            self.assertEqual([int(line.split()[1]) for line in ran.stdout.splitlines()], counts, entry)

    def test_divide_is_sorted_and_adds_up(self):
        lines = ordo("perft", "--depth", "3", "--divide").stdout.splitlines()
        self.assertEqual(lines[-1], "total 190114")
        self.assertEqual(lines[:-1], sorted(lines[:-1]))
        self.assertEqual([line.split()[0] for line in lines[:-1]], ordo("moves").stdout.splitlines())
        self.assertEqual(sum(int(line.split()[1]) for line in lines[:-1]), 190114)

    def test_speed_is_told_on_a_terminal(self):
        seen, code = Terminal("perft", "--depth", "2").finish()
        self.assertEqual(code, 0)
        self.assertRegex(seen, r"1 56\n  [\d.]+ s, [\d.]+ million turns/s\n2 3136\n")


class Show(unittest.TestCase):
    def test_letters_follow_the_locale(self):
        self.assertIn("○", ordo("show").stdout)
        self.assertNotIn("○", ordo("show", "--ascii").stdout)
        ran = ordo("show", env={**PLAIN, "LANG": "C"})
        self.assertTrue(ran.stdout.isascii())
        self.assertIn(" 2 | O  O  O  O  O  O  O  O  O  O | 2\n", ran.stdout)

    def test_colours_on_a_terminal_only(self):
        self.assertNotIn("\033", ordo("show").stdout)
        self.assertIn("\033[48;5;", ordo("show", "--color", "always").stdout)
        self.assertIn("\033[48;5;", Terminal("show").finish()[0])
        self.assertIn("\033[48;2;", Terminal("show", env={"COLORTERM": "truecolor"}).finish()[0])
        self.assertNotIn("\033", Terminal("show", env={"NO_COLOR": "1"}).finish()[0])
        self.assertNotIn("\033", Terminal("show", env={"TERM": "dumb"}).finish()[0])
        self.assertNotIn("\033", Terminal("show", "--color", "never").finish()[0])

    def test_what_is_known_of_the_position(self):
        text = ordo("show", "--fen", RECONNECT).stdout
        for words in ("Black: 5 pieces in 2 groups", "White: 6 pieces in one group", "apart: g5",
                      "Black must reconnect, 3 turns", RECONNECT):
            self.assertIn(words, text)
        self.assertIn("White wins: the opponent cannot reconnect.", ordo("show", "--fen", OVER).stdout)


class Files(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.game = str(self.folder / "game.txt")

    def play(self, lines, *arguments):
        ran = ordo("play", *arguments, lines=lines)
        self.assertEqual((ran.returncode, ran.stderr), (0, ""))
        self.assertNotIn("\033", ran.stdout)
        return ran.stdout

    def test_a_game_of_ordo_saved_loaded_and_won(self):
        said = self.play(f"e4-e3\nd5-d6 e4-e3\nsave {self.game}\n", "--fen", WINNING, "--white", "Ada")
        self.assertIn("e4-e3: the piece on e4 is Black's, and it is White's turn", said)
        self.assertIn(f"Saved to {self.game}.", said)
        self.assertEqual(ordo("record", "check", self.game).stdout, f"{self.game}: game 1: ok, 2 turns, *\n")
        said = self.play("d6-d8\nundo\nd6-d8\nsave\n", "--load", self.game)
        self.assertIn("2. White (Ada): d6-d8\n", said)
        self.assertIn("White wins: reached the home row.\n", said)
        self.assertEqual(ordo("record", "check", self.game).stdout, f"{self.game}: game 1: ok, 3 turns, 1-0\n")
        shown = ordo("show", "--load", self.game).stdout
        self.assertIn("White played d6-d8", shown)
        self.assertIn("White (Ada)", shown)
        self.assertEqual(os.listdir(self.folder), ["game.txt"])

    def test_a_game_of_ordo_x_saved_loaded_and_won(self):
        said = self.play(f"d5-c5\ne7-d7\nback\ne7-d7\nd5-d6\ne4-e3\nsave {self.game}\n", "--variant", "ordox",
                         "--fen", WINNING)
        self.assertIn("d5-c5 would split White's group", said)
        self.assertIn("e7-d7 is prepared. Now the advance, or 'back'.\n", said)
        self.assertIn("1. White: e7-d7,d5-d6\n", said)
        said = self.play(f"load {self.game}\nd6:d7-d7\nsave\n")
        self.assertIn("Ordo X, turn 2", said)
        self.assertIn("White wins: reached the home row.\n", said)
        self.assertEqual(ordo("record", "check", self.game).stdout, f"{self.game}: game 1: ok, 3 turns, 1-0\n")

    def test_games_against_the_engine_can_be_repeated(self):
        arguments = ("--engine", "2", "--side", "random", "--seed", "3", "--time", "0.1")
        script = f"e3-e4\ne6-e5\nhint\nsave! {self.game}\n"
        for variant in ("ordo", "ordox"):
            self.play(script, "--variant", variant, *arguments)
            first = Path(self.game).read_text()
            self.play(script, "--variant", variant, *arguments)
            self.assertEqual(Path(self.game).read_text(), first)
            self.assertIn('"ordo level 2"]', first)
            self.assertEqual(ordo("record", "check", self.game).returncode, 0)

    def test_saving_does_not_destroy_another_file(self):
        Path(self.game).write_text("precious")
        self.assertIn("exists", self.play(f"e3-e4\nsave {self.game}\n"))
        self.assertEqual(Path(self.game).read_text(), "precious")
        self.assertIn("Saved", self.play(f"e3-e4\nsave! {self.game}\n"))
        self.assertEqual(sorted(os.listdir(self.folder)), ["game.txt"])

    def test_record_check(self):
        good, bad = self.folder / "good.txt", self.folder / "bad.txt"
        good.write_text('[Variant "Ordo"]\n\n1. e3-e4 e6-e5 1/2-1/2\n\n[Variant "Ordo X"]\n\n1. e3-d3,d3-e4 *\n')
        bad.write_text('[Variant "Ordo"]\n\n1. e3-e4 e6-e3 *\n')
        ran = ordo("record", "check", str(good))
        self.assertEqual((ran.returncode, ran.stdout),
                         (0, f"{good}: game 1: ok, 2 turns, 1/2-1/2\n{good}: game 2: ok, 1 turn, *\n"))
        ran = ordo("record", "check", str(good), str(bad))
        self.assertEqual(ran.returncode, 1)
        self.assertIn(f"{bad}:3:10: e6-e3 is blocked by White's piece on e4\n", ran.stdout)
        ran = ordo("record", "check", "-", lines=good.read_text())
        self.assertEqual((ran.returncode, ran.stdout.splitlines()[0]), (0, "-: game 1: ok, 2 turns, 1/2-1/2"))
        ran = ordo("record", "check", str(self.folder / "gone"))
        self.assertEqual(ran.returncode, 1)
        self.assertIn("No such file", ran.stderr)


class Documentation(unittest.TestCase):
    def test_examples_show_what_is_really_printed(self):
        page = (Path(__file__).resolve().parent.parent / "docs" / "cli.md").read_text(encoding="utf-8")
        blocks = re.findall(r"```\n\$ (.*\bordo (?:show|moves|perft)\b.*)\n((?s:.*?))```\n", page)
        self.assertGreaterEqual(len(blocks), 5)
        env = {**PLAIN, "PATH": os.path.dirname(program.ORDO) + ":" + PLAIN["PATH"]}
        for command, output in blocks:
            ran = subprocess.run(["bash", "-c", command], text=True, encoding="utf-8", capture_output=True, env=env)
            self.assertEqual(ran.stdout, output, command)


class AtTheTerminal(unittest.TestCase):
    def test_a_session(self):
        terminal = Terminal("play", "--variant", "ordox", "--black", "Grace", env={"NO_COLOR": "1"})
        terminal.expect("White> ")
        terminal.send("e3-d3\n")
        self.assertIn("(○)( )", terminal.expect("White, advance> "))
        terminal.send("d3-e4\n")
        terminal.expect("Black (Grace)> ")
        terminal.send("draw\n")
        terminal.expect("White, do you accept? (yes or no) ")
        terminal.send("yes\n")
        self.assertIn("Draw: by agreement.", terminal.expect("game over> "))
        terminal.send("quit\n")
        terminal.expect("Leave anyway? (yes or no) ")
        terminal.send("yes\n")
        self.assertEqual(terminal.finish()[1], 0)

    def test_a_game_against_the_engine(self):
        terminal = Terminal("play", "--engine", "1", "--side", "black", "--seed", "5", env={"NO_COLOR": "1"})
        seen = terminal.expect("Black> ")
        self.assertRegex(seen, r"White \(ordo level 1\) is thinking\.\n1\. White \(ordo level 1\): \S+\n")
        terminal.send("e6-e5\n")
        self.assertRegex(terminal.expect("Black> "), r"\n2\. White \(ordo level 1\): \S+\n")
        terminal.send("undo\n")
        self.assertIn("Ordo, turn 1", terminal.expect("Black> "))
        terminal.send("resign\n")
        self.assertIn("White wins: the opponent resigned.", terminal.expect("game over> "))
        terminal.send("quit!\n")
        self.assertEqual(terminal.finish()[1], 0)

    def test_control_d_leaves(self):
        terminal = Terminal("play")
        terminal.expect("White> ")
        terminal.send("e3-e4\n")
        terminal.expect("Black> ")
        terminal.send("\x04")
        seen, code = terminal.finish()
        self.assertIn("The game was not saved.", seen)
        self.assertEqual(code, 0)

    def test_a_script_sees_neither_prompts_nor_colours(self):
        ran = ordo("play", lines="e3-e4\nquit\n")
        self.assertEqual((ran.returncode, ran.stderr), (0, ""))
        self.assertIsNone(re.search(r"> |\033", ran.stdout))


if __name__ == "__main__":
    program.main(__doc__)
