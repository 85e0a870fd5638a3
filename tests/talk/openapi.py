#!/usr/bin/env python3
"""Do docs/openapi.yaml and the server agree? openapi.py --meeple build/meeple

Plays through the whole hall API and compares in both directions: every path, method, status, field, parameter and error
code that the document names must occur, and none may occur that it does not name.
"""
import argparse
import http.client
import json
import os
import re
import subprocess
import sys
import time
import urllib.parse

from apidoc import Document, TYPES, endpoints, properties, source
from talk import Server
from wire import WebSocket


# ---- playing ----------------------------------------------------------------


class Play:
    def __init__(self, document):
        self.document = document
        self.problems = []
        self.statuses = set()  # (method, path, status)
        self.fields = set()  # (id of schema, property)
        self.codes = set()
        self.connection = self.server = None

    def problem(self, text):
        if text not in self.problems:
            self.problems.append(text)

    def connect(self, address):
        self.connection = http.client.HTTPConnection(address, timeout=30)

    def call(self, method, path, want, body=None, token=None, key=None, query=None, **parts):
        """Makes a call; `parts` fill the path. Checks status and body, returns the body."""
        where = path
        for name, value in parts.items():
            where = where.replace("{" + name + "}", urllib.parse.quote(str(value), safe=""))
        if query:
            where += "?" + urllib.parse.urlencode(query)
        headers = {"Authorization": "Bearer " + token} if token else {}
        if key:
            headers["Idempotency-Key"] = key
        self.connection.request(method, "/api/v1" + where, body if body is None or isinstance(body, bytes) else json.dumps(body), headers)
        reply = self.connection.getresponse()
        text = reply.read().decode()
        self.statuses.add((method, path, reply.status))
        if reply.status != want:
            self.problem(f"{method} {where}: expected {want}, got {reply.status} {text[:200]}")
        return self.checked(method, path, reply, text)

    def checked(self, method, path, reply, text):
        where = f"{method} {path} {reply.status}"
        responses = self.document.operations[method, path]["responses"]
        if str(reply.status) not in responses:
            self.problem(f"{where}: this status is not in the document ({text[:100]})")
            return json.loads(text)
        schema = self.document.schema(responses[str(reply.status)])
        if schema is None:
            if reply.status == 204 and text:
                self.problem(f"{where}: a body, but none is described")
            return text
        if reply.getheader("Content-Type") != "application/json":
            self.problem(f"{where}: is no JSON but {reply.getheader('Content-Type')}")
        value = json.loads(text)
        self.check(schema, value, where)
        if reply.status == 429 and not re.fullmatch(r"\d+", reply.getheader("Retry-After", "")):
            self.problem(f"{where}: no Retry-After")
        if reply.status >= 400:
            self.codes.add(value["error"]["code"])
        return value

    def check(self, schema, value, where):
        schema = self.document.at(schema)
        kinds = schema.get("type", [])
        kinds = kinds if isinstance(kinds, list) else [kinds]
        if not any(self.is_kind(kind, value) for kind in kinds):
            self.problem(f"{where}: {json.dumps(value)[:80]} is no {'/'.join(kinds)}")
            return
        if "enum" in schema and value not in schema["enum"]:
            self.problem(f"{where}: {value!r} is not among the words of the document")
        if isinstance(value, str) and not schema.get("minLength", 0) <= len(value) <= schema.get("maxLength", 1 << 30):
            self.problem(f"{where}: the length of {value!r}")
        if isinstance(value, list):
            for item in value:
                self.check(schema["items"], item, where + "[]")
        if isinstance(value, dict) and not schema.get("additionalProperties"):
            for name, below in value.items():
                if name not in schema.get("properties", {}):
                    self.problem(f"{where}: the field {name} is not in the document")
                else:
                    self.fields.add((id(schema), name))
                    self.check(schema["properties"][name], below, f"{where}.{name}")
            for name in schema.get("required", []):
                if name not in value:
                    self.problem(f"{where}: the field {name} is missing")

    @staticmethod
    def is_kind(kind, value):
        if kind == "integer":
            return isinstance(value, int) and not isinstance(value, bool)
        if kind == "number":
            return isinstance(value, (int, float)) and not isinstance(value, bool)
        return isinstance(value, TYPES[kind])

    # ---- people and tables ----

    def person(self, name):
        return self.call("POST", "/register", 201, {"name": name, "password": "secret of " + name})["token"]

    def admin(self, name):
        """A person who may look after the server."""
        self.person(name)
        subprocess.run([self.server.meeple, "user", "admin", name], env=dict(os.environ, MEEPLE_STORE=self.server.store), check=True)
        return self.call("POST", "/login", 200, {"name": name, "password": "secret of " + name})["token"]

    def table(self, token, **plan):
        return self.call("POST", "/tables", 201, {"game": "santorini", **plan}, token)["id"]

    def say_in_smallworld(self, text):
        """A message by the game's own protocol."""
        sid = None
        for command in ({"action": "register", "username": "talker", "password": "secret"}, {"action": "login", "username": "talker", "password": "secret"}, {"action": "sendMessage", "text": text}):
            self.connection.request("POST", "/smallworld", json.dumps({**command, **({"sid": sid} if sid else {})}))
            answer = json.loads(self.connection.getresponse().read())
            sid = answer.get("sid", sid)
            if answer["result"] != "ok":
                self.problem(f"Small World: {command['action']}: {answer['result']}")

    def game(self, first, second, **plan):
        """A running game of two without gods, placed; the first seat is to move."""
        plan.setdefault("options", {"god1": "none", "god2": "none"})
        table = self.table(first, **plan)
        self.call("POST", "/tables/{id}/join", 200, {"seat": 1}, second, id=table)
        for token, move in ((first, "place 0 1"), (second, "place 23 24")):
            self.call("POST", "/tables/{id}/moves", 200, {"move": move}, token, id=table)
        return table


