#!/usr/bin/env python3
"""Clients that send garbage, too much, too little, too slowly, or what is not theirs; and two who go on playing meanwhile.

usage: hostile_test.py PATH_OF_ORDO [argument of unittest…]
"""
import asyncio
import json
import os
import random
import struct
import sys
import tempfile
import unittest
from pathlib import Path

import server
from client import PATIENCE, Closed, Refused, User, WebSocket, guest, new_game, request
from server import Server, long_games


class HostileTest(unittest.IsolatedAsyncioTestCase):
    """Each test ends with the other game having gone on by some turns, unhurt."""

    async def asyncSetUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.node = await asyncio.to_thread(Server(Path(self.folder.name) / "ordo.db").start)
        self.addCleanup(self.node.stop)
        self.port = self.node.port
        self.white, self.black, self.stranger = [await guest(self.port) for _ in range(3)]
        self.game = await new_game(self.port, self.white, self.black)
        self.script = long_games("ordo")[0]
        self.sockets = [await self.white.socket(self.port), await self.black.socket(self.port)]
        for socket in self.sockets:
            self.addCleanup(socket.close)
            await socket.watch(self.game)
        self.ply = 0
        await self.others_play(4)

    async def asyncTearDown(self):
        await self.others_play(6)
        self.assertTrue(self.node.is_alive())
        log = (await self.patiently(User(), f"/api/games/{self.game}/events"))["events"]
        moves = [e["event"]["turn"] for e in log if e["event"]["e"] == "move"]
        self.assertEqual(moves, self.script[:self.ply])

    async def patiently(self, user, path):
        """The answer, however much the address has asked for before."""
        for _ in range(10 * PATIENCE):
            try:
                return await user.call(self.port, "GET", path)
            except Refused as refused:
                if refused.status != 429:
                    raise
                await asyncio.sleep(0.1)
        self.fail("nobody is answered any more")

    async def others_play(self, plies):
        for _ in range(plies):
            self.ply += 1
            self.sockets[(self.ply - 1) % 2].send(
                {"t": "move", "game": self.game, "ply": self.ply, "turn": self.script[self.ply - 1]})
            for socket in self.sockets:
                self.assertEqual((await socket.event("move"))["event"]["ply"], self.ply)

    async def stranger_socket(self):
        socket = await self.stranger.socket(self.port)
        self.addCleanup(socket.close)
        return socket

    async def closed(self, socket, patience=30):
        """Reads until the server closes; its code."""
        try:
            while True:
                await socket.receive(patience)
        except Closed as closed:
            return closed.code

    # What is not JSON, or not a message

    async def test_garbage_gets_errors_and_in_the_end_the_door(self):
        socket = await self.stranger_socket()
        for text in ("", "hello", "{", "[]", "null", '{"t":1}', '{"t":"move"}', '{"t":"no such thing"}', '{"t":"watch","game":"../etc"}'):
            socket.send(text)
            error = await socket.error()
            self.assertTrue(error["code"] and error["message"], error)
        for _ in range(500):
            socket.send("garbage " * 10)
        await self.closed(socket)

    async def test_bytes_that_are_no_text_are_refused(self):
        socket = await self.stranger_socket()
        socket.send_raw(socket.frame(1, b"\xff\xfe{}"))
        self.assertIn(await self.closed(socket), (1007, None))
        socket = await self.stranger_socket()
        socket.send_raw(socket.frame(2, b'{"t":"ping","n":1}'))
        with self.assertRaises((Closed, AssertionError)):
            message = await socket.receive()
            self.assertNotEqual(message["t"], "error")

    async def test_random_frames_end_only_their_own_connection(self):
        chance = random.Random(7)
        for _ in range(50):
            socket = await self.stranger_socket()
            socket.send_raw(chance.randbytes(chance.randrange(1, 400)))
            socket.close()

    async def test_deep_and_long_json_is_refused(self):
        socket = await self.stranger_socket()
        for text in ('{"t":' * 2000 + "1" + "}" * 2000, '{"t":"say","game":"' + self.game + '","text":"' + "x" * 5000 + '"}',
                     '{"t":"plan","game":"' + self.game + '","plan":' + "[" * 3000 + "]" * 3000 + "}"):
            socket.send(text)
            self.assertEqual((await socket.error())["t"], "error")

    # Too much, too little, too slowly

    async def test_an_oversize_frame_closes_the_connection(self):
        socket = await self.stranger_socket()
        socket.send_raw(socket.frame(1, b"x" * 200_000))
        self.assertIn(await self.closed(socket), (1009, None))

    async def test_a_frame_that_promises_gigabytes_closes_the_connection(self):
        socket = await self.stranger_socket()
        before = self.node.resident()
        socket.send_raw(bytes([0x81, 0x80 | 127]) + struct.pack(">Q", 8 << 30) + b"\x00" * 4)
        self.assertIn(await self.closed(socket), (1009, None))
        self.assertLess(self.node.resident() - before, 50_000)

    async def test_half_a_frame_waits_and_hurts_nobody(self):
        for _ in range(20):
            socket = await self.stranger_socket()
            socket.send_raw(socket.frame(1, b'{"t":"ping","n":1}')[:7])
        await self.others_play(4)

    async def test_a_message_byte_by_byte_is_a_message(self):
        socket = await self.stranger_socket()
        for byte in socket.frame(1, b'{"t":"ping","n":7}'):
            socket.send_raw(bytes([byte]))
            await asyncio.sleep(0.002)
        self.assertEqual((await socket.until(lambda m: m["t"] == "pong"))["n"], 7)

    async def test_fragments_are_put_together_and_bounded(self):
        socket = await self.stranger_socket()
        socket.send_raw(socket.frame(1, b'{"t":"pi', final=False) + socket.frame(0, b'ng","n":3}'))
        self.assertEqual((await socket.until(lambda m: m["t"] == "pong"))["n"], 3)
        for _ in range(50):
            socket.send_raw(socket.frame(0 if _ else 1, b"x" * 1000, final=False))
        self.assertIn(await self.closed(socket), (1009, None))

    async def test_a_client_that_never_reads_is_dropped_or_limited(self):
        socket = await self.stranger_socket()
        for n in range(20_000):
            socket.send({"t": "ping", "n": n})
            if n % 1000 == 0:
                await asyncio.sleep(0)
        await self.others_play(10)

    async def test_slow_request_heads_are_cut_off(self):
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        writer.write(b"GET / HTTP/1.1\r\nHost: x\r\n")
        end = asyncio.get_running_loop().time() + 4 * PATIENCE
        while True:
            self.assertLess(asyncio.get_running_loop().time(), end, "it is waited for")
            try:
                writer.write(b"X")
                await writer.drain()
                if await asyncio.wait_for(reader.read(1000), 0.5) is not None:
                    break
            except asyncio.TimeoutError:
                continue
            except ConnectionError:
                break
        writer.close()

    async def test_large_bodies_and_heads_are_refused(self):
        status, _, _ = await request(self.port, "POST", "/api/games", headers=self.white.headers(self.port), raw_body=b"x" * 300_000)
        self.assertEqual(status, 413)
        status, _, _ = await request(self.port, "GET", "/", headers=[("X-Long", "y" * 100_000)])
        self.assertEqual(status, 431)
        status, _, _ = await request(self.port, "GET", "/" + "z" * 50_000)
        self.assertIn(status, (414, 431))

    async def test_broken_requests_get_an_answer_or_the_door(self):
        for text in (b"\r\n\r\n", b"GET\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", os.urandom(300), b"POST /api/games HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
                     b"POST /api/games HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n"):
            reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
            writer.write(text)
            writer.write_eof()
            answer = await asyncio.wait_for(reader.read(), 30)
            self.assertTrue(answer == b"" or answer.startswith(b"HTTP/1.1 4"), answer[:80])
            writer.close()

    # What is not theirs

    async def test_a_stranger_can_watch_but_do_nothing(self):
        socket = await self.stranger_socket()
        await socket.watch(self.game)
        for message in ({"t": "move", "ply": self.ply + 1, "turn": self.script[self.ply]}, {"t": "resign"}, {"t": "draw"}, {"t": "takeback"},
                        {"t": "abort"}, {"t": "claim"}, {"t": "say", "text": "hi"}, {"t": "plan", "plan": []}, {"t": "rematch"}):
            socket.send({**message, "game": self.game})
            self.assertIn((await socket.error())["code"], ("not-a-player", "unavailable"), message)

    async def test_the_wrong_seat_may_not_move(self):
        mover = self.ply % 2
        self.sockets[1 - mover].send({"t": "move", "game": self.game, "ply": self.ply + 1, "turn": self.script[self.ply]})
        self.assertEqual((await self.sockets[1 - mover].error())["code"], "not-your-turn")

    async def test_stale_and_future_plies_are_refused(self):
        mover = self.ply % 2
        for ply in (self.ply - 1, self.ply + 3, 0, -5, 10**9):
            self.sockets[mover].send({"t": "move", "game": self.game, "ply": ply, "turn": self.script[self.ply]})
            self.assertIn((await self.sockets[mover].error())["code"], ("stale-ply", "bad-message"))

    async def test_illegal_turns_are_refused_with_the_reason(self):
        mover = self.ply % 2
        for turn in ("a1-a1", "z9-z8", "d2xd7", "e3-e9", "", "c2-c4,c4-c5,c5-c6"):
            self.sockets[mover].send({"t": "move", "game": self.game, "ply": self.ply + 1, "turn": turn})
            self.assertIn((await self.sockets[mover].error())["code"], ("illegal-turn", "bad-message"), turn)

    async def test_forged_cookies_and_tokens_are_nobody(self):
        good = self.white.cookie
        for cookie in (good[:-1] + ("A" if good[-1] != "A" else "B"), "ordo_session=" + "A" * 43, "ordo_session=", "ordo_session=%00",
                       "ordo_session=' OR 1=1 --", good + "x" * 3000):
            with self.assertRaises((Refused, AssertionError)) as caught:
                await User(cookie=cookie).call(self.port, "POST", f"/api/games/{self.game}/command", {"t": "resign"})
            self.assertIn(caught.exception.status, (400, 401, 403, 431), cookie)
        with self.assertRaises(Refused) as caught:
            await User(token="forged").call(self.port, "POST", f"/api/games/{self.game}/command", {"t": "resign"})
        self.assertEqual(caught.exception.status, 401)

    async def test_another_origin_may_neither_connect_nor_post(self):
        evil = [("Origin", "http://evil.example"), ("Cookie", self.white.cookie)]
        with self.assertRaises(Refused) as caught:
            await WebSocket.open(self.port, evil)
        self.assertEqual(caught.exception.status, 403)
        status, _, _ = await request(self.port, "POST", f"/api/games/{self.game}/command", {"t": "resign"}, evil)
        self.assertEqual(status, 403)
        no_origin = [("Cookie", self.white.cookie)]
        status, _, _ = await request(self.port, "POST", f"/api/games/{self.game}/command", {"t": "resign"}, no_origin)
        self.assertEqual(status, 403)

    async def test_paths_do_not_climb_out(self):
        for path in ("/../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/assets/..%2f..%2fetc/passwd", "/api/games/..%2f..", "/\x00"):
            status, _, body = await request(self.port, "GET", path.replace("\x00", "%00"))
            self.assertNotIn(b"root:", body)
            self.assertIn(status, (200, 400, 404), path)

    async def test_many_connections_from_one_address_are_limited(self):
        opened = []
        try:
            for _ in range(600):
                opened.append(await WebSocket.open(self.port, self.stranger.headers(self.port)))
        except (Refused, Closed, ConnectionError) as refused:
            if isinstance(refused, Refused):
                self.assertIn(refused.status, (429, 503))
        for socket in opened:
            socket.close()
        self.assertLess(len(opened), 600)
        for _ in range(100 * PATIENCE):  # until the places are given back
            try:
                (await WebSocket.open(self.port, self.stranger.headers(self.port))).close()
                return
            except (Refused, Closed, ConnectionError):
                await asyncio.sleep(0.01)
        self.fail("nobody is let in any more")

    async def test_a_flood_of_messages_is_limited(self):
        socket = await self.stranger_socket()
        for n in range(2000):
            socket.send({"t": "ping", "n": n})
        answers = set()
        try:
            while "too-fast" not in answers:
                message = await socket.receive()
                answers.add(message.get("code", message["t"]))
        except (Closed, asyncio.TimeoutError):
            self.fail(answers)

    async def test_bad_json_bodies_say_what_is_wrong(self):
        for body in (b"", b"{", b"[]", b'{"variant":5}', b'{"variant":"chess"}', b'{"variant":"ordo","unknown":1}', b'{"variant":"ordo","time":"forever"}',
                     b'{"variant":"ordo","start":"nonsense"}', b'{"variant":"ordo","rated":true}', b'{"variant":"ordo","opponent":{"engine":99}}'):
            status, _, answer = await request(self.port, "POST", "/api/games", raw_body=body,
                                              headers=[*self.white.headers(self.port), ("Content-Type", "application/json")])
            self.assertIn(status, (400, 403), body)
            self.assertTrue(json.loads(answer)["error"]["message"], body)


if __name__ == "__main__":
    server.ORDO = sys.argv.pop(1)
    unittest.main(verbosity=2)
