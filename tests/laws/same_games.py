#!/usr/bin/env python3
"""The same seed gives the same games: one digest of all moves for any number of
jobs and for any compiler.

usage: same_games.py MEEPLE [MEEPLE...]

The first binary plays with one job and with two, those of other compilers with
two. Another seed must give another digest, or the digest would say nothing."""
import json
import subprocess
import sys

GAMES = 200
MATCHES = [
    ("santorini", "--seats", "level:2,level:1", "--nodes", "60"),
    ("santorini", "--seats", "random,level:1,random", "--nodes", "40"),
    ("powerchess", "--seats", "level:2,level:1", "--nodes", "60"),
    ("catan", "--seats", "level:2,settler,level:1"),
    ("catan", "--seats", "level:5,level:3", "--nodes", "4", "--option", "points=4"),
    ("smallworld", "--seats", "level:2,level:1,random"),
    ("smallworld", "--seats", "level:5,level:4,level:3", "--nodes", "20"),
]


def digest(meeple, match, jobs, seed=1):
    command = [meeple, "sim", *match, "--games", str(GAMES), "--jobs", str(jobs), "--seed", str(seed), "--json"]
    return json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)["digest"]


def main():
    binaries, wrong = sys.argv[1:], 0
    if not binaries:
        raise SystemExit(__doc__)
    for match in MATCHES:
        digests = {digest(binaries[0], match, 1)} | {digest(meeple, match, 2) for meeple in binaries}
        other = digest(binaries[0], match, 2, seed=2)
        good = len(digests) == 1 and other not in digests
        wrong += not good
        print("%-60s %s %s" % (" ".join(match), " ".join(sorted(digests)), "ok" if good else "DIFFERS" if len(digests) > 1 else "SAME FOR ANOTHER SEED"))
    print(f"{len(MATCHES) - wrong} passed, {wrong} failed")
    return wrong > 0


sys.exit(main())
