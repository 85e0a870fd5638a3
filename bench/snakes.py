#!/usr/bin/env python3
"""Does the server stay answerable while many players order and poll fights?

    bench/snakes.py [--meeple build/meeple] [--players 64] [--seconds 10]

First the time of `whoami` on the idle server, then the same while all players challenge each other and ask for their
fights without pause. At the end every player's rating must follow from his fights, each booked once.

The players are threads of one process: they keep one core busy by themselves. The server and the one who asks `whoami` are
processes with sessions of their own, as they have in life, so that Linux shares the cores out among the three and none
waits behind the players' threads.
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
import threading
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
    os.setsid()
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


class Fighter(threading.Thread):
    """Challenges three others again and again."""

    def __init__(self, player, others, end):
        super().__init__()
        self.player, self.others, self.end = player, others, end
        self.waits, self.booked = [], []

    def run(self):
        names = {f"PlayerIds[{i}]": other.id for i, other in enumerate(self.others)}
        while time.monotonic() < self.end:
            fight = self.player.ask("fight challenge", **names)["FightId"]
            begun = time.monotonic()
            reply = self.player.ask("fight info", FightId=fight)
            while reply["Response"] == "fight delayed":
                reply = self.player.ask("fight info", FightId=fight)
            self.waits.append(time.monotonic() - begun)
            stats = reply["SnakeStats"]
            self.booked.append((int(fight), [(s["PlayerId"], t["InitialRating"], t["FinalRating"]) for s, t in zip(reply["Snakes"], stats)]))


def chained(bookings, ratings):
    """Do the changes of each player, in some order, lead from 0 to his rating, each used once?"""
    steps = {player: [] for player in ratings}
    for _, owners in bookings:
        for player, before, after in owners:
            steps[player].append((before, after))
    # Sums are enough: a booking lost or made twice would leave a gap between them.
    return all(sum(after - before for before, after in changes) == ratings[player] for player, changes in steps.items())


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--meeple", default="build/meeple")
    parser.add_argument("--players", type=int, default=64)
    parser.add_argument("--seconds", type=float, default=10)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        server = subprocess.Popen(
            [os.path.abspath(options.meeple), "serve", "--listen", "127.0.0.1:0", "--santorini", "127.0.0.1:0",
             "--store", f"sqlite:{folder}/bench.db", "--test-mode"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
            start_new_session=True)
        try:
            address = re.search(r"http=(\S+)", server.stdout.readline()).group(1)
            players = [Player(address, i) for i in range(options.players)]
            watcher = Player(address, options.players)
            idle = Watch(address, watcher, options.seconds / 2).result()
            end = time.monotonic() + options.seconds
            fighters = [Fighter(p, [players[(i + k) % len(players)] for k in (1, 2, 3)], end) for i, p in enumerate(players)]
            watched = Watch(address, watcher, options.seconds)
            for fighter in fighters:
                fighter.start()
            for fighter in fighters:
                fighter.join()
            loaded = watched.result()
            waits = [wait for fighter in fighters for wait in fighter.waits]
            bookings = [booked for fighter in fighters for booked in fighter.booked]
            ratings = {p.id: p.ask("whoami")["Rating"] for p in players}
        finally:
            server.terminate()
            server.wait()
    print(f"{options.players} players, {len(waits)} fights in {options.seconds:.0f} s: {len(waits) / options.seconds:.0f} fights/s")
    print(f"longest wait for a fight {max(waits) * 1000:.0f} ms, median {percentile(waits, 0.5):.0f} ms")
    print(f"whoami median: idle {percentile(idle, 0.5):.2f} ms, under load {percentile(loaded, 0.5):.2f} ms")
    print(f"whoami p99: idle {percentile(idle, 0.99):.2f} ms, under load {percentile(loaded, 0.99):.2f} ms, "
          f"ratio {percentile(loaded, 0.99) / percentile(idle, 0.99):.1f}")
    print("ratings: every fight booked once" if chained(bookings, ratings) else "RATINGS DO NOT FOLLOW FROM THE FIGHTS")
    return 0 if chained(bookings, ratings) else 1


if __name__ == "__main__":
    raise SystemExit(main())
