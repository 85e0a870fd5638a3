"""The scenes of the authorization matrix in the hall: people at a table, and the feed. See matrix.py."""

import json
import time

import wire
from kit import EVIL, address, soon
from matrix import Row, Scene, names_in

PASSWORD = "secret of theirs"
VOLATILE = {"now", "here", "watchers", "last_used_at", "used_at", "expires_at", "current", "token", "seen_at"}
PEOPLE = {"Ann": "ann", "other account": "mallory", "other seat": "bob", "spectator": "sue", "left seat": "cid", "deleted account": "dan"}
SEATED = ("other seat", "left seat", "deleted account")  # beside Ann, in this order


def steady(value):
    """Without what changes by itself."""
    if isinstance(value, dict):
        return {key: steady(part) for key, part in value.items() if key not in VOLATILE}
    return [steady(part) for part in value] if isinstance(value, list) else value


# ---- people at a table of the hall ------------------------------------------------


class AtTable(Scene):
    """Ann and three others at a table of Catan: her turn, one has left, one is deleted."""

    options = ("--catan-manager", "boss:word")

    def open(self):
        server = self.server
        self.client = {role: server.register(name, address(20, k), PASSWORD) for k, (role, name) in enumerate(PEOPLE.items())}
        self.client["nobody"] = server.client(EVIL)
        ann = self.client["Ann"]
        self.table = ann.need(201, "POST", "/tables", {"game": "catan", "seats": 4})["id"]
        self.private = ann.need(201, "POST", "/tables", {"game": "santorini", "listed": False})
        for role in SEATED:
            self.client[role].need(200, "POST", f"/tables/{self.table}/join", {})
        for role in ("Ann",) + SEATED:
            self.client[role].need(200, "POST", f"/tables/{self.table}/ready", {"ready": True})
        self.protocol = {role: self.client[role].need(200, "GET", f"/tables/{self.table}")["protocol"] for role in ("Ann",) + SEATED}
        own = self.client["other account"].need(201, "POST", "/tables", {"game": "catan", "seats": 2})
        self.protocol["other account"] = {**own["protocol"], "gameId": self.protocol["Ann"]["gameId"]}
        self.protocol["spectator"] = {"gameId": self.protocol["Ann"]["gameId"], "playerId": "ann"}
        self.protocol["nobody"] = {"gameId": self.protocol["Ann"]["gameId"], "playerId": ""}
        self.feed = server.socket("/api/v1/feed", address(20, 9), self.client["spectator"].token)
        self.feed.send(json.dumps({"watch": self.table}))
        self.client["left seat"].need(200, "POST", f"/tables/{self.table}/leave", {})
        self.client["deleted account"].need(204, "DELETE", "/me", {"password": PASSWORD})
        self.map = ann.need(201, "POST", "/maps", MAP)["id"]
        self.session = ann.need(200, "GET", "/me/sessions")["sessions"][0]["id"]
        self.move = ann.need(200, "GET", f"/tables/{self.table}/legal")["moves"][0]["move"]
        exported = json.loads(server.command("export", str(self.table)).splitlines()[0])["table"]
        seed = next(word.split("=")[1] for word in exported["setup"].split() if word.startswith("seed="))
        self.secrets = [ann.token, self.private["invite"], self.protocol["Ann"]["playerId"], seed, PASSWORD]

    def seq(self):
        return self.client["Ann"].need(200, "GET", f"/tables/{self.table}")["seq"]

    def snapshot(self):
        ann, found = self.client["Ann"], {}
        for path in ("/me", "/me/tables", "/me/sessions", "/players/ann", f"/tables/{self.table}", f"/tables/{self.private['id']}", f"/tables/{self.private['id']}/journal", "/snakes/mine", f"/maps/{self.map}"):
            found[path] = ann.api("GET", path)
        found["view"] = ann.api("GET", f"/tables/{self.table}/view")
        return steady(found)

    def accepted(self, answer):
        return answer[0] < 400


def api(method, path, body=None, own=(), works=True, fresh=False, control=None):
    """A row of the hall API. Paths name Ann's things; `fresh`: with a session of its own, since it ends. `control`: what is sent instead
    when it is somebody's right, by somebody whose right it is; its answer must be a good one."""

    def send(scene, role):
        if control and role == "Ann":
            return control(scene)
        client = scene.client[role]
        if fresh and role != "nobody" and role != "deleted account":
            client = scene.server.client(client.source)
            client.login(PEOPLE[role], PASSWORD)
        at = path.format(table=scene.table, session=scene.session, map=scene.map)
        said = body(scene) if callable(body) else body
        answer = client.api(method, at, said if said is not None or method in ("GET", "DELETE") else {})
        # The same at a table that only its invite opens: nothing of it may be told.
        if "{table}" in path and role not in ("Ann",):
            at = path.format(table=scene.private["id"], session="")
            hidden = client.api(method, at, said if said is not None or method in ("GET", "DELETE") else {})
            if hidden[0] < 400:
                raise AssertionError(f"{method} {at} of a private table gives {hidden}")
        return answer

    return Row(send, own, works or control is not None)


