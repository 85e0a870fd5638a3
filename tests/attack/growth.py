"""Filling memory with what is begun and never ended, and the disk with tables that nobody needs."""

import asyncio
import json
import re
import socket
import sqlite3
import time

from kit import EVIL, MEGABYTE, OWNER, address, at_ease, attack, read_reply, request

BEGINNINGS = {
    "a body": b"POST /smallworld HTTP/1.1\r\nHost: x\r\nContent-Length: 2000000\r\n\r\n" + b"[" * 1900000,
    "chunks": b"POST /smallworld HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n" + b"1\r\n[\r\n" * 300000,
    "a head": b"GET /api/v1/games HTTP/1.1\r\nHost: x\r\nX: " + b"x" * 16000,
    "a message": b"GET /play HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n\x81\xfe\x3f\x00\0\0\0\0" + b"[" * 16000,
}


def metric(server, name):
    return int(re.search(rf"meeple_{name} (\d+)", server.client().ask("GET", "/metrics")[1]).group(1))


def begin(where, source, data):
    """A connection with half a request, or None if the server has closed it before all was sent."""
    host, port = where.rsplit(":", 1)
    link = socket.socket()
    try:
        link.bind((source, 0))
        link.settimeout(20)
        link.connect((host, int(port)))
        link.sendall(data)
        return link
    except OSError:
        link.close()
        return None


@attack(21)
def requests_never_ended(stage):
    """Half requests of one address fill the memory."""
    most = {}
    for name, data in [*BEGINNINGS.items(), ("a line", b"x" * 16000)]:
        server = stage.server()
        idle, count = server.memory(), stage.amount(300, 3000) if len(data) > MEGABYTE else 2500
        door = server.addresses["santorini"] if name == "a line" else server.http
        links = [begin(door, EVIL, data) for _ in range(count)]
        before, end = -1, time.monotonic() + 60
        while metric(server, "received_bytes_total") > before + 10000 and time.monotonic() < end:
            before = metric(server, "received_bytes_total")
            time.sleep(0.3)
        most[name] = server.most_memory() - idle
        answers = server.client(OWNER).smallworld("getMapList")["result"]
        for link in links:
            if link:
                link.close()
        at_ease(server)
        server.stop()
        assert most[name] < 100, f"{count} times {name} of {len(data)} bytes: {most[name]:.0f} MB more than before"
        assert answers == "ok", f"beside {count} times {name} somebody else is answered {answers}"
    return {f"MB by {name}": round(value) for name, value in most.items()}


def santorini(client, **more):
    return client.api("POST", "/tables", {"game": "santorini", "options": {"god1": "none", "god2": "none"}, **more})


@attack(22)
def rematches_without_end(stage):
    """A guest's rematches of closed tables, and of tables of computers, meet no limit."""
    server = stage.server()
    evil, opened, end = server.guest(EVIL), 1, time.monotonic() + 20
    table = santorini(evil)[1]["id"]
    while opened < 200 and time.monotonic() < end:
        evil.need(200, "POST", f"/tables/{table}/abandon", {})
        status, answer = evil.api("POST", f"/tables/{table}/rematch", {})
        if status != 201:
            break
        table, opened = answer["id"], opened + 1
    assert opened <= 90, f"one guest opened {opened} tables in {20 - end + time.monotonic():.1f} s"

    crowd, begun = server.guest(address(66, 2)), []
    over = []
    while len(begun) < 12:  # eight at once, so the first have ended by then
        status, answer = santorini(crowd, bots=["random", "random"], sit=False)
        if status == 201:
            begun.append(answer["id"])
        over += [number for number in begun if number not in over and crowd.need(200, "GET", f"/tables/{number}")["phase"] == "finished"]
    again = [crowd.api("POST", f"/tables/{number}/rematch", {}) for number in over]
    running = sum(crowd.need(200, "GET", f"/tables/{answer['id']}")["phase"] == "running" for status, answer in again if status == 201)
    running += sum(crowd.need(200, "GET", f"/tables/{number}")["phase"] == "running" for number in begun)
    assert running <= 8, f"{running} tables of computers run at once"
    return {"tables of one guest": opened, "tables of computers at once": running}


@attack(22)
def computers_left_alone(stage):
    """Computers go on at tables that everybody has left, uncounted and as fast as if people were waiting."""
    server, tables, rows = stage.server(), 0, stage.amount(60, 200)
    while tables < rows:
        evil = server.guest(address(66, tables % 4))
        for _ in range(min(30, rows - tables)):
            table = evil.need(201, "POST", "/tables", {"game": "smallworld", "seats": 3, "bots": [None, "random", "random"]})["id"]
            evil.need(200, "POST", f"/tables/{table}/ready", {"ready": True})
            evil.need(200, "POST", f"/tables/{table}/leave", {})
            tables += 1
    status, answer = santorini(evil, bots=["random", "random"], sit=False)
    assert status == 429, f"beside {tables} tables that everybody has left, another one of computers alone is answered {status} {answer}"
    time.sleep(1)  # what began before the last one left
    a_second = moves_a_second(server, stage.amount(4, 20))
    for _ in range(4):  # moves that a busy machine has put off are made later, and more at once
        if a_second > 250:
            a_second = moves_a_second(server, 4)
    assert a_second <= 250, f"computers make {a_second:.0f} moves a second at {tables} tables that everybody has left"
    return {"tables": tables, "moves a second": round(a_second)}


