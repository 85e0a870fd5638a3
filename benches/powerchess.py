#!/usr/bin/env python3
"""Starts a server with an SQLite store in a temporary folder and runs
bench_powerchess against it.

usage: powerchess.py MEEPLE BENCH_POWERCHESS [GAMES [RATE [SECONDS]]]"""
import resource
import subprocess
import sys
import tempfile

from asked import asked
from http_beside_nginx import Server


def main(meeple, bench, *numbers):
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    with tempfile.TemporaryDirectory() as folder:
        server = Server(meeple, f"{folder}/bench.db")
        try:
            subprocess.run([bench, "127.0.0.1", str(server.port), str(server.process.pid), *numbers], check=True, timeout=600)
        finally:
            server.stop()


if __name__ == "__main__":
    main(*asked(__doc__, 2))
