"""Taking all of something that others need too: connections, the hall's time, lobbies."""

import contextlib
import hashlib
import json
import os
import resource
import select
import socket
import time

import wire
from kit import EVIL, MEGABYTE, OWNER, PATIENCE, Background, Elsewhere, address, at_ease, attack, flood, quantile, read_times, request, soon

ROWS_MOST = 5000  # of one table's journal by what is no move, in any minute


def told(times):
    return {"others wait": f"{quantile(times, 0.5):.1f} ms", "p99": f"{quantile(times, 0.99):.1f} ms"}


def wait_little(times, idle, where):
    """Most reads of others take hardly longer than they do alone. A stalled hall answers none of them at once; how long the
    slowest takes is up to the machine too, and only told."""
    middle = quantile(times, 0.5)
    assert middle < max(200, 20 * idle), f"{where}, others' reads wait {middle:.1f} ms (idle {idle:.1f} ms)"


@attack(8)
def long_journal(stage):
    """A journal grows by being ready and not, and then its positions are asked for."""
    server = stage.server()
    evil, friend = server.register("evil", EVIL), server.register("friend", EVIL)
    table = evil.need(201, "POST", "/tables", {"game": "catan", "seats": 3})["id"]
    friend.need(200, "POST", f"/tables/{table}/join", {})
    idle = quantile(read_times(server, 1), 0.5)
    toggle = lambda k: request("POST", f"/api/v1/tables/{table}/ready", {"ready": k // 2 % 2 == 0}, (evil, friend)[k % 2].token)
    counts = flood(server, [EVIL], toggle, stage.amount(8, 60), 16)
    rows = evil.need(200, "GET", f"/tables/{table}")["seq"]

    def look_back():
        walk = lambda k: request("GET", f"/api/v1/tables/{table}/view?at={max(rows - 1, 0) - k % 7}", None, evil.token)
        replay = lambda k: request("GET", f"/api/v1/tables/{table}/replay?from={max(rows - 50, 0)}&limit=50", None, evil.token)
        return flood(server, [EVIL], lambda k: (walk if k % 2 else replay)(k), stage.amount(3, 10), 8)

    with Elsewhere(look_back) as attackers:
        time.sleep(0.3)
        times = read_times(server, stage.amount(2.5, 9))
    assert rows <= ROWS_MOST, f"{rows} rows in {counts['seconds']} s, then others' reads wait {quantile(times, 0.5):.1f} ms (idle {idle:.1f} ms)"
    wait_little(times, idle, f"with {rows} rows")
    return {"rows": rows, "in seconds": counts["seconds"], **told(times), "idle": f"{idle:.1f} ms", "walks": attackers.result and attackers.result[200]}


def lengthen(server, table, rows):
    """Gives a table a journal of so many rows, by way of a file, as if it had grown for months."""
    first, *events, end = server.command("export", str(table)).splitlines()
    head, last = json.loads(first), json.loads(end)
    at = json.loads(events[-1])[3]
    events += [json.dumps([k, "r", 0, at, str(k % 2)], separators=(",", ":")) for k in range(len(events), rows)]
    head["rows"] = last["rows"] = rows
    lines = [json.dumps(head, separators=(",", ":"))] + events
    last["sha256"] = hashlib.sha256("".join(line + "\n" for line in lines).encode()).hexdigest()
    server.stop()
    with open(f"{server.folder}/long.jsonl", "w") as file:
        file.write("\n".join(lines + [json.dumps(last, separators=(",", ":"))]) + "\n")
    other = f"sqlite:{server.folder}/long/meeple.db"
    os.mkdir(f"{server.folder}/long")
    server.store = other
    server.start()
    server.stop()
    server.command("import", f"{server.folder}/long.jsonl")
    server.start()


@attack(8)
def long_game_looked_back(stage):
    """Positions of a journal that is long already, asked for by many at once."""
    server, rows = stage.server(), stage.amount(50000, 200000)
    table = server.register("ann").need(201, "POST", "/tables", {"game": "catan", "seats": 3})["id"]
    lengthen(server, table, rows)
    assert server.client().need(200, "GET", f"/tables/{table}")["seq"] == rows
    idle = quantile(read_times(server, 1), 0.5)

    def look_back():
        walk = lambda k: request("GET", f"/api/v1/tables/{table}/view?at={max(rows - 1, 1) - k % 7}")
        return flood(server, [address(10, k) for k in range(8)], walk, 3, 8)

    with Elsewhere(look_back) as attackers:
        time.sleep(0.3)
        times = read_times(server, 2.5)
    wait_little(times, idle, f"with {rows} rows")
    return {"rows": rows, **told(times), "idle": f"{idle:.1f} ms", "walks": attackers.result and attackers.result[200]}


def few_files(most):
    return lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def idle_sockets(where, source, count):
    links, host, port = [], *where.rsplit(":", 1)
    for _ in range(count):
        link = socket.socket()
        try:
            link.bind((source, 0))
            link.settimeout(2)
            link.connect((host, int(port)))
            links.append(link)
        except OSError:
            link.close()
    return links


@attack(11)
def connections_taken(stage):
    """Idle connections of one address leave none for the others."""
    most = stage.amount(1024, 20000)
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, most + 4096), hard))
    server = stage.server(before=few_files(most))
    early = server.client(address(11, 1))
    assert early.ask("GET", "/api/v1/games/santorini")[0] == 200
    token = server.guest(address(11, 2)).token
    feed = server.socket("/api/v1/feed", address(11, 2), token)
    feed.receive(soon())
    links = idle_sockets(server.http, EVIL, most + 200) + idle_sockets(server.addresses["santorini"], EVIL, 300)
    failed = 0
    for k in range(30):
        try:
            failed += server.client(address(11, 10 + k)).ask("GET", "/api/v1/games/santorini")[0] != 200
        except (OSError, wire.Gone):
            failed += 1
    feed.frame(wire.PING, b"here")
    try:
        alive = feed.pong(soon()) == "here"
    except (wire.Gone, wire.Silence):
        alive = False
    for link in links:
        link.close()
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    assert failed == 0, f"{failed} of 30 newcomers were turned away by {len(links)} idle connections"
    assert alive, "the feed of somebody else was ended"
    at_ease(server)
    return {"idle connections": len(links), "newcomers turned away": failed}


