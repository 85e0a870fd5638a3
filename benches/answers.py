#!/usr/bin/env python3
"""Do computer players answer in time when many are asked at once, and does the hall still answer?

usage: answers.py MEEPLE [SECONDS [TABLES [ROUNDS [OTHER_MEEPLE]]]]

TABLES (20) tables, of all games in turn, where level 5 plays itself without pauses. The time of an answer is that between two events of a
table's journal; its limit is a second. Beside them somebody reads a table every few milliseconds, before and while they think.
With a second program both take turns."""
import http.client
import multiprocessing
import os
import shutil
import tempfile
import time

from asked import asked
from http_beside_nginx import Server

GAMES = ["santorini", "powerchess", "catan", "smallworld"]
PAUSE = 0.005  # between two reads
PAGE = 200  # events


def percentile(values, part):
    return sorted(values)[min(len(values) - 1, int(len(values) * part))]


def read(port, table, seconds, times):
    connection, end, out = http.client.HTTPConnection("127.0.0.1", port, timeout=60), time.monotonic() + seconds, []
    while time.monotonic() < end:
        begun = time.monotonic()
        connection.request("GET", f"/api/v1/tables/{table}")
        connection.getresponse().read()
        out.append((time.monotonic() - begun) * 1000)
        time.sleep(PAUSE)
    times.put(out)


def reads(server, table, seconds):
    """Milliseconds of each."""
    times = multiprocessing.Queue()
    reader = multiprocessing.Process(target=read, args=(server.port, table, seconds, times))
    reader.start()
    out = times.get()
    reader.join()
    return out


def answers(server, table):
    """Milliseconds from each event to the move that follows it."""
    events, page = [], [None]
    while page:
        page = server.call("GET", f"/tables/{table}/journal?from={len(events)}&limit={PAGE}")["events"]
        events += page
    return [after["at"] - before["at"] for before, after in zip(events, events[1:]) if after["kind"] == "moved"]


def measure(program, seconds, tables):
    folder = tempfile.mkdtemp(prefix="bench-answers-")
    server = Server(program, f"{folder}/meeple.db")
    try:
        tokens = server.guests()
        quiet = server.open_table(tokens)
        idle = reads(server, quiet, seconds)
        thinking = [server.call("POST", "/tables", {"game": GAMES[i % len(GAMES)], "seats": 2, "bots": ["level:5", "level:5"]}, tokens[0])["id"]
                    for i in range(tables)]
        busy = reads(server, quiet, seconds)
        took = [ms for table in thinking for ms in answers(server, table)]
    finally:
        server.stop()
        shutil.rmtree(folder, ignore_errors=True)
    idle, busy = percentile(idle, 0.99), percentile(busy, 0.99)
    print(f"{tables} tables of level 5: {len(took)} answers, median {percentile(took, 0.5)} ms, p99 {percentile(took, 0.99)} ms, longest {max(took)} ms;"
          f" read p99 {busy:.2f} ms, idle {idle:.2f} ms, ratio {busy / idle:.2f}; load {os.getloadavg()[0]:.1f}", flush=True)


def main(meeple, seconds=10, tables=20, rounds=1, other=None):
    for _ in range(int(rounds)):
        for program in [meeple, other] if other else [meeple]:
            measure(program, int(seconds), int(tables))


if __name__ == "__main__":
    main(*asked(__doc__, 1))