# Values that pass the first checks.
GOOD = {"game": "santorini", "name": "somebody", "password": "", "old": "", "new": "longer", "text": "hi", "move": "move 0 5", "bot": "random", "line": 1}


def every_endpoint_refuses(play, player, eve, admin, table, over):
    """What all endpoints of a kind have in common, found from the document."""
    for (method, path), operation in play.document.operations.items():
        statuses = operation["responses"]
        token, stranger = (admin, player) if path.startswith("/admin/") else (player, eve)
        parts = {"id": table, "name": "nobody", "seat": 1, "session": "none", "snake": 999999, "address": "192.0.2.8", "seq": 0}
        query = {name: GOOD[name] for name in play.document.query((method, path)) if (name == "game" and path.startswith("/players/")) or name == "line"}
        body = {name: GOOD[name] for name in play.document.body((method, path)) if name in GOOD} if method != "GET" else None
        if "401" in statuses and operation.get("security") != []:
            play.call(method, path, 401, body, **parts)
        if "404" in statuses and "{id}" in path:
            play.call(method, path, 404, body, token, **{**parts, "id": 999999})
        if "404" in statuses and "{snake}" in path:
            play.call(method, path, 404, {} if method == "PUT" else None, token, **parts)
        if "404" in statuses and "{name}" in path:
            play.call(method, path, 404, None, token, query=query, name="nobody at all")
        if "403" in statuses and ("{id}" in path or path.startswith("/admin/")) and not path.endswith(("/join", "/replay")) and not path.startswith("/maps"):
            play.call(method, path, 403, body, stranger, **parts)
        if "409" in statuses and "{id}" in path:
            play.call(method, path, 409, body, token, **{**parts, "id": over})


