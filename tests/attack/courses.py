"""The positive controls of the authorization matrix: games that people play who may, so that each command of a protocol is accepted at
least once from somebody whose right it is. A course gives, for each command, an answer to it."""

import json
import random

from kit import address, soon

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
