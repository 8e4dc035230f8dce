"""A small HTTP and WebSocket client of our own, on asyncio: written apart from the server, so that both must agree."""
import asyncio
import base64
import hashlib
import json
import os
import struct

PATIENCE = 30  # seconds until something that should have happened counts as hung
PASSWORD = "correct horse battery"


class Refused(Exception):
    """The server answered, and said no."""

    def __init__(self, status, body):
        super().__init__(f"{status} {body}")
        self.status = status
        self.body = body

    @property
    def code(self):
        return json.loads(self.body)["error"]["code"]


async def read_head(reader):
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
    headers = [line.split(": ", 1) for line in head[1:] if line]
    return int(head[0].split()[1]), [(name.lower(), value) for name, value in headers]


async def request(port, method, path, body=None, headers=(), raw_body=None):
    """One request on a connection of its own: status, headers, body as bytes."""
    data = raw_body if raw_body is not None else b"" if body is None else json.dumps(body).encode()
    lines = [f"{method} {path} HTTP/1.1", f"Host: 127.0.0.1:{port}", "Connection: close", f"Content-Length: {len(data)}",
             *(f"{name}: {value}" for name, value in headers)]
    if body is not None:
        lines.append("Content-Type: application/json")
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        writer.write("\r\n".join([*lines, "", ""]).encode() + data)
        await writer.drain()
        status, answered = await asyncio.wait_for(read_head(reader), PATIENCE)
        return status, answered, await asyncio.wait_for(reader.read(), PATIENCE)
    finally:
        writer.close()


class User:
    """Somebody with a session (or a token) who asks one server after the other."""

    def __init__(self, cookie=None, token=None):
        self.cookie = cookie
        self.token = token

    def headers(self, port):
        if self.token:
            return [("Authorization", f"Bearer {self.token}")]
        origin = [("Origin", f"http://127.0.0.1:{port}")]
        return [*origin, ("Cookie", self.cookie)] if self.cookie else origin

    async def call(self, port, method, path, body=None):
        """The JSON of the answer; raises Refused. A new session is kept."""
        status, headers, answer = await request(port, method, path, body, self.headers(port))
        for name, value in headers:
            if name == "set-cookie" and value.startswith("ordo_session="):
                self.cookie = value.split(";")[0]
        if status >= 300:
            raise Refused(status, answer.decode())
        return json.loads(answer) if answer else None

    async def socket(self, port):
        return await WebSocket.open(port, self.headers(port))


async def guest(port):
    user = User()
    await user.call(port, "POST", "/api/guest", {})
    return user


async def account(port, name, password=PASSWORD):
    user = User()
    await user.call(port, "POST", "/api/signup", {"name": name, "password": password})
    return user


async def new_game(port, white, black, variant="ordo", **wishes):
    """A game by link between the two; its id."""
    made = await white.call(port, "POST", "/api/games",
                            {"variant": variant, "color": "white", "time": "none", "opponent": "link", **wishes})
    game = made["game"]["id"]
    await black.call(port, "POST", f"/api/games/{game}/join", {})
    return game


class Closed(Exception):
    """The connection is gone; `code` is the server's, if it gave one."""

    def __init__(self, code=None):
        super().__init__(f"closed {code}")
        self.code = code


class WebSocket:
    """Messages are dictionaries; pings are answered on the way."""

    def __init__(self, reader, writer):
        self.reader = reader
        self.writer = writer

    @classmethod
    async def open(cls, port, headers=()):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        key = base64.b64encode(os.urandom(16)).decode()
        lines = ["GET /ws HTTP/1.1", f"Host: 127.0.0.1:{port}", "Upgrade: websocket", "Connection: Upgrade",
                 f"Sec-WebSocket-Key: {key}", "Sec-WebSocket-Version: 13", *(f"{n}: {v}" for n, v in headers)]
        writer.write("\r\n".join([*lines, "", ""]).encode())
        try:
            status, answered = await asyncio.wait_for(read_head(reader), PATIENCE)
        except asyncio.IncompleteReadError as error:
            raise Closed() from error
        if status != 101:
            length = int(dict(answered).get("content-length", 0))
            body = await reader.readexactly(length)
            writer.close()
            raise Refused(status, body.decode())
        magic = (key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").encode()
        assert dict(answered)["sec-websocket-accept"] == base64.b64encode(hashlib.sha1(magic).digest()).decode()
        return cls(reader, writer)

    def frame(self, opcode, data, final=True, mask=b"\x12\x34\x56\x78"):
        head = bytes([(0x80 if final else 0) | opcode])
        if len(data) < 126:
            head += bytes([0x80 | len(data)])
        elif len(data) < 65536:
            head += bytes([0x80 | 126]) + struct.pack(">H", len(data))
        else:
            head += bytes([0x80 | 127]) + struct.pack(">Q", len(data))
        repeated = (mask * (len(data) // 4 + 1))[:len(data)]
        masked = (int.from_bytes(data, "big") ^ int.from_bytes(repeated, "big")).to_bytes(len(data), "big") if data else b""
        return head + mask + masked

    def send(self, message):
        self.send_raw(self.frame(1, (message if isinstance(message, str) else json.dumps(message, separators=(",", ":"))).encode()))

    def send_raw(self, data):
        self.writer.write(data)

    async def _frame(self):
        first, second = await self.reader.readexactly(2)
        assert not second & 0x80, "a server must not mask"
        length = second & 0x7F
        if length == 126:
            length = struct.unpack(">H", await self.reader.readexactly(2))[0]
        elif length == 127:
            length = struct.unpack(">Q", await self.reader.readexactly(8))[0]
        return first & 0x80, first & 0x0F, await self.reader.readexactly(length)

    async def _receive(self):
        text = b""
        while True:
            try:
                final, opcode, data = await self._frame()
            except (asyncio.IncompleteReadError, ConnectionError) as error:
                raise Closed() from error
            if opcode == 8:
                raise Closed(struct.unpack(">H", data[:2])[0] if len(data) >= 2 else None)
            if opcode == 9:
                self.send_raw(self.frame(10, data))
            elif opcode in (0, 1):
                text += data
                if final:
                    return json.loads(text)

    async def receive(self, patience=PATIENCE):
        return await asyncio.wait_for(self._receive(), patience)

    async def until(self, wanted, patience=PATIENCE):
        """The next message for which wanted(message) is true; those before it are dropped."""
        async def search():
            while True:
                message = await self._receive()
                if wanted(message):
                    return message
        return await asyncio.wait_for(search(), patience)

    async def watch(self, game):
        """Enters the game; the snapshot."""
        self.send({"t": "watch", "game": game})
        return await self.until(lambda m: m["t"] == "snapshot" and m["game"] == game)

    async def event(self, kind, game=None):
        """The next event of this kind."""
        return await self.until(lambda m: m["t"] == "event" and m["event"]["e"] == kind and game in (None, m["game"]))

    async def error(self):
        return await self.until(lambda m: m["t"] == "error")

    def close(self):
        self.writer.close()