def wrong_values(name, schema, place):
    """Values of another kind, and just beyond the bounds."""
    if schema["type"] == "string":
        yield from [(name, 5)] if place == "body" else []
        yield from [(name, "x" * (schema["maxLength"] + 1))] if "maxLength" in schema else []
        yield from [(name, "x" * (schema["minLength"] - 1))] if schema.get("minLength") else []
    else:
        yield name, "wrong"
        yield from [(name, schema["maximum"] + 1)] if "maximum" in schema else []
        yield from [(name, schema["minimum"] - 1)] if "minimum" in schema else []
        yield from [(name, [None] * (schema["maxItems"] + 1))] if "maxItems" in schema else []


def every_field_is_known(play, player, admin, table):
    """Each field is refused by name where its value is wrong; unknown ones always are."""
    parts = {"id": table, "name": "santorini", "seat": 1, "snake": "new", "address": "192.0.2.8", "seq": 0}

    def refused(key, field, **what):
        reply = play.call(*key, 400, token=admin if key[1].startswith("/admin/") else player, **what, **parts)
        if reply.get("error", {}).get("field") != field:
            play.problem(f"{key[0]} {key[1]} {what}: {field} is not refused by name: {json.dumps(reply)[:150]}"[:400])

    rows = endpoints()
    for key, operation in play.document.operations.items():
        if rows.get(key) is None:
            continue  # a game reads its own requests; its transcripts test that
        for place, fields in (("body", play.document.body(key)), ("query", play.document.query(key))):
            if not fields or "400" not in operation["responses"]:
                continue
            refused(key, "surprise", **{place: {"surprise": 1}})
            for name, schema in fields.items():
                for field, value in wrong_values(name, play.document.at(schema), place):
                    refused(key, field, **{place: {field: value}})
        if operation.get("requestBody"):
            for name in play.document.schema(operation["requestBody"]).get("required", []):
                others = {other: "x" * 8 for other in play.document.body(key) if other in GOOD and other != name}
                refused(key, name, body=others)


STRAIGHT = (
    "&ProgramDescription=&Templates[]=S&Templates[]=S&Templates[]=S&Templates[]=S&SkinId=1"
    "&Maps[0][Description]=&Maps[0][HeadX]=3&Maps[0][HeadY]=3&Maps[0][Lines][0][X]=3&Maps[0][Lines][0][Y]=4&Maps[0][Lines][0][Line]=S0"
)


GOES_ON = {"Templates": ["S", "S", "S", "S"], "Maps": [{"HeadX": 3, "HeadY": 3, "Lines": [{"X": 3, "Y": 4, "Line": "S0"}]}]}


