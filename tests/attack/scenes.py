"""The scenes of the authorization matrix: who is there, and how each command is sent. See matrix.py."""

import json
import time

import wire
from courses import WALKER, catan_course, chess_course, smallworld_course, snakes_course, tower_course
from kit import address, form, snakes_login, soon
from matrix import ROLES, Row, Scene, names_in
from scenes_hall import AtTable, Feed, Hall, PASSWORD, PEOPLE, SEATED, steady
from space import upload_picture


def with_controls(rows, course, but=()):
    """Rows whose positive control is the command's answer in a course (courses.py), except those that Ann sends herself."""

    def controlled(name, row):
        return row if row.works or name in but else Row(lambda scene, role: course(scene).get(name) if role == "Ann" else row.send(scene, role), row.own)

    return {name: controlled(name, row) for name, row in rows.items()}


# ---- Catan -------------------------------------------------------------------------


def catan_row(command, works=False, **arguments):
    def send(scene, role):
        ids = scene.protocol[role]
        return scene.client["nobody"].catan(ids["gameId"], ids["playerId"], command, **arguments)

    return Row(send, works=works)


def manager_row(command, **arguments):
    def send(scene, role):
        game, player = scene.protocol["Ann"]["gameId"], scene.protocol.get(role, scene.protocol["Ann"])["playerId"]
        client = scene.server.client(address(21, ROLES.index(role)))
        return client.manager(PEOPLE.get(role, ""), PASSWORD, command, gameId=game, playerId=player, **arguments)

    return Row(send, works=False)


class Catan(AtTable):
    def commands(self):
        user = names_in("src/games/catan/dialect/user.c", "} commands[] = {", r'{ "(\w+)"')
        user += names_in("src/games/catan/dialect/user.c", "enum say catan_user_command", r'str_is\(name, "(\w+)"\)', "\n}")
        return user + [f"manager {name}" for name in names_in("src/games/catan/dialect/manager.c", "} commands[] = {", r'{ "(\w+)"')]

    def accepted(self, answer):
        return answer and answer["code"] == 200

    rows = with_controls({
        "update": catan_row("update", works=True),
        "sendPartners": catan_row("sendPartners"),
        "rollDice": catan_row("rollDice"),
        "discardResources": catan_row("discardResources", lumber=1),
        "moveRobber": catan_row("moveRobber", tile=1),
        "stealResource": catan_row("stealResource", answer="yes", player="ann"),
        "playerTrade": catan_row("playerTrade", lumber_o=1, wool_r=1),
        "wantToTrade": catan_row("wantToTrade"),
        "selectPartner": catan_row("selectPartner", player=None),
        "noPlayerTrade": catan_row("noPlayerTrade", port=-1, offer="lumber", request="wool"),
        "buyRoad": catan_row("buyRoad", start=0, end=1),
        "buySettlement": catan_row("buySettlement", intersection=0),
        "buyCity": catan_row("buyCity", intersection=0),
        "buyDevelopment": catan_row("buyDevelopment"),
        "useDevelopment": catan_row("useDevelopment", development="knight"),
        "takeResourceFromAll": catan_row("takeResourceFromAll", resource="lumber"),
        "buildDevelopmentRoad": catan_row("buildDevelopmentRoad", start=0, end=1),
        "takeTwoResources": catan_row("takeTwoResources", resource_0="lumber", resource_1="wool"),
        "endTurn": catan_row("endTurn"),
        "buildSettlement": catan_row("buildSettlement", works=True, intersection=0),
        "buildRoad": catan_row("buildRoad", works=True, start=0, end=1),
        "manager newGame": manager_row("newGame", scenario="SettlersOfCatan"),
        "manager setMaxPlayers": manager_row("setMaxPlayers", maxPlayers=6),
        "manager addPlayer": manager_row("addPlayer"),
        "manager removePlayer": manager_row("removePlayer"),
        "manager startGame": manager_row("startGame"),
        "manager changePlayerStatus": manager_row("changePlayerStatus", active=False),
        "manager getRanking": manager_row("getRanking"),
        "manager endGame": manager_row("endGame"),
    }, catan_course)


# ---- Small World -------------------------------------------------------------------


def sw_row(action, own=(), works=True, bare=False, **fields):
    """`bare`: without a sid. Everybody says that they are Ann, in every field that could mean it."""

    def send(scene, role):
        said = {name: value(scene) if callable(value) else value for name, value in fields.items()}
        sid = {} if bare or scene.sid[role] is None else {"sid": scene.sid[role]}
        return scene.client[role].smallworld(action, **sid, **said, userId=scene.ann)

    return Row(send, own, works)


