#!/usr/bin/env python3
"""Proves that deps.py fails when a law is broken: small source trees, each
with one offence, and one without."""

import os
import subprocess
import sys
import tempfile

import deps

GOOD = {
    "game/games.def": "GAME(chess)\n",
    "base/buf.h": "/* used by chess */\n",
    "game/game.h": '#include "base/buf.h"\n',
    "store/store.h": '#include "base/buf.h"\n',
    "hall/hall.h": '#include "store/store.h"\n',
    "tables/table.h": '#include "hall/hall.h"\n#include "game/game.h"\n',
    "people/account.h": '#include "tables/table.h"\n',
    "api/api.c": '#include "people/account.h"\n',
    "parts.c": '#include "api/api.c"\n#include "game/games.def"\n',
    "net/door.c": '#include "hall/hall.h"\n',
    "games/chess/board.h": '#include "game/game.h"\n',
    "games/chess/rules.c": '#include "games/chess/board.h"\n#include "board.h"\n',
    "games/chess/dialect/wire.c": '#include "hall/hall.h"\n#include "games/chess/board.h"\n',
    "cli/main.c": '#include "net/door.c"\n',
}
INCLUDE_OFFENCES = {
    "base sees game": ("base/buf.h", '#include "game/game.h"\n'),
    "game sees store": ("game/game.h", '#include "store/store.h"\n'),
    "store sees hall": ("store/store.h", '#include "hall/hall.h"\n'),
    "hall sees a table": ("hall/hall.h", '#include "tables/table.h"\n'),
    "tables see people": ("tables/table.h", '#include "people/account.h"\n'),
    "people see the API": ("people/account.h", '#include "api/api.c"\n'),
    "api names a game": ("api/api.c", "int chess_games;\n"),
    "hall sees net": ("hall/hall.h", '#include "net/door.c"\n'),
    "hall sees a game": ("hall/hall.h", '#include "games/chess/board.h"\n'),
    "rules see hall": ("games/chess/rules.c", '#include "hall/hall.h"\n'),
    "rules see their dialect": ("games/chess/rules.c", '#include "games/chess/dialect/wire.c"\n'),
    "rules see another game": ("games/go/rules.c", '#include "games/chess/board.h"\n'),
    "dialect sees net": ("games/chess/dialect/wire.c", '#include "net/door.c"\n'),
    "net names a game": ("net/door.c", 'static const char *const path = "/Chess";\n'),
    "hall names a game": ("hall/hall.h", "extern int chess_game;\n"),
}
PURE = "#include <string.h>\nint f(const char *s) { static const char *const t[] = { \"a\", \"b\" }; return strcmp(s, t[s[0] & 1]); }\n"
PURITY_OFFENCES = {
    "allocates": "#include <stdlib.h>\nvoid *f(void) { return malloc(strlen(getenv(\"A\"))); }\n",
    "reads the clock": "#include <time.h>\nlong f(void) { return time(0); }\n",
    "prints": "#include <stdio.h>\nvoid f(void) { puts(\"x\"); }\n",
    "counts calls": "int f(void) { static int n; return ++n; }\n",
    "starts from a number": "int n = 7;\nint f(void) { return ++n; }\n",
    "keeps it per thread": "_Thread_local int n;\nint f(void) { return ++n; }\n",
}


def tree(folder, files):
    for path, text in files.items():
        full = os.path.join(folder, "src", path)
        os.makedirs(os.path.dirname(full), exist_ok=True)
        with open(full, "w") as file:
            file.write(text)


def include_problems(files):
    with tempfile.TemporaryDirectory() as folder:
        tree(folder, files)
        return deps.check_includes(folder) + deps.check_names(folder)


def purity_problems(text):
    with tempfile.TemporaryDirectory() as folder:
        tree(folder, {"games/chess/rules.c": text, "games/chess/dialect/wire.c": PURITY_OFFENCES["prints"]})
        objects = os.path.join(folder, "objects")
        os.mkdir(objects)
        for name in deps.PURE_BASE:
            compile_to(os.path.join(objects, f"src_{name}.c.o"), "int unused_%s;\n" % name)
        compile_to(os.path.join(objects, "src_games_chess_rules.c.o"), "#include <string.h>\n" + text)
        return deps.check_purity(folder, objects)


def compile_to(path, text):
    subprocess.run(["cc", "-O2", "-fPIC", "-x", "c", "-c", "-o", path, "-"], input=text, text=True, check=True)


def main():
    failed = []
    if include_problems(GOOD):
        failed.append(f"a good tree: {include_problems(GOOD)}")
    for name, (path, text) in INCLUDE_OFFENCES.items():
        if not include_problems({**GOOD, path: GOOD.get(path, "") + text}):
            failed.append(f"{name}: not found")
    if purity_problems(PURE):
        failed.append(f"pure code: {purity_problems(PURE)}")
    for name, text in PURITY_OFFENCES.items():
        if not purity_problems(text):
            failed.append(f"{name}: not found")
    print("\n".join(failed) or f"{len(INCLUDE_OFFENCES) + len(PURITY_OFFENCES)} offences found")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