def play_snakes(play, token, guest):
    """What the hall shows of Snakes; the fights are made through the game's own door."""

    def ask(fields):
        play.connection.request("POST", "/snakes/ajax", f"Sid={sid}&{fields}")
        return json.loads(play.connection.getresponse().read())

    play.call("POST", "/snakes/session", 403, None, guest)
    sid = play.call("POST", "/snakes/session", 200, None, token)["sid"]
    ask("Request=snake+new&SnakeType=B&SnakeName=bot" + STRAIGHT)
    snake = ask("Request=snake+new&SnakeType=N&SnakeName=fighter" + STRAIGHT)["SnakeId"]
    ask(f"Request=snake+assign&SnakeId={snake}")
    fight = ask(f"Request=fight+train&SnakeIds[]={snake}&SnakeIds[]=&SnakeIds[]=&SnakeIds[]=")["FightId"]
    ask(f"Request=fight+info&FightId={fight}")
    play.call("GET", "/snakes/league", 200)
    play.call("GET", "/snakes/bots", 200)
    play.call("GET", "/snakes/fights", 200, None, token)
    play.call("GET", "/snakes/fights/{id}", 200, None, token, id=fight)
    play.call("POST", "/snakes/fights", 201, {"snakes": [-1, {"program": GOES_ON}], "turns": 3})
    play.call("POST", "/snakes/fights", 400, {"turns": 0})
    play.call("POST", "/snakes/try", 400, {"program": 1})
    play.call("PUT", "/snakes/mine/{snake}", 400, {}, token, snake="new")
    play.call("POST", "/snakes/fights", 401, {"challenge": "ann"})
    play.call("POST", "/snakes/fights", 422, {"challenge": "ann"}, token)
    play.call("POST", "/snakes/try", 200, {"program": GOES_ON, "position": ["S" * 13] * 13})

    play.call("GET", "/snakes/mine", 403, None, guest)
    play.call("GET", "/snakes/mine", 200, None, token)
    fresh = play.call("PUT", "/snakes/mine/{snake}", 201, {"name": "mine", "skin": 1, "program": GOES_ON}, token, snake="new")["id"]
    play.call("PUT", "/snakes/mine/{snake}", 200, {"skin": 2, "public": False}, token, snake=fresh)
    play.call("PUT", "/snakes/mine/{snake}", 409, {"name": "mine", "skin": 1, "program": GOES_ON}, token, snake="new")
    play.call("PUT", "/snakes/mine/{snake}", 422, {"fighter": False}, token, snake=snake)
    play.call("DELETE", "/snakes/mine/{snake}", 422, None, token, snake=snake)
    play.call("DELETE", "/snakes/mine/{snake}", 204, None, token, snake=fresh)


