#!/usr/bin/env python3
"""What operators rely on: an installation, the man page, the metrics.

    tests/docs/operate.py --build build

installs BUILD into a temporary folder and looks at what is there, reads the
man page, and lets promtool check the metrics of a server that has something
to tell. A build without tests must have nothing to build but the program.
"""

import argparse
import json
import os
import re
import shutil
import subprocess
import tempfile
import time
import urllib.request

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
FAILURES = []


def check(good, what):
    if not good:
        FAILURES.append(what)


def said(*command, **how):
    return subprocess.run(command, check=True, capture_output=True, text=True, **how).stdout


# ---- the installation -------------------------------------------------------------------


def installed_files(folder):
    return sorted(os.path.relpath(os.path.join(top, name), folder) for top, _, names in os.walk(folder) for name in names)


def below(folder):
    return [f"usr/local/share/doc/meeple/{folder}/{name}" for name in installed_files(os.path.join(ROOT, folder)) if "__pycache__" not in name]


def check_installation(build, folder):
    said("meson", "install", "-C", build, "--no-rebuild", "--destdir", folder)
    found = installed_files(folder)
    wanted = ["usr/local/bin/meeple", "usr/local/lib/systemd/system/meeple.service", "usr/local/share/man/man1/meeple.1",
              "usr/local/share/doc/meeple/README.md", "usr/local/share/doc/meeple/LICENSE", *below("docs"), *below("examples")]
    check(found == sorted(wanted), f"an installation has {sorted(set(found) ^ set(wanted))} too much or too little")
    with open(os.path.join(folder, "usr/local/lib/systemd/system/meeple.service"), encoding="utf-8") as file:
        unit = file.read()
    check("ExecStart=/usr/local/bin/meeple serve\n" in unit and "@" not in re.sub(r"(?m)^SystemCallFilter=.*$", "", unit), "the unit names no program")


def check_targets(folder):
    """Without tests there is nothing to build but the program and what it is made of."""
    said("meson", "setup", "-Dtests=false", folder, cwd=ROOT)
    targets = json.loads(said("meson", "introspect", "--targets", folder))
    extra = [target["name"] for target in targets if target["type"] == "executable" and target["name"] != "meeple"]
    check(not extra, f"-Dtests=false still builds {extra}")


def check_man(meeple, page):
    with open(page, encoding="utf-8") as file:
        text = file.read().replace("\\-", "-")
    for name in re.findall(r"^  meeple (\w+)", said(meeple, "--help"), re.MULTILINE):
        check(f".SS meeple {name}" in text, f"the man page has no command {name}")
        section = text.split(f".SS meeple {name}", 1)[-1].split(".SS ", 1)[0]
        for option in re.findall(r"^  (--[\w-]+)", said(meeple, name, "--help"), re.MULTILINE):
            check(re.search(rf"^\.B {option}\b", section, re.MULTILINE), f"the man page does not tell of {name} {option}")
    done = subprocess.run(["groff", "-man", "-Tutf8", "-ww", "-z", page], capture_output=True, text=True)
    check(done.returncode == 0 and not done.stderr, f"groff on the man page: {done.stderr[:300]}")


# ---- metrics ----------------------------------------------------------------------------


def read_metrics(meeple, folder):
    server = subprocess.Popen([meeple, "serve", "--listen", "127.0.0.1:0", "--santorini", "127.0.0.1:0", "--store", f"sqlite:{folder}/m.db"],
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        base = "http://" + re.search(r"http=(\S+)", server.stdout.readline()).group(1)
        request = urllib.request.Request(base + "/api/v1/guest", b"{}", {"Content-Type": "application/json"})
        urllib.request.urlopen(request).read()
        time.sleep(0.1)
        return urllib.request.urlopen(base + "/metrics").read().decode()
    finally:
        server.terminate()
        server.wait()


def check_metrics(text):
    done = subprocess.run(["promtool", "check", "metrics"], input=text, capture_output=True, text=True)
    check(done.returncode == 0 and not (done.stdout + done.stderr).strip(), f"promtool: {(done.stdout + done.stderr)[:500]}")
    names = re.findall(r"^# TYPE (\w+)", text, re.MULTILINE)
    check(not [name for name in names if re.search(r"micro|milli|_us$|_ms$|kilo", name)], "a metric is not in base units")
    sync = float(re.search(r"^meeple_hall_sync_seconds_sum (\S+)", text, re.MULTILINE).group(1))
    check(0 < sync < 10, f"a commit took {sync} seconds?")
    with open(os.path.join(ROOT, "docs/OPERATING.md"), encoding="utf-8") as file:
        for name in re.findall(r"`(meeple_\w+)`", file.read()):
            check(name in names, f"OPERATING.md tells of {name}, which is not there")


def main():
    parser = argparse.ArgumentParser(description="Tests what operators rely on.")
    parser.add_argument("--build", default="build")
    build = os.path.abspath(parser.parse_args().build)
    meeple = os.path.join(build, "meeple")
    folder = tempfile.mkdtemp(prefix="operate-")
    parts = [lambda: check_installation(build, folder + "/root"), lambda: check_targets(folder + "/build"),
             lambda: check_man(meeple, os.path.join(build, "meeple.1")), lambda: check_metrics(read_metrics(meeple, folder))]
    passed = 0
    for part in parts:
        before = len(FAILURES)
        part()
        passed += len(FAILURES) == before
    shutil.rmtree(folder)
    print("\n".join(FAILURES))
    print(f"{passed} passed, {len(FAILURES)} failed")
    return 1 if FAILURES else 0


if __name__ == "__main__":
    raise SystemExit(main())
