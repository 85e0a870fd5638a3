#!/usr/bin/env python3
"""Runs the commands that the documents show.

    tests/docs/run.py --meeple build/meeple [DOCUMENT...]

Every block fenced as ```sh of README.md and docs/*.md is run by bash, the
blocks of one document in order and in one shell, so that later ones can use
the variables of earlier ones. ./start is replaced: it starts the given binary
on a free port, which takes the place of 8080, with a store in a temporary
folder; `meeple` alone is that binary, too. ./check and ./bench are not run from within
themselves, and what would change the machine (meson, systemctl, adduser) does nothing
here: tests/docs/operate.py installs for real. A request that is answered with an
error fails its block. Links to files must lead somewhere. Commands stand in
such blocks only: an indented block that begins with a command is an error.

A document whose commands change the source (ADD-A-GAME.md) is followed in a
copy of it, where ./start really builds.
"""

import argparse
import glob
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PRELUDE = r"""
set -e -o pipefail
curl() { command curl --fail-with-body --silent --show-error "$@"; }
./start() { if [ "${1-}" = --build-only ]; then BUILD; else SERVE "$@"; fi; }
./check() { :; }
./bench() { :; }
meson() { :; }
systemctl() { :; }
adduser() { :; }
meeple() { MEEPLE_BINARY "$@"; }
SERVE() {
    MEEPLE_BINARY serve "$@" >ready.txt 2>log.txt &
    for i in $(seq 100); do grep -q ready ready.txt && return 0; sleep 0.1; done
    cat log.txt; return 1
}
trap 'kill $(jobs -p) 2>/dev/null || :' EXIT
"""


def blocks(text):
    """(line number, commands) of each ```sh block."""
    for hit in re.finditer(r"^```sh\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
        yield text.count("\n", 0, hit.start()) + 1, hit.group(1)


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def copy_source(folder):
    """Everything but what builds and tests leave behind."""
    ignore = shutil.ignore_patterns("build", "build-*", ".git", "node_modules", "data", "__pycache__")
    shutil.copytree(ROOT, folder, ignore=ignore, dirs_exist_ok=True)


def run_blocks(path, text, meeple):
    """Problems of a document's commands, and how many blocks went well."""
    found = list(blocks(text))
    if not found:
        return [], 0
    port = free_port()
    changes_source = "src/games/" in "".join(commands for _, commands in found)
    if changes_source:
        meeple = "build/meeple"
    script = PRELUDE.replace("MEEPLE_BINARY", meeple).replace("BUILD", "command ./start --build-only" if changes_source else ":")
    for line, commands in found:
        commands = commands.replace(":8080", f":{port}").replace("build/meeple", meeple)
        script += f"printf '\\n@@ {line}\\n'\n{commands}\n"
    script += "printf '\\n@@ end\\n'\n"
    folder = tempfile.mkdtemp(prefix="docs-")
    if changes_source:
        copy_source(folder)
    else:
        shutil.copytree(os.path.join(ROOT, "examples"), os.path.join(folder, "examples"))
    environment = dict(os.environ, MEEPLE_STORE=f"sqlite:{folder}/meeple.db", MEEPLE_LISTEN=f"127.0.0.1:{port}", MEEPLE_SANTORINI="127.0.0.1:0")
    try:
        done = subprocess.run(["bash", "-c", script], cwd=folder, env=environment, capture_output=True, text=True, timeout=600)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    reached = re.findall(r"^@@ (\w+)$", done.stdout, re.MULTILINE)
    if reached[-1:] == ["end"]:
        return [], len(found)
    at = reached[-1] if reached else "?"
    return [f"{path}:{at}: the block fails: {(done.stdout.rsplit('@@', 1)[-1] + done.stderr)[-800:]}"], max(0, len(reached) - 1)


def check_links(path, text):
    problems = []
    for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)", text):
        if "://" not in target and not os.path.exists(os.path.join(ROOT, os.path.dirname(path), target)):
            problems.append(f"{path}: the link to {target} leads nowhere")
    return problems


def check_fences(path, text):
    """Commands that nobody runs."""
    found = re.findall(r"^    (?:\$ |(?:meeple|meson|build/meeple|curl|\./\w+) ).*$", re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL), re.MULTILINE)
    return [f"{path}: this command is in no ```sh block: {line.strip()}" for line in found]


def main():
    parser = argparse.ArgumentParser(description="Runs the commands that the documents show.")
    parser.add_argument("--meeple", default="build/meeple")
    parser.add_argument("documents", nargs="*")
    settings = parser.parse_args()
    meeple = os.path.abspath(settings.meeple)
    os.chdir(ROOT)
    passed, problems = 0, []
    for path in settings.documents or ["README.md"] + sorted(glob.glob("docs/*.md")):
        with open(path, encoding="utf-8") as file:
            text = file.read()
        failures, count = run_blocks(path, text, meeple)
        loose = check_links(path, text) + check_fences(path, text)
        passed += count + (not loose)
        problems += failures + loose
    print("\n".join(problems))
    print(f"{passed} passed, {len(problems)} failed")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