def play_all(play):
    """Everything that succeeds, and the refusals of single endpoints."""
    ann, bob, eve = play.person("ann"), play.person("bob"), play.person("eve")
    guest = play.call("POST", "/guest", 201, {"name": "Visitor"})["token"]
    play.call("POST", "/register", 409, {"name": "ann", "password": "secret of ann"})
    play.call("POST", "/guest", 409, {"name": "ann"})
    play.call("POST", "/login", 200, {"name": "ann", "password": "secret of ann"})
    play.call("POST", "/login", 401, {"name": "ann", "password": "wrong"})

    play_snakes(play, ann, guest)
    over = play.game(ann, bob, rated=True)
    play.call("POST", "/tables/{id}/chat", 201, {"text": "hello"}, ann, id=over)
    play.call("POST", "/tables/{id}/chat", 422, {"text": "  "}, ann, id=over)
    play.call("POST", "/tables/{id}/rematch", 422, None, ann, id=over)
    play.call("POST", "/tables/{id}/claim", 200, None, bob, id=over)
    play.call("POST", "/tables/{id}/rematch", 201, None, ann, id=over)
    play.call("POST", "/tables/{id}/rematch", 200, None, bob, id=over)
    play.call("GET", "/tables", 200, query={"phase": "abandoned"})

    table = play.game(ann, bob)
    play.call("POST", "/tables/{id}/moves", 200, {"move": "move 0 5", "seq": 6}, ann, key="k", id=table)
    play.call("POST", "/tables/{id}/moves", 409, {"move": "move 0 5", "seq": 6}, ann, id=table)
    play.call("POST", "/tables/{id}/moves", 409, {"move": "block 0 0", "seq": 7}, ann, key="k", id=table)
    play.call("POST", "/tables/{id}/moves", 422, {"move": "block 0 24"}, ann, id=table)
    play.call("POST", "/tables/{id}/moves", 400, {"move": "dance"}, ann, id=table)
    play.call("POST", "/tables/{id}/claim", 422, None, ann, id=table)
    play.call("GET", "/tables/{id}/legal", 200, None, ann, id=table)
    play.call("GET", "/tables/{id}/view", 200, None, eve, id=table)
    play.call("GET", "/tables/{id}/view", 200, None, ann, id=table)
    play.call("GET", "/tables/{id}/view", 400, query={"at": 99}, id=table)
    play.call("GET", "/tables/{id}/seed", 200, id=table)
    play.call("GET", "/tables/{id}/seed", 200, id=over)
    play.call("GET", "/me/tables", 200, None, ann)
    play.call("GET", "/me/tables", 200, None, ann, query={"live": "true", "after": 3})

    plan = {"game": "catan", "seats": 3, "bots": [None, "random"], "listed": False, "move_seconds": 60, "seed": 7}
    waiting = play.table(ann, options={"points": 5}, **plan)
    invite = play.call("GET", "/tables/{id}", 200, None, ann, id=waiting)["invite"]
    play.call("GET", "/tables/{id}", 200, query={"invite": invite}, id=waiting)
    play.call("POST", "/tables/{id}/moves", 409, {"move": "roll"}, ann, id=waiting)
    play.call("POST", "/tables/{id}/join", 200, {"invite": invite, "seat": 2}, bob, id=waiting)
    play.call("POST", "/tables/{id}/join", 422, {}, bob, id=waiting)
    play.call("POST", "/tables/{id}/ready", 200, {"ready": True}, ann, id=waiting)
    play.call("POST", "/tables/{id}/leave", 200, None, bob, id=waiting)
    play.call("POST", "/tables/{id}/start", 200, None, ann, id=waiting)
    play.call("POST", "/tables/{id}/abandon", 200, None, ann, id=waiting)
    lonely = play.table(ann, sit=False, rated=True)
    play.call("POST", "/tables/{id}/start", 422, None, ann, id=lonely)
    play.call("POST", "/tables/{id}/join", 403, {}, guest, id=lonely)
    play.call("POST", "/tables", 403, {"game": "santorini", "rated": True}, guest)
    play.call("POST", "/tables", 404, {"game": "ludo"}, ann)
    play.call("POST", "/tables", 422, {"game": "powerchess", "options": {"fen": "8/8/8/8/8/8/8/8 w - -"}}, ann)
    for path in ("/tables", "/games/{name}/leaderboard"):
        play.call("GET", path, 404, query={"game": "ludo"} if path == "/tables" else None, name="ludo")

    # Somebody leaves a game that goes on, and comes back.
    catan = play.table(ann, game="catan", seats=3)
    for token in (bob, eve):
        play.call("POST", "/tables/{id}/join", 200, {}, token, id=catan)
    for token in (ann, bob, eve):
        play.call("POST", "/tables/{id}/ready", 200, {}, token, id=catan)
    play.call("POST", "/tables/{id}/leave", 200, None, eve, id=catan)
    play.call("POST", "/tables/{id}/join", 200, {}, eve, id=catan)
    stood = play.table(ann)
    play.call("POST", "/tables/{id}/leave", 200, None, ann, id=stood)

    to_the_end(play, ann, bob)

    for number in range(1, stood + 2):
        play.call("GET", "/tables/{id}/journal", 200, None, ann, query={"limit": 500}, id=number)
    play.call("GET", "/tables/{id}/journal", 200, query={"from": 1, "limit": 1}, id=table)
    root = play.admin("root")
    play_browser(play, ann, bob, eve, table)
    play_maps(play, ann, bob, guest)
    play_admin(play, root, ann)
    every_endpoint_refuses(play, ann, eve, root, table, over)
    every_field_is_known(play, ann, root, table)

    play.call("GET", "/games", 200)
    play.call("GET", "/games/{name}", 200, name="santorini")
    play.call("GET", "/games/{name}/leaderboard", 200, query={"system": "glicko2"}, name="santorini")
    play.call("GET", "/players/{name}", 200, name="ann")
    play.call("GET", "/me", 200, None, ann)
    play.call("GET", "/me/export", 200, None, ann)
    play.call("PATCH", "/me", 409, {"name": "bob"}, ann)
    play.call("PATCH", "/me", 200, {"name": "anna"}, ann)
    play.call("POST", "/me/password", 401, {"old": "wrong", "new": "a better one"}, ann)
    play.call("POST", "/me/password", 403, {"old": "", "new": "a better one"}, guest)
    play.call("POST", "/me/password", 204, {"old": "secret of ann", "new": "a better one"}, ann)
    play.call("DELETE", "/me", 401, {"password": "wrong"}, ann)
    play.call("DELETE", "/me", 204, {"password": "a better one"}, ann)
    play.call("GET", "/me", 401, None, ann)
    play.call("POST", "/logout", 204, None, bob)
    if play.call("GET", "/openapi.yaml", 200) != source("docs/openapi.yaml"):
        play.problem("the server tells another document")


