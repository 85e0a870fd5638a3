"""Small requests that cost the server much: its processor's time is measured, not the clock, which says little on a busy machine."""

import asyncio
import json
import os
import time

from identity import smallworld_user
from kit import EVIL, MEGABYTE, OWNER, address, at_ease, attack, form, read_reply, request


def spent(server):
    """Milliseconds that all its threads have computed."""
    total = 0
    for thread in os.listdir(f"/proc/{server.process.pid}/task"):
        try:
            with open(f"/proc/{server.process.pid}/task/{thread}/schedstat") as figures:
                total += int(figures.read().split()[0])
        except OSError:  # it has ended
            pass
    return total / 1e6


def cost(server, client, method, path, body=None, times=8):
    """Milliseconds of processor time for one such request: the least of several."""
    least = float("inf")
    for _ in range(times):
        before = spent(server)
        client.ask(method, path, body)
        least = min(least, spent(server) - before)
    return least


def assert_cheap(costs, most):
    dear = {name: f"{ms:.1f} ms" for name, ms in costs.items() if ms > most}
    assert not dear, f"one request costs {dear}"
    return {name: f"{ms:.1f} ms" for name, ms in costs.items()}


@attack(36)
def saved_games_bloat(stage):
    """Commands of Small World with much that nobody reads fill the disk; one stranger's saveGame then takes all memory and seconds."""
    server = stage.server()
    evil, sid, _ = smallworld_user(server, "mallory", EVIL)
    game = evil.smallworld("createGame", sid=sid, gameName="large", mapId=1)["gameId"]
    before, sent = server.disk(), 0
    for junk in ({"junk": "x" * 60000}, {"visibleRaces": ["x" * 60000]}, {"isReady": "0" * 60000}):
        for _ in range(stage.amount(150, 450)):
            answer = evil.smallworld("setReadinessStatus", **{"sid": sid, "isReady": 0, **junk})["result"]
            if answer != "ok":
                break
            sent += 60000
    grown = server.disk() - before
    assert grown < 24 * MEGABYTE and grown < sent, f"{sent / MEGABYTE:.0f} MB of commands grew the files by {grown / MEGABYTE:.0f} MB"
    stranger, idle = server.client(address(91, 1)), server.most_memory()
    ms = cost(server, stranger, "POST", "/smallworld", {"action": "saveGame", "gameId": game}, 2)
    more = server.most_memory() - idle
    assert ms < 100 and more < 32, f"saveGame takes {ms:.0f} ms and {more:.0f} MB"
    at_ease(server)
    return {"sent": f"{sent / MEGABYTE:.0f} MB", "kept": f"{grown / MEGABYTE:.1f} MB", "saveGame": f"{ms:.1f} ms"}


@attack(37)
def lists_without_end(stage):
    """Lists that grow with what strangers open: one small request looks at all of it."""
    server = stage.server()
    for k in range(stage.amount(24, 60)):
        guest = server.guest(address(40, k))
        for _ in range(50):
            guest.need(201, "POST", "/tables", {"game": "smallworld", "seats": 2})
    stranger = server.client(address(91, 2))
    ann, sid, _ = smallworld_user(server, "ann")
    old = ann.smallworld("createGame", sid=sid, gameName="hers", mapId=1)["gameId"]
    for k in range(7):
        guest = server.guest(address(41, k))
        for _ in range(50):
            guest.need(201, "POST", "/tables", {"game": "smallworld", "seats": 2})
    listed = [each["gameId"] for each in ann.smallworld("getGameList", sid=sid)["games"]]
    assert old in listed and listed == sorted(listed) and len(listed) == 301, f"{len(listed)} games are listed, hers: {old in listed}"
    games = {"action": "getGameList"}
    costs = {
        "getGameList": cost(server, stranger, "POST", "/smallworld", games),
        "tables": cost(server, stranger, "GET", "/api/v1/tables?free=true&seats=6&limit=100"),
    }
    figures = assert_cheap(costs, 15)
    many = cost(server, stranger, "POST", "/smallworld", [games] * 1000, 3)
    assert many < 150, f"a list of commands costs {many:.0f} ms"
    return {**figures, "a thousand times": f"{many:.0f} ms"}


