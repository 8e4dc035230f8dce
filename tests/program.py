"""The program `ordo` for tests that run it the way people and scripts do."""
import os
import pty
import select
import signal
import subprocess
import sys
import time
import unittest
from pathlib import Path

ORDO = ""
DATA = Path(__file__).resolve().parent / "data"
START = "2bb2bb2/bbbbbbbbbb/bb2bb2bb/10/10/ww2ww2ww/wwwwwwwwww/2ww2ww2 w"
RECONNECT = "10/10/3bb5/2b1wwb3/2b2w4/4w5/3ww5/10 b"
WINNING = "10/4w5/4w5/3w6/4b1b3/5b4/10/10 w"
OVER = "10/b8b/10/4b5/10/10/4w5/10 b"  # three groups that no move can join
PLAIN = {"PATH": os.environ["PATH"], "LANG": "C.UTF-8", "TERM": "xterm-256color", "HOME": "/nonexistent"}
PATIENCE = 30  # seconds until something that should have happened counts as hung


def ordo(*arguments, lines="", env=None):
    return subprocess.run([ORDO, *arguments], input=lines, env=env or PLAIN, text=True, encoding="utf-8",
                          capture_output=True, timeout=120)


class Terminal:
    """`ordo` on a terminal of its own."""

    def __init__(self, *arguments, env=None):
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            os.execve(ORDO, ["ordo", *arguments], {**PLAIN, **(env or {})})
        self.seen = ""

    def expect(self, text):
        """Reads until the text has come since the last call, and returns what came up to it."""
        end = time.monotonic() + PATIENCE
        while text not in self.seen:
            if not self._read(end - time.monotonic()):
                raise AssertionError(f"{text!r} did not come; this did: {self.seen!r}")
        before, _, self.seen = self.seen.partition(text)
        return before + text

    def send(self, text):
        os.write(self.fd, text.encode())

    def finish(self):
        """All that still comes, and the exit code."""
        end = time.monotonic() + PATIENCE
        while self._read(end - time.monotonic()):
            pass
        _, status = os.waitpid(self.pid, 0)
        os.close(self.fd)
        return self.seen, os.waitstatus_to_exitcode(status)

    def _read(self, seconds):
        if seconds < 0 or not select.select([self.fd], [], [], seconds)[0]:
            os.kill(self.pid, signal.SIGKILL)
            raise AssertionError(f"hangs; this came: {self.seen!r}")
        try:
            data = os.read(self.fd, 65536)
        except OSError:  # how Linux says that the other end is closed
            return False
        self.seen += data.decode(errors="replace").replace("\r\n", "\n")
        return bool(data)


def main(usage):
    """Runs the tests of the script that calls it, with the program named on its command line."""
    global ORDO
    if len(sys.argv) < 2:
        sys.exit(usage)
    ORDO = os.path.abspath(sys.argv.pop(1))
    unittest.main()