def play_browser(play, ann, bob, eve, table):
    """What the browser client asks for."""
    play.call("POST", "/tables/{id}/moves", 200, {"move": "block 0 0", "try": True}, ann, id=table)
    play.call("GET", "/tables/{id}/board", 200, id=table)
    play.call("GET", "/tables/{id}/replay", 200, query={"from": 1, "limit": 2}, id=table)
    play.call("GET", "/tables/{id}/replay", 200, None, ann, query={"from": 4}, id=table)
    play.call("GET", "/tables/{id}/replay", 403, None, ann, query={"seat": 1}, id=table)
    play.call("GET", "/tables/{id}/hint", 200, None, ann, query={"level": 1}, id=table)
    play.call("GET", "/tables/{id}/hint", 422, None, bob, id=table)
    play.call("GET", "/players/{name}/tables", 200, name="ann")
    play.call("GET", "/players/{name}/history", 200, query={"game": "santorini"}, name="ann")
    play.call("GET", "/tables/{id}/legal", 200, None, bob, id=table)

    gods = play.table(ann)
    play.call("POST", "/tables/{id}/seats/{seat}", 422, {"empty": True}, ann, id=gods, seat=1)
    play.call("POST", "/tables/{id}/seats/{seat}", 403, {"bot": "random"}, eve, id=gods, seat=1)
    play.call("POST", "/tables/{id}/seats/{seat}", 200, {"bot": "random"}, ann, id=gods, seat=1)
    play.call("POST", "/tables/{id}/moves", 422, {"move": "gods 1 2 3"}, ann, id=gods)

    play.call("POST", "/login", 200, {"name": "ann", "password": "secret of ann"})
    sessions = play.call("GET", "/me/sessions", 200, None, ann)["sessions"]
    other = [session["id"] for session in sessions if not session["current"]][0]
    play.call("DELETE", "/me/sessions/{session}", 204, None, ann, session=other)
    play.call("DELETE", "/me/sessions/{session}", 404, None, ann, session=other)


PLAN = {
    "name": "strip",
    "seats": 2,
    "turns": 5,
    "regions": [{"land": ["border"], "near": [2], "outline": [[0, 0], [9, 0], [9, 9]], "label": [5, 5], "population": 1}, {"near": [1]}],
}
PNG = b"\x89PNG\r\n\x1a\n"


def play_maps(play, ann, bob, guest):
    """Maps of Small World."""
    play.call("GET", "/maps", 200)
    play.call("POST", "/maps", 403, PLAN, guest)
    play.call("POST", "/maps", 400, {"name": ""}, ann)
    strip = play.call("POST", "/maps", 201, PLAN, ann)["id"]
    play.call("POST", "/maps", 409, PLAN, bob)
    play.call("GET", "/maps", 200, None, ann)
    play.call("GET", "/maps/{id}", 200, id=strip)
    play.call("POST", "/maps/check", 200, {**PLAN, "regions": [{"near": [1]}]})
    play.call("POST", "/maps/check", 400, [])
    play.call("PUT", "/maps/pictures/{id}", 400, b"no picture", ann, id=strip)
    play.call("PUT", "/maps/pictures/{id}", 403, PNG, bob, id=strip)
    play.call("PUT", "/maps/pictures/{id}", 200, PNG, ann, id=strip)
    play.call("DELETE", "/maps/{id}", 403, None, bob, id=strip)
    play.call("DELETE", "/maps/{id}", 204, None, ann, id=strip)


