"""`ordo serve` as a child process: started on a free port, killed, started again."""
import os
import re
import signal
import subprocess
import tempfile
import threading
from pathlib import Path

ORDO = ""  # set by the test from its arguments
DATA = Path(__file__).resolve().parent.parent / "data"


def long_games(variant):
    """Turns of games that go on for long."""
    lines = (DATA / "long_games.txt").read_text(encoding="utf-8").splitlines()
    return [line.split()[1:] for line in lines if line.split()[0] == variant]


class Server:
    """One node. Its log is kept, and shown when a test fails."""

    def __init__(self, db, *arguments, port=0):
        self.db = db
        self.arguments = arguments
        self.port = port
        self.process = None
        self.log = tempfile.TemporaryFile(mode="w+b")

    def start(self):
        # No limit on memory: an engine built with a sanitizer reserves terabytes of addresses.
        command = [ORDO, "serve", "--listen", f"127.0.0.1:{self.port}", "--db", str(self.db), "--engine-memory", "0", *self.arguments]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=self.log, text=True)
        watchdog = threading.Timer(60, self.process.kill)
        watchdog.start()
        line = self.process.stdout.readline()
        watchdog.cancel()
        found = re.search(r"Listening on http://127\.0\.0\.1:(\d+)$", line.rstrip())
        if not found:
            self.process.wait(10)
            raise RuntimeError(f"the server said {line!r} and in its log {self.log_text()!r}")
        self.port = int(found[1])  # so that it comes back on the same one
        return self

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        self.process.stdout.close()

    def terminate(self):
        """Asks it to end; the exit code."""
        self.process.send_signal(signal.SIGTERM)
        code = self.process.wait(30)
        self.process.stdout.close()
        return code

    def is_alive(self):
        return self.process is not None and self.process.poll() is None

    def stop(self):
        if self.is_alive():
            self.kill()
        self.log.close()

    def log_text(self):
        self.log.seek(0)
        return self.log.read().decode(errors="replace")

    def resident(self):
        """Kilobytes in use."""
        for line in Path(f"/proc/{self.process.pid}/status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1])
        return 0


def scaled(number, least=1):
    """Samples are smaller under sanitizers, as in the C++ tests."""
    return max(least, number // int(os.environ.get("ORDO_TEST_SCALE", "1")))
