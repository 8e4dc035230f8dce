#!/usr/bin/env python3
"""Answers look as docs/openapi.json says.

usage: openapi_test.py PATH_OF_ORDO [argument of unittest…]
"""
import asyncio
import json
import sys
import tempfile
import unittest
from pathlib import Path

import server
from client import account, request
from server import Server, long_games


class OpenApiTest(unittest.IsolatedAsyncioTestCase):
    """Answers look as docs/openapi.json says. The schemas use few words, so a small checker will do."""

    def setUp(self):
        self.document = json.loads((Path(__file__).resolve().parents[2] / "docs" / "openapi.json").read_text(encoding="utf-8"))

    def conform(self, value, schema, where):
        if "$ref" in schema:
            return self.conform(value, self.document["components"]["schemas"][schema["$ref"].rsplit("/", 1)[1]], where)
        if "oneOf" in schema:
            if any(s.get("type") == "null" for s in schema["oneOf"]) and value is None:
                return None
            return self.conform(value, next(s for s in schema["oneOf"] if s.get("type") != "null"), where)
        for part in schema.get("allOf", ()):
            self.conform(value, part, where)
        if "enum" in schema:
            self.assertIn(value, schema["enum"], where)
        kinds = {"string": str, "integer": int, "boolean": bool, "object": dict, "array": list, "null": type(None)}
        if "type" in schema:
            names = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
            self.assertIsInstance(value, tuple(kinds[n] for n in names), where)
        if isinstance(value, list) and "items" in schema:
            for item in value:
                self.conform(item, schema["items"], where + "[]")
        if schema.get("type") == "object":
            for name in schema["required"]:
                self.assertIn(name, value, where)
            if schema["properties"]:
                for name, member in value.items():
                    if name in schema["properties"]:
                        self.conform(member, schema["properties"][name], f"{where}.{name}")
        return None

    async def ask(self, user, method, path, pattern, body=None):
        status, _, answer = await request(self.port, method, path, body, user.headers(self.port))
        responses = self.document["paths"][pattern][method.lower()]["responses"]
        self.assertIn(str(status), responses, (pattern, answer))
        answer = json.loads(answer)
        self.conform(answer, responses[str(status)]["content"]["application/json"]["schema"], f"{method} {pattern}")
        return answer

    async def test_answers_have_the_members_that_are_promised(self):
        with tempfile.TemporaryDirectory() as folder:
            node = await asyncio.to_thread(Server(Path(folder) / "ordo.db", "--no-limits").start)
            self.addCleanup(node.stop)
            self.port = node.port
            owner = await account(self.port, "Olga")
            other = await account(self.port, "Paul")
            made = await self.ask(owner, "POST", "/api/games", "/api/games", {"variant": "ordox", "time": "300+3", "color": "white"})
            game = made["game"]["id"]
            await self.ask(other, "POST", f"/api/games/{game}/join", "/api/games/{id}/join", {})
            await self.ask(owner, "POST", f"/api/games/{game}/command", "/api/games/{id}/command",
                           {"t": "move", "ply": 1, "turn": long_games("ordox")[0][0]})
            await self.ask(other, "POST", f"/api/games/{game}/command", "/api/games/{id}/command",
                           {"t": "move", "ply": 2, "turn": long_games("ordox")[0][1]})
            await self.ask(other, "POST", f"/api/games/{game}/command", "/api/games/{id}/command", {"t": "resign"})
            await self.ask(other, "POST", f"/api/games/{game}/report", "/api/games/{id}/report", {})
            await self.ask(other, "POST", "/api/analysis", "/api/analysis", {"variant": "ordo", "fen": "10/4b5/10/10/10/10/3ww5/10 b"})
            await self.ask(owner, "POST", "/api/seeks", "/api/seeks", {"variant": "ordo", "rated": True, "time": "60+1"})
            await self.ask(owner, "POST", "/api/tokens", "/api/tokens", {"label": "bot"})
            await self.ask(owner, "PUT", "/api/kept", "/api/kept", {"on": True})
            kept = await self.ask(owner, "PUT", "/api/kept/one", "/api/kept/{id}", {"base": 0, "game": {
                "variant": "ordo", "engine": {"level": 3, "color": "white"}, "time": {"base": 300, "increment": 3}, "turns": ["c2-c4"],
                "outcome": {"winner": "black", "ending": "resignation"}, "left": {"white": 1000, "black": 2000}}})
            await self.ask(owner, "GET", "/api/kept?after=0", "/api/kept")
            await self.ask(owner, "GET", "/api/export", "/api/export")
            await self.ask(owner, "DELETE", f"/api/kept/one?base={kept['version']}", "/api/kept/{id}")
            for path, pattern in ((f"/api/games/{game}", "/api/games/{id}"), (f"/api/games/{game}/events", "/api/games/{id}/events"),
                                  (f"/api/games/{game}/report", "/api/games/{id}/report"), ("/api/analysis?fen=10/4b5/10/10/10/10/3ww5/10%20b", "/api/analysis"),
                                  ("/api/games", "/api/games"), ("/api/seeks", "/api/seeks"), ("/api/me", "/api/me"), ("/api/tokens", "/api/tokens"),
                                  ("/api/sessions", "/api/sessions"), ("/api/export", "/api/export"), ("/api/players/Olga", "/api/players/{name}"),
                                  ("/api/server", "/api/server"), ("/healthz", "/healthz"), ("/readyz", "/readyz")):
                await self.ask(owner, "GET", path, pattern)


if __name__ == "__main__":
    server.ORDO = sys.argv.pop(1)
    unittest.main(verbosity=2)
