#!/usr/bin/env python3
"""Stockfish's scores of positions, for benches/chess_fit.py.

usage: chess_scores.py [NODES] < POSITIONS > SCORED

A line in is a FEN, a line out FEN;SCORE, for White in hundredths of a pawn.
Positions that are as good as decided are left out."""
import subprocess
import sys

from stockfish import PROGRAM

DECIDED = 1500


def main():
    nodes = sys.argv[1] if len(sys.argv) > 1 else "1500"
    fish = subprocess.Popen([PROGRAM], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
    fish.stdin.write("setoption name Hash value 4\n")
    for fen in sys.stdin:
        fen, score = fen.strip(), None
        fish.stdin.write("position fen %s\ngo nodes %s\n" % (fen, nodes))
        fish.stdin.flush()
        for line in fish.stdout:
            if " score cp " in line:
                score = int(line.split(" score cp ")[1].split()[0])
            elif " score mate " in line:
                score = None
            elif line.startswith("bestmove"):
                break
        if score is not None and abs(score) <= DECIDED:
            print("%s;%d" % (fen, score if fen.split()[1] == "w" else -score))
    fish.communicate("quit\n", timeout=10)


main()
