#!/usr/bin/env python3
"""`ordo serve` as a process: what it prints, how it stops, and what it says when it cannot start.

usage: serve_test.py ORDO
"""
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import unittest
import urllib.request
from pathlib import Path

ORDO = sys.argv.pop(1)


class ServeTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.environment = {**os.environ, "ORDO_DATA": str(Path(self.folder.name, "data"))}

    def start(self, *arguments, ordo=ORDO):
        server = subprocess.Popen(
            [ordo, "serve", "--listen", "127.0.0.1:0", *arguments],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=self.environment)
        self.addCleanup(server.stderr.close)
        self.addCleanup(server.stdout.close)
        self.addCleanup(server.wait)
        self.addCleanup(server.kill)
        line = server.stdout.readline()
        self.assertRegex(line, r"^Listening on http://127\.0\.0\.1:\d+\n$")
        return server, line.split()[-1]

    def refused(self, *arguments):
        ran = subprocess.run([ORDO, "serve", *arguments], capture_output=True, text=True, timeout=60, env=self.environment)
        self.assertEqual(ran.stdout, "")
        self.assertEqual(len(ran.stderr.splitlines()), 1, ran.stderr)
        return ran.returncode, ran.stderr

    def test_serves_until_terminated(self):
        server, address = self.start()
        self.assertTrue(Path(self.folder.name, "data", "ordo.db").exists(), "the data folder is made")
        with urllib.request.urlopen(address + "/readyz") as reply:
            self.assertEqual(reply.status, 200)
        server.send_signal(signal.SIGTERM)
        self.assertEqual(server.wait(30), 0)
        self.assertIn('"event":"stopped"', server.stderr.read())

    def test_interrupt_is_as_good(self):
        server, _ = self.start("--pretty", "--engines", "0")
        server.send_signal(signal.SIGINT)
        self.assertEqual(server.wait(30), 0)

    def test_second_signal_ends_at_once(self):
        server, address = self.start()
        host, port = address.removeprefix("http://").split(":")
        with socket.create_connection((host, int(port))) as deaf:
            deaf.sendall(b"GET /ws HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
                         b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n")
            self.assertIn(b"101", deaf.recv(100))
            server.send_signal(signal.SIGTERM)
            told = b""
            while b"reconnect" not in told:  # two signals at a time would be one
                told += deaf.recv(100)
            self.assertIsNone(server.poll(), "it waits for the client")
            server.send_signal(signal.SIGTERM)
            self.assertEqual(server.wait(30), 128 + signal.SIGTERM)

    def test_what_was_stored_is_there_after_a_restart(self):
        server, address = self.start()
        request = urllib.request.Request(address + "/api/games", b'{"variant":"ordo"}', {"Content-Type": "application/json"})
        with urllib.request.urlopen(request) as reply:
            game = reply.read().decode().split('"id":"')[1][:12]
        server.kill()
        server.wait()
        _, address = self.start()
        with urllib.request.urlopen(f"{address}/api/games/{game}") as reply:
            self.assertIn(game, reply.read().decode())

    def test_finds_the_web_app_beside_the_program(self):
        for program, web in (("bin/ordo", "share/ordo/web"), ("build/release/ordo", "web/dist"), ("alone/ordo", None)):
            place = Path(self.folder.name, program)
            place.parent.mkdir(parents=True)
            shutil.copy(ORDO, place)
            if web:
                Path(self.folder.name, web).mkdir(parents=True)
                Path(self.folder.name, web, "index.html").write_text(f"<p>{web}</p>")
        for program, page in (("bin/ordo", "<p>share/ordo/web</p>"), ("build/release/ordo", "<p>web/dist</p>")):
            server, address = self.start("--engines", "0", ordo=str(Path(self.folder.name, program)))
            with urllib.request.urlopen(address) as reply:
                self.assertEqual(reply.read().decode(), page)
            server.terminate()
            self.assertEqual(server.wait(30), 0)
            self.assertNotIn("no web app", server.stderr.read())
        shutil.rmtree(Path(self.folder.name, "share"))
        server, address = self.start("--engines", "0", ordo=str(Path(self.folder.name, "alone/ordo")))
        with urllib.request.urlopen(address) as reply:
            self.assertIn("without its web app", reply.read().decode())
        server.terminate()
        self.assertEqual(server.wait(30), 0)
        self.assertIn("--web", server.stderr.read())

    def test_troubles_are_explained(self):
        _, address = self.start()
        other = str(Path(self.folder.name, "other.db"))
        code, text = self.refused("--listen", address.removeprefix("http://"), "--db", other)
        self.assertEqual(code, 1)
        self.assertIn("in use", text)
        for listen in ("nonsense", "127.0.0.1", "127.0.0.1:99999", "::1:80"):
            code, text = self.refused("--listen", listen)
            self.assertEqual(code, 2)
            self.assertIn("ADDRESS:PORT", text)
        code, text = self.refused("--listen", "127.0.0.1:0", "--db", str(Path(self.folder.name, "none", "x.db")))
        self.assertEqual(code, 1)
        self.assertIn(f"there is no folder {Path(self.folder.name, 'none')}", text)
        self.assertNotIn(".lock", text)
        code, text = self.refused("--listen", "127.0.0.1:0", "--db", "postgresql://nobody@127.0.0.1:1/none")
        self.assertEqual(code, 1)
        code, text = self.refused("--listen", "127.0.0.1:0", "--db", other, "--web", self.folder.name)
        self.assertIn("index.html", text)
        self.assertEqual(self.refused("--origin", "example.org")[0], 2)
        self.assertEqual(self.refused("--log-level", "loud")[0], 2)
        # It was a switch once: whoever still has it so is told what is missing.
        old = subprocess.run([ORDO, "serve", "--trust-proxy"], capture_output=True, text=True, timeout=60, env=self.environment)
        self.assertEqual(old.returncode, 2)
        self.assertIn("--trust-proxy: 1 required ADDRESS missing", old.stderr)
        for proxy in ("proxy.example.org", "10.0.0.1/8", "10.0.0.0/33"):
            code, text = self.refused("--trust-proxy", proxy)
            self.assertEqual(code, 2)
            self.assertIn("10.0.0.0/8", text)
        self.assertEqual(self.refused("--host-name", "https://example.org")[0], 2)


unittest.main()
