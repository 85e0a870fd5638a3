#!/usr/bin/env python3
"""One machine needs nothing of PostgreSQL.

    tests/nodes/alone.py --meeple build/meeple

The program is not linked to libpq. Where that cannot be loaded (here: a file of
its name with nothing in it comes first) a server on SQLite starts, answers and
ends as ever, and the commands for several nodes say what is missing.
"""

import argparse
import http.client
import os
import re
import subprocess
import sys
import tempfile


def check_not_linked(meeple, _):
    linked = subprocess.run(["ldd", meeple], capture_output=True, text=True, check=True).stdout
    return "libpq" not in linked, linked


def check_serves(meeple, folder):
    server = subprocess.Popen([meeple, "serve", "--store", f"sqlite:{folder}/one.db", "--listen", "127.0.0.1:0", "--santorini", "127.0.0.1:0"],
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=without_libpq(folder))
    try:
        ready = server.stdout.readline()
        client = http.client.HTTPConnection("127.0.0.1", int(re.search(r"http=127\.0\.0\.1:(\d+)", ready).group(1)), timeout=60)
        client.request("POST", "/api/v1/guest", "{}")
        status = client.getresponse().status
    finally:
        server.terminate()
        ended = server.wait(60)
    return status == 201 and ended == 0, f"{ready}{status} {ended}"


def check_says_why(meeple, folder):
    result = subprocess.run([meeple, "nodes", "--store", "postgresql://nobody@127.0.0.1:1/none"], capture_output=True, text=True, check=False,
                            env=without_libpq(folder))
    return result.returncode == 1 and "libpq.so.5 cannot be loaded" in result.stderr and "null" not in result.stderr, result.stderr


def without_libpq(folder):
    with open(os.path.join(folder, "libpq.so.5"), "w", encoding="utf-8"):
        pass
    return dict(os.environ, LD_LIBRARY_PATH=folder)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--meeple", required=True)
    meeple = os.path.abspath(parser.parse_args().meeple)
    failed = 0
    checks = (check_not_linked, check_serves, check_says_why)
    with tempfile.TemporaryDirectory(prefix="meeple-alone-") as folder:
        for check in checks:
            good, seen = check(meeple, folder)
            print(f"{check.__name__}: {'ok' if good else seen}", flush=True)
            failed += not good
    print(f"{len(checks) - failed} passed, {failed} failed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
