"""Honest use is never refused: a hole is not closed by breaking what people do. A minute's worth of requests is made as fast as it goes, so that
limits by the minute are met in seconds."""

import asyncio
import json
import random
import time

import crash
import wire
from identity import smallworld_user
from kit import OWNER, PATIENCE, attack, form, santorini_table, snakes_login, soon
from space import upload_picture

MINUTE_MOVES, MINUTE_POLLS = 200, 60  # of a lively player


def expect(wanted, got, what):
    assert got == wanted, f"{what}: {got}, not {wanted}"


async def lively(tables, moves):
    """Plays at all tables at once until each player has made so many moves; milliseconds of each request."""

    async def one(table):
        made = 0
        while made < moves * crash.SEATS:
            playing = asyncio.ensure_future(table.play())
            while not playing.done() and made + len(table.told) < moves * crash.SEATS:
                await asyncio.sleep(0.05)
            if not playing.done():
                playing.cancel()
            await asyncio.gather(playing, return_exceptions=True)
            if playing.done() and not playing.cancelled() and playing.exception():
                raise AssertionError(f"a lively player was refused: {playing.exception()}")
            made += len(table.told)
            table.over = True
            table.finished.clear()
        return made

    return sum(await asyncio.gather(*(one(table) for table in tables)))


async def polls(clients, path, count):
    async def one(client):
        for _ in range(count):
            status, _ = await client.ask("GET", path)
            expect(200, status, f"GET {path}")

    await asyncio.gather(*(one(client) for client in clients))


@attack()
def class_of_thirty(stage):
    """Thirty people behind one address register, log in, connect twice, play and poll within a minute."""
    server, dice = stage.server(), random.Random(1)
    names = [f"pupil {k}" for k in range(30)]

    async def enter(path, wanted):
        at_once = asyncio.Semaphore(5)  # in the same second

        async def one(name):
            client = crash.Client(server)
            async with at_once:
                status, answer = await client.ask("POST", path, {"name": name, "password": "secret of theirs"})
            expect(wanted, status, f"{path} of {name}")
            client.token = answer["token"]
            return client

        return await asyncio.gather(*(one(name) for name in names))

    async def day():
        begun = time.monotonic()
        for client in await enter("/api/v1/register", 201):
            client.drop()
        clients = await enter("/api/v1/login", 200)
        entered = time.monotonic() - begun
        feeds = [await asyncio.to_thread(server.socket, "/api/v1/feed", OWNER, client.token) for client in clients]
        tables = []
        for k in range(0, 30, 2):
            tables.append(crash.Table(server, "santorini", dice))
            tables[-1].clients = clients[k : k + 2]
        begun = time.monotonic()
        part = stage.amount(0.25, 1)  # of the minute
        watchers = [crash.Client(server) for _ in names]
        for watcher, client in zip(watchers, clients):
            watcher.token = client.token
        made, _ = await asyncio.gather(lively(tables, int(MINUTE_MOVES * part)), polls(watchers, "/api/v1/me/tables?live=true", int(MINUTE_POLLS * part)))
        took = time.monotonic() - begun
        for feed in feeds:
            feed.frame(wire.PING, b"here")
            assert feed.receive(soon()) and feed.stream.socket.fileno() >= 0
        crash.drop_all(tables)
        for watcher in watchers:
            watcher.drop()
        return entered, made, took

    entered, made, took = asyncio.run(day())
    return {"60 registrations and logins": f"{entered:.1f} s", "moves": made, "in": f"{took:.1f} s"}


@attack()
def bot_author(stage):
    """One author's program plays at forty tables at once, in the hall and by two protocols."""
    server = stage.server()
    author = server.register("author")
    opened = [author.need(201, "POST", "/tables", {"game": "santorini", "seats": 2, "bots": ["random"], "options": {"god1": "none", "god2": "none"}})["id"] for _ in range(40)]
    made, dice, deadline = 0, random.Random(2), soon() + 2 * PATIENCE
    while made < stage.amount(120, 800):
        assert time.monotonic() < deadline, f"only {made} moves were made in {3 * PATIENCE} s"
        for table in opened:
            status, legal = author.api("GET", f"/tables/{table}/legal")
            if status == 200 and legal["moves"]:
                body = {"move": dice.choice(legal["moves"])["move"], "seq": legal["seq"]}
                expect(200, author.api("POST", f"/tables/{table}/moves", body)[0], f"move at table {table}")
                made += 1
    links = []
    for k in range(40):
        white, black = server.socket("/play"), server.socket("/play")
        white.send('{"type":0,"name":"W","color":true,"timeControl":1,"public":%s}' % ("true" if k % 2 else "false"))
        game = json.loads(white.receive(soon()))
        black.send('{"type":1,"gameId":%d,"name":"B"}' % game["gameId"])
        expect(1, json.loads(black.receive(soon()))["type"], f"joining game {k} of Power Chess")
        links += [white.stream, black.stream]
    for k in range(40):
        pair = [server.lines(), server.lines()]
        for j, line in enumerate(pair):
            line.send('{"type":"SELECT_PLAYER_NUMBER","content":{"size":2}}')
            line.send('{"type":"ADD_USER","content":{"user":{"username":"p%d"}}}' % j)
        for line in pair:
            heard = ""
            while "GODS_AVAILABLE" not in heard:
                heard = line.receive(soon())
        links += [line.stream for line in pair]
    for link in links:
        link.close()
    return {"tables": 120, "moves": made}


