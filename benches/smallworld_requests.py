#!/usr/bin/env python3
"""How many commands of Small World does the server answer in a second, through
its published protocol, beside nginx answering a constant?

usage: smallworld_requests.py MEEPLE [ROUNDS [SECONDS]]

  state  getGameState of a running game of five on the large map
  move   conquer, redeploy and finishTurn of two players, round and round many
         tables: each is answered after it was committed to disk

wrk keeps 64 connections alive; rounds alternate with nginx, which serves a
file with the bytes of the state. The seats are AI seats (aiJoin), which need no
passwords; both players take and give up regions of their own corner, which any
race can. If not nearly every request became a move the run fails."""
import http.client
import json
import os
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time

from asked import asked
from http_beside_nginx import Nginx, Server, free_port, load

TURNS = 10
REGIONS = 6  # one player's are 1 to 3, the other's 4 to 6
MOVES_A_SECOND = 40000  # more than any machine here makes

STATE = """wrk.method = "POST"
wrk.body = '{"action":"getGameState","gameId":%d}'
"""

MOVES = """local tables = { %s }
local moves = { %s }
local i = -2
function request()
  i = i + 1
  if i < 0 then return wrk.format("GET", "/healthz") end -- wrk tries the function once without sending
  local t, m = tables[i %% #tables + 1], moves[math.floor(i / #tables) + 1]
  return wrk.format("POST", "/smallworld", nil, '{"sid":' .. t[m[1]] .. ',' .. m[2] .. '}')
end
"""


class FileNginx(Nginx):
    """nginx with a file, since a state is too long for a constant of its configuration."""

    def __init__(self, folder, body):
        self.port = free_port()
        os.chmod(folder, 0o755)
        with open(f"{folder}/state.json", "w") as file:
            file.write(body)
        with open(f"{folder}/nginx.conf", "w") as file:
            file.write(f"""daemon off; master_process off; worker_processes 1; pid {folder}/nginx.pid; error_log {folder}/error.log;
events {{ worker_connections 1024; }}
http {{ access_log off; keepalive_requests 1000000000; open_file_cache max=10; sendfile on; client_body_temp_path {folder}/body;
  proxy_temp_path {folder}/proxy; fastcgi_temp_path {folder}/fastcgi; uwsgi_temp_path {folder}/uwsgi; scgi_temp_path {folder}/scgi;
  server {{ listen 127.0.0.1:{self.port}; root {folder}; default_type application/json; }} }}""")
        self.process = subprocess.Popen(["nginx", "-c", f"{folder}/nginx.conf"], stderr=subprocess.DEVNULL)
        for _ in range(100):
            with socket.socket() as s:
                if s.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            time.sleep(0.05)
        raise SystemExit("nginx does not start")


def call(client, action, **fields):
    client.request("POST", "/smallworld", json.dumps({"action": action, **fields}))
    reply = json.loads(client.getresponse().read())
    if reply["result"] != "ok":
        raise SystemExit(f"{action} {fields}: {reply}")
    return reply


def new_game(client, sid, name, game_map, players):
    """A started game of AI seats: (gameId, [sid, ...])."""
    game = call(client, "createGame", sid=sid, gameName=name, mapId=game_map, ai=players)["gameId"]
    return game, [call(client, "aiJoin", gameId=game)["sid"] for _ in range(players)]


def game_of_five(client, sid):
    """Everybody has a race and a region of the built-in map for five."""
    game, sids = new_game(client, sid, "five", 4, 5)
    for player, region in zip(sids, (3, 4, 6, 12, 15)):
        call(client, "selectRace", sid=player, position=0)
        call(client, "conquer", sid=player, regionId=region)
        call(client, "redeploy", sid=player, regions=[{"regionId": region, "tokensNum": 1}])
        call(client, "finishTurn", sid=player)
    return game


def corner_game():
    """[(player, members of the command), ...] of a whole game."""
    moves = []

    def say(player, action, **fields):
        moves.append((player, json.dumps({"action": action, **fields})[1:-1]))

    for turn in range(TURNS):
        for player in (1, 2):
            home = 3 * player - 2
            if turn == 0:
                say(player, "selectRace", position=0)
            for region in (home, home + 1) if turn == 0 else (home + 1, home + 2):
                say(player, "conquer", regionId=region)
            say(player, "redeploy", regions=[{"regionId": home, "tokensNum": 1}])
            say(player, "finishTurn")
    return moves


def corner_map(client):
    regions = [{"landDescription": ["border"], "adjacent": [k for k in range(1, REGIONS + 1) if k != i]} for i in range(1, REGIONS + 1)]
    return call(client, "uploadMap", mapName="corners", playersNum=2, turnsNum=TURNS, regions=regions)["mapId"]


def moves_made(client):
    client.request("GET", "/metrics")
    text = client.getresponse().read().decode()
    return sum(float(line.split()[-1]) for line in text.splitlines() if line.startswith("meeple_hall_moves_total"))


def main(program, rounds=3, seconds=2):
    folder = tempfile.mkdtemp(prefix="bench-smallworld-")
    server = Server(program, f"{folder}/bench.db")
    nginx = None
    results = {"state": [], "move": [], "nginx before state": [], "nginx before move": []}
    try:
        client = http.client.HTTPConnection("127.0.0.1", server.port)
        call(client, "createDefaultMaps")
        call(client, "register", username="bench", password="bench-bench")
        sid = call(client, "login", username="bench", password="bench-bench")["sid"]
        watched, corners, moves = game_of_five(client, sid), corner_map(client), corner_game()
        nginx = FileNginx(folder, json.dumps(call(client, "getGameState", gameId=watched), separators=(",", ":")))
        with open(f"{folder}/state.lua", "w") as file:
            file.write(STATE % watched)
        for number in range(int(rounds)):
            results["nginx before state"].append(load(nginx, "/state.json", seconds))
            results["state"].append(load(server, "/smallworld", seconds, f"{folder}/state.lua"))
            games = [new_game(client, sid, f"{number}.{i}", corners, 2)[1] for i in range(MOVES_A_SECOND * int(seconds) // len(moves))]
            with open(f"{folder}/moves.lua", "w") as file:
                file.write(MOVES % (", ".join("{ %d, %d }" % tuple(sids) for sids in games),
                                    ", ".join(f"{{ {player}, '{text}' }}" for player, text in moves)))
            results["nginx before move"].append(load(nginx, "/state.json", seconds))
            before = moves_made(client)
            results["move"].append(load(server, "/smallworld", seconds, f"{folder}/moves.lua"))
            if moves_made(client) - before < 0.9 * results["move"][-1][0] * float(seconds):
                raise SystemExit("not every request was an accepted move")
    finally:
        server.stop()
        if nginx:
            nginx.stop()
        shutil.rmtree(folder)

    print(f"{'':6} {'req/s':>9} {'us CPU':>7}   {'nginx':>9} {'us CPU':>7}   ratio (medians)")
    for name in ("state", "move"):
        ours, theirs = results[name], results["nginx before " + name]
        ratio = statistics.median(a[0] / b[0] for a, b in zip(ours, theirs))
        middle = [statistics.median(column) for column in (*zip(*ours), *zip(*theirs))]
        print(f"{name:6} {middle[0]:9.0f} {middle[1]:7.1f}   {middle[2]:9.0f} {middle[3]:7.1f}   {ratio:.2f}")


if __name__ == "__main__":
    main(*asked(__doc__, 1))
