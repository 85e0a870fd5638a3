#!/usr/bin/env python3
"""How many requests does the server answer, beside nginx answering a constant?

usage: http_beside_nginx.py MEEPLE [ROUNDS [SECONDS]]

Two questions, each asked with wrk over 64 kept-alive connections, in rounds
that alternate with nginx so that a busy machine disturbs all alike:

  read   GET of a table: through the doors, the hall's queue and back
  move   POST of a move: each is answered after it was committed to disk, as a
         program asks for that keeps the state itself ("view": false)

Moves are those of one recorded game, replayed at many tables with the same
seed; a table's next move is sent long after its last one was answered, and a
refused one fails the run. nginx answers with the bytes of the table and of a
move's answer; it is sent the same moves, so that making them costs the client
the same. Medians of requests a second, of server CPU per request, and their
ratios are printed."""
import http.client
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

from asked import asked

CONNECTIONS = 64
TABLES_EACH = 150  # one account may have 200 unfinished ones
SEED = 7
MOVES_A_SECOND = 150000  # more than any machine here makes


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


class Server:
    def __init__(self, program, data):
        self.process = subprocess.Popen(
            [program, "serve", "--listen", "127.0.0.1:0", "--santorini", "127.0.0.1:0", "--store", f"sqlite:{data}", "--test-mode"],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.port = int(re.search(r"http=127\.0\.0\.1:(\d+)", self.process.stdout.readline()).group(1))
        self.client = http.client.HTTPConnection("127.0.0.1", self.port)

    def call(self, method, path, body=None, token=None):
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        self.client.request(method, "/api/v1" + path, json.dumps(body) if body is not None else None, headers)
        reply = self.client.getresponse()
        text = reply.read()
        if reply.status >= 300:
            raise SystemExit(f"{method} {path}: {reply.status} {text.decode()}")
        return json.loads(text)

    def guests(self):
        return [self.call("POST", "/guest", {})["token"] for _ in range(2)]

    def open_table(self, tokens):
        table = self.call("POST", "/tables", {"game": "santorini", "seats": 2, "sit": True, "seed": SEED, "rated": False}, tokens[0])["id"]
        self.call("POST", f"/tables/{table}/join", {}, tokens[1])
        return table

    def record_game(self):
        """A whole game of random moves: [(seat, move), ...]. The answer to the last one is kept."""
        tokens, chance, moves = self.guests(), random.Random(1), []
        table = self.open_table(tokens)
        while True:
            to_act = self.call("GET", f"/tables/{table}", None, tokens[0])["to_act"]
            if not to_act:
                return moves
            seat = to_act[0]
            move = chance.choice(self.call("GET", f"/tables/{table}/legal", None, tokens[seat])["moves"])["move"]
            self.answer = self.call("POST", f"/tables/{table}/moves", {"move": move, "view": False}, tokens[seat])
            moves.append((seat, move))

    def stop(self):
        self.process.terminate()
        self.process.wait()


class Nginx:
    """Answers `moved` below /api/ and `body` elsewhere."""

    def __init__(self, folder, body, moved=""):
        self.port = free_port()
        text, moved = (json.dumps(value, separators=(",", ":")).replace("\\", "\\\\").replace("'", "\\'") for value in (body, moved))
        config = f"""daemon off; master_process off; worker_processes 1; pid {folder}/nginx.pid; error_log {folder}/error.log;
events {{ worker_connections 1024; }}
http {{ access_log off; keepalive_requests 1000000000; client_body_temp_path {folder}/body;
  proxy_temp_path {folder}/proxy; fastcgi_temp_path {folder}/fastcgi; uwsgi_temp_path {folder}/uwsgi; scgi_temp_path {folder}/scgi;
  server {{ listen 127.0.0.1:{self.port}; location / {{ default_type application/json; return 200 '{text}'; }}
    location /api/ {{ default_type application/json; return 200 '{moved}'; }} }} }}"""
        with open(f"{folder}/nginx.conf", "w") as file:
            file.write(config)
        self.process = subprocess.Popen(["nginx", "-c", f"{folder}/nginx.conf"], stderr=subprocess.DEVNULL)
        for _ in range(100):
            with socket.socket() as s:
                if s.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            time.sleep(0.05)
        raise SystemExit("nginx does not start")

    def stop(self):
        self.process.terminate()
        self.process.wait()


def cpu_seconds(pid):
    with open(f"/proc/{pid}/stat") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def load(server, path, seconds, script=None):
    """One round: (requests a second, microseconds of server CPU per request)."""
    before = cpu_seconds(server.process.pid)
    command = ["wrk", "-t1", f"-c{CONNECTIONS}", f"-d{seconds}", *(["-s", script] if script else []), f"http://127.0.0.1:{server.port}{path}"]
    text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    spent = cpu_seconds(server.process.pid) - before
    if "Non-2xx" in text or "Socket errors" in text:
        raise SystemExit(text)
    requests = int(re.search(r"(\d+) requests in", text).group(1))
    return float(re.search(r"Requests/sec:\s+([\d.]+)", text).group(1)), spent * 1e6 / requests


def write_script(path, game, tables):
    """Request i is move i / tables of table i % tables."""
    rows = [f'{{ {table}, "{tokens[0]}", "{tokens[1]}" }}' for tokens, table in tables]
    moves = [f"{{ {seat}, '{json.dumps({'move': move, 'view': False})}' }}" for seat, move in game]
    with open(path, "w") as file:
        file.write(f"""local tables = {{ {', '.join(rows)} }}
local moves = {{ {', '.join(moves)} }}
local i = -2
function request()
  i = i + 1
  if i < 0 then return wrk.format("GET", "/healthz") end -- wrk tries the function once without sending
  local t, m = tables[i % #tables + 1], moves[math.floor(i / #tables) % #moves + 1]
  -- By hand: wrk.format costs the client more than either server's answer.
  return "POST /api/v1/tables/" .. t[1] .. "/moves HTTP/1.1\\r\\nHost: bench\\r\\nAuthorization: Bearer " .. t[2 + m[1]] ..
    "\\r\\nContent-Length: " .. #m[2] .. "\\r\\n\\r\\n" .. m[2]
end
""")


def new_tables(server, count):
    tables = []
    while len(tables) < count:
        tokens = server.guests()
        tables += [(tokens, server.open_table(tokens)) for _ in range(TABLES_EACH)]
    return tables


def main(program, rounds=5, seconds=2):
    folder = tempfile.mkdtemp(prefix="bench-http-")
    server = Server(program, f"{folder}/bench.db")
    nginx = None
    results = {"read": [], "move": [], "nginx before read": [], "nginx before move": []}
    try:
        game = server.record_game()
        watched = server.open_table(server.guests())
        nginx = Nginx(folder, server.call("GET", f"/tables/{watched}"), server.answer)
        enough = MOVES_A_SECOND * int(seconds) // len(game) + CONNECTIONS
        for _ in range(int(rounds)):
            results["nginx before read"].append(load(nginx, "/", seconds))
            results["read"].append(load(server, f"/api/v1/tables/{watched}", seconds))
            write_script(f"{folder}/moves.lua", game, new_tables(server, enough))
            results["nginx before move"].append(load(nginx, "/", seconds, f"{folder}/moves.lua"))
            results["move"].append(load(server, "/", seconds, f"{folder}/moves.lua"))
    finally:
        server.stop()
        if nginx:
            nginx.stop()
        shutil.rmtree(folder)

    print(f"{'':6} {'req/s':>9} {'us CPU':>7}   {'nginx':>9} {'us CPU':>7}   ratio (median over rounds; goal)")
    for name, goal in (("read", 0.8), ("move", 0.5)):
        ours, theirs = results[name], results["nginx before " + name]
        ratio = statistics.median(a[0] / b[0] for a, b in zip(ours, theirs))
        middle = [statistics.median(column) for column in (*zip(*ours), *zip(*theirs))]
        print(f"{name:6} {middle[0]:9.0f} {middle[1]:7.1f}   {middle[2]:9.0f} {middle[3]:7.1f}   {ratio:.2f} ({goal})")


if __name__ == "__main__":
    main(*asked(__doc__, 1))
