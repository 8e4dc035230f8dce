#!/usr/bin/env python3
"""Asks the program whether what docs/rules.md and its diagrams say is true.

usage: rules_page_test.py PATH_OF_ORDO [argument of unittest…]
"""
import importlib.machinery
import importlib.util
import json
import re
import subprocess
import sys
import unittest
from functools import lru_cache
from pathlib import Path

sys.dont_write_bytecode = True
ROOT = Path(__file__).resolve().parent.parent
PAGE = (ROOT / "docs/rules.md").read_text(encoding="utf-8")
DIAGRAMS = json.loads((ROOT / "docs/images/rules/diagrams.json").read_text(encoding="utf-8"))
TITLES = {"ordo": "Ordo", "ordox": "Ordo X"}
PART = r"[a-j][1-8](?::[a-j][1-8])?[-x][a-j][1-8](?:=[a-j][1-8])?"
ORDO = ""


def ordo(*arguments, lines=""):
    return subprocess.run([ORDO, *arguments], input=lines, text=True, encoding="utf-8", capture_output=True, timeout=60)


def draw_board():
    loader = importlib.machinery.SourceFileLoader("draw_board", str(ROOT / "tools/draw_board"))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("draw_board", loader))
    loader.exec_module(module)
    return module


@lru_cache(None)
def legal(variant, fen):
    answer = ordo("moves", "--variant", variant, "--fen", fen)
    assert answer.returncode == 0, answer.stderr
    return frozenset(answer.stdout.split())


def verdict(variant, fen, turn):
    """What `ordo record check` says about playing the turn."""
    number = "1." if fen.endswith("w") else "1..."
    record = f'[Variant "{TITLES[variant]}"]\n[FEN "{fen}"]\n\n{number} {turn}\n'
    return ordo("record", "check", "-", lines=record).stdout


def played(variant, fen, turn):
    """All that is printed when the turn is played, the new position last."""
    return ordo("play", "--variant", variant, "--fen", fen, lines=f"{turn}\nfen\n").stdout


def without_number(turn):
    return turn.split()[0]


def claimed(diagram):
    """All turns a diagram says something about."""
    return {without_number(turn) for key in ("dots", "arrows", "preparations", "crosses", "attempts", "after", "wins")
            for turn in diagram.get(key, [])} | ({diagram["last"]["turn"]} if "last" in diagram else set())


def diagrams_with(key):
    return [(diagram, diagram["variant"], diagram["fen"]) for diagram in DIAGRAMS if key in diagram]


class Diagrams(unittest.TestCase):
    def test_positions_can_be_played_from(self):
        for _, variant, fen in diagrams_with("fen"):
            self.assertTrue(legal(variant, fen))

    def test_dots_and_arrows_are_legal(self):
        for key in ("dots", "arrows"):
            for diagram, variant, fen in diagrams_with(key):
                for turn in map(without_number, diagram[key]):
                    self.assertIn(turn, legal(variant, fen), diagram["file"])

    def test_preparations_begin_turns_but_are_none(self):
        for diagram, variant, fen in diagrams_with("preparations"):
            for part in map(without_number, diagram["preparations"]):
                self.assertTrue(any(turn.startswith(part + ",") for turn in legal(variant, fen)), diagram["file"])
                self.assertIn("a forward move must follow", verdict(variant, fen, part))

    def test_crosses_and_attempts_are_illegal_for_the_reason_given(self):
        for key in ("crosses", "attempts"):
            for diagram, variant, fen in diagrams_with(key):
                for turn, reason in diagram[key].items():
                    self.assertNotIn(without_number(turn), legal(variant, fen), diagram["file"])
                    self.assertIn(reason, verdict(variant, fen, without_number(turn)))

    def test_complete_diagrams_leave_no_move_out(self):
        for diagram, variant, fen in diagrams_with("complete"):
            begin = "" if diagram["complete"] == "all" else diagram["complete"] + "[-x]"
            shown = {without_number(turn) for key in ("dots", "arrows") for turn in diagram.get(key, [])}
            self.assertEqual({turn for turn in legal(variant, fen) if re.match(begin, turn)}, shown, diagram["file"])

    def test_turns_lead_where_they_are_said_to(self):
        for diagram, variant, fen in diagrams_with("after"):
            for turn, after in diagram["after"].items():
                self.assertEqual(played(variant, fen, turn).splitlines()[-1], after)
        for diagram, variant, fen in diagrams_with("last"):
            self.assertEqual(played(variant, diagram["last"]["from"], diagram["last"]["turn"]).splitlines()[-1], fen)

    def test_winning_turns_win(self):
        for diagram, variant, fen in diagrams_with("wins"):
            for turn, reason in diagram["wins"].items():
                self.assertIn(f"wins: {reason}", played(variant, fen, turn))

    def test_tinted_groups_are_all_there_are(self):
        for diagram, variant, fen in diagrams_with("groups"):
            if "without" not in diagram:
                shown = ordo("show", "--variant", variant, "--fen", fen).stdout
                self.assertIn(f"in {len(diagram['groups'])} groups", shown)

    def test_exactly_the_removed_pieces_are_removed(self):
        board = draw_board()
        for diagram, _, fen in diagrams_with("removed"):
            for turn, after in diagram["after"].items():
                captured = turn.split("x")[1][:2]
                before, left = ({at for at, color in board.read_fen(text).items() if color != fen[-1]}
                                for text in (fen, after))
                gone = set(map(board.square, [captured, *diagram["removed"]]))
                self.assertEqual(before - left, gone, diagram["file"])


class Page(unittest.TestCase):
    def test_shows_every_diagram_with_its_alternative_text(self):
        for diagram in DIAGRAMS:
            if "/" not in diagram["file"]:
                self.assertIn(f"![{diagram['alt']}](images/rules/{diagram['file']})", PAGE)

    def test_links_to_files_that_exist(self):
        for target in re.findall(r"\]\(([^)#:]+)\)", PAGE):
            self.assertTrue((ROOT / "docs" / target).exists(), target)

    def test_turns_are_those_of_a_diagram_or_playable_first(self):
        known = set.union(*map(claimed, DIAGRAMS))
        for turn in re.findall(rf"`({PART}(?:,{PART})?)`", PAGE):
            if turn not in known:
                self.assertIn(": ok, 1 turn,", verdict("ordo", DIAGRAMS[0]["fen"], turn))

    def test_positions_are_accepted(self):
        positions = re.findall(r"`((?:[wb0-9]+/){7}[wb0-9]+ [wb])`", PAGE)
        self.assertTrue(positions)
        for fen in positions:
            self.assertTrue(legal("ordo", fen))

    def test_records_are_sound(self):
        records = re.findall(r"^```\n(\[.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
        self.assertTrue(records)
        for record in records:
            answer = ordo("record", "check", "-", lines=record)
            self.assertEqual(answer.returncode, 0, answer.stdout)


if __name__ == "__main__":
    ORDO = sys.argv.pop(1)
    unittest.main()