def picture_row():
    def send(scene, role):
        return upload_picture(scene.client[role], scene.map, scene.sid[role])

    return Row(send)


class SmallWorld(Scene):
    """Four players on a map of four; her turn, one has left, one is deleted."""

    def open(self):
        server = self.server
        self.client = {role: server.client(address(22, k)) for k, role in enumerate(("Ann",) + ROLES)}
        self.sid = {"nobody": 1}
        for role, name in PEOPLE.items():
            client = self.client[role]
            assert client.smallworld("register", username=name, password="secret1")["result"] == "ok"
            answer = client.smallworld("login", username=name, password="secret1")
            self.sid[role] = answer["sid"]
            if role == "Ann":
                self.ann = answer["userId"]
        ann = self.client["Ann"]
        self.map = ann.smallworld("uploadMap", sid=self.sid["Ann"], mapName="anns", playersNum=2, turnsNum=5, regions=[])["mapId"]
        assert ann.smallworld("createGame", sid=self.sid["Ann"], gameName="anns", mapId=3)["result"] == "ok"
        self.game = ann.smallworld("getGameList")["games"][0]["gameId"]
        for role in SEATED:
            assert self.client[role].smallworld("joinGame", sid=self.sid[role], gameId=self.game)["result"] == "ok"
        for role in ("Ann",) + SEATED:
            assert self.client[role].smallworld("setReadinessStatus", sid=self.sid[role], isReady=1)["result"] == "ok"
        assert ann.smallworld("sendMessage", sid=self.sid["Ann"], text="hello")["result"] == "ok"
        assert self.client["left seat"].smallworld("leaveGame", sid=self.sid["left seat"])["result"] == "ok"
        server.command("user", "delete", "dan")
        time.sleep(1)
        self.secrets = [str(self.sid["Ann"]), "secret1"]

    def commands(self):
        found = names_in("src/games/smallworld/dialect/commands.c", "commands[] = {", r'\n    { "(\w+)",')
        routes = names_in("src/games/smallworld/dialect/dialect.c", "struct route routes[]", r'{ "(/smallworld/[a-z_]+)", ROUTE_HTTP')
        return found + [route for route in routes if route != "/smallworld/engine"]

    def snapshot(self):
        ann = self.client["Ann"]
        games = ann.smallworld("getGameList")["games"]
        messages = ann.smallworld("getMessages", since=0)["messages"]
        maps = ann.smallworld("getMapList")["maps"]
        return {
            "game": steady(ann.smallworld("getGameState", gameId=self.game)),
            "listed": [game for game in games if game["gameId"] == self.game],
            "said": [message for message in messages if message["userId"] == self.ann],
            "maps": [each for each in maps if each["mapName"] == "anns"],
            "hers": [game["gameId"] for game in games if self.ann in [player["userId"] for player in game["players"]]],
        }

    def accepted(self, answer):
        return answer["result"] == "ok"

    # The maps that come with the server are there already.
    rows = with_controls({
        "resetServer": sw_row("resetServer"),
        "register": sw_row("register", bare=True, works=False, username="ann", password="another"),
        "login": sw_row("login", bare=True, works=False, username="ann", password="another"),
        "getMessages": sw_row("getMessages", bare=True, since=0),
        "sendMessage": sw_row("sendMessage", text="I am Ann"),
        "uploadMap": sw_row("uploadMap", works=False, mapName="anns", playersNum=2, turnsNum=5, regions=[]),
        "createDefaultMaps": sw_row("createDefaultMaps", works=False),
        "getGameList": sw_row("getGameList"),
        "getMapList": sw_row("getMapList"),
        "getGameState": sw_row("getGameState", gameId=lambda scene: scene.game),
        "saveGame": sw_row("saveGame", bare=True, gameId=lambda scene: scene.game),
        "loadGame": sw_row("loadGame", works=False, actions=lambda scene: scene.client["Ann"].smallworld("saveGame", gameId=scene.game)["actions"]),
        "aiJoin": sw_row("aiJoin", works=False, gameId=lambda scene: scene.game),
        "setReadinessStatus": sw_row("setReadinessStatus", works=False, isReady=0),
        "redeploy": sw_row("redeploy", works=False, regions=[]),
        "defend": sw_row("defend", works=False, regions=[]),
        "dragonAttack": sw_row("dragonAttack", works=False, regionId=1),
        "enchant": sw_row("enchant", works=False, regionId=1),
        "throwDice": sw_row("throwDice", works=False),
        "selectFriend": sw_row("selectFriend", works=False, friendId=lambda scene: scene.ann),
        "finishTurn": sw_row("finishTurn", works=False),
        "conquer": sw_row("conquer", works=False, regionId=1),
        "decline": sw_row("decline", works=False),
        "selectRace": sw_row("selectRace", position=0),
        "/smallworld/upload_map": picture_row(),
        "joinGame": sw_row("joinGame", works=False, gameId=lambda scene: scene.game),
        "createGame": sw_row("createGame", works=False, gameName="anns", mapId=1),
        "leaveGame": sw_row("leaveGame", own=("other seat",)),
        "logout": sw_row("logout"),
    }, smallworld_course, but=("createDefaultMaps",))


