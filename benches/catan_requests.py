#!/usr/bin/env python3
"""How many turns of Catan does the server keep in a second, through its
published protocol, beside nginx answering a constant?

usage: catan_requests.py MEEPLE [ROUNDS [SECONDS]]

wrk sends rollDice and endTurn over 64 kept-alive connections, round and round
many tables of two players; after a seven it also moves the robber and declines
to steal. Every one of these is answered after it was committed to disk. The
settlements stand on corners of one tile each, so that nobody has eight cards
to discard; a table where somebody has is left out from then on. Rounds
alternate with nginx, which is sent the same and answers with the bytes of a
rollDice reply. If not nearly every request became a move in the journal the run
fails."""
import http.client
import json
import shutil
import statistics
import sys
import tempfile

from asked import asked
from http_beside_nginx import Nginx, Server, load

TABLES = 1500  # a table's next request is sent long after its last one was answered, also when the disk stalls
PLACES = ((0, 25, 24), (1, 45, 44), (1, 51, 50), (0, 38, 37))  # player, settlement, end of the road
MANAGER = {"username": "catan", "password": "catan"}

SCRIPT = """local tables = { %s }
local by_player, i = {}, -2
for _, t in ipairs(tables) do by_player[t[2]], by_player[t[3]] = t, t end

local function ask(t, command, arguments)
  return wrk.format("POST", "/Catan/userRequest/", nil, '{"gameId":"' .. t[1] .. '","playerId":"' .. t[2 + t.turn] ..
    '","command":"' .. command .. '","arguments":' .. arguments .. '}')
end

function request()
  i = i + 1
  if i < 0 then return wrk.format("GET", "/healthz") end -- wrk tries the function once without sending
  local t = tables[i %% #tables + 1]
  while t.dead do i = i + 1; t = tables[i %% #tables + 1] end
  t.turn = t.turn or 0
  if not t.step then t.step = "roll" return ask(t, "rollDice", "null") end
  if t.seven and t.step == "roll" then
    t.step, t.robber = "robber", ((t.robber or 0) + 1) %% 7
    return ask(t, "moveRobber", '{"tile":' .. t.robber .. '}')
  end
  if t.step == "robber" then t.step = "steal" return ask(t, "stealResource", '{"answer":"no"}') end
  local text = ask(t, "endTurn", "null")
  t.turn, t.step, t.seven = 1 - t.turn, nil, false
  return text
end

function response(status, headers, body)
  local player = body:match('"player_0":"(%%w+)","lumber_0"')
  local t = player and by_player[player]
  if t then
    t.seven = body:find("is seven", 1, true) ~= nil
    t.dead = body:find('Discard_%%d":[1-9]') ~= nil
  end
end
"""


def call(client, door, body):
    client.request("POST", f"/Catan/{door}Request/", json.dumps(body))
    reply = json.loads(client.getresponse().read())
    if reply["code"] != 200:
        raise SystemExit(f"{body}: {reply}")
    return reply["arguments"]


def new_table(client):
    """A game after its opening: [gameId, playerId, playerId]."""
    def manage(command, **arguments):
        return call(client, "manager", {**MANAGER, "command": command, "arguments": arguments})

    game = manage("newGame", scenario="SettlersOfCatan")["gameId"]
    manage("setMaxPlayers", gameId=game, maxPlayers=3)
    players = [manage("addPlayer", gameId=game)["playerId"] for _ in range(2)]
    manage("startGame", gameId=game)
    for player, settlement, end in PLACES:
        who = {"gameId": game, "playerId": players[player]}
        call(client, "user", {**who, "command": "buildSettlement", "arguments": {"intersection": settlement}})
        call(client, "user", {**who, "command": "buildRoad", "arguments": {"start": settlement, "end": end}})
    return [game, *players]


def journaled(client):
    client.request("GET", "/metrics")
    text = client.getresponse().read().decode()
    return sum(float(line.split()[-1]) for line in text.splitlines() if line.startswith("meeple_hall_moves_total"))


def main(program, rounds=3, seconds=2):
    folder = tempfile.mkdtemp(prefix="bench-catan-")
    server = Server(program, f"{folder}/bench.db")
    nginx, ours, theirs, kept = None, [], [], []
    try:
        client = http.client.HTTPConnection("127.0.0.1", server.port)
        table = new_table(client)
        roll = call(client, "user", {"gameId": table[0], "playerId": table[1], "command": "rollDice", "arguments": None})
        nginx = Nginx(folder, {"code": 200, "status": "The dice sum is not seven.", "arguments": roll})
        for _ in range(int(rounds)):
            rows = ['{ "' + '", "'.join(new_table(client)) + '" }' for _ in range(TABLES)]
            with open(f"{folder}/turns.lua", "w") as file:
                file.write(SCRIPT % ", ".join(rows))
            theirs.append(load(nginx, "/", seconds, f"{folder}/turns.lua"))
            before = journaled(client)
            ours.append(load(server, "/", seconds, f"{folder}/turns.lua"))
            kept.append((journaled(client) - before) / float(seconds))
            if kept[-1] < 0.9 * ours[-1][0]:
                raise SystemExit(f"only {kept[-1]:.0f} of {ours[-1][0]:.0f} requests a second were accepted moves")
    finally:
        server.stop()
        if nginx:
            nginx.stop()
        shutil.rmtree(folder)

    middle = [statistics.median(column) for column in (*zip(*ours), *zip(*theirs))]
    ratio = statistics.median(a[0] / b[0] for a, b in zip(ours, theirs))
    print(f"catan: {middle[0]:.0f} requests/s ({middle[1]:.1f} us CPU each), {statistics.median(kept):.0f} moves/s kept on disk;"
          f" nginx {middle[2]:.0f} requests/s ({middle[3]:.1f} us); ratio {ratio:.2f}")


if __name__ == "__main__":
    main(*asked(__doc__, 1))