@attack(38)
def bodies_that_take_long(stage):
    """Forms and maps that take long to read or to draw."""
    server = stage.server()
    evil, ann = server.client(EVIL), server.register("ann")
    ring = [{"land": ["border"], "near": [k % 240 + 1, (k - 2) % 240 + 1]} for k in range(1, 241)]
    number = ann.need(201, "POST", "/maps", {"name": "ring", "seats": 2, "turns": 5, "regions": ring})["id"]
    table = ann.need(201, "POST", "/tables", {"game": "smallworld", "options": {"map": "ring"}, "bots": [None, "random"]})["id"]
    ann.need(200, "POST", f"/tables/{table}/ready", {})
    assert len(ann.need(200, "GET", f"/tables/{table}/board")["board"]["regions"]) == 240
    many = "Request=info&" + "&".join(f"a{k}[1][2][3][4][5]=1" for k in range(20000))
    forms = {
        "a form": cost(server, evil, "POST", "/snakes/ajax", many[:500000]),
        "indices": cost(server, evil, "POST", "/snakes/ajax", "Request=info&" + "a[]=1&" * 80000),
    }
    maps = {
        "a map": cost(server, evil, "GET", f"/api/v1/maps/{number}"),
        "a board": cost(server, evil, "GET", f"/api/v1/tables/{table}/board"),
    }
    figures = {**assert_cheap(forms, 15), **assert_cheap(maps, 5)}
    # What is long to read by its nature is counted.
    for path, body in (("/api/v1/maps/check", b'{"regions":[' + b"[]," * 30000 + b"1]}"), ("/api/v1/snakes/try", b'{"program":[' + b"[]," * 30000 + b"1]}")):
        statuses = [server.client(EVIL).ask("POST", path, body)[0] for _ in range(61)]
        assert statuses[-1] == 429 and 429 not in statuses[:30], f"{path}: {statuses}"
    assert server.client(OWNER).snakes("info")["Response"] == "info"
    return figures


def spent_by_thread(server):
    """Milliseconds that each of its threads has computed, by number."""
    times = {}
    for thread in os.listdir(f"/proc/{server.process.pid}/task"):
        with open(f"/proc/{server.process.pid}/task/{thread}/schedstat") as figures:
            times[thread] = int(figures.read().split()[0]) / 1e6
    return times


def hall_thread(server, client):
    """The number of the thread that everybody waits for: it answers, and is not the one that reads (the main one)."""
    before = spent_by_thread(server)
    for _ in range(300):
        client.ask("GET", "/api/v1/tables?limit=1")
    grown = {thread: ms - before.get(thread, 0) for thread, ms in spent_by_thread(server).items() if int(thread) != server.process.pid}
    return max(grown, key=grown.get)


@attack(42)
def bodies_that_stall_the_hall(stage):
    """Bodies of two megabytes, read while everybody waits: 70 ms each, or 170 for a region with hundreds of thousands of neighbours."""
    server = stage.server()
    stranger = server.client(address(91, 3))
    hall, costs = hall_thread(server, stranger), {}
    region = {"population": 0, "landDescription": ["border"], "adjacent": [2]}
    neighbours = json.dumps({"action": "uploadMap", "mapName": "near", "playersNum": 2, "turnsNum": 5, "regions": [{**region, "adjacent": [2] * 240000}, region]})
    bodies = {
        "numbers": ("/smallworld", b"[" + b"0," * 1000000 + b"0]"),
        "commands": ("/smallworld", b"[" + b"{}," * 240000 + b"{}]"),
        "neighbours": ("/smallworld", neighbours.encode()),
        "a map": ("/api/v1/maps/check", b'{"regions":[' + b"[]," * 240000 + b"[]]}"),
        "a program": ("/api/v1/snakes/try", b'{"program":[' + b"[]," * 160000 + b"[]]}"),
    }
    for number, (name, (path, body)) in enumerate(bodies.items()):
        evil, least = server.client(address(42, number)), float("inf")
        for _ in range(3):
            before = spent_by_thread(server)[hall]
            status, answer = evil.ask("POST", path, body)
            assert status in (200, 400), f"{name}: {status} {str(answer)[:100]}"
            least = min(least, spent_by_thread(server)[hall] - before)
        costs[name] = least
    return {**assert_cheap(costs, 15), "memory": f"{server.most_memory():.0f} MB"}


