"""The positive controls of the authorization matrix: games that people play who may, so that each command of a protocol is accepted at
least once from somebody whose right it is. A course gives, for each command, an answer to it."""

import json
import random

from kit import address, form, snakes_login, soon

WALKER = {"ProgramDescription": "", **{f"Templates[{k}]": "S" for k in range(4)}, "Maps[0][Description]": "go", "Maps[0][HeadX]": 3, "Maps[0][HeadY]": 3, "Maps[0][Lines][0][X]": 3, "Maps[0][Lines][0][Y]": 4, "Maps[0][Lines][0][Line]": "S0"}
PASSWORD = "secret of theirs"


def once(course):
    """A course is played once for a scene, however many rows look at it."""

    def played(scene):
        if not hasattr(scene, "played"):
            scene.played = course(scene)
        return scene.played

    return played


# ---- Catan -------------------------------------------------------------------------

RESOURCES = ("lumber", "wool", "grain", "brick", "ore")
CARDS = ("knight", "monopoly", "roadBuilding", "yearOfPlenty")


def counts(arg, suffix=""):
    return {name + suffix: count for name, count in zip(RESOURCES, arg)}


# A move as the hall spells it: the command, and its arguments from those of the move.
CATAN = {
    "settle": ("buildSettlement", lambda a: {"intersection": a[0]}),
    "road": ("buildRoad", lambda a: {"start": a[0], "end": a[1]}),
    "roll": ("rollDice", lambda a: {}),
    "discard": ("discardResources", counts),
    "robber": ("moveRobber", lambda a: {"tile": a[0]}),
    "offer": ("playerTrade", lambda a: {**counts(a[:5], "_o"), **counts(a[5:], "_r")}),
    "join": ("wantToTrade", lambda a: {}),
    "bank": ("noPlayerTrade", lambda a: {"port": a[0], "offer": RESOURCES[a[1]], "request": RESOURCES[a[2]]}),
    "buyroad": ("buyRoad", lambda a: {"start": a[0], "end": a[1]}),
    "buysettlement": ("buySettlement", lambda a: {"intersection": a[0]}),
    "buycity": ("buyCity", lambda a: {"intersection": a[0]}),
    "buycard": ("buyDevelopment", lambda a: {}),
    "use": ("useDevelopment", lambda a: {"development": CARDS[a[0]]}),
    "monopoly": ("takeResourceFromAll", lambda a: {"resource": RESOURCES[a[0]]}),
    "freeroad": ("buildDevelopmentRoad", lambda a: {"start": a[0], "end": a[1]}),
    "plenty": ("takeTwoResources", lambda a: {"resource_0": RESOURCES[a[0]], "resource_1": RESOURCES[a[1]]}),
    "end": ("endTurn", lambda a: {}),
}
# Whoever wants to have done everything does these first if they can.
EAGER = ("use", "monopoly", "freeroad", "plenty", "buycard", "buycity", "buysettlement", "join", "discard")