def play_admin(play, root, ann):
    play.call("GET", "/admin/state", 200, None, root)
    play.person("rude")
    play.call("POST", "/admin/players/{name}/ban", 204, {"ban": True}, root, name="rude")
    play.call("POST", "/admin/players/{name}/mute", 204, {"mute": True}, root, name="rude")
    for what in ("ban", "mute"):
        play.call("POST", "/admin/addresses/{address}/" + what, 204, {what: True}, root, address="192.0.2.7")
        play.call("POST", "/admin/addresses/{address}/" + what, 400, {what: True}, root, address="nowhere")
    play.call("GET", "/admin/sanctions", 200, None, root)
    play.call("GET", "/admin/players", 200, None, root)
    feed = WebSocket(play.server.addresses["http"], "/api/v1/feed", {})
    feed.receive(time.monotonic() + 10)  # its hello: now it is listed
    play.call("GET", "/admin/connections", 200, None, root)
    feed.close()
    play.call("GET", "/admin/audit", 200, None, root)
    table = play.table(ann)
    line = play.call("POST", "/tables/{id}/chat", 201, {"text": "rude"}, ann, id=table)["seq"]
    play.call("DELETE", "/admin/tables/{id}/chat/{seq}", 204, None, root, id=table, seq=line)
    play.call("DELETE", "/admin/games/{name}/chat", 404, None, root, name="santorini", query={"line": 1})
    play.say_in_smallworld("rude")
    play.call("DELETE", "/admin/games/{name}/chat", 204, None, root, name="smallworld", query={"line": 1})
    play.call("GET", "/tables/{id}/journal", 200, None, ann, id=table)
    play.call("POST", "/admin/tables/{id}/close", 200, None, root, id=table)


def to_the_end(play, ann, bob):
    """A game in which everybody makes the first move of the list."""
    table = play.game(ann, bob)
    for _ in range(400):
        stand = play.call("GET", "/tables/{id}", 200, None, ann, id=table)
        if stand["phase"] != "running":
            break
        token = (ann, bob)[stand["to_act"][0]]
        listed = play.call("GET", "/tables/{id}/legal", 200, None, token, id=table)["moves"]
        play.call("POST", "/tables/{id}/moves", 200, {"move": listed[0]["move"]}, token, id=table)
    if stand["phase"] != "finished":
        play.problem("a game of first moves does not end")


def play_impatiently(play):
    """A server in its normal mode: what a hasty client meets."""
    guest = play.call("POST", "/guest", 201, {})["token"]
    ann = play.person("ann")
    play.call("GET", "/games/{name}", 200, name="smallworld")  # with the maps that come with it
    table = play.table(guest, bots=[None, "random"])
    strip = play.call("POST", "/maps", 201, PLAN, ann)["id"]
    for number in range(19):
        play.call("POST", "/maps", 201, {**PLAN, "name": f"strip {number}"}, ann)
    play.call("POST", "/maps", 422, {**PLAN, "name": "one more"}, ann)
    hasty = (
        ("POST", "/tables/{id}/chat", {"text": "hi"}, guest),
        ("POST", "/tables", {"game": "santorini"}, guest),
        ("POST", "/login", {"name": "ann", "password": "wrong"}, None),
        ("POST", "/me/password", {"old": "wrong", "new": "a better one"}, ann),
        ("DELETE", "/me", {"password": "wrong"}, ann),
        ("PATCH", "/me", {"name": "ann"}, ann),
        ("POST", "/guest", {}, None),
        ("POST", "/register", {"name": "ann", "password": "secret of ann"}, None),
        ("GET", "/tables/{id}/journal", None, guest),
        ("GET", "/tables/{id}/view", None, guest),
        ("GET", "/tables/{id}/replay", None, guest),
        ("GET", "/tables/{id}/hint", None, guest),
        ("POST", "/snakes/fights", {"snakes": [-1], "turns": 1}, None),
        ("POST", "/snakes/try", {"program": GOES_ON, "position": ["S" * 13] * 13}, None),
        ("POST", "/maps/check", PLAN, None),
        ("POST", "/maps", PLAN, ann),
        ("PUT", "/maps/pictures/{id}", PNG, ann),
    )
    for method, path, body, token in hasty:
        query = {"at": 1} if path.endswith("/view") else None
        for _ in range(10000):
            before = len(play.problems)
            reply = play.call(method, path, 429, body, token, query=query, id=strip if path.startswith("/maps") else table)
            del play.problems[before:]
            if "error" in reply and reply["error"]["code"] == "too_many":
                break
        else:
            play.problem(f"{method} {path} is never refused for haste")


