#!/usr/bin/env python3
"""Does a request slow down with the number of open tables, and how long does a
server with many of them take to start?

usage: scale.py MEEPLE BENCH_MANY_TABLES [TABLES [ROUNDS [REQUESTS]]]

Two data files are made (benches/many_tables.c): one with TABLES (100 000) running
tables of 100 moves each, one with 100 such tables.

  latency  One server on each. Both open 100 more tables, which are in play. One
           client sends one request at a time, REQUESTS (100) a round, to the
           one server and then to the other. `view` is a GET of a table in play,
           `move` the POST of a move there, answered once it is on disk, and
           `any view` a GET of any table at all. Before that the server is left
           alone until it has loaded what it wants to have loaded; `cold view`
           is a GET of any table right after the start, when most have to be
           replayed from the journal first. The goal is a ratio of 1.2 for the
           others.
  start    From exec to the line `ready`, and to the answer to the first request:
           after a stop, after kill -9, and, after either, with the file dropped
           from the system's cache. The goal is 2 seconds."""
import json
import os
import random
import re
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request

from asked import asked
from http_beside_nginx import Server, cpu_seconds

FEW = 100
MOVES_EACH = 100
IN_PLAY = 100
STARTS = 3
COLD_ROUNDS = 3  # more, and it is not cold any more
GOAL_RATIO = 1.2
GOAL_SECONDS = 2


class TimedServer(Server):
    def __init__(self, program, data):
        began = time.perf_counter()
        super().__init__(program, data)
        self.ready = time.perf_counter() - began
        self.call("GET", "/tables/1")
        self.answered = time.perf_counter() - began
        self.cpu = cpu_seconds(self.process.pid)
        self.socket = None

    def ask(self, request):
        """Seconds from sending the bytes of a request to having its reply."""
        if not self.socket:
            self.socket = socket.create_connection(("127.0.0.1", self.port))
            self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        began = time.perf_counter()
        self.socket.sendall(request)
        reply = self.receive()
        while (end := reply.find(b"\r\n\r\n")) < 0 or len(reply) < end + 4 + int(re.search(rb"(?i)content-length: (\d+)", reply).group(1)):
            reply += self.receive()
        took = time.perf_counter() - began
        if not reply.startswith(b"HTTP/1.1 2"):
            raise SystemExit(f"{request!r} got {reply!r}")
        return took

    def receive(self):
        part = self.socket.recv(65536)
        if not part:
            raise SystemExit("the server closed the connection")
        return part

    def wait_until_loaded(self):
        self.hang_up()  # or the server does, after so long a silence
        loaded, before = 0, -1
        while loaded != before:
            time.sleep(1)
            before = loaded
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/metrics") as metrics:
                loaded = int(re.search(r"^meeple_hall_tables_loaded (\d+)", metrics.read().decode(), re.MULTILINE).group(1))
        return loaded

    def hang_up(self):
        if self.socket:
            self.socket.close()
        self.socket = None

    def end(self, how):
        self.hang_up()
        how(self.process)
        self.process.wait()


def view_request(table):
    return f"GET /api/v1/tables/{table} HTTP/1.1\r\nHost: x\r\n\r\n".encode()


def move_request(table, tokens, move):
    body = json.dumps({"move": move[1]})
    return (f"POST /api/v1/tables/{table}/moves HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {tokens[move[0]]}\r\n"
            f"Content-Length: {len(body)}\r\n\r\n{body}").encode()


class Play:
    """The tables in play at a server, and the requests of its next round."""

    def __init__(self, server, game, tables):
        self.server, self.game, self.all = server, game, tables
        self.fresh()

    def fresh(self):
        self.tokens = self.server.guests()
        self.tables = [self.server.open_table(self.tokens) for _ in range(IN_PLAY)]
        self.moves = ((table, move) for move in self.game for table in self.tables)

    def requests(self, kind, count, chance):
        if kind == "view":
            return [view_request(chance.choice(self.tables)) for _ in range(count)]
        if kind in ("any view", "cold view"):
            return [view_request(chance.randint(1, self.all)) for _ in range(count)]
        requests = []
        while len(requests) < count:
            step = next(self.moves, None)
            if step:
                requests.append(move_request(step[0], self.tokens, step[1]))
            else:
                self.fresh()
        return requests


