#!/usr/bin/env python3
"""How fast do Santorini's rules count turns, beside stockfish's `go perft`?

usage: perft_santorini.py BENCH_PERFT_SANTORINI [STOCKFISH] [ROUNDS]

Both count in alternating rounds of one run: Santorini from the usual start, with
and without gods; stockfish from the opening position. The medians of nodes per
second and their ratio are printed."""
import re
import statistics
import subprocess
import sys

from asked import asked
from stockfish import PROGRAM, Stockfish

GAMES = [
    ("no gods", ["4"]),
    ("Atlas, Athena", ["3", "Atlas", "Athena"]),
    ("Artemis, Hades", ["3", "Artemis", "Hades"]),
    ("Hestia, Urania", ["3", "Hestia", "Urania"]),
]
FISH_DEPTH = 6


def ours(program, arguments):
    text = subprocess.run([program, *arguments], check=True, capture_output=True, text=True).stdout
    nodes, seconds = re.search(r"nodes (\d+) seconds ([\d.]+)", text).groups()
    return int(nodes) / max(float(seconds), 0.001)


def main():
    program = sys.argv[1]
    fish = Stockfish(sys.argv[2] if len(sys.argv) > 2 else PROGRAM)
    rounds = int(sys.argv[3]) if len(sys.argv) > 3 else 5
    speeds = {name: [] for name, _ in GAMES}
    theirs = []
    for _ in range(rounds):
        for name, arguments in GAMES:
            speeds[name].append(ours(program, arguments))
        nodes, seconds = fish.perft("startpos", FISH_DEPTH)
        theirs.append(nodes / seconds)
    fish.close()
    beside = statistics.median(theirs)
    print(f"stockfish, start position, depth {FISH_DEPTH}: {beside / 1e6:.1f} M/s")
    for name, arguments in GAMES:
        speed = statistics.median(speeds[name])
        print(f"santorini, {name}, depth {arguments[0]}: {speed / 1e6:.1f} M/s, ratio {speed / beside:.2f}")


if __name__ == "__main__":
    asked(__doc__, 1)
    main()
