"""Acting for somebody else, and credentials that outlive what they belong to."""

import asyncio
import json
import time

from kit import EVIL, address, attack, closes, form, read_reply, request, snakes_login, soon

PASSWORD = "secret1"


def smallworld_user(server, name, source="127.0.0.1"):
    """A player of Small World: (client, sid, user id)."""
    client = server.client(source)
    assert client.smallworld("register", username=name, password=PASSWORD)["result"] == "ok"
    answer = client.smallworld("login", username=name, password=PASSWORD)
    assert answer["result"] == "ok", answer
    return client, answer["sid"], answer["userId"]


@attack(2)
def smallworld_load_for_others(stage):
    """A list of commands makes other people sit down in Small World."""
    server = stage.server()
    victims = [smallworld_user(server, name) for name in ("ann", "bob")]
    evil = server.client(EVIL)
    _, own_sid, own = smallworld_user(server, "evil", EVIL)
    ids = [user for _, _, user in victims]
    lists = [
        [{"action": "createGame", "userId": ids[0], "gameName": "trap", "mapId": 1}, {"action": "joinGame", "userId": ids[1], "gameId": 1}],
        [{"action": "createGame", "userId": own, "gameName": "trap2", "mapId": 1}, {"action": "joinGame", "userId": ids[0], "gameId": 1}],
    ]
    told = []
    for sid in ({}, {"sid": own_sid}, {"sid": 1}):
        for actions in lists:
            told.append(evil.smallworld("loadGame", actions=actions, **sid)["result"])
    for client, sid, _ in victims:
        answer = client.smallworld("leaveGame", sid=sid)["result"]
        assert answer == "notInGame", f"a stranger seated somebody: loadGame said {told}, leaving says {answer}"
    assert "ok" not in told, f"an unsealed list was loaded: {told}"
    return {"lists tried": len(told), "loaded": told.count("ok")}


@attack(4)
def catan_ids_of_others(stage):
    """At a hall table of Catan the answers tell the other seats' credentials."""
    server = stage.server("--catan-manager", "boss:word")
    people = [server.register(name) for name in ("ann", "bob", "cid")]
    opened = people[0].need(201, "POST", "/tables", {"game": "catan", "seats": 3})
    table, own = opened["id"], []
    for person in people[1:]:
        person.need(200, "POST", f"/tables/{table}/join", {})
    for person in people:
        person.need(200, "POST", f"/tables/{table}/ready", {"ready": True})
        own.append(person.need(200, "GET", f"/tables/{table}")["protocol"])
    game, told, evil = own[0]["gameId"], [], server.client(EVIL)
    # The set-up and some turns by the protocol, wherever whose turn it is.
    for _ in range(60):
        seats = people[0].need(200, "GET", f"/tables/{table}")["to_act"]
        if not seats:
            break
        seat = seats[0]
        moves = people[seat].need(200, "GET", f"/tables/{table}/legal")["moves"]
        words = [move["move"] for move in moves]
        player = own[seat]["playerId"]
        if "roll" in words:
            told.append((seat, evil.catan(game, player, "rollDice")))
        elif "end" in words:
            told.append((seat, evil.catan(game, player, "endTurn")))
        else:
            move = words[0].split()
            arguments = {"settle": ("buildSettlement", {"intersection": move[-1]}), "road": ("buildRoad", {"start": move[1], "end": move[-1]}), "rob": ("moveRobber", {"tile": move[-1]})}
            if move[0] in arguments:
                command, fields = arguments[move[0]]
                told.append((seat, evil.catan(game, player, command, **{k: int(v) for k, v in fields.items() if v.isdigit()})))
            people[seat].api("POST", f"/tables/{table}/moves", {"move": words[0]})
        for command in ("update", "sendPartners"):
            told.append((seat, evil.catan(game, player, command)))
    named = sum(1 for seat, answer in told if "player" in str(answer.get("arguments") or "").lower())
    for seat, answer in told:
        for other in range(3):
            if other != seat:
                assert own[other]["playerId"] not in str(answer), f"seat {seat} is told the credential of seat {other}: {answer}"
    assert named, f"no answer ever named another seat, so nothing was tested: {told[:6]}"
    # The manager's commands do not reach the hall's tables.
    for command in ("addPlayer", "startGame", "getRanking", "endGame", "setMaxPlayers"):
        answer = evil.manager("boss", "word", command, gameId=game, maxPlayers=3)
        assert answer["code"] != 200, f"the manager's {command} reached a hall table: {answer}"
    for command in ("removePlayer", "changePlayerStatus"):
        answer = evil.manager("boss", "word", command, gameId=game, playerId=own[1]["playerId"], active=False)
        assert answer["code"] != 200, f"the manager's {command} reached a hall table: {answer}"
    return {"answers": len(told), "that name others": named}


