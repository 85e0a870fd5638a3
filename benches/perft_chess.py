#!/usr/bin/env python3
"""How fast does our generator count chess moves, beside stockfish's `go perft`?

usage: perft_chess.py BENCH_PERFT_CHESS [STOCKFISH] [ROUNDS]

Both count the same positions in alternating rounds of one run; the medians of
nodes per second and their ratio are printed. The counts must agree."""
import re
import statistics
import subprocess
import sys

from asked import asked
from stockfish import PROGRAM, Stockfish

POSITIONS = [
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 6),
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 5),
    ("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 5),
]


def ours(program, fen, depth):
    text = subprocess.run([program, str(depth), fen], check=True, capture_output=True, text=True).stdout
    nodes, seconds = re.search(r"nodes (\d+) seconds ([\d.]+)", text).groups()
    return int(nodes), float(seconds)


def main():
    program = sys.argv[1]
    fish = Stockfish(sys.argv[2] if len(sys.argv) > 2 else PROGRAM)
    rounds = int(sys.argv[3]) if len(sys.argv) > 3 else 5
    ratios = []
    for fen, depth in POSITIONS:
        a, b = [], []
        for _ in range(rounds):
            nodes, seconds = ours(program, fen, depth)
            a.append(nodes / seconds)
            theirs, seconds = fish.perft("fen " + fen, depth)
            b.append(theirs / seconds)
            if nodes != theirs:
                raise SystemExit("counts differ: %d and %d at %s" % (nodes, theirs, fen))
        ratios.append(statistics.median(a) / statistics.median(b))
        print("%-72s depth %d  ours %6.1f M/s  stockfish %6.1f M/s  ratio %.2f"
              % (fen, depth, statistics.median(a) / 1e6, statistics.median(b) / 1e6, ratios[-1]))
    fish.close()
    print("median ratio %.2f" % statistics.median(ratios))


if __name__ == "__main__":
    asked(__doc__, 1)
    main()