# ---- Snakes ------------------------------------------------------------------------


def snakes_row(request, works=True, own=(), **fields):
    def send(scene, role):
        said = {name: value(scene) if callable(value) else value for name, value in fields.items()}
        more = said.pop("more", {})
        sid = {"Sid": scene.sid[role]} if scene.sid[role] else {}
        return scene.client[role].snakes(request, **said, **more, **sid)

    return Row(send, own, works)


def ids(name, count, first):
    return lambda scene: {f"{name}[{k}]": first(scene) if k == 0 else "" for k in range(count)}


class Snakes(Scene):
    """Players without seats: opposite Ann is one who fights her, and whoever left has logged out."""

    def open(self):
        server = self.server
        self.client = {role: server.client(address(23, k)) for k, role in enumerate(("Ann",) + ROLES)}
        self.sid, self.player = {"nobody": None}, {}
        for role, name in PEOPLE.items():
            client = self.client[role]
            assert client.ask("POST", "/snakes/register", form({"login": name, "name": name, "password": "secret1"}))[0] == 200
            answer = snakes_login(client, name, "secret1")
            self.sid[role], self.player[role] = answer["Sid"], answer["PlayerId"]
        self.snake = self.make("Ann", "walker", "N")
        self.fighter = self.make("Ann", "fighter", "B")
        self.make("other seat", "rival", "B")
        assert self.ask("Ann", "fight test", SnakeName="demo", SkinId=1, **WALKER, **{f"OtherSnakeIds[{k}]": "" for k in range(3)}, TurnLimit=5)["Response"] == "fight delayed"
        self.fight = self.ask("Ann", "whoami")["FightId"]
        assert self.ask("Ann", "fight info", FightId=self.fight)["Response"] == "fight info"
        assert self.ask("Ann", "slot save", SlotIndex=0, SlotName="hers", FightId=self.fight)["Response"] == "ack"
        assert self.ask("left seat", "logout")["Response"] == "ack"
        server.command("user", "delete", "dan")
        time.sleep(1)
        self.secrets = [self.sid["Ann"], "secret1"]

    def ask(self, role, request, **fields):
        return self.client[role].snakes(request, **fields, Sid=self.sid[role])

    def make(self, role, name, kind):
        return self.ask(role, "snake new", SnakeName=name, SnakeType=kind, SkinId=1, **WALKER)["SnakeId"]

    def commands(self):
        return names_in("src/games/snakes/dialect/dialect.c", "} requests[] = {", r'{ "([a-z ]+)",')

    def snapshot(self):
        found = {name: self.ask("Ann", name, **more) for name, more in (("whoami", {}), ("slot list", {}), ("player info", {"PlayerId": self.player["Ann"]}), ("snake info", {"SnakeId": self.snake}), ("fight list", {"FightListType": "ordered"}))}
        found["snakes"] = [each for each in self.ask("Ann", "snake list")["SnakeList"] if each["PlayerId"] == self.player["Ann"]]
        return found

    def accepted(self, answer):
        return answer["Response"] not in ("nack", "relogin")

    rows = with_controls({
        "info": snakes_row("info"),
        "login data": snakes_row("login data", Login="ann"),
        "login": snakes_row("login", works=False, Login="ann", Timestamp=1700000000, Hash="0" * 40),
        "whoami": snakes_row("whoami"),
        "ping": snakes_row("ping"),
        "ratings": snakes_row("ratings"),
        "player list": snakes_row("player list"),
        "player info": snakes_row("player info", PlayerId=lambda scene: scene.player["Ann"]),
        "snake list": snakes_row("snake list"),
        "skin list": snakes_row("skin list"),
        "snake info": snakes_row("snake info", SnakeId=lambda scene: scene.snake),
        "snake new": snakes_row("snake new", SnakeName="another", SnakeType="N", SkinId=1, more=WALKER),
        "snake edit": snakes_row("snake edit", SnakeId=lambda scene: scene.snake, SnakeName="mine"),
        "snake assign": snakes_row("snake assign", SnakeId=lambda scene: scene.snake),
        "fight list": snakes_row("fight list", FightListType="ordered"),
        "fight info": snakes_row("fight info", FightId=lambda scene: scene.fight),
        "slot list": snakes_row("slot list"),
        "slot view": snakes_row("slot view", SlotIndex=0),
        "slot rename": snakes_row("slot rename", SlotIndex=0, SlotName="mine"),
        "slot delete": snakes_row("slot delete", SlotIndex=0),
        "slot save": snakes_row("slot save", SlotIndex=0, SlotName="mine", FightId=lambda scene: scene.fight),
        "fight train": snakes_row("fight train", more=ids("SnakeIds", 4, lambda scene: scene.snake)),
        "fight cancel": snakes_row("fight cancel"),
        "fight test": snakes_row("fight test", SnakeName="demo", SkinId=1, more=lambda scene: {**WALKER, **ids("OtherSnakeIds", 3, lambda s: s.snake)(scene)}),
        "fight challenge": snakes_row("fight challenge", works=False, more=ids("PlayerIds", 3, lambda scene: scene.player["Ann"])),
        "snake delete": snakes_row("snake delete", SnakeId=lambda scene: scene.fighter),
        "logout": snakes_row("logout"),
    }, snakes_course)


