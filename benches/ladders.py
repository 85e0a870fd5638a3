#!/usr/bin/env python3
"""Does each level of the computer players beat the one below?

usage: ladders.py MEEPLE [GAMES [HIGHEST_LEVEL]]

Seats are rotated. A match ends early as soon as it is clear whether the higher
level is worth 60 % or only half of the points (70 Elo or none)."""
import json
import subprocess
import sys

LADDERS = ["santorini", "powerchess", "catan", "smallworld"]


def share(meeple, game, level, games):
    """Percent of the points of the higher level, and the number of games."""
    command = [meeple, "sim", game, "--seats", f"level:{level},level:{level - 1}", "--rotate", "--games", games, "--jobs", "2",
               "--sprt", "0,70", "--json"]
    result = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)
    return 100 * result["players"][0]["score"], result["games"]


def main():
    if len(sys.argv) < 2:
        raise SystemExit(__doc__)
    meeple, games = sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else "400"
    highest = int(sys.argv[3]) if len(sys.argv) > 3 else 5
    for game in LADDERS:
        shares = []
        for level in range(2, highest + 1):
            percent, played = share(meeple, game, level, games)
            shares.append(percent)
            print("%s: level %d against %d: %.1f %% of %d games" % (game, level, level - 1, percent, played), flush=True)
        print("%s, smallest step: %.1f" % (game, min(shares)), flush=True)


main()
