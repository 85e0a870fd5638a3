#!/usr/bin/env python3
"""Every attack at once, while somebody honest plays.

    tests/attack/together.py build/meeple --seconds 300      all attackers for five minutes
    tests/attack/together.py build/meeple --each --seconds 5 each of them alone, one after the other

Two people play on an idle server, then on the same server while strangers do all
that the other files of this folder do, over and over, from addresses of their own,
then once more when it is quiet again. Tells how long the honest people's moves
took in both cases, what the server held of memory and disk, and what the attackers
got. Fails if the server holds more than 256 MB, if the 99th percentile of the moves
is more than five times the idle one, or if a single honest request failed.

In the open the attackers' machines are their own. Here they have one core (the
last), and the server and its honest players the others, idle or not. How far that
separates them is measured too: after each move the player asks a program that does
nothing but store a line, sync it and echo it. What that one becomes slower by is
the machine's share: the core is taken away by somebody else, by the kernel's
network or by the disk, or by the server's own work for the attackers.
"""

import argparse
import collections
import json
import multiprocessing
import os
import random
import socket
import sys
import tempfile
import time

import kit
import wire
from kit import EVIL, address, form, request, sha1
from space import deaf_socket, large_map, upload_picture

MEMORY_MOST, RATIO_MOST = 256, 5
CORES = os.sched_getaffinity(0)


# ---- the honest pair, and an echo beside them --------------------------------------


class Echo:
    """A process that stores a line, syncs it and sends it back: the least that a durable answer can take on this machine."""

    def __init__(self):
        fork = multiprocessing.get_context("fork")
        self.folder = tempfile.TemporaryDirectory()
        door = socket.create_server(("127.0.0.1", 0))
        self.process = fork.Process(target=self.serve, args=(door,), daemon=True)
        self.process.start()
        self.link = socket.create_connection(door.getsockname())
        self.link.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        door.close()

    def serve(self, door):
        link, _ = door.accept()
        link.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        with open(os.path.join(self.folder.name, "lines"), "wb", buffering=0) as lines:
            while line := link.recv(4096):
                lines.write(line)
                os.fdatasync(lines.fileno())
                link.sendall(line)

    def ask(self):
        begun = time.monotonic()
        self.link.sendall(b"x" * 100)
        self.link.recv(4096)
        return (time.monotonic() - begun) * 1000

    def close(self):
        self.link.close()
        self.process.join(5)
        self.folder.cleanup()


class Times:
    """Milliseconds of moves, of looks at the table, and of the echo."""

    def __init__(self):
        self.moves, self.looks, self.echoes = [], [], []

    def add(self, other):
        self.moves += other.moves
        self.looks += other.looks
        self.echoes += other.echoes


def play(people, echo, seconds, pause):
    """How long things took two people who played that long."""
    times, end, dice, table = Times(), time.monotonic() + seconds, random.Random(3), None
    while time.monotonic() < end:
        if table is None:
            table = kit.santorini_table(*people)
        made = 0
        for person in people:
            begun = time.monotonic()
            status, legal = person.api("GET", f"/tables/{table}/legal")
            times.looks.append((time.monotonic() - begun) * 1000)
            if status == 409:
                break
            assert status == 200, f"an honest look: {status} {legal}"
            if legal["moves"]:
                body = {"move": dice.choice(legal["moves"])["move"], "seq": legal["seq"]}
                begun = time.monotonic()
                status, answer = person.api("POST", f"/tables/{table}/moves", body)
                times.moves.append((time.monotonic() - begun) * 1000)
                assert status == 200, f"an honest move: {status} {answer}"
                made += 1
            times.echoes.append(echo.ask())
            time.sleep(pause)
        if not made:
            table = None
    return times


# ---- the attackers: each runs in a process until it is ended, and counts -------------------------


def repeat(make, sources, connections, judge=lambda status, body: status):
    return lambda server, end, told: told.update(kit.flood(server, sources, make, end - time.monotonic(), connections, judge))


def deaf(server, end, told):
    """Asks for large answers and reads none; new ones when they are cut off."""
    asks = [request("POST", "/smallworld", {"action": "getMapList"}) * 3, request("GET", "/api/v1/openapi.yaml") * 20, request("GET", "/api/v1/games/smallworld") * 20]
    links = collections.deque()
    while time.monotonic() < end:
        try:
            links.append(deaf_socket(server, address(40, told["connections"]), asks[told["connections"] % 3]))
            told["connections"] += 1
        except OSError:
            told["refused"] += 1
        if len(links) > 200:
            links.popleft().close()
        time.sleep(0.02)


def uploads(server, end, told):
    while time.monotonic() < end:
        k = told["tried"]
        client = server.client(address(41, k))
        size = (36000, 1100, 3000)[k % 3]
        answer = client.ask("POST", "/smallworld", {**large_map(size), "mapName": f"m {k}"})[1]
        told["accepted"] += isinstance(answer, dict) and answer.get("result") == "ok"
        upload_picture(client, k % 9 + 1, data=b"\x89PNG" + b"x" * 100000)
        client.close()
        told["tried"] += 1
        time.sleep(0.02)


