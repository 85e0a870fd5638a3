#!/usr/bin/env python3
"""Checks that dependencies point one way and that rules are pure.

    deps.py includes ROOT           which folder includes which; who names a game
    deps.py purity ROOT OBJECTS     what the compiled rules reach for

The order is  cli > net, dialects, api > people > tables > hall > store > base
and  tables > game > base.  A game's folder is rules, except its dialect/
folder: that speaks the game's protocol and may see the rooms above. Rooms name
no game: only games.def does, and src/parts.c lists all parts.
"""

import os
import re
import subprocess
import sys

# Folder of src/ -> folders whose headers it may include, besides its own.
# "games/" stands for the rules of a game, "bot" for its computer players
# (bot*.c, which may use the searches of src/bots), "dialect" for its dialect
# folder, "parts" for the one file that lists all parts.
RULES = {"base", "game"}
STORE = {"base"}
HALL = {"base", "store"}
TABLES = HALL | {"hall", "game", "bots"}
PEOPLE = TABLES | {"tables"}
API = PEOPLE | {"people"}
MAY_SEE = {
    "base": set(),
    "game": {"base"},
    "games/": RULES,
    "bot": RULES | {"bots", "games/"},
    "bots": RULES,
    "store": STORE,
    "hall": HALL,
    "tables": TABLES,
    "people": PEOPLE,
    "api": API,
    "net": {"base", "hall"},
    "dialect": API | {"games/"},
    "parts": API | {"api"},
    "cli": API | {"api", "net", "games/", "dialect"},
}
NAMELESS = ("base", "game", "bots", "store", "hall", "tables", "people", "api", "net")  # folders that name no game
COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.DOTALL)
INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"]+)"', re.MULTILINE)

# What pure code may call: memory and text functions of the C library, and
# what the compiler makes of them.
LIBC = set(
    "memcpy memmove memset memcmp memchr strlen strcmp strncmp strchr strrchr strstr "
    "__memcpy_chk __memmove_chk __memset_chk __stack_chk_fail _GLOBAL_OFFSET_TABLE_".split()
)
COMPILER = re.compile(r"__[a-z]+[sdt]i[234]$")  # its arithmetic helpers, as __popcountdi2
PURE_BASE = ("base_buf", "base_err", "base_jout", "base_str", "game_move", "game_registry", "game_text", "game_refusal", "game_effect", "game_schema", "bots_rollout", "bots_tree")
CHANGING = re.compile(r"\.(data|bss|tdata|tbss)(\.(?!rel\.ro).*)?$|^COMMON$|^\*COM\*$")


def sources(root):
    """All C files below src/, as paths relative to it."""
    top = os.path.join(root, "src")
    for folder, _, names in os.walk(top):
        for name in sorted(names):
            if name.endswith((".c", ".h", ".def")):
                yield os.path.relpath(os.path.join(folder, name), top)


def layer(path):
    """The row of MAY_SEE for a file, and the folder that is its own."""
    parts = path.split("/")
    if path == "parts.c":
        return "parts", "parts"
    if parts[0] != "games":
        return parts[0], parts[0]
    row = "dialect" if parts[2] == "dialect" else "bot" if parts[2].startswith("bot") else "games/"
    return row, "/".join(parts[:2])


def read(root, path):
    with open(os.path.join(root, "src", path), encoding="utf-8") as file:
        return file.read()


def check_includes(root):
    problems = []
    for path in sources(root):
        row, own = layer(path)
        for target in INCLUDE.findall(read(root, path)):
            if "/" not in target or not os.path.exists(os.path.join(root, "src", target)):
                target = os.path.normpath(os.path.join(os.path.dirname(path), target))
            target_row, target_own = layer(target)
            upward = target_row == "dialect" and row in ("games/", "bot")
            if target_own == own and not upward:
                continue
            if upward or target_row not in MAY_SEE.get(row, ()) or (target_row == "games/" and target_own != own and row != "cli"):
                problems.append(f"src/{path} includes {target}: {row} must not see {target_row}")
    return problems


def game_names(root):
    return re.findall(r"^GAME\((\w+)\)", read(root, "game/games.def"), re.MULTILINE)


def check_names(root):
    names = game_names(root)
    if not names:
        return []
    regex = re.compile("|".join(names), re.IGNORECASE)
    problems = []
    for path in sources(root):
        if layer(path)[1] in NAMELESS and path != "game/games.def":
            hit = regex.search(COMMENT.sub("", read(root, path)))
            if hit:
                problems.append(f"src/{path} names a game: {hit.group(0)}")
    return problems


def symbols(path):
    """(name, is undefined, section) of an object file."""
    out = subprocess.run(["nm", "-f", "sysv", path], check=True, capture_output=True, text=True).stdout
    for line in out.splitlines():
        fields = [field.strip() for field in line.split("|")]
        if len(fields) == 7 and fields[0] != "Name":
            yield fields[0], fields[6] == "*UND*", fields[6]


def check_purity(root, objects):
    found = {name[: -len(".c.o")]: os.path.join(objects, name) for name in os.listdir(objects) if name.endswith(".c.o")}
    allowed = set(LIBC)
    for name in PURE_BASE:
        allowed |= {symbol for symbol, undefined, _ in symbols(found["src_" + name]) if not undefined}
    problems, checked = [], 0
    for game in sorted(os.listdir(os.path.join(root, "src/games"))):
        pure = [path for path in sources(root) if path.startswith(f"games/{game}/") and path.endswith(".c") and layer(path)[0] in ("games/", "bot")]
        own = set(allowed)
        for path in pure:
            own |= {symbol for symbol, undefined, _ in symbols(found[object_name(path)]) if not undefined}
        for path in pure:
            checked += 1
            problems += impurities(path, found[object_name(path)], own)
    if not checked:
        problems.append("no object file of a game was found")
    return problems


def object_name(path):
    return "src_" + path[: -len(".c")].replace("/", "_")


def impurities(path, file, allowed):
    problems = []
    for symbol, undefined, section in symbols(file):
        if undefined and symbol not in allowed and not COMPILER.match(symbol):
            problems.append(f"src/{path} reaches for {symbol}")
        elif CHANGING.search(section):
            problems.append(f"src/{path} keeps {symbol}, which can change, in {section}")
    return problems


def main():
    if sys.argv[1] == "includes":
        problems = check_includes(sys.argv[2]) + check_names(sys.argv[2])
    else:
        problems = check_purity(sys.argv[2], sys.argv[3])
    print("\n".join(problems) or f"{sys.argv[1]}: nothing to complain about")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