def latency(program, few, many, tables, rounds, count):
    servers = [TimedServer(program, few), TimedServer(program, many)]
    try:
        game = servers[0].record_game()
        plays = [Play(servers[0], game, FEW), Play(servers[1], game, tables)]
        print(f"latency in microseconds, {count} requests in each of {rounds} rounds")
        print(f"{'':9} {'':>8} {FEW:>10} {tables:>10}   ratio (goal)")
        for kind, goal, turns in (("cold view", None, COLD_ROUNDS), ("view", GOAL_RATIO, rounds), ("move", GOAL_RATIO, rounds),
                                  ("any view", GOAL_RATIO, rounds)):
            times, cpu = ([], []), [0, 0]
            if kind == "view":
                print("loaded tables:", *(server.wait_until_loaded() for server in servers))
            for turn in range(turns):
                for i in (0, 1) if turn % 2 else (1, 0):
                    requests = plays[i].requests(kind, count, random.Random(turn))
                    before = cpu_seconds(servers[i].process.pid)
                    times[i].extend(servers[i].ask(request) for request in requests)
                    cpu[i] += cpu_seconds(servers[i].process.pid) - before
            ordered = [sorted(all_) for all_ in times]
            for name, pair in (("median", [all_[len(all_) // 2] for all_ in ordered]), ("p99", [all_[len(all_) * 99 // 100] for all_ in ordered]),
                               ("CPU", [seconds / len(times[0]) for seconds in cpu])):
                print(f"{kind:9} {name:>8} {pair[0] * 1e6:10.0f} {pair[1] * 1e6:10.0f}   {pair[1] / max(pair[0], 1e-9):.2f} ({goal or '-'})")
    finally:
        for server in servers:
            server.end(subprocess.Popen.terminate)


def drop_from_cache(data):
    for name in (data, data + "-wal"):
        if os.path.exists(name):
            fd = os.open(name, os.O_RDWR)
            os.fsync(fd)
            os.posix_fadvise(fd, 0, 0, os.POSIX_FADV_DONTNEED)
            os.close(fd)


def start(program, data):
    print(f"start in seconds, median of {STARTS} (goal: {GOAL_SECONDS})\n{'':24} {'ready':>7} {'answer':>7} {'CPU':>7}")
    for name, end in (("after a stop", subprocess.Popen.terminate), ("after kill -9", subprocess.Popen.kill)):
        for cached in (True, False):
            rows = []
            for _ in range(STARTS + 1):
                if not cached:
                    drop_from_cache(data)
                server = TimedServer(program, data)
                rows.append((server.ready, server.answered, server.cpu))
                server.open_table(server.guests())  # something for the log
                server.end(end)
            middle = [statistics.median(column) for column in zip(*rows[1:])]  # the first came after another kind of end
            print(f"{name + ('' if cached else ', cold disk'):24} {middle[0]:7.2f} {middle[1]:7.2f} {middle[2]:7.2f}")


def main(program, generator, tables=100000, rounds=30, count=100):
    tables, rounds, count = int(tables), int(rounds), int(count)
    folder = tempfile.mkdtemp(prefix="bench-scale-")
    few, many = f"{folder}/few.db", f"{folder}/many.db"
    try:
        for data, n in ((few, FEW), (many, tables)):
            subprocess.run([generator, data, str(n), str(MOVES_EACH)], check=True)
        start(program, many)
        latency(program, few, many, tables, rounds, count)
    finally:
        shutil.rmtree(folder)


if __name__ == "__main__":
    main(*asked(__doc__, 2))
