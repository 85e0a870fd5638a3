#!/usr/bin/env python3
"""How fast do the computer players think, and how fast is stockfish on the same machine?

usage: thinking.py MEEPLE [STOCKFISH]

Level 5 plays itself, MOVES moves of a game; its own count of nodes (positions, or playouts) over the time its moves took, in one
process. Stockfish runs its own `bench`, with one thread."""
import json
import re
import subprocess

from asked import asked
from stockfish import PROGRAM

GAMES = {"powerchess": 40, "santorini": 40, "catan": 60, "smallworld": 12}


def think(meeple, game, moves):
    """Nodes a second of level 5."""
    command = [meeple, "sim", game, "--seats", "level:5,level:5", "--games", "1", "--moves", str(moves), "--json"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600)
    if done.returncode:
        raise SystemExit(f"meeple sim {game}: {done.stderr.strip() or 'ended by itself'}")
    result = json.loads(done.stdout)
    spent = sum(player["moves"] * ms for player, ms in zip(result["players"], result["timing"]["ms_per_move"])) / 1000
    return sum(player["nodes"] for player in result["players"]) / max(spent, 1e-9)


def stockfish(program):
    done = subprocess.run([program, "bench", "16", "1", "10"], capture_output=True, text=True, timeout=600)
    return float(re.search(r"Nodes/second\s*: (\d+)", done.stderr + done.stdout).group(1))


def main(meeple, fish=PROGRAM):
    reference = stockfish(fish)
    print(f"stockfish: {reference:.0f} nodes/s")
    for game, moves in GAMES.items():
        speed = think(meeple, game, moves)
        print(f"{game}: {speed:.0f} nodes/s, ratio to stockfish {speed / reference:.3f}", flush=True)


if __name__ == "__main__":
    main(*asked(__doc__, 1))