class CatanGame:
    """Three accounts at a table of the hall. What is legal the hall tells; it is done by the protocol."""

    def __init__(self, server, players, answers, dice):
        self.answers, self.players, self.dice = answers, players, dice
        self.path = f"/tables/{players[0].need(201, 'POST', '/tables', {'game': 'catan', 'seats': 3})['id']}"
        for player in players[1:]:
            player.need(200, "POST", self.path + "/join", {})
        for player in players:
            player.need(200, "POST", self.path + "/ready", {"ready": True})
        self.ids = [player.need(200, "GET", self.path)["protocol"] for player in players]

    def ask(self, seat, command, **arguments):
        answer = self.players[seat].catan(self.ids[seat]["gameId"], self.ids[seat]["playerId"], command, **arguments)
        if answer["code"] == 200 or command not in self.answers:
            self.answers[command] = answer
        return answer

    def choose(self, moves):
        """What was not done yet comes first; the rest of the time cards are saved for it."""
        done = {name for name, answer in self.answers.items() if answer["code"] == 200}
        if "selectPartner" in done or self.dice.random() < 0.7:
            moves = [move for move in moves if not move.startswith("offer")] or moves
        ranks = {move: (CATAN.get(move.split()[0], (None,))[0] in done, move.split()[0] not in EAGER, move.startswith("bank"), move.startswith("buyroad") and self.dice.random() < 0.7, self.dice.random()) for move in moves}
        return min(moves, key=ranks.get)

    def step(self):
        """One move of whoever is next; False when the game is over."""
        table = self.players[0].need(200, "GET", self.path)
        if table["phase"] != "running":
            return False
        seat = table["to_act"][0]
        move = self.choose([each["move"] for each in self.players[seat].need(200, "GET", self.path + "/legal")["moves"]])
        kind, arg = move.split()[0], [int(word) for word in move.split()[1:]]
        if kind in ("steal", "partner") and arg[0] >= 0:
            told = self.ask(seat, "sendPartners") if kind == "partner" else self.answers["moveRobber"]
            names = [name for name in names_of(told["arguments"]) if name]
            done = self.ask(seat, "selectPartner", player=names[0] if names else None) if kind == "partner" else self.ask(seat, "stealResource", answer="yes", player=names[0])
        elif kind in CATAN:
            done = self.ask(seat, CATAN[kind][0], **CATAN[kind][1](arg))
        else:
            done = {"code": self.players[seat].api("POST", self.path + "/moves", {"move": move})[0]}
        assert done["code"] == 200, f"{move} is legal, but its player is told {done}"
        return True


def names_of(value):
    """All texts in an answer."""
    if isinstance(value, dict):
        return sum((names_of(each) for each in value.values()), [])
    return sum((names_of(each) for each in value), []) if isinstance(value, list) else [value] if isinstance(value, str) else []


def catan_managed(server, answers):
    """The manager's own commands at a game that it opened."""
    client = server.client(address(29, 9))

    def manage(command, **arguments):
        answer = answers["manager " + command] = client.manager("boss", "word", command, **arguments)
        return answer["arguments"] or {}

    game = manage("newGame", scenario="SettlersOfCatan")["gameId"]
    manage("setMaxPlayers", gameId=game, maxPlayers=3)
    players = [manage("addPlayer", gameId=game)["playerId"] for _ in range(3)]
    manage("removePlayer", gameId=game, playerId=players.pop())
    players.append(manage("addPlayer", gameId=game)["playerId"])
    manage("startGame", gameId=game)
    manage("changePlayerStatus", gameId=game, playerId=players[0], active=False)
    manage("getRanking", gameId=game)
    manage("endGame", gameId=game)


@once
def catan_course(scene):
    answers, dice, wanted = {}, random.Random(1), {name for name in scene.rows if not name.startswith("manager")} - {"update"}
    catan_managed(scene.server, answers)
    players = [scene.server.register(f"settler {k}", address(29, k), PASSWORD) for k in range(3)]
    for _ in range(12):
        game = CatanGame(scene.server, players, answers, dice)
        game.ask(0, "update")
        for _ in range(1500):
            if wanted <= {name for name, answer in answers.items() if answer["code"] == 200} or not game.step():
                break
        if wanted <= set(answers):
            break
    return answers


# ---- Small World -------------------------------------------------------------------

# A move as the hall spells it: the command, and its fields from the move's numbers and the numbers of the two users.
SMALLWORLD = {
    "select": ("selectRace", lambda a, users: {"position": a[0]}),
    "conquer": ("conquer", lambda a, users: {"regionId": a[0]}),
    "decline": ("decline", lambda a, users: {}),
    "redeploy": ("redeploy", lambda a, users: {"regions": [{"regionId": a[k], "tokensNum": a[k + 1]} for k in range(1, 2 * a[0], 2)]}),
    "defend": ("defend", lambda a, users: {"regions": [{"regionId": a[k], "tokensNum": a[k + 1]} for k in range(0, len(a), 2)]}),
    "dragon": ("dragonAttack", lambda a, users: {"regionId": a[0]}),
    "enchant": ("enchant", lambda a, users: {"regionId": a[0]}),
    "throw": ("throwDice", lambda a, users: {}),
    "friend": ("selectFriend", lambda a, users: {"friendId": users[a[0]]}),
    "finish": ("finishTurn", lambda a, users: {}),
}
# Who has one of these can do what others cannot.
BADGES = {"Dragon": "dragonAttack", "Sorcerers": "enchant", "Berserk": "throwDice", "Diplomat": "selectFriend"}
FIELD = {"landDescription": ["border", "farmland"], "population": 1, "coordinates": [[0, 0], [9, 0], [9, 9]]}