def own_table(scene, **more):
    """Another table of Ann's, which has not begun."""
    return scene.client["Ann"].need(201, "POST", "/tables", {"game": "catan", "seats": 3, **more})["id"]


def at_own_table(method, path, body=None, over=False, **more):
    """Ann's right at a table of her own; `over`: that has ended."""

    def control(scene):
        ann, table = scene.client["Ann"], own_table(scene, **more)
        if over:
            ann.need(200, "POST", f"/tables/{table}/abandon", {})
        return ann.api(method, f"/tables/{table}{path}", body)

    return control


def by_newcomer(method, path, body=None):
    """The right of an account that is there for nothing else."""

    def control(scene):
        scene.newcomers = getattr(scene, "newcomers", 0) + 1
        return scene.server.register(f"newcomer {scene.newcomers}", address(29, scene.newcomers), PASSWORD).api(method, path, body)

    return control


def by_admin(method, path, body=None):
    """An operator's right, used on somebody else than Ann."""

    def control(scene):
        if not hasattr(scene, "admin"):
            scene.admin = scene.server.register("root", address(28, 1), PASSWORD)
            scene.server.register("rude", address(28, 2), PASSWORD)
            scene.server.command("user", "admin", "root")
            assert scene.admin.login("root", PASSWORD) == 200
        at = path
        if "{table}" in path:
            table = own_table(scene)
            line = scene.client["Ann"].need(201, "POST", f"/tables/{table}/chat", {"text": "x"})["seq"]
            at = path.format(table=table, line=line)
        return scene.admin.api(method, at, body)

    return control


def end_other_session(scene):
    someone = scene.server.register("twice here", address(27, 1), PASSWORD)
    assert someone.login("twice here", PASSWORD) == 200
    other = next(each["id"] for each in someone.need(200, "GET", "/me/sessions")["sessions"] if not each["current"])
    return someone.api("DELETE", f"/me/sessions/{other}")


def remove_message(scene):
    client = scene.server.client(address(26, 1))
    assert client.smallworld("register", username="talker", password="secret1")["result"] == "ok"
    sid = client.smallworld("login", username="talker", password="secret1")["sid"]
    assert client.smallworld("sendMessage", sid=sid, text="x")["result"] == "ok"
    return by_admin("DELETE", "/admin/games/smallworld/chat?line=1")(scene)


def join_again(scene):
    return scene.client["other account"].api("POST", f"/tables/{own_table(scene)}/join", {})


TABLE = "/tables/{table}"
SEES = ("other account", "other seat", "spectator", "left seat")
MAP = {"name": "anns", "seats": 2, "turns": 5, "regions": [{"land": ["border"], "near": [2]}, {"land": ["border"], "near": [1]}]}
PROGRAM = {"Templates": ["S"] * 4, "Maps": [{"HeadX": 3, "HeadY": 3, "Lines": [{"X": 3, "Y": 4, "Line": "S0"}]}]}
SNAKE = {"name": "walker", "skin": 1, "program": PROGRAM}
PICTURE = b"\x89PNG\r\n\x1a\nxy"


def own_snakes(action):
    """The right of an account with snakes of its own."""

    def control(scene):
        if not hasattr(scene, "keeper"):
            scene.keeper = scene.server.register("keeper", address(28, 3), PASSWORD)
            scene.keeper.need(200, "POST", "/snakes/session")
            scene.snake = scene.keeper.need(201, "PUT", "/snakes/mine/new", SNAKE)["id"]
        return action(scene.keeper, scene.snake)

    return control


def own_fight(scene):
    nobody = scene.server.client(address(28, 4))
    return nobody.api("GET", f"/snakes/fights/{nobody.need(201, 'POST', '/snakes/fights', {'snakes': [-1], 'turns': 3})['FightId']}")