@attack(25)
def connections_that_never_rest(stage):
    """Connections that are not idle, but stuck in a line, a head or a body, leave none for the others."""
    most = stage.amount(512, 4096)
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 3 * most + 4096), hard))
    server, links = stage.server(before=few_files(most)), []
    stuck = [("http", b"GET / HT"), ("http", b"POST /smallworld HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n1"), ("santorini", b""), ("santorini", b"{")]
    for k in range(16):  # each address takes no more than its share
        door, data = stuck[k % 4]
        for link in idle_sockets(server.addresses[door], address(66, k), most // 8):
            try:
                link.sendall(data)
            except OSError:
                pass
            links.append(link)
    failed = 0
    for k in range(20):
        try:
            failed += server.client(address(11, 50 + k)).ask("GET", "/api/v1/games/santorini")[0] != 200
        except OSError:
            failed += 1
    for link in links:
        link.close()
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    assert failed == 0, f"{failed} of 20 newcomers were turned away by {len(links)} connections that are stuck"
    return {"stuck connections": len(links), "newcomers turned away": failed}


@attack(24)
def long_lists_of_commands(stage):
    """Requests with tens of thousands of commands keep everybody else waiting."""
    server = stage.server()
    idle = quantile(read_times(server, 1), 0.9)
    long = request("POST", "/smallworld", json.dumps([{"action": "getGameList"}] * 70000))
    with Elsewhere(lambda: flood(server, [address(66, k) for k in range(4)], lambda k: long, stage.amount(4, 10), 4)) as attackers:
        time.sleep(0.5)
        waits = quantile(read_times(server, stage.amount(3, 9)), 0.9)
    answer = server.client().ask("POST", "/smallworld", [{"action": "getGameList"}] * 70000)[1]
    assert answer == {"result": "serverBusy"}, f"70000 commands at once are answered, and others' reads wait {waits:.0f} ms (idle {idle:.1f} ms)"
    answers = server.client().ask("POST", "/smallworld", [{"action": "getGameList"}] * 400)[1]
    assert [answer["result"] for answer in answers] == ["ok"] * 400, "an honest list of commands is refused"
    return {"p90 of others": f"{waits:.1f} ms", "idle": f"{idle:.1f} ms", "lists": attackers.result and attackers.result[200]}


@attack(32)
def feeds_of_one_address(stage):
    """One address follows a table with thousands of feeds, so that each line of chat there is written thousands of times."""
    server, feeds, refused = stage.server(), [], 0
    table = server.guest(EVIL).need(201, "POST", "/tables", {"game": "catan", "seats": 4})["id"]
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 4096), hard))
    for _ in range(700):
        feed = server.socket("/api/v1/feed", EVIL)
        try:
            feed.receive(soon())  # its hello, unless there are too many
            feed.send(json.dumps({"watch": table}))
            feeds.append(feed)
        except wire.Gone:
            refused += 1
            feed.stream.close()
    there = server.client(OWNER).need(200, "GET", f"/tables/{table}")["watchers"]
    other = server.socket("/api/v1/feed", OWNER)
    assert "hello" in other.receive(soon()), "somebody else gets no feed"
    feeds.pop().close()
    deadline = soon()
    while True:  # whoever leaves makes room
        again = server.socket("/api/v1/feed", EVIL)
        try:
            again.receive(soon())
            break
        except wire.Gone:
            assert time.monotonic() < deadline, "a feed that was closed still counts"
    for feed in feeds:
        feed.stream.close()
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    assert there <= 512, f"one address follows a table {there} times"
    assert refused, "one address opens as many feeds as it likes"
    return {"feeds": len(feeds), "refused": refused}