class SmallWorldGame:
    """Two users of the protocol on a small map. What is legal the hall tells; it is done by the protocol."""

    def __init__(self, players, answers, dice, world):
        self.players, self.answers, self.dice = players, answers, dice
        self.game = self.ask(0, "createGame", gameName=f"course {dice.random()}", mapId=world)["gameId"]
        self.ask(1, "joinGame", gameId=self.game)
        for seat in range(2):
            self.ask(seat, "setReadinessStatus", isReady=1)
        self.path = f"/tables/{players[0].need(200, 'GET', '/me/tables?live=true')['tables'][0]['id']}"

    def ask(self, seat, action, **fields):
        answer = self.players[seat].smallworld(action, sid=self.players[seat].sid, **fields)
        if answer["result"] == "ok" or action not in self.answers:
            self.answers[action] = answer
        return answer

    def leave(self):
        for seat in range(2):
            self.ask(seat, "leaveGame")

    def rank(self, move):
        """What was not done yet comes first, and badges that make it possible."""
        kind = move["move"].split()[0]
        done = {name for name, answer in self.answers.items() if answer["result"] == "ok"}
        badge = kind == "select" and any(word in move["words"] and action not in done for word, action in BADGES.items())
        return SMALLWORLD[kind][0] in done, not badge, kind != "conquer" or self.dice.random() < 0.2, self.dice.random()

    def step(self):
        """One move of whoever is next; False when the game is over."""
        table = self.players[0].need(200, "GET", self.path)
        if table["phase"] != "running":
            return False
        seat = table["to_act"][0]
        move = min(self.players[seat].need(200, "GET", self.path + "/legal")["moves"], key=self.rank)["move"]
        kind, arg = move.split()[0], [int(word) for word in move.split()[1:]]
        if kind == "redeploy" and len(arg) > 1 + 2 * arg[0]:  # what some powers put down besides
            self.players[seat].need(200, "POST", self.path + "/moves", {"move": move})
            return True
        answer = self.ask(seat, SMALLWORLD[kind][0], **SMALLWORLD[kind][1](arg, [player.user for player in self.players]))
        failed_by_die = kind == "conquer" and answer["result"] == "badTokensNum"
        assert answer["result"] == "ok" or failed_by_die, f"{move} is legal, but its player is told {answer}"
        return True


@once
def smallworld_course(scene):
    answers, dice, players = {}, random.Random(1), []
    for k, name in enumerate(("course_a", "course_b")):
        player = scene.server.client(address(29, 60 + k))
        answers["register"] = player.smallworld("register", username=name, password="secret1")
        answers["login"] = player.smallworld("login", username=name, password="secret1")
        player.sid, player.user = answers["login"]["sid"], answers["login"]["userId"]
        assert player.login(name, "secret1") == 200
        players.append(player)
    # Everything touches everything, so that people meet.
    regions = [{**FIELD, "adjacent": [j for j in range(1, 11) if j != k]} for k in range(1, 11)]
    answers["uploadMap"] = players[0].smallworld("uploadMap", sid=players[0].sid, mapName="course", playersNum=2, turnsNum=10, regions=regions)
    wanted = {action for action, _ in SMALLWORLD.values()}
    for _ in range(12):
        game = SmallWorldGame(players, answers, dice, answers["uploadMap"]["mapId"])
        while game.step():
            pass
        game.leave()
        if wanted <= {name for name, answer in answers.items() if answer["result"] == "ok"}:
            break
    # A game that is over is played again by its list, and left.
    saved = players[1].smallworld("saveGame", gameId=game.game)["actions"]
    game.ask(0, "loadGame", actions=saved)
    game.leave()
    computers = players[0].smallworld("createGame", sid=players[0].sid, gameName="for computers", mapId=answers["uploadMap"]["mapId"], ai=1)
    answers["aiJoin"] = scene.server.client(address(29, 62)).smallworld("aiJoin", gameId=computers["gameId"])
    return answers