def idle(server, end, told):
    """Holds as many idle connections as it gets."""
    links, host, port = [], *server.http.rsplit(":", 1)
    while time.monotonic() < end:
        link = socket.socket()
        link.settimeout(2)
        try:
            link.bind((EVIL, 0))
            link.connect((host, int(port)))
            links.append(link)
        except OSError:
            link.close()
            told["refused"] += 1
        told["connections"] = len(links)
        if len(links) > 15000:
            links.pop(0).close()
        time.sleep(0.001)


def chess_ids(server, end, told):
    dice = random.Random(4)
    while time.monotonic() < end:
        try:
            evil = server.socket("/play", address(42, told["sockets"]))
            told["sockets"] += 1
            while time.monotonic() < end:
                for _ in range(50):
                    evil.send('{"type":1,"gameId":%d,"name":"E"}' % dice.getrandbits(30))
                for _ in range(50):
                    evil.receive(time.monotonic() + 2)
                    told["guesses"] += 1
        except (wire.Gone, wire.Silence, OSError, AssertionError):
            time.sleep(0.05)


def lobbies(server, end, told):
    while time.monotonic() < end:
        try:
            evil = server.lines(address(43, told["lobbies"] % 3))
            evil.send('{"type":"SELECT_PLAYER_NUMBER","content":{"size":3}}')
            evil.send('{"type":"ADD_USER","content":{"user":{"username":"e%d"}}}' % told["lobbies"])
            told["lobbies"] += 1
            time.sleep(0.01)
            evil.close()
        except (wire.Gone, OSError):
            time.sleep(0.05)


def fragments(server, end, told):
    empty = (b"\x00\x80" + b"\x00" * 4) * 200
    while time.monotonic() < end:
        try:
            evil = server.socket(("/api/v1/feed", "/play", "/home", "/santorini")[told["sockets"] % 4], address(44, told["sockets"]))
            told["sockets"] += 1
            evil.frame(wire.TEXT, b"", fin=False)
            for _ in range(100):
                evil.stream.send(empty)
            evil.stream.close()
        except (wire.Gone, OSError, AssertionError):
            pass
        time.sleep(0.02)


def journal(server, end, told):
    """Makes a journal long and looks back along it."""
    evil = server.register(f"longjournal {os.getpid()}", address(45, 1))
    table = evil.need(201, "POST", "/tables", {"game": "catan", "seats": 3})["id"]

    def make(k):
        if k % 4:
            return request("POST", f"/api/v1/tables/{table}/ready", {"ready": k % 2 == 0}, evil.token)
        return request("GET", f"/api/v1/tables/{table}/view?at={k % 997}", None, evil.token)

    told.update(kit.flood(server, [address(45, 1)], make, end - time.monotonic(), 8))


def tables(server, end, told):
    tokens = []
    while time.monotonic() < end and len(tokens) < 40:
        try:
            tokens.append(server.guest(address(46, len(tokens))).token)
        except AssertionError:
            time.sleep(0.2)
    body = {"game": "catan", "seats": 4, "bots": ["random"] * 4, "sit": False}
    sources = [address(46, k) for k in range(40)]
    told.update(kit.flood(server, sources, lambda k: request("POST", "/api/v1/tables", body, tokens[k % len(tokens)]), end - time.monotonic(), 8))


MANY = [address(47, k) for k in range(100)]
ATTACKERS = {
    "deaf readers": deaf,
    "map uploads": uploads,
    "idle connections": idle,
    "ids of Power Chess": chess_ids,
    "lobbies of Santorini": lobbies,
    "fragments": fragments,
    "a long journal": journal,
    "tables of computer players": tables,
    "registrations": repeat(lambda k: request("POST", "/api/v1/register", {"name": f"evil {os.getpid()} {k}", "password": "secret of theirs"}), [EVIL], 50),
    "logins from everywhere": repeat(lambda k: request("POST", "/api/v1/login", {"name": f"nobody {k}", "password": "secret of theirs"}), MANY, 50),
    "guests": repeat(lambda k: request("POST", "/api/v1/guest", {}), [address(48, k) for k in range(20)], 8),
    "guesses at Snakes": repeat(lambda k: request("POST", "/snakes/ajax", form({"Request": "login", "Login": "honest", "Timestamp": "1700000000", "Hash": sha1(str(k))})), [EVIL], 8),
    "guesses at Catan": repeat(lambda k: request("POST", "/Catan/managerRequest/", {"username": "catan", "password": f"guess {k}", "command": "x"}), [EVIL], 4),
    "lists of commands": repeat(lambda k: request("POST", "/smallworld", {"action": "loadGame", "actions": [{"action": "createGame", "userId": 1, "gameName": "x", "mapId": 1}] * 50}), [EVIL], 4),
}


def attack(name, server, end, pipe):
    told = collections.Counter()
    os.sched_setaffinity(0, [max(CORES)])
    try:
        ATTACKERS[name](server, end, told)
    except Exception as problem:
        told[f"stopped: {problem!r}"] += 1
    pipe.send(dict(told))