class Credentials:
    """Everything that lets somebody act as one account, in every dialect."""

    def __init__(self, server, name):
        self.server, self.name = server, name
        self.client = server.client()
        assert self.client.ask("POST", "/snakes/register", form({"login": name, "name": name.title(), "password": PASSWORD}))[0] == 200
        self.snakes = snakes_login(self.client, name, PASSWORD)["Sid"]
        answer = self.client.smallworld("login", username=name, password=PASSWORD)
        assert answer["result"] == "ok", answer
        self.sid = answer["sid"]
        assert self.client.login(name, PASSWORD) == 200
        self.table = self.client.need(201, "POST", "/tables", {"game": "catan", "seats": 2})["id"]
        self.protocol = self.client.need(200, "GET", f"/tables/{self.table}")["protocol"]
        self.feed = server.socket("/api/v1/feed")
        self.feed.send(json.dumps({"auth": self.client.token}))
        self.feed.send('{"mine": true}')
        heard = ""
        while '"mine"' not in heard:
            heard = self.feed.receive(soon())
            assert '"error"' not in heard, heard
        assert len(self.alive()) == 4, f"not all credentials work at the beginning: {self.alive()}"

    def alive(self):
        """Those that still work."""
        found = set()
        if self.client.api("GET", "/me")[0] == 200:
            found.add("token of the hall")
        if self.client.smallworld("sendMessage", sid=self.sid, text="hello")["result"] == "ok":
            found.add("sid of Small World")
        if self.client.snakes("ping", Sid=self.snakes)["Response"] == "ack":
            found.add("Sid of Snakes")
        if self.protocol.get("playerId") and self.catan_works():
            found.add("playerId of Catan")
        return found

    def catan_works(self):
        answer = self.client.catan(self.protocol["gameId"], self.protocol["playerId"], "update")
        return answer["status"] != "The player does not exist." and answer["status"] != "The game does not exist."


def end_by_api_password(c):
    c.client.need(204, "POST", "/me/password", {"old": PASSWORD, "new": "another one"})
    c.client.token = None  # it is the one that may stay


def end_by_api_deletion(c):
    c.client.need(204, "DELETE", "/me", {"password": PASSWORD})


def end_by_command_password(c):
    c.server.command("user", "passwd", c.name, "--password-stdin", stdin="another one\nanother one\n")


def end_by_command_deletion(c):
    c.server.command("user", "delete", c.name)


@attack(7)
def credentials_outlive_account(stage):
    """Sids, tokens and feeds go on after a new password or the end of the account."""
    server, faults = stage.server(), []
    for end in (end_by_api_password, end_by_api_deletion, end_by_command_password, end_by_command_deletion):
        credentials = Credentials(server, end.__name__[7:].replace("_", "")[:16])
        end(credentials)
        # Commands beside the server are noticed at its next look.
        deadline = soon()
        # A seat is the account's until it leaves: of Catan's ids only those of a deleted account must go.
        kept = {"playerId of Catan"} if "password" in end.__name__ else set()
        while credentials.alive() - kept and time.monotonic() < deadline:
            time.sleep(0.1)
        faults += [f"{end.__name__}: {what} still works" for what in sorted(credentials.alive() - kept)]
        if "api_password" not in end.__name__ and not closes(credentials.feed):
            faults.append(f"{end.__name__}: the feed is still open")
    assert not faults, "; ".join(faults)
    return {"ways to end": 4, "credentials each": 5}


