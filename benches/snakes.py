#!/usr/bin/env python3
"""Does the server stay answerable while many players order and poll fights?

    benches/snakes.py [--meeple build/meeple] [--players 64] [--seconds 10] [--pause 50]

First the time of `whoami` on the idle server, then the same while all players challenge each other, ask for the fight
until it is there, look at it for --pause milliseconds and order the next. At the end every player's rating must follow from his fights, each booked once.

The players are threads of wrk, which cost less than the server; whoever asks `whoami` is a process of its own. All share the
cores.
"""
import argparse
import hashlib
import http.client
import json
import multiprocessing
import os
import re
import subprocess
import tempfile
import time
import urllib.parse

PROGRAM = {
    "ProgramDescription": "", "Templates[0]": "S", "Templates[1]": "S", "Templates[2]": "S", "Templates[3]": "S",
    "Maps[0][Description]": "", "Maps[0][HeadX]": 3, "Maps[0][HeadY]": 6, "Maps[0][Lines][0][X]": 0, "Maps[0][Lines][0][Y]": 0,
    "Maps[0][Lines][0][Line]": "Z4" * 35, "Maps[1][Description]": "", "Maps[1][HeadX]": 3, "Maps[1][HeadY]": 3,
    "Maps[1][Lines][0][X]": 3, "Maps[1][Lines][0][Y]": 4, "Maps[1][Lines][0][Line]": "S0",
}


def sha1(text):
    return hashlib.sha1(text.encode()).hexdigest()


class Player:
    def __init__(self, address, number):
        self.connection = http.client.HTTPConnection(address, timeout=60)
        self.login = f"player_{number}"
        self.post("/snakes/register", login=self.login, name=self.login, password="secret")
        data = self.ask("login data", Login=self.login)
        hashed = sha1(sha1(sha1(self.login + ":secret") + data["Salt"]) + str(data["Timestamp"]))
        reply = self.ask("login", Login=self.login, Timestamp=data["Timestamp"], Hash=hashed)
        self.id, self.sid = reply["PlayerId"], reply["Sid"]
        snake = self.ask("snake new", SnakeName="fighter", SnakeType="N", SkinId=1, **PROGRAM)["SnakeId"]
        self.ask("snake assign", SnakeId=snake)

    def post(self, path, **fields):
        self.connection.request("POST", path, urllib.parse.urlencode(fields), {"Content-Type": "application/x-www-form-urlencoded"})
        return json.loads(self.connection.getresponse().read())

    def ask(self, request, **fields):
        if hasattr(self, "sid"):
            fields["Sid"] = self.sid
        return self.post("/snakes/ajax", Request=request, **fields)


def percentile(times, part):
    return sorted(times)[min(len(times) - 1, int(len(times) * part))] * 1000


def watch(address, sid, seconds, times):
    connection, end, out = http.client.HTTPConnection(address, timeout=60), time.monotonic() + seconds, []
    while time.monotonic() < end:
        begun = time.monotonic()
        connection.request("POST", "/snakes/ajax", f"Request=whoami&Sid={sid}")
        connection.getresponse().read()
        out.append(time.monotonic() - begun)
        time.sleep(0.005)
    times.put(out)


class Watch:
    def __init__(self, address, player, seconds):
        self.times = multiprocessing.Queue()
        self.process = multiprocessing.Process(target=watch, args=(address, player.sid, seconds, self.times))
        self.process.start()

    def result(self):
        times = self.times.get()
        self.process.join()
        return times


FIGHTER = """
local ffi = require("ffi")
ffi.cdef("typedef struct { long s, ns; } moment; int clock_gettime(int, moment *);")
local moment = ffi.new("moment")
local function now()
    ffi.C.clock_gettime(1, moment)
    return tonumber(moment.s) + tonumber(moment.ns) / 1e9
end

local players = { PLAYERS }
local threads = 0
function setup(thread)
    threads = threads + 1
    thread:set("me", threads)
end

local headers = { ["Content-Type"] = "application/x-www-form-urlencoded" }
local order, fight, begun, notes
local function ask(body)
    return wrk.format("POST", "/snakes/ajax", headers, body .. "&Sid=" .. players[me][2])
end

function delay()
    return fight and 0 or PAUSE
end

function request()
    if fight then
        return ask("Request=fight+info&FightId=" .. fight)
    end
    if not notes then
        notes = io.open("FOLDER/" .. me, "w")
        notes:setvbuf("full")
        order = "Request=fight+challenge"
        for i = 0, 2 do
            order = order .. "&PlayerIds[" .. i .. "]=" .. players[(me + i) % #players + 1][1]
        end
    end
    return ask(order)
end

function response(status, headers, body)
    local kind = body:match('"Response":"([%w ]+)"')
    if not fight then
        fight, begun = body:match('"FightId":"(%d+)"'), now()
    elseif kind == "fight info" then
        notes:write(fight, " ", now() - begun)
        for before, after in body:gmatch('"InitialRating":(-?%d+),"FinalRating":(-?%d+)') do
            notes:write(" ", after - before)
        end
        notes:write("\\n")
        notes:flush()
        fight = nil
    end
end
"""