class Crew:
    """These attackers at work until `end`, each a process of its own."""

    def __init__(self, server, names, end):
        fork = multiprocessing.get_context("fork")
        self.members = []
        for name in names:
            here, there = fork.Pipe(False)
            process = fork.Process(target=attack, args=(name, server, end, there), daemon=True)
            process.start()
            self.members.append((name, process, here))

    def ended(self):
        """What each of them got."""
        for name, process, here in self.members:
            told = here.recv() if here.poll(60) else {"did not end": 1}
            process.join(1)
            if process.is_alive():
                process.kill()
            yield name, json.dumps({str(key): value for key, value in told.items()})


def cpu_seconds(server):
    with open(f"/proc/{server.process.pid}/stat") as stat:
        fields = stat.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def ratio(more, less):
    return kit.quantile(more, 0.99) / kit.quantile(less, 0.99) if more and less else float("inf")


def heading():
    print(f"{'':28} {'moves':>6} {'median':>10} {'p99':>10} {'looks p99':>10} {'echo p99':>10} {'times idle':>11}")


def row(name, times, idle):
    print(
        f"{name:28} {len(times.moves):6} {kit.quantile(times.moves, 0.5):7.2f} ms {kit.quantile(times.moves, 0.99):7.2f} ms"
        f" {kit.quantile(times.looks, 0.99):7.2f} ms {kit.quantile(times.echoes, 0.99):7.2f} ms {ratio(times.moves, idle.moves):11.1f}",
        flush=True,
    )


def run_each(server, people, echo, settings, names):
    """Each attacker alone: which of them costs honest people what."""
    idle = play(people, echo, settings.idle_seconds, settings.pause)
    heading()
    row("idle", idle, idle)
    for name in names:
        crew, cpu = Crew(server, [name], time.monotonic() + settings.seconds + 1), cpu_seconds(server)
        time.sleep(1)
        row(name, play(people, echo, settings.seconds, settings.pause), idle)
        for _, told in crew.ended():
            print(f"    server {(cpu_seconds(server) - cpu) / (settings.seconds + 1):.0%} of a core, {server.memory():.0f} MB, {told[:150]}", flush=True)
    return 0


def run_together(server, people, echo, settings, names):
    idle = play(people, echo, settings.idle_seconds, settings.pause)
    end, disk, cpu = time.monotonic() + settings.seconds + 1, server.disk(), cpu_seconds(server)
    crew = Crew(server, names, end)
    time.sleep(1)
    failure, attacked = None, Times()
    try:
        attacked = play(people, echo, settings.seconds, settings.pause)
    except (AssertionError, OSError) as problem:
        failure = repr(problem)
    cpu = (cpu_seconds(server) - cpu) / (settings.seconds + 1) if server.is_up() else 0
    for name, told in crew.ended():
        print(f"  {name:28} {told[:150]}")
    alive, most, growth = server.is_up(), server.most_memory() if server.is_up() else 0, (server.disk() - disk) / kit.MEGABYTE
    if alive and not failure:
        idle.add(play(people, echo, settings.idle_seconds, settings.pause))
    heading()
    row("idle, before and after", idle, idle)
    row("attacked", attacked, idle)
    slower, machine = ratio(attacked.moves, idle.moves), ratio(attacked.echoes, idle.echoes)
    print(f"p99 of moves {slower:.1f} times the idle one; of the echo, the machine's share, {machine:.1f} times")
    print(f"memory at most {most:.0f} MB, disk grew by {growth:.0f} MB, server {cpu:.0%} of a core")
    faults = []
    if not alive:
        faults.append("the server is dead")
    if failure:
        faults.append(f"an honest request failed: {failure}")
    if most > MEMORY_MOST:
        faults.append(f"{most:.0f} MB are more than {MEMORY_MOST}")
    if slower > RATIO_MOST:
        faults.append(f"honest moves take {slower:.1f} times as long as on an idle server, more than {RATIO_MOST}")
    for fault in faults:
        print(fault)
    print(f"{4 - len(faults)} passed, {len(faults)} failed")
    return 1 if faults else 0


def run(settings):
    if len(CORES) > 1:
        os.sched_setaffinity(0, CORES - {max(CORES)})
    else:
        print("one core only: the attackers share it with the server")
    stage = kit.Stage(settings.program)
    with stage.stack:
        server, echo = stage.server(), stage.keep(Echo())
        people = [server.register(name, address(49, k)) for k, name in enumerate(("honest", "fair"))]
        names = [name for name in ATTACKERS if not settings.only or any(word in name for word in settings.only)]
        return (run_each if settings.each else run_together)(server, people, echo, settings, names)


def main():
    parser = argparse.ArgumentParser(description="All attacks together while somebody honest plays.")
    parser.add_argument("program")
    parser.add_argument("--seconds", type=float, default=300)
    parser.add_argument("--idle-seconds", type=float, default=20, help="of play without attackers, before and after")
    parser.add_argument("--pause", type=float, default=0.02, help="seconds between an honest person's requests")
    parser.add_argument("--only", nargs="*", help="attackers whose names contain one of these words")
    parser.add_argument("--each", action="store_true", help="each attacker alone")
    return run(parser.parse_args())


if __name__ == "__main__":
    sys.exit(main())