def play_closed(play):
    play.call("POST", "/register", 403, {"name": "ann", "password": "secret of ann"})
    play.call("POST", "/guest", 403, {})


def play_crowded(play):
    """Snakes with room for one session, where both names that a fourth account could have are taken."""
    ann = play.person("ann")
    for login, name in (("boa", "dora"), ("cobra", "Player+4")):
        play.connection.request("POST", "/snakes/register", f"login={login}&name={name}&salt=deadbeef&hash={'0' * 40}")
        play.connection.getresponse().read()
    play.call("POST", "/snakes/session", 409, None, play.person("dora"))
    play.call("POST", "/snakes/session", 200, None, ann)
    play.call("POST", "/snakes/session", 503, None, ann)


# ---- comparing --------------------------------------------------------------


def compare(play):
    document = play.document
    rows = endpoints()
    for key in sorted(set(rows) ^ set(document.operations)):
        play.problem(f"{key[0]} {key[1]} is only in {'the server' if key in rows else 'the document'}")
    for key in sorted(key for key in set(rows) & set(document.operations) if rows[key]):
        for place, have, want in zip(("body", "query"), rows[key], (set(document.body(key)), set(document.query(key)))):
            for name in sorted(have ^ want):
                where = "the server" if name in have else "the document"
                play.problem(f"{key[0]} {key[1]}: {name} of the {place} is only in {where}")
    for (method, path), operation in document.operations.items():
        for status in operation["responses"]:
            if (method, path, int(status)) not in play.statuses:
                play.problem(f"{method} {path}: {status} was never seen")
    seen = set()
    for name, schema in document.tree["components"]["schemas"].items():
        for owner, field in properties(document, schema, seen):
            if not owner.get("additionalProperties") and (id(owner), field) not in play.fields:
                play.problem(f"the field {field} of {name} was never seen")
    codes = set(document.tree["components"]["schemas"]["Error"]["properties"]["error"]["properties"]["code"]["enum"])
    for code in sorted(codes ^ set(re.findall(r'\d{3}, "(\w+)"', source("src/api/errors.c")))):
        play.problem(f"the code {code} is only in one of document and server")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--meeple", required=True)
    meeple = os.path.abspath(parser.parse_args().meeple)
    play = Play(Document(source("docs/openapi.yaml")))
    plays = (
        (["--test-mode"], play_all),
        ([], play_impatiently),
        (["--no-registration"], play_closed),
        (["--snakes-sessions", "1"], play_crowded),
    )
    for options, run in plays:
        server = Server(meeple, options, None)
        try:
            server.start()
            play.connect(server.addresses["http"])
            play.server = server
            run(play)
            if server.stop() != 0:
                play.problem("the server did not stop in good order")
        finally:
            server.release()
    compare(play)
    for problem in play.problems:
        print(problem)
    print(f"{len(play.statuses)} statuses, {len(play.fields)} fields, {len(play.problems)} problems")
    sys.exit(1 if play.problems else 0)


if __name__ == "__main__":
    main()