@attack()
def quick_programs(stage):
    """Sixty-four tables with two guests each, an author whose programs end their games within seconds, and a class whose pages ask for what is new every second."""
    server = stage.server()
    for k in range(64):
        first, second = server.guest(), server.guest()
        table = santorini_table(first, second)
        first.close()
        second.close()
    author = server.register("author")
    for _ in range(stage.amount(150, 240)):
        author.need(201, "POST", "/tables", {"game": "santorini", "seats": 2})
        author.need(200, "POST", f"/tables/{author.need(200, 'GET', '/me/tables?live=true')['tables'][0]['id']}/abandon", {})
    seq = author.need(200, "GET", f"/tables/{table}")["seq"]
    for k in range(30 * MINUTE_POLLS):
        for at in (seq - 1, seq):
            author.need(200, "GET", f"/tables/{table}/journal?from={at}")
    return {"guests": 128, "tables of the author": stage.amount(150, 240), "polls": 60 * MINUTE_POLLS}


@attack()
def map_list_is_true(stage):
    """The list of maps, which is kept ready, tells every change at once."""
    server = stage.server()
    ann = server.client()
    ann.smallworld("register", username="listed", password="secret of theirs")
    sid = ann.smallworld("login", username="listed", password="secret of theirs")["sid"]

    def listed():
        return {m["mapName"]: m for m in ann.smallworld("getMapList")["maps"]}

    before = listed()
    region = [{"adjacent": [], "coordinates": [[0, 0], [9, 0], [9, 9]]}]
    for name in ("one", "two"):
        answer = ann.smallworld("uploadMap", sid=sid, mapName=name, playersNum=2, turnsNum=5, regions=region * 2)
        expect("ok", answer["result"], "a map")
        expect(set(before) | ({"one"} if name == "one" else {"one", "two"}), set(listed()), "the maps that are listed")
    expect("ok", upload_picture(ann, answer["mapId"], sid).get("result"), "a picture")
    assert listed()["two"]["picture"], "a new picture is not listed"
    large = ann.smallworld("uploadMap", sid=sid, mapName="three", playersNum=2, turnsNum=5, regions=region * 2, remark="x" * 100000)
    expect("ok", large["result"], "a large body")
    assert "three" in listed()
    server.command("user", "delete", "listed")
    deadline = time.monotonic() + 20
    while set(listed()) != set(before):
        assert time.monotonic() < deadline, "maps of a deleted account are still listed"
        time.sleep(0.05)
    return {"maps": len(before)}


@attack()
def map_with_picture(stage):
    """Somebody uploads a map of thirty regions and its picture."""
    server = stage.server()
    ann, sid, _ = smallworld_user(server, "ann")
    ring = [{"adjacent": [k or 30, (k + 1) % 30 + 1], "landDescription": ["border", "hill"], "population": 0, "coordinates": [[10 * k + j, 7 * j] for j in range(60)], "raceCoords": [1, 2], "powerCoords": [3, 4]} for k in range(1, 30)]
    ring.insert(0, {"adjacent": [30, 2], "landDescription": ["border"], "population": 0, "coordinates": [[0, j] for j in range(60)]})
    for k, region in enumerate(ring, 1):
        region["adjacent"] = [(k - 2) % 30 + 1, k % 30 + 1]
    answer = ann.smallworld("uploadMap", sid=sid, mapName="honest", playersNum=4, turnsNum=8, regions=ring)
    expect("ok", answer["result"], "the map")
    size = 200 * 1024
    expect("ok", upload_picture(ann, answer["mapId"], sid, b"\x89PNG" + b"x" * size).get("result"), f"a picture of {size} bytes")
    expect("ok", ann.smallworld("createGame", sid=sid, gameName="on it", mapId=answer["mapId"])["result"], "a game on it")
    return {"regions": 30, "picture": f"{size // 1024} KB"}


@attack()
def owner_mistypes(stage):
    """The owner of an account mistypes five times at each door, then gets in."""
    server = stage.server()
    owner = server.client()
    for name in ("ann", "bob", "cid"):
        expect(200, owner.ask("POST", "/snakes/register", form({"login": name, "name": name, "password": "secret1"}))[0], "registering")
    for _ in range(5):
        expect(401, owner.login("ann", "secret2"), "a wrong password at the hall")
    expect(200, owner.login("ann", "secret1"), "the right one at the hall")
    for _ in range(5):
        expect("badUsernameOrPassword", owner.smallworld("login", username="bob", password="secret2")["result"], "a wrong one at Small World")
    expect("ok", owner.smallworld("login", username="bob", password="secret1")["result"], "the right one at Small World")
    for _ in range(5):
        expect("nack", snakes_login(owner, "cid", "secret2")["Response"], "a wrong one at Snakes")
    expect("login", snakes_login(owner, "cid", "secret1")["Response"], "the right one at Snakes")
    return {"doors": 3, "mistakes each": 5}