@attack(39)
def lobbies_of_one_address(stage):
    """The same with the lobby of Power Chess, where each newcomer gets a list of all games, which stays true."""
    server, homes, refused = stage.server(), [], 0
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 4096), hard))
    for _ in range(700):
        home = server.socket("/home", EVIL)
        try:
            home.receive(soon())
            homes.append(home)
        except wire.Gone:
            refused += 1
            home.stream.close()
    homes.pop().close()
    deadline = soon()
    while True:  # whoever leaves makes room
        homes.append(server.socket("/home", EVIL))
        try:
            homes[-1].receive(soon())
            break
        except wire.Gone:
            assert time.monotonic() < deadline, "a lobby that was left still counts"

    def listed():
        home = server.socket("/home", OWNER)
        games = json.loads(home.receive(soon()))["games"]
        home.stream.close()
        return games

    assert listed() == {}, "games that nobody opened are listed"
    for k in range(2):
        white = server.socket("/play", OWNER)
        white.send('{"type":0,"name":"W%d","color":true,"timeControl":1,"public":true}' % k)
        game = str(json.loads(white.receive(soon()))["gameId"])
        assert listed()[game]["name"] == f"W{k}", "a new game is not listed"
        white.close()
        deadline = soon()
        while listed():
            assert time.monotonic() < deadline, "a game whose creator has left is still listed"
    for home in homes:
        home.stream.close()
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    assert len(homes) <= 512 and refused, f"one address has {len(homes)} lobbies"
    return {"lobbies": len(homes), "refused": refused}


def santorini_pair(server, sources, seconds):
    """Two people, no machines, meet for a game; gives how long it took, or None. Each time they wait a bit longer for each other."""
    begun, patience = time.monotonic(), 0.7
    while time.monotonic() - begun < seconds:
        lines = []
        try:
            for k, source in enumerate(sources):
                line = server.lines(source)
                lines.append(line)
                line.send('{"type":"SELECT_PLAYER_NUMBER","content":{"size":2}}')
                time.sleep(0.3)
                line.send('{"type":"ADD_USER","content":{"user":{"username":"honest%d"}}}' % k)
            for line in lines:
                heard, deadline = "", time.monotonic() + patience
                while "GODS_AVAILABLE" not in heard:
                    heard += line.receive(deadline)
                if "honest0" not in heard or "honest1" not in heard or "evil" in heard:
                    raise wire.Silence("in a lobby with others")
            return time.monotonic() - begun
        except (wire.Gone, wire.Silence, OSError):
            time.sleep(0.1)
            patience *= 1.2
        finally:
            for line in lines:
                line.close()
    return None


