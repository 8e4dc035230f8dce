"""A PostgreSQL server of the tests' own, in a temporary folder: started, killed and restarted at will.

    with Postgres() as server:
        url = server.fresh_database()   # postgresql://ordo@/test1?host=/tmp/ordo-pg-…
        server.restart()                # ends all connections, starts again
        server.crash()                  # SIGKILL, then starts again
"""
import ctypes
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path

USER = "ordo"
PATIENCE = 60  # seconds


def find_programs():
    """The folder of initdb and postgres, of the newest version there is."""
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda f: f.parent.name.zfill(4), reverse=True)
    config = shutil.which("pg_config")
    if config:
        folders.append(Path(subprocess.run([config, "--bindir"], text=True, check=True, stdout=subprocess.PIPE).stdout.strip()))
    for folder in folders:
        if (folder / "postgres").exists() and (folder / "initdb").exists():
            return folder
    raise RuntimeError("the programs of PostgreSQL (initdb, postgres) are not installed")


class Postgres:
    def __init__(self):
        self._programs = find_programs()
        self._folder = Path(tempfile.mkdtemp(prefix="ordo-pg-", dir="/tmp"))  # short: sockets have short paths
        self._log = self._folder / "server.log"
        self._databases = 0
        self._process = None
        self._user = None
        if os.geteuid() == 0:  # PostgreSQL does not run as root
            self._user = pwd.getpwnam("postgres")
            os.chown(self._folder, self._user.pw_uid, self._user.pw_gid)
        try:
            self._spawn("initdb", "-D", self._folder / "data", "-A", "trust", "-U", USER, "-E", "UTF8", "--locale=C",
                        "--no-sync", wait=True)
            self.start()
        except BaseException:
            self.close()
            raise

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def _spawn(self, program, *arguments, wait=False):
        libc = ctypes.CDLL(None)

        def become():
            if self._user:
                os.setgid(self._user.pw_gid)
                os.setuid(self._user.pw_uid)
            libc.prctl(1, signal.SIGQUIT)  # PR_SET_PDEATHSIG: it goes when the tests go

        log = open(self._log, "ab")
        with log:
            process = subprocess.Popen([self._programs / program, *arguments], stdin=subprocess.DEVNULL, stdout=log,
                                       stderr=log, cwd=self._folder, preexec_fn=become, start_new_session=True)
        if wait and process.wait() != 0:
            raise RuntimeError(f"{program} failed: {self._log.read_text(errors='replace')}")
        return process

    def _sql(self, statement):
        """Runs it as the owner of all databases; whether it worked."""
        return subprocess.run([self._programs / "psql", "-qX", "-h", self._folder, "-U", USER, "-d", "postgres", "-c", statement],
                              stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode == 0

    def url(self, database):
        return f"postgresql://{USER}@/{database}?host={self._folder}"

    def fresh_database(self):
        """Makes an empty database; its address."""
        self._databases += 1
        name = f"test{self._databases}"
        if not self._sql(f"CREATE DATABASE {name}"):
            raise RuntimeError(f"cannot make a database: {self._log.read_text(errors='replace')}")
        return self.url(name)

    def start(self):
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            # After a crash it refuses to start as long as something of the old one is there.
            if self._process is None or self._process.poll() is not None:
                self._process = self._spawn("postgres", "-D", self._folder / "data", "-k", self._folder,
                                            "-c", "listen_addresses=", "-c", "fsync=on", "-c", "max_connections=100")
            if self._sql("SELECT 1"):
                return
            time.sleep(0.05)
        raise RuntimeError(f"PostgreSQL does not start: {self._log.read_text(errors='replace')}")

    def _end(self, number):
        if self._process and self._process.poll() is None:
            self._process.send_signal(number)
            self._process.wait()
        self._process = None

    def stop(self):
        """All connections are ended; what is committed stays."""
        self._end(signal.SIGINT)

    def restart(self):
        self.stop()
        self.start()

    def crash(self):
        """As if it had died."""
        self._end(signal.SIGKILL)
        self.start()

    def pid(self):
        return self._process.pid

    def close(self):
        self._end(signal.SIGQUIT)
        shutil.rmtree(self._folder, ignore_errors=True)


if __name__ == "__main__":
    with Postgres() as server:
        print(server.fresh_database(), flush=True)
        try:
            signal.pause()
        except KeyboardInterrupt:
            pass