async def shuffle_knights(server, people, table, moves):
    """That many moves of a game that its rules never end."""
    host, port = server.http.rsplit(":", 1)
    reader, writer = await asyncio.open_connection(host, int(port), local_addr=(EVIL, 0))
    turns = [(0, "move 6 21"), (1, "move 62 45"), (0, "move 21 6"), (1, "move 45 62")]
    asks = [request("POST", f"/api/v1/tables/{table}/moves", {"move": move, "view": False}, people[who].token) for who, move in turns]
    for _ in range(moves // 40):
        writer.write(b"".join(asks) * 10)
        for _ in range(40):
            status, body = await read_reply(reader)
            assert status == 200, f"a move: {status} {body[:200]}"
    writer.close()


@attack(44)
def long_games_written_down(stage):
    """Somebody asks for the PGN of a very long game, which takes the hall as long as hundreds of moves."""
    server = stage.server()
    evil, friend, stranger = server.register("evil", EVIL), server.register("friend", EVIL), server.client(address(91, 4))
    hall, costs = hall_thread(server, stranger), {}
    table = evil.need(201, "POST", "/tables", {"game": "powerchess", "seats": 2, "options": {"powers": 0, "draws": 0}})["id"]
    friend.need(200, "POST", f"/tables/{table}/join", {})
    for moves, wanted in ((3600, 200), (6400, 409)):
        asyncio.run(shuffle_knights(server, (evil, friend), table, moves))
        least = float("inf")
        for _ in range(4):
            before = spent_by_thread(server)[hall]
            status, text = stranger.ask("GET", f"/powerchess/pgn/{table}")
            least = min(least, spent_by_thread(server)[hall] - before)
            assert status == wanted, f"the PGN after {moves} more moves: {status} {str(text)[:100]}"
        costs[f"{moves} more moves"] = least
    return assert_cheap(costs, 6)


@attack()
def large_snakes(stage):
    """The largest program of Snakes that its protocol allows is taken through both doors."""
    server = stage.server()
    ann = server.register("ann")
    sid = ann.need(200, "POST", "/snakes/session")["sid"]
    fields = {"Request": "snake new", "Sid": sid, "SnakeName": "large", "SnakeType": "N", "SkinId": 1, "ProgramDescription": "\U0001f40d" * 1024}
    fields.update({f"Templates[{k}]": "S" for k in range(4)})
    for m in range(9):
        fields.update({f"Maps[{m}][Description]": "\U0001f40d" * 1024, f"Maps[{m}][HeadX]": 3, f"Maps[{m}][HeadY]": 3})
        cells = [(x, y) for y in range(7) for x in range(7) if (x, y) != (3, 3)]
        for k, (x, y) in enumerate(cells):
            fields.update({f"Maps[{m}][Lines][{k}][X]": x, f"Maps[{m}][Lines][{k}][Y]": y, f"Maps[{m}][Lines][{k}][Line]": "S0"})
    body = form(fields)
    answer = ann.ask("POST", "/snakes/ajax", body)[1]
    assert answer["Response"] == "snake new", f"{len(body)} bytes: {answer}"
    mine = ann.need(200, "GET", "/snakes/mine")["snakes"][0]
    text = json.dumps({"name": "larger", "skin": 1, "program": mine["program"]}, ensure_ascii=False).encode()
    began = time.monotonic()
    status, answer = ann.ask("PUT", "/api/v1/snakes/mine/new", text)
    assert status == 201, f"{len(text)} bytes of JSON: {status} {str(answer)[:200]}"
    return {"form": f"{len(body) // 1024} KB", "JSON": f"{len(text) // 1024} KB", "stored in": f"{time.monotonic() - began:.2f} s"}