class Hall(AtTable):
    def commands(self):
        found = [f"{method} {path}" for method, path in names_in("src/api/endpoints.c", "api_endpoints[] =", r'METHOD_(\w+), "([^"]+)"')]
        # Endpoints that a dialect adds are routes of their own.
        for path in ("src/games/snakes/dialect/dialect.c", "src/games/smallworld/dialect/dialect.c", "src/games/powerchess/dialect/dialect.c"):
            for route, methods in names_in(path, "struct route routes[]", r'{ "([^"]+)", ROUTE_HTTP, ([^,]+),'):
                if route.startswith("/api/v1"):
                    found += [f"{method} {route[7:]}" for method in methods.replace("METHOD_", "").split(" | ")]
        return found

    rows = {
        "GET /tables/{id}": api("GET", TABLE),
        "GET /tables/{id}/view": api("GET", TABLE + "/view"),
        "POST /register": api("POST", "/register", {"name": "ann", "password": "another"}, control=lambda scene: scene.server.client(address(25, 3)).api("POST", "/register", {"name": "new here", "password": PASSWORD})),
        "POST /login": api("POST", "/login", {"name": "ann", "password": "another"}, control=lambda scene: scene.server.client(address(25, 1)).api("POST", "/login", {"name": "ann", "password": PASSWORD})),
        "POST /logout": api("POST", "/logout", fresh=True),
        "POST /guest": api("POST", "/guest", {"name": "ann"}, control=lambda scene: scene.server.client(address(25, 2)).api("POST", "/guest", {"name": "visitor"})),
        "GET /me": api("GET", "/me"),
        "PATCH /me": api("PATCH", "/me", {"name": "ann"}),
        "DELETE /me": api("DELETE", "/me", {"password": "another"}, control=by_newcomer("DELETE", "/me", {"password": PASSWORD})),
        "POST /me/password": api("POST", "/me/password", {"old": "another", "new": "another one"}, control=by_newcomer("POST", "/me/password", {"old": PASSWORD, "new": "another one"})),
        "GET /me/export": api("GET", "/me/export"),
        "GET /me/sessions": api("GET", "/me/sessions"),
        "DELETE /me/sessions/{session}": api("DELETE", "/me/sessions/{session}", control=end_other_session),
        "GET /me/tables": api("GET", "/me/tables"),
        "GET /games": api("GET", "/games"),
        "GET /games/{name}": api("GET", "/games/catan"),
        "GET /games/{name}/leaderboard": api("GET", "/games/catan/leaderboard"),
        "GET /players/{name}": api("GET", "/players/ann"),
        "GET /players/{name}/tables": api("GET", "/players/ann/tables"),
        "GET /players/{name}/history": api("GET", "/players/ann/history?game=santorini"),
        "GET /tables": api("GET", "/tables"),
        "POST /tables": api("POST", "/tables", {"game": "santorini"}),
        "POST /tables/{id}/moves": api("POST", TABLE + "/moves", lambda scene: {"move": scene.move}),
        "GET /tables/{id}/legal": api("GET", TABLE + "/legal"),
        "GET /tables/{id}/journal": api("GET", TABLE + "/journal"),
        "GET /tables/{id}/board": api("GET", TABLE + "/board"),
        "GET /tables/{id}/replay": api("GET", TABLE + "/replay?seat=0"),
        "GET /tables/{id}/hint": api("GET", TABLE + "/hint"),
        "GET /tables/{id}/seed": api("GET", TABLE + "/seed", control=at_own_table("GET", "/seed", over=True)),
        "POST /tables/{id}/seats/{seat}": api("POST", TABLE + "/seats/0", {"empty": True}, control=at_own_table("POST", "/seats/1", {"bot": "random"})),
        "POST /tables/{id}/ready": api("POST", TABLE + "/ready", {"ready": False}, control=at_own_table("POST", "/ready", {"ready": True})),
        "POST /tables/{id}/start": api("POST", TABLE + "/start", control=at_own_table("POST", "/start", {}, bots=[None, "random", "random"])),
        "POST /tables/{id}/rematch": api("POST", TABLE + "/rematch", control=at_own_table("POST", "/rematch", {}, over=True)),
        "POST /tables/{id}/claim": api("POST", TABLE + "/claim", works=False),
        "POST /tables/{id}/chat": api("POST", TABLE + "/chat", {"text": "hello"}, own=SEES),
        "GET /admin/state": api("GET", "/admin/state", control=by_admin("GET", "/admin/state")),
        "GET /admin/players": api("GET", "/admin/players", control=by_admin("GET", "/admin/players")),
        "GET /admin/connections": api("GET", "/admin/connections", control=by_admin("GET", "/admin/connections")),
        "POST /admin/players/{name}/ban": api("POST", "/admin/players/ann/ban", {"ban": True}, control=by_admin("POST", "/admin/players/rude/ban", {"ban": True})),
        "POST /admin/players/{name}/mute": api("POST", "/admin/players/ann/mute", {"mute": True}, control=by_admin("POST", "/admin/players/rude/mute", {"mute": True})),
        "POST /admin/addresses/{address}/ban": api("POST", "/admin/addresses/127.0.20.1/ban", {"ban": True}, control=by_admin("POST", "/admin/addresses/192.0.2.7/ban", {"ban": True})),
        "POST /admin/addresses/{address}/mute": api("POST", "/admin/addresses/127.0.20.1/mute", {"mute": True}, control=by_admin("POST", "/admin/addresses/192.0.2.7/mute", {"mute": True})),
        "GET /admin/sanctions": api("GET", "/admin/sanctions", control=by_admin("GET", "/admin/sanctions")),
        "GET /admin/audit": api("GET", "/admin/audit", control=by_admin("GET", "/admin/audit")),
        "DELETE /admin/tables/{id}/chat/{seq}": api("DELETE", "/admin/tables/{table}/chat/1", control=by_admin("DELETE", "/admin/tables/{table}/chat/{line}")),
        "DELETE /admin/games/{name}/chat": api("DELETE", "/admin/games/smallworld/chat?line=1", control=remove_message),
        "POST /admin/tables/{id}/close": api("POST", "/admin/tables/{table}/close", control=by_admin("POST", "/admin/tables/{table}/close", {})),
        "GET /openapi.yaml": api("GET", "/openapi.yaml"),
        "GET /snakes/league": api("GET", "/snakes/league"),
        "GET /snakes/bots": api("GET", "/snakes/bots"),
        "GET /snakes/fights": api("GET", "/snakes/fights"),
        "POST /snakes/fights": api("POST", "/snakes/fights", {"snakes": [-1, {"program": PROGRAM}], "turns": 3}),
        "GET /snakes/fights/*": api("GET", "/snakes/fights/1", control=own_fight),
        "GET /snakes/mine": api("GET", "/snakes/mine"),
        "PUT /snakes/mine/*": api("PUT", "/snakes/mine/1", SNAKE, control=own_snakes(lambda keeper, snake: keeper.api("PUT", f"/snakes/mine/{snake}", {"skin": 2}))),
        "DELETE /snakes/mine/*": api("DELETE", "/snakes/mine/1", control=own_snakes(lambda keeper, snake: keeper.api("DELETE", f"/snakes/mine/{snake}"))),
        "POST /snakes/try": api("POST", "/snakes/try", {"program": PROGRAM, "position": ["S" * 13] * 13}),
        "POST /snakes/session": api("POST", "/snakes/session"),
        "GET /maps": api("GET", "/maps"),
        "POST /maps": api("POST", "/maps", MAP, control=lambda scene: scene.client["Ann"].api("POST", "/maps", {**MAP, "name": "another"})),
        "POST /maps/check": api("POST", "/maps/check", MAP),
        "GET /maps/*": api("GET", "/maps/{map}"),
        "PUT /maps/pictures/*": api("PUT", "/maps/pictures/{map}", PICTURE),
        "DELETE /maps/*": api("DELETE", "/maps/{map}"),
        # These end a scene, or take somebody back into it.
        "POST /tables/{id}/abandon": api("POST", TABLE + "/abandon", control=at_own_table("POST", "/abandon", {})),
        "POST /tables/{id}/leave": api("POST", TABLE + "/leave", own=("other seat",)),
        "POST /tables/{id}/join": api("POST", TABLE + "/join", own=("left seat", "other seat"), control=join_again),
    }