def occupy(stop, server, name, patience):
    """Enters Santorini's lobby as soon as there is one, wants three players, and stays as long as it is let."""
    rounds = 0
    while not stop.is_set():
        try:
            evil = server.lines(EVIL)
            evil.send('{"type":"SELECT_PLAYER_NUMBER","content":{"size":3}}')
            evil.send('{"type":"ADD_USER","content":{"user":{"username":"%s"}}}' % name)
            rounds += 1
            end = time.monotonic() + patience
            while not stop.is_set() and time.monotonic() < end:
                try:
                    text = evil.receive(time.monotonic() + min(0.2, patience))
                    if '"PING"' in text:
                        evil.send('{"type":"PING"}')
                except wire.Silence:
                    pass
            evil.close()
        except (wire.Gone, OSError):
            time.sleep(0.005)
    return rounds


def lobby_beside(server, evils, patience):
    """How long an honest pair waits beside so many strangers, who stay for `patience` seconds each."""
    with contextlib.ExitStack() as stack:
        strangers = [stack.enter_context(Background(occupy, server, f"evil{k}", patience)) for k in range(evils)]
        time.sleep(0.3)
        took = santorini_pair(server, (address(12, 1), address(12, 2)), PATIENCE)
    at_ease(server)
    assert took is not None, f"two honest people found no game within {PATIENCE} s"
    return {"honest pair waits": f"{took:.1f} s", "lobbies entered": sum(s.result or 0 for s in strangers)}


@attack(19)
def lobby_stalled(stage):
    """A stranger sets the size of every lobby of Santorini, logs in, and stays silent."""
    return lobby_beside(stage.server(), 1, 1000)


@attack(19)
def lobby_closed_again_and_again(stage):
    """A stranger logs in to Santorini's lobby and hangs up, over and over, which ends it for all in it."""
    return lobby_beside(stage.server(), 2, 0.02)


def get(path):
    return f"GET {path} HTTP/1.1\r\nHost: x\r\n\r\n".encode()


UPGRADE = b"GET /play HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
# What never gets to the hall, thousands of times: (what opens the connection, what is then sent over and over).
TRIFLES = {
    "unknown paths": (b"", get("/x/y.z") * 2000),
    "methods": (b"", b"OPTIONS /api/v1/me HTTP/1.1\r\nHost: x\r\n\r\n" * 2000),
    "empty lines": (b"", b"\r\n" * 30000),
    "pings": (UPGRADE, b"\x89\x80\0\0\0\0" * 20000),
}


def trifle(where, opening, bytes_, connections, seconds):
    """Sends as much as the server takes by each of many connections, and reads what it says."""
    host, port = where.rsplit(":", 1)
    links, ready, end = {}, select.poll(), time.monotonic() + seconds
    for k in range(connections):
        link = socket.create_connection((host, int(port)), source_address=(address(70, k), 0))
        link.sendall(opening)
        link.setblocking(False)
        links[link.fileno()] = [link, 0]
        ready.register(link, select.POLLIN | select.POLLOUT)
    while time.monotonic() < end and links:
        for number, what in ready.poll(100):
            link, at = links[number]
            try:
                if what & select.POLLIN and not link.recv(MEGABYTE):
                    raise ConnectionError
                links[number][1] = (at + link.send(memoryview(bytes_)[at:])) % len(bytes_)
            except BlockingIOError:
                pass
            except OSError:
                ready.unregister(number)
                links.pop(number)[0].close()


@attack(45)
def trifles_without_end(stage):
    """Sixty connections ask, over and over, for what is answered without the hall: everybody else waits until all of that is done."""
    most, held = {}, {}
    for name, (opening, bytes_) in TRIFLES.items():
        server = stage.server()
        honest, seconds = server.client(OWNER), stage.amount(4, 15)
        with Elsewhere(trifle, server.http, opening, bytes_, 60, seconds + 2):
            time.sleep(1)
            # The processor's time tells more than the clock on a busy machine: so much the server does before it answers.
            begun, reads, end = server.doors_ms(), 0, time.monotonic() + seconds
            while not reads or (reads < 20 and time.monotonic() < end):
                assert honest.ask("GET", "/api/v1/games/santorini")[0] == 200
                reads += 1
            most[name] = (server.doors_ms() - begun) / reads
        held[name] = server.most_memory()
        server.stop()
    slow = {name: f"{ms:.0f} ms" for name, ms in most.items() if ms > 30}
    assert not slow, f"before somebody else is answered the server works for others for {slow}; it holds {max(held.values()):.0f} MB"
    assert max(held.values()) < 100, f"it holds {held}"
    return {**{name: f"{ms:.1f} ms" for name, ms in most.items()}, "memory": f"{max(held.values()):.0f} MB"}