class Fights:
    """All players challenge the next three again and again: one thread of wrk for each."""

    def __init__(self, address, players, seconds, pause, folder):
        self.players, self.folder = players, folder
        rows = ", ".join(f'{{ "{p.id}", "{p.sid}" }}' for p in players)
        with open(f"{folder}/fighter.lua", "w") as file:
            file.write(FIGHTER.replace("PLAYERS", rows).replace("FOLDER", folder).replace("PAUSE", str(pause)))
        n = len(players)
        self.process = subprocess.Popen(["wrk", f"-t{n}", f"-c{n}", f"-d{seconds}", "--timeout", "30", "-s", f"{folder}/fighter.lua", f"http://{address}/"],
                                        stdout=subprocess.PIPE, text=True)

    def finish(self):
        """Waits for the end; the fights' waiting times, and what each changed of whose rating."""
        text = self.process.communicate()[0]
        if self.process.returncode or "Non-2xx" in text:
            raise SystemExit(text)
        waits, changes = [], {}
        for i, player in enumerate(self.players):
            owners = [self.players[(i + k) % len(self.players)].id for k in range(4)]
            with open(f"{self.folder}/{i + 1}") as file:
                for line in file:
                    fight, wait, *change = line.split()
                    waits.append(float(wait))
                    changes[fight] = list(zip(owners, map(int, change)))
            # The answer that was under way when wrk stopped.
            pending = player.ask("whoami")["FightId"]
            for last in [pending] if pending else [f["FightId"] for f in player.ask("fight list", FightListType="ordered")["FightList"][:1]]:
                if last not in changes:
                    stats = player.ask("fight info", FightId=last)["SnakeStats"]
                    changes[last] = list(zip(owners, (s["FinalRating"] - s["InitialRating"] for s in stats)))
        return waits, changes


def booked_once(changes, ratings):
    """Do all changes together make up the players' ratings? One lost or made twice would be missing or too much."""
    sums = dict.fromkeys(ratings, 0)
    for fight in changes.values():
        for player, change in fight:
            sums[player] += change
    return sums == ratings


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--meeple", default="build/meeple")
    parser.add_argument("--players", type=int, default=64)
    parser.add_argument("--seconds", type=int, default=10)
    parser.add_argument("--pause", type=int, default=50, help="milliseconds; with 0 the two sides together take all there is of two cores")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        server = subprocess.Popen(
            [os.path.abspath(options.meeple), "serve", "--listen", "127.0.0.1:0", "--santorini", "127.0.0.1:0",
             "--store", f"sqlite:{folder}/bench.db", "--test-mode"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        try:
            address = re.search(r"http=(\S+)", server.stdout.readline()).group(1)
            players = [Player(address, i) for i in range(options.players)]
            watcher = Player(address, options.players)
            idle = Watch(address, watcher, options.seconds).result()
            fights = Fights(address, players, options.seconds, options.pause, folder)
            loaded = Watch(address, watcher, options.seconds).result()
            waits, changes = fights.finish()
            once = booked_once(changes, {p.id: p.ask("whoami")["Rating"] for p in players})
        finally:
            server.terminate()
            server.wait()
    print(f"{options.players} players, {len(waits)} fights in {options.seconds} s: {len(waits) / options.seconds:.0f} fights/s")
    print(f"longest wait for a fight {max(waits) * 1000:.0f} ms, median {percentile(waits, 0.5):.0f} ms")
    print(f"whoami median: idle {percentile(idle, 0.5):.2f} ms, under load {percentile(loaded, 0.5):.2f} ms")
    print(f"whoami p99: idle {percentile(idle, 0.99):.2f} ms, under load {percentile(loaded, 0.99):.2f} ms, "
          f"ratio {percentile(loaded, 0.99) / percentile(idle, 0.99):.1f}")
    print("ratings: every fight booked once" if once else "RATINGS DO NOT FOLLOW FROM THE FIGHTS")
    return 0 if once else 1


if __name__ == "__main__":
    raise SystemExit(main())
