#!/usr/bin/env python3
"""Starts a server with an SQLite store in a temporary folder and runs
bench_powerchess against it.

usage: powerchess.py MEEPLE BENCH_POWERCHESS [GAMES [RATE [SECONDS]]]"""
import os
import resource
import subprocess
import sys
import tempfile


def main():
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    with tempfile.TemporaryDirectory() as folder:
        server = subprocess.Popen(
            [os.path.abspath(sys.argv[1]), "serve", "--test-mode", "--listen", "127.0.0.1:0", "--santorini", "127.0.0.1:0",
             "--store", "sqlite:%s/bench.db" % folder],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, cwd=folder)
        try:
            host, port = server.stdout.readline().split("http=")[1].split()[0].split(":")
            subprocess.run([sys.argv[2], host, port] + sys.argv[3:], check=True, timeout=300)
        finally:
            server.terminate()
            server.wait(timeout=60)


main()