@attack(43)
def logins_under_way(stage):
    """Somebody who knows the old password keeps logins, and a password of their own, under way while the owner changes it."""
    server = stage.server()
    owner, thief = server.register("ann", password=PASSWORD), server.client(address(12, 0))
    assert thief.login("ann", PASSWORD) == 200

    async def day():
        sockets = []
        for k in range(28):  # more than are checked at once, from addresses that take turns
            body = {"name": "ann", "password": PASSWORD}
            ask = request("POST", "/api/v1/login", body) if k else request("POST", "/api/v1/me/password", {"old": PASSWORD, "new": "stolen word"}, thief.token)
            host, port = server.http.rsplit(":", 1)
            reader, writer = await asyncio.open_connection(host, int(port), local_addr=(address(12, k // 7), 0))
            writer.write(ask)
            sockets.append((reader, writer))
        await asyncio.to_thread(owner.need, 204, "POST", "/me/password", {"old": PASSWORD, "new": "another one"})
        answers = [await read_reply(reader) for reader, _ in sockets]
        for _, writer in sockets:
            writer.close()
        return answers

    answers = asyncio.run(day())
    tokens = [json.loads(body)["token"] for status, body in answers if status == 200]
    alive = sum(server.client(EVIL, token).api("GET", "/me")[0] == 200 for token in tokens)
    assert not alive, f"{alive} of {len(answers) - 1} logins with the old password that were under way are good after it was changed"
    ways = {word: server.client(address(13, k)).login("ann", word) for k, word in enumerate((PASSWORD, "stolen word", "another one"))}
    assert ways == {PASSWORD: 401, "stolen word": 401, "another one": 200}, f"the passwords that open the account afterwards: {ways}"
    assert owner.api("GET", "/me")[0] == 200, "the owner was thrown out"
    return {"under way": len(answers), "answered before": len(tokens), "good afterwards": alive}


@attack(27)
def logged_in_by_another_site(stage):
    """A page of another site posts a login, so that its visitor plays as somebody else."""
    server = stage.server()
    visitor = server.client()
    assert visitor.ask("POST", "/snakes/register", form({"login": "evil_one", "name": "Evil", "password": "secret"}))[1]["Response"] == "register"
    login = form({"Login": "evil_one", "password": "secret"})
    got = {}
    for site in ("same-origin", "none", "cross-site", "same-site"):
        status, _ = visitor.ask("POST", "/snakes/login", login, headers={"Sec-Fetch-Site": site})
        got[site] = status, "set-cookie" in visitor.headers
    # Browsers without TLS tell the origin of the page only.
    for origin in (f"http://{server.http}", "http://evil.example", "null"):
        status, _ = visitor.ask("POST", "/snakes/login", login, headers={"Origin": origin})
        got[origin] = status, "set-cookie" in visitor.headers
    assert got[f"http://{server.http}"] == (303, True), f"an honest login is refused: {got}"
    assert got["http://evil.example"] == got["null"] == (403, False), f"a page of another site logs its visitors in: {got}"
    assert got["same-origin"] == got["none"] == (303, True), f"an honest login is refused: {got}"
    assert got["cross-site"] == got["same-site"] == (403, False), f"a page of another site logs its visitors in: {got}"
    assert visitor.ask("GET", "/snakes/login", headers={"Sec-Fetch-Site": "cross-site"})[0] == 200, "a link from another site is refused"
    return {"sites": len(got)}


@attack(34)
def logged_out_by_another_site(stage):
    """A page of another site has a link that logs its visitor out."""
    server = stage.server()
    visitor, here = server.client(), f"http://{server.http}"
    assert visitor.ask("POST", "/snakes/register", form({"login": "ann_one", "name": "Ann", "password": "secret"}))[1]["Response"] == "register"

    def logs_out(method="GET", **headers):
        """(status, is the cookie taken away, is the session over) of one request with the cookie of a new login."""
        visitor.ask("POST", "/snakes/login", form({"Login": "ann_one", "password": "secret"}))
        cookie = {"Cookie": visitor.headers["set-cookie"].split(";")[0]}
        status, _ = visitor.ask(method, "/snakes/logout", headers={**cookie, **{name.replace("_", "-"): value for name, value in headers.items()}})
        taken = "set-cookie" in visitor.headers
        return status, taken, visitor.ask("GET", "/snakes/game", headers=cookie)[0] == 303

    foreign = [{"Sec_Fetch_Site": "cross-site"}, {"Sec_Fetch_Site": "same-site"}, {"Referer": "http://evil.example/"}, {"Referer": f"http://evil.example/{here}/"}]
    foreign += [{"Referer": f"{here}.evil.example/"}, {"Referer": "http://evil.example"}, {"Origin": "null"}, {"Origin": "http://evil.example", "Referer": f"{here}/"}]
    foreign += [{"method": "HEAD", "Sec_Fetch_Site": "cross-site"}]
    for said in foreign:
        got = logs_out(**said)
        assert got == (403, False, False), f"a page of another site logs its visitors out: {said} gives {got}"
    for said in ({}, {"Sec_Fetch_Site": "same-origin"}, {"Sec_Fetch_Site": "none"}, {"Referer": f"{here}/snakes/game"}, {"Referer": here}):
        got = logs_out(**said)
        assert got == (303, True, True), f"an honest logout is refused: {said} gives {got}"
    return {"links": len(foreign)}


@attack(16)
def strangers_at_rated_tables(stage):
    """Clients without an account sit down at rated tables."""
    server = stage.server()
    ann = server.register("ann")
    chess = ann.need(201, "POST", "/tables", {"game": "powerchess", "seats": 2, "rated": True})
    evil = server.socket("/play", EVIL)
    evil.send('{"type":1,"gameId":%d,"name":"Evil"}' % chess["protocol"]["gameId"])
    answer = evil.receive(soon())
    now = ann.need(200, "GET", f"/tables/{chess['id']}")
    assert now["phase"] == "waiting" and '"type":7' in answer.replace(" ", ""), f"a nobody plays a rated game: {answer}, {now['phase']}"
    tower = ann.need(201, "POST", "/tables", {"game": "santorini", "seats": 2, "rated": True, "options": {"god1": "none", "god2": "none"}})
    line = server.lines(EVIL)
    line.send('{"type":"SELECT_PLAYER_NUMBER","content":{"size":2}}')
    line.send('{"type":"ADD_USER","content":{"user":{"username":"evil"}}}')
    time.sleep(0.5)
    now = ann.need(200, "GET", f"/tables/{tower['id']}")
    assert now["phase"] == "waiting" and now["seats"][1]["kind"] == "empty", f"a nobody sits at a rated table: {now['seats']}"
    return {"doors": 2}