def feed_row(message, works=True):
    def send(scene, role):
        client, heard = scene.client[role], []
        socket = scene.server.socket("/api/v1/feed", client.source)
        for said in ([{"auth": client.token}] if client.token else []) + message(scene):
            socket.send(json.dumps(said))
        # What has no meaning is an error: its answer comes after all the others.
        socket.send('{"lobby":"at the end"}')
        try:
            while not heard or "must be true or false" not in heard[-1]:
                heard.append(socket.receive(soon()))
        except (wire.Silence, wire.Gone):
            pass
        socket.stream.close()
        if role != "Ann" and any(f'"table":{scene.private["id"]},' in text and '"error"' not in text for text in heard):
            raise AssertionError(f"a private table is told: {heard}")
        return heard

    return Row(send, works=works)


class Feed(AtTable):
    def commands(self):
        return names_in("src/api/feed.c", "} wants[] = {", r'{ "(\w+)"')

    def accepted(self, answer):
        return any(word in "".join(answer) for word in ('"watching"', '"lobby"', '"mine"', '"made"'))

    rows = {
        "auth": feed_row(lambda scene: [{"auth": "ann"}, {"auth": scene.private["invite"]}], works=False),
        "watch": feed_row(lambda scene: [{"watch": scene.table, "legal": True}, {"watch": scene.private["id"]}]),
        "unwatch": feed_row(lambda scene: [{"unwatch": scene.table}, {"unwatch": scene.private["id"]}], works=False),
        "lobby": feed_row(lambda scene: [{"lobby": True}]),
        "mine": feed_row(lambda scene: [{"mine": True}]),
        "move": feed_row(lambda scene: [{"move": scene.move, "table": scene.table, "seq": scene.seq(), "key": "k"}, {"move": "place 0 1", "table": scene.private["id"], "seq": 2, "key": "l"}]),
    }