def moves_a_second(server, seconds):
    begun, before = time.monotonic(), metric(server, "hall_moves_total")
    time.sleep(seconds)
    return (metric(server, "hall_moves_total") - before) / (time.monotonic() - begun)


def chess_game(server, source):
    """A game of Power Chess that two clients without an account begin and leave."""
    white, black = server.socket("/play", source), server.socket("/play", source)
    deadline = time.monotonic() + 30
    white.send('{"type":0,"name":"W","color":true,"timeControl":1,"public":false}')
    game = json.loads(white.receive(deadline))["gameId"]
    black.send(json.dumps({"type": 1, "name": "B", "gameId": game}))
    black.receive(deadline)
    white.close()
    black.close()


def play_to_the_end(client):
    """Two computers play, and the table ends with a result."""
    status, table = santorini(client, bots=["random", "random"], sit=False)
    assert status == 201, table
    end = time.monotonic() + 120
    while client.need(200, "GET", f"/tables/{table['id']}")["phase"] == "running":
        assert time.monotonic() < end, "two computers do not end their game"
        time.sleep(0.05)


def count_rows(server):
    with sqlite3.connect(f"file:{server.folder}/meeple.db?mode=ro", uri=True) as store:
        names = [name for (name,) in store.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        ours = [name for name in names if re.match("tables|seats|results|journal_run|catan_|powerchess_|smallworld_(games|seats|commands)", name)]
        return {name: store.execute(f"SELECT count(*) FROM {name}").fetchone()[0] for name in ours}


@attack(15, 23)
def disk_has_an_end(stage):
    """However many tables of guests, strangers and computers there were, the disk holds only so many."""
    server = stage.server("--limit", "passing-tables=40")
    opened, sizes = 0, []
    play_to_the_end(server.guest(EVIL))
    for turn in range(stage.amount(3, 12)):
        for source in (address(66, 2 * turn), address(66, 2 * turn + 1)):
            for game in ("catan", "smallworld", "powerchess"):
                evil = server.guest(source)
                for k in range(15):  # some wait for ever, some end
                    status, answer = evil.api("POST", "/tables", {"game": game, "listed": k % 2 == 0})
                    assert status in (201, 429), f"a guest's table: {status} {answer}"
                    if status == 201 and k % 3:
                        evil.api("POST", f"/tables/{answer['id']}/chat", {"text": "x" * 300})
                    if status == 201 and k % 3 == 1:
                        evil.need(200, "POST", f"/tables/{answer['id']}/abandon", {})
                    opened += status == 201
            for _ in range(4):
                chess_game(server, source)
                opened += 1
        end = time.monotonic() + 60
        while count_rows(server)["tables"] > 40:
            assert time.monotonic() < end, f"{count_rows(server)['tables']} tables are kept, 40 may be"
            time.sleep(0.2)
        sizes.append(server.disk() / MEGABYTE)
    rows = count_rows(server)
    with sqlite3.connect(f"file:{server.folder}/meeple.db?mode=ro", uri=True) as store:
        orphans = store.execute("SELECT count(*) FROM results WHERE table_id NOT IN (SELECT id FROM tables)").fetchone()[0]
    assert not orphans, f"{orphans} results of tables that are gone"
    most = {name: count for name, count in rows.items() if count > 40 * 6}
    assert not most, f"rows of tables that are gone: {most}"
    assert sizes[-1] < 40, f"the files grew from {sizes[0]:.1f} to {sizes[-1]:.1f} MB"  # the log shrinks now and then
    at_ease(server)
    return {"opened": opened, "kept": rows["tables"], "MB": " ".join(f"{size:.1f}" for size in sizes)}


def chess_table(first, second):
    """A running game of Power Chess, where the first may offer a draw as often as they like."""
    table = first.need(201, "POST", "/tables", {"game": "powerchess", "seats": 2})["id"]
    second.need(200, "POST", f"/tables/{table}/join", {})
    return table


async def offer_draws(server, client, tables, count):
    """Moves as fast as they go, many at a time: the statuses of all answers, in order for each table."""

    async def one(table):
        host, port = server.http.rsplit(":", 1)
        reader, writer = await asyncio.open_connection(host, int(port), local_addr=(client.source, 0))
        move, answers = request("POST", f"/api/v1/tables/{table}/moves", {"move": "draw"}, client.token), []
        while len(answers) < count // len(tables) and 429 not in answers:
            writer.write(move * 40)
            answers += [(await asyncio.wait_for(read_reply(reader), 60))[0] for _ in range(40)]
        writer.close()
        return answers

    return sum(await asyncio.gather(*(one(table) for table in tables)), [])


@attack(35)
def moves_without_end(stage):
    """An account grows the disk by moves that its rules never refuse, as fast as the server takes them."""
    server = stage.server()
    evil, friend, other = (server.register(name, EVIL) for name in ("evil", "friend", "other"))
    tables = [chess_table(evil, friend) for _ in range(10)]
    begun = time.monotonic()
    # What the liveliest program may do over one feed, in its first seconds.
    honest = asyncio.run(offer_draws(server, evil, tables, 6000))
    assert set(honest) == {200}, f"6000 moves within a minute are answered {set(honest)}"
    made = 6000 + asyncio.run(offer_draws(server, evil, tables, 90000)).count(200)
    minutes = 1 + (time.monotonic() - begun) / 60
    assert made < 40000 * minutes, f"one account made {made} moves in {(minutes - 1) * 60:.1f} s"
    # Another account of that address gets what is left of the address's share, and no third one anything.
    made += asyncio.run(offer_draws(server, friend, [chess_table(friend, other) for _ in range(10)], 90000)).count(200)
    minutes = 1 + (time.monotonic() - begun) / 60
    assert made < 60000 * minutes, f"one address made {made} moves in {(minutes - 1) * 60:.1f} s"
    bytes_an_hour = made * 32 / minutes * 60 / MEGABYTE
    evil.need(200, "POST", f"/tables/{tables[0]}/leave", {})  # which is never refused
    ann, bob = server.register("ann"), server.register("bob")
    table = chess_table(ann, bob)
    ann.need(200, "POST", f"/tables/{table}/moves", {"move": "draw"})
    return {"moves": made, "MB an hour": round(bytes_an_hour)}


def large_snake(letter):
    """Fields of the largest program that Snakes takes."""
    fields = {"SkinId": 1, "ProgramDescription": letter * 1024, **{f"Templates[{k}]": "S" for k in range(4)}}
    for m in range(9):
        fields.update({f"Maps[{m}][Description]": letter * 1024, f"Maps[{m}][HeadX]": 3, f"Maps[{m}][HeadY]": 3})
        fields.update({f"Maps[{m}][Lines][0][X]": 3, f"Maps[{m}][Lines][0][Y]": 4, f"Maps[{m}][Lines][0][Line]": "S0"})
    return fields


@attack(40)
def programs_without_end(stage):
    """Accounts of one address keep as many large programs of Snakes as they can, and copies of them in fights."""
    server, kept, refused, begun = stage.server(), 0, False, time.monotonic()
    fields = large_snake("\U0001f40d")
    for k in range(stage.amount(12, 60)):
        evil = server.register(f"evil{k}", EVIL)
        sid = evil.need(200, "POST", "/snakes/session")["sid"]
        for j in range(10):
            answer = evil.snakes("snake new", Sid=sid, SnakeName=f"s{j}", SnakeType="N", **fields)
            refused |= answer["Response"] == "nack"
            kept += answer["Response"] == "snake new"
        if evil.snakes("fight test", Sid=sid, SnakeName="t", **fields, **{f"OtherSnakeIds[{j}]": "" for j in range(3)})["Response"] == "fight delayed":
            kept += 1
    most = 2 + 2 * (time.monotonic() - begun) / 60  # megabytes
    assert refused and kept * 41000 < most * MEGABYTE, f"{kept} programs of 40 KB were stored within {time.monotonic() - begun:.0f} s"
    ann = server.register("ann", OWNER)
    sid = ann.need(200, "POST", "/snakes/session")["sid"]
    answers = [ann.snakes("snake new", Sid=sid, SnakeName=f"s{j}", SnakeType="N", **large_snake("x"))["Response"] for j in range(10)]
    assert answers == ["snake new"] * 10, f"somebody else's programs: {answers}"
    return {"kept": kept, "KB": kept * 40}


@attack(41)
def chat_used_up(stage):
    """Strangers write so much at a table that its players cannot talk any more."""
    server = stage.server()
    ann, said, number = server.register("ann"), 0, 0
    table = ann.need(201, "POST", "/tables", {"game": "santorini", "seats": 2})["id"]
    status = 201
    while status == 201 and number < 80:  # each may say sixty lines a minute
        guest = server.guest(address(44, number // 20))
        number += 1
        for _ in range(55):
            status = guest.api("POST", f"/tables/{table}/chat", {"text": "x"})[0]
            if status != 201:
                break
            said += 1
    assert status == 429, f"strangers said {said} lines"
    assert ann.api("POST", f"/tables/{table}/chat", {"text": "hello?"})[0] == 201, f"after {said} lines of strangers a player cannot talk"
    return {"lines of strangers": said}