# ---- Power Chess -------------------------------------------------------------------


def chess_row(own=(), works=True, join=False, **fields):
    def send(scene, role):
        socket, player = scene.socket[role], scene.player[role]
        said = {"gameId": scene.game, **({} if join else {"playerId": player}), **fields}
        socket.send(json.dumps(said))
        # An empty object is an error: its answer ends what came before. Of others' commands most are errors too; Ann's are not.
        socket.send("{}")
        heard, errors = [], 1 if role == "Ann" else 2
        try:
            while heard.count('{"type":7}') < errors:
                heard.append(socket.receive(soon() if role == "Ann" else time.monotonic() + 0.15).replace(" ", ""))
        except (wire.Silence, wire.Gone):
            pass
        return heard

    return Row(send, own, works)


class PowerChess(Scene):
    """Ann is White and to move. Whoever left has disconnected and comes back with a wrong id; there are no accounts here, so one who is deleted has only an old id."""

    def open(self):
        server = self.server
        self.socket = {role: server.socket("/play", address(24, k)) for k, role in enumerate(("Ann",) + ROLES)}
        self.player = dict.fromkeys(ROLES, 0)
        self.game, self.player["Ann"] = self.create("Ann", "Ann")
        self.player["other seat"] = self.join("other seat", self.game)
        _, self.player["other account"] = self.create("other account", "Mallory")
        old, self.player["left seat"] = self.create("left seat", "Cid")
        self.player["deleted account"] = self.join("deleted account", old)
        self.tell("left seat", {"type": 2, "gameId": old, "playerId": self.player["left seat"], "reason": 1, "result": 1})
        self.player["spectator"] = self.player["deleted account"] + 1
        self.hall = server.client()
        self.secrets = [str(self.player["Ann"])]

    def tell(self, role, message):
        self.socket[role].send(json.dumps(message))

    def create(self, role, name):
        self.tell(role, {"type": 0, "name": name, "color": True, "timeControl": 1, "public": True})
        answer = json.loads(self.socket[role].receive(soon()))
        return answer["gameId"], answer["playerId"]

    def join(self, role, game):
        self.tell(role, {"type": 1, "gameId": game, "name": PEOPLE.get(role, role)})
        return json.loads(self.socket[role].receive(soon()))["playerId"]

    def commands(self):
        return names_in("src/games/powerchess/dialect/play.c", "handlers[] = {", r"\[(\w+)\] =")

    def snapshot(self):
        return steady({path: self.hall.api("GET", f"/tables/{self.game}{path}") for path in ("", "/journal")})

    def accepted(self, answer):
        return answer and answer[0] not in ('{"type":7}', '{"type":6}')

    rows = with_controls({
        "CREATE_GAME": chess_row(works=False, type=0, name="Ann", color=True, timeControl=1, public=True),
        "JOIN_GAME": chess_row(works=False, join=True, type=1, name="Ann"),
        "PLAYER_ACTION": chess_row(type=4, action=1, move={"from": {"row": 1, "col": 4}, "to": {"row": 3, "col": 4}}),
        "REQUEST_DRAW": chess_row(works=False, own=("other seat",), type=3),
        "GAME_OVER": chess_row(works=False, own=("other seat",), type=2, reason=1, result=1),
    }, chess_course)


# ---- Santorini ---------------------------------------------------------------------