# ---- Snakes ------------------------------------------------------------------------


@once
def snakes_course(scene):
    """A newcomer logs in, and challenges three others who have fighters."""
    players = []
    for k in range(4):
        client, name = scene.server.client(address(29, 70 + k)), f"snaker_{k}"
        assert client.ask("POST", "/snakes/register", form({"login": name, "name": name, "password": "secret1"}))[0] == 200
        entered = snakes_login(client, name, "secret1")
        snake = client.snakes("snake new", Sid=entered["Sid"], SnakeName="walker", SnakeType="N", SkinId=1, **WALKER)["SnakeId"]
        assert client.snakes("snake assign", Sid=entered["Sid"], SnakeId=snake)["Response"] == "ack"
        players.append(entered["PlayerId"])
    others = {f"PlayerIds[{k}]": player for k, player in enumerate(players[:3])}
    return {"login": entered, "fight challenge": client.snakes("fight challenge", Sid=entered["Sid"], **others)}


# ---- Power Chess -------------------------------------------------------------------


@once
def chess_course(scene):
    """Two newcomers begin a game, one offers a draw and resigns."""
    white, black = (scene.server.socket("/play", address(29, 20 + k)) for k in range(2))
    answers = {}

    def hears(socket, command):
        answers[command] = [socket.receive(soon()).replace(" ", "")]
        return json.loads(answers[command][0])

    white.send(json.dumps({"type": 0, "name": "W", "color": True, "timeControl": 1, "public": True}))
    game = hears(white, "CREATE_GAME")
    black.send(json.dumps({"type": 1, "gameId": game["gameId"], "name": "B"}))
    hears(black, "JOIN_GAME")
    white.receive(soon())
    mine = {"gameId": game["gameId"], "playerId": game["playerId"]}
    # What the one does is told to the other.
    white.send(json.dumps({"type": 3, **mine}))
    hears(black, "REQUEST_DRAW")
    white.send(json.dumps({"type": 2, **mine, "reason": 1, "result": 1}))
    hears(black, "GAME_OVER")
    return answers


# ---- Santorini ---------------------------------------------------------------------


@once
def tower_course(scene):
    """Two people choose gods and place their pawns, at a server where no lobby is open."""
    server = scene.stage.server()
    answers, line = {}, [server.lines(address(29, 30 + k)) for k in range(2)]

    def say(who, type_, content, told="RESULT"):
        line[who].send(json.dumps({"type": type_, "content": content}))
        heard = answers[type_] = []
        while not heard or f'"{told}"' not in heard[-1]:
            heard.append(line[who].receive(soon()).replace(" ", ""))

    ann, bob = ({"username": name} for name in ("newann", "newbob"))
    say(0, "SELECT_PLAYER_NUMBER", {"size": 2})
    say(0, "ADD_USER", {"user": ann})
    say(1, "ADD_USER", {"user": bob})
    say(1, "SELECT_GODS", {"user": bob, "gods": [{"name": "Pan"}, {"name": "Atlas"}]})
    say(0, "CHOOSE_GOD", {"user": ann, "god": {"name": "Pan", "description": ""}})
    say(1, "CHOOSE_FIRST_PLAYER", {"self": bob, "firstPlayer": ann})
    say(0, "PLACE_PAWNS", {"user": ann, "c1": {"x": 0, "y": 0}, "c2": {"x": 0, "y": 4}})
    return answers