def tower_row(type_, content, works=False, own=()):
    def send(scene, role):
        line, heard = scene.line[role], []
        try:
            line.send(json.dumps({"type": type_, "content": content}))
            while not heard or '"RESULT"' not in heard[-1]:
                heard.append(line.receive(soon() if role == "Ann" else time.monotonic() + 0.3).replace(" ", ""))
        except (wire.Silence, wire.Gone):
            pass
        return heard

    return Row(send, own, works)


ANN = {"user": {"username": "ann"}}
ACTION = {**ANN, "id": 0, "actionIdentifier": {"description": "Move"}, "coordinate": {"x": 1, "y": 1}}


class Santorini(Scene):
    """Ann and Bob play, her turn; somebody looks on. Everybody says that they are Ann. One has left another lobby, one was in one that is closed."""

    def open(self):
        server = self.server
        self.line, self.hall = {}, server.client()

        def enter(role, name=None, size=None):
            line = self.line[role] = server.lines(address(25, 1 + (("Ann",) + ROLES).index(role)))
            if size:
                line.send('{"type":"SELECT_PLAYER_NUMBER","content":{"size":%d}}' % size)
            if name:
                line.send('{"type":"ADD_USER","content":{"user":{"username":"%s"}}}' % name)
            time.sleep(0.05)

        enter("Ann", "ann", 2)
        enter("spectator")
        enter("other seat", "bob")
        enter("left seat", "ann", 2)
        self.line["left seat"].close()
        enter("left seat")
        enter("deleted account", "ann", 2)
        enter("other account", "cid")
        self.line["other account"].close()
        enter("other account", "ann", 3)
        enter("nobody")
        gods = {"gods": [{"name": "Pan"}, {"name": "Atlas"}]}
        for role, type_, content in (
            ("other seat", "SELECT_GODS", {"user": {"username": "bob"}, **gods}),
            ("Ann", "CHOOSE_GOD", {**ANN, "god": {"name": "Pan", "description": ""}}),
            ("other seat", "CHOOSE_FIRST_PLAYER", {"self": {"username": "bob"}, "firstPlayer": {"username": "ann"}}),
            ("Ann", "PLACE_PAWNS", {**ANN, "c1": {"x": 0, "y": 0}, "c2": {"x": 0, "y": 4}}),
            ("other seat", "PLACE_PAWNS", {"user": {"username": "bob"}, "c1": {"x": 4, "y": 0}, "c2": {"x": 4, "y": 4}}),
        ):
            self.line[role].send(json.dumps({"type": type_, "content": content}))
            while '"RESULT"' not in self.line[role].receive(soon()).replace(" ", ""):
                pass
        for line in self.line.values():
            try:
                while True:
                    line.receive(time.monotonic() + 0.1)
            except (wire.Silence, wire.Gone):
                pass
        self.table = next(each["id"] for each in self.hall.need(200, "GET", "/tables?game=santorini&phase=running")["tables"])

    def commands(self):
        return names_in("src/games/santorini/dialect/dialect.c", "} requests[] = {", r'{ "(\w+)"')

    def snapshot(self):
        return steady({path: self.hall.api("GET", f"/tables/{self.table}{path}") for path in ("", "/journal")})

    def accepted(self, answer):
        return answer and any('"value":true' in text for text in answer)

    rows = with_controls({
        "PING": tower_row("PING", {}),
        "SELECT_PLAYER_NUMBER": tower_row("SELECT_PLAYER_NUMBER", {"size": 2}),
        "ADD_USER": tower_row("ADD_USER", ANN),
        "SELECT_GODS": tower_row("SELECT_GODS", {**ANN, "gods": [{"name": "Pan"}, {"name": "Zeus"}]}),
        "CHOOSE_GOD": tower_row("CHOOSE_GOD", {**ANN, "god": {"name": "Pan", "description": ""}}),
        "CHOOSE_FIRST_PLAYER": tower_row("CHOOSE_FIRST_PLAYER", {"self": ANN["user"], "firstPlayer": ANN["user"]}),
        "PLACE_PAWNS": tower_row("PLACE_PAWNS", {**ANN, "c1": {"x": 1, "y": 0}, "c2": {"x": 1, "y": 4}}),
        "CHECK_ACTION": tower_row("CHECK_ACTION", ACTION, works=True),
        "EXECUTE_ACTION": tower_row("EXECUTE_ACTION", ACTION, works=True),
    }, tower_course, but=("PING",))


ALL = (Hall, Feed, Catan, SmallWorld, Snakes, PowerChess, Santorini)

# Beginnings of faults that are known and not closed yet.
KNOWN = ()
