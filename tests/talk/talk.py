#!/usr/bin/env python3
"""Runs talk transcripts (*.talk) against meeple servers that it starts itself.

    tests/talk/talk.py --meeple build/meeple [--only SUBSTR] [FILE or FOLDER ...]

README.md describes the language. Ends with "N passed, M failed", where each
expectation counts as one.
"""

import argparse
import ast
import concurrent.futures
import hashlib
import os
import re
import resource
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse

import pattern
import wire
from script import Line, Script, ScriptError

HERE = os.path.dirname(os.path.abspath(__file__))
METHODS = ("GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS")
STEP = re.compile(r"(?P<who>[A-Za-z_]\w*)(?:(?P<mark><-|<=|<|>)|\s+(?P<verb>==|=h|=|[A-Za-z]+))(?:\s(?P<rest>.*))?$", re.DOTALL)
QUIET = 0.15  # seconds that count as "nothing arrives"
START_SECONDS = 30
TROUBLE = re.compile(r"(ERROR: \w+Sanitizer|WARNING: ThreadSanitizer|runtime error:|BUG at ).*")


class Mismatch(Exception):
    """An expectation failed; the transcript goes on."""


class Broken(Exception):
    """The transcript cannot go on."""


class Server:
    """A meeple process on a store of its own; a restart keeps store and ports."""

    def __init__(self, meeple, options, log_to, before=None):
        self.meeple, self.options, self.before = meeple, options, before
        self.folder = tempfile.mkdtemp(prefix="talk-")
        self.store = f"sqlite:{self.folder}/meeple.db"
        self.log_path = os.path.join(self.folder, "log")
        self.log_to = log_to
        self.addresses = {"http": "127.0.0.1:0", "santorini": "127.0.0.1:0"}
        self.process = None

    def start(self):
        # By the environment, so that options of the transcript win.
        where = {
            "MEEPLE_LISTEN": self.addresses["http"],
            "MEEPLE_SANTORINI": self.addresses.get("santorini", "127.0.0.1:0"),
            "MEEPLE_STORE": self.store,
        }
        with open(self.log_path, "ab") as log:
            self.process = subprocess.Popen(
                [self.meeple, "serve"] + self.options, env={**os.environ, **where}, stdout=subprocess.PIPE, stderr=log, stdin=subprocess.DEVNULL,
                preexec_fn=self.before,
            )
        line = self.read_ready()
        hit = re.match(r"ready((?: \w+=\S+)+)$", line)
        if not hit:
            raise Broken(f"the server did not start; it said {line!r} and logged {self.log()[-600:]!r}")
        self.addresses.update(field.split("=", 1) for field in hit.group(1).split())

    def read_ready(self):
        timer = threading.Timer(START_SECONDS, self.process.kill)
        timer.start()
        try:
            return self.process.stdout.readline().decode(errors="replace").strip()
        finally:
            timer.cancel()

    def stop(self, how=signal.SIGTERM):
        """Ends it; returns its exit status. After SIGTERM that must be 0."""
        if self.process is None:
            return 0
        self.process.send_signal(how)
        try:
            status = self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            status = "none within 20 seconds"
        self.process.stdout.close()
        self.process = None
        return status

    def log(self):
        with open(self.log_path, errors="replace") as log:
            return log.read()

    def release(self):
        if self.process is not None:
            self.stop(signal.SIGKILL)
        if self.log_to:
            with open(self.log_to, "a") as out:
                out.write(self.log())
        shutil.rmtree(self.folder, ignore_errors=True)


def unescape(text):
    """Bytes written as a quoted string with \\r \\n \\x00 escapes, as text."""
    try:
        data = ast.literal_eval("b" + ascii_only(text.strip()))
    except (SyntaxError, ValueError):
        raise Broken(f"no quoted bytes: {text!r}") from None
    return wire.to_text(data)


def ascii_only(text):
    return "".join(c if ord(c) < 128 else "".join(f"\\x{b:02x}" for b in wire.to_bytes(c)) for c in text)


def repeat(arguments):
    count, text = arguments.split(",", 1)
    return int(count) * text


HELPERS = {
    "repeat": repeat,
    "bytes": unescape,
    "sha1": lambda text: hashlib.sha1(wire.to_bytes(text)).hexdigest(),
    "url": lambda text: urllib.parse.quote(wire.to_bytes(text), safe=""),
    "add": lambda text: str(sum(int(part) for part in text.split(","))),
}
HELPER = re.compile(r"@(" + "|".join(HELPERS) + r")\(([^()]*)\)")


class Transcript:
    def __init__(self, path, settings):
        self.path, self.settings = path, settings
        self.vars, self.clients, self.headers, self.always, self.skips = {}, {}, {}, {}, {}
        self.passed, self.problems = 0, []
        self.ran = None
        self.server = None
        self.stdin = ""

    # ---- the run ----------------------------------------------------------

    def run(self):
        line = Line(self.path, "")
        try:
            script = Script(self.path)
            self.server = Server(self.settings.meeple, script.options or [], self.settings.server_log)
            self.start()
            for line in script.steps:
                self.step(line)
            line = Line(self.path, "")
            self.finish()
            if not self.passed and not self.problems:
                raise Broken("expects nothing")
        except (Broken, ScriptError, pattern.NotBound, wire.Gone, wire.Silence, AssertionError, OSError) as problem:
            text = str(problem)
            self.problems.append(text if text.startswith(line.where) else f"{line.where}: {line.text[:200]}: {text or type(problem).__name__}")
        finally:
            self.drop_clients()
            if self.server:
                self.server.release()

    def step(self, line):
        if self.settings.verbose:
            print(f"{line.where}: {line.text[:200]}", flush=True)
        try:
            if line.words[0] == "!":
                self.server_step(line)
            elif line.words[0] == "let":
                _, name, value = line.text.split(None, 2)
                self.vars[name] = self.fill(value)
            else:
                self.client_step(line)
        except Mismatch as problem:
            self.problems.append(f"{line.where}: {problem}")

    def drop_clients(self):
        for client in self.clients.values():
            if client.stream:
                client.stream.close()

    def finish(self):
        """Ends the server, which need not wait for clients that are gone."""
        self.drop_clients()
        status = self.server.stop()
        trouble = TROUBLE.search(self.server.log())
        if trouble:
            raise Broken(f"the server's log says: {trouble.group(0)}")
        if status != 0:
            raise Broken(f"the server's exit status was {status}; its log ends {self.server.log()[-600:]!r}")

    def expect(self, why):
        """Counts an expectation; `why` is None when it was met."""
        if why:
            raise Mismatch(why)
        self.passed += 1

    def deadline(self):
        return time.monotonic() + self.settings.timeout

    def fill(self, text):
        """Puts variables and helpers into what is sent."""
        text = pattern.substitute(text, self.vars)
        while HELPER.search(text):
            text = HELPER.sub(lambda hit: HELPERS[hit.group(1)](hit.group(2)), text)
        return text

    # ---- the server -------------------------------------------------------

    def start(self):
        self.server.start()
        self.vars.update(self.server.addresses)
        self.vars["dir"] = self.server.folder

    def server_step(self, line):
        verb, _, rest = line.text[1:].strip().partition(" ")
        action = getattr(self, "server_" + verb, None)
        if verb == "=":
            self.expect(self.ran_problem(0) or pattern.match(rest.strip(), self.ran.stdout.rstrip("\n"), self.vars))
        elif action:
            action(rest.strip())
        else:
            raise Broken(f"no such verb: ! {verb}")

    def server_restart(self, rest):
        self.server_stop("")
        self.start()

    def server_stop(self, rest):
        status = self.server.stop()
        self.expect(f"expected exit status 0 after SIGTERM, got {status}" if status else None)

    def server_start(self, rest):
        if rest:
            self.server.options = shlex.split(self.fill(rest))
        self.start()

    def server_kill(self, rest):
        self.server.stop(signal.SIGKILL)
        self.start()

    def server_disk(self, rest):
        limits = {"full": 0, "free": resource.RLIM_INFINITY}
        if rest not in limits:
            raise Broken(f"the disk is full or free, not {rest!r}")
        resource.prlimit(self.server.process.pid, resource.RLIMIT_FSIZE, (limits[rest], resource.RLIM_INFINITY))

    def server_sleep(self, rest):
        time.sleep(float(rest))

    def server_input(self, rest):
        self.stdin = unescape(self.fill(rest))

    def server_run(self, rest):
        words = shlex.split(self.fill(rest))
        if words[0] == "meeple":
            words[0] = self.settings.meeple
        environment = dict(os.environ, MEEPLE_STORE=self.server.store)
        self.ran = subprocess.run(words, env=environment, input=self.stdin, capture_output=True, text=True, timeout=60, cwd=self.server.folder)
        self.stdin = ""

    def ran_problem(self, status):
        if self.ran is None:
            raise Broken("nothing was run")
        if (self.ran.returncode == 0) == (status == 0):
            return None
        wanted = "success" if status == 0 else "a failure"
        return f"expected {wanted}, got exit status {self.ran.returncode}: {(self.ran.stderr + self.ran.stdout)[:600]!r}"

    def server_fails(self, rest):
        said = (self.ran.stdout + self.ran.stderr).rstrip("\n") if self.ran else ""
        self.expect(self.ran_problem(1) or (pattern.match(rest, said, self.vars) if rest else None))

    def server_log(self, rest):
        found = re.search(self.fill(rest).strip("/"), self.server.log())
        self.expect(None if found else f"the log does not say {rest}")

    def server_nolog(self, rest):
        found = re.search(self.fill(rest).strip("/"), self.server.log())
        self.expect(f"the log says {found.group(0)!r}" if found else None)

    def server_quiet(self, rest):
        for name, client in self.clients.items():
            if not isinstance(client, wire.Http):
                self.expect_nothing(name, client)

    # ---- the clients ------------------------------------------------------

    def client_step(self, line):
        hit = STEP.match(line.text)
        if not hit:
            raise Broken("cannot read this line")
        who, mark, verb, rest = hit.group("who"), hit.group("mark"), hit.group("verb"), hit.group("rest") or ""
        if mark:
            self.marked(who, mark, rest)
        elif verb in METHODS:
            path, _, body = self.fill(rest).partition(" ")
            self.http(who).request(verb, path, self.take_headers(who), body)
        elif verb in ("=", "==", "=h"):
            self.expect_reply(who, verb, rest)
        elif hasattr(self, "client_" + verb):
            getattr(self, "client_" + verb)(who, rest)
        else:
            raise Broken(f"no such verb: {verb}")

    def connection(self, who):
        if who not in self.clients:
            raise Broken(f"{who} is not connected")
        return self.clients[who]

    def http(self, who):
        client = self.clients.get(who)
        if not isinstance(client, wire.Http):
            client = self.clients[who] = wire.Http(self.server.addresses["http"])
        client.address = self.server.addresses["http"]
        return client

    def take_headers(self, who):
        return {**self.always.get(who, {}), **self.headers.pop(who, {})}

    def marked(self, who, mark, rest):
        client = self.connection(who)
        if mark == ">":
            client.send(self.fill(rest))
        elif mark == "<-":
            self.expect_nothing(who, client, float(rest or QUIET))
        else:
            text = self.receive(who, client, rest)
            if mark == "<=":
                want = self.fill(rest)
                self.expect(None if text == want else f"{who} expected exactly {want!r}, got {text!r}")
            else:
                self.expect(pattern.match(rest, text, self.vars))

    def receive(self, who, client, wanted):
        try:
            return self.next_message(who, client, self.deadline())
        except wire.Silence:
            raise Broken(f"{who} expected {wanted}, got nothing") from None
        except wire.Gone as gone:
            raise Broken(f"{who} expected {wanted}, got the end ({gone})") from None

    def next_message(self, who, client, deadline):
        """The next one that the client does not skip."""
        while True:
            text = client.receive(deadline)
            if who not in self.skips or pattern.match(self.skips[who], text, dict(self.vars)):
                return text

    def expect_nothing(self, who, client, seconds=QUIET):
        try:
            text = self.next_message(who, client, time.monotonic() + seconds)
        except wire.Silence:
            return self.expect(None)
        except wire.Gone as gone:
            return self.expect(f"{who} expected nothing, got the end ({gone})")
        return self.expect(f"{who} expected nothing, got {text[:600]!r}")

    def expect_reply(self, who, verb, rest):
        client = self.http(who)
        if verb == "=h":
            name, _, wanted = rest.partition(":")
            value = client.reply.headers.get(name.strip().lower())
            if wanted.strip() == "absent":
                return self.expect(f"{name}: expected none, got {value!r}" if value is not None else None)
            return self.expect(f"no header {name}" if value is None else pattern.match(wanted.strip(), value, self.vars))
        try:
            reply = client.receive_reply(self.deadline())
        except (wire.Silence, wire.Gone) as problem:
            raise Broken(f"{who} expected {rest[:200]}, got no reply ({problem})") from None
        status, _, wanted = rest.strip().partition(" ")
        wanted = wanted.strip()
        if str(reply.status) != status:
            return self.expect(f"expected status {status}, got {reply.status}: {reply.body[:600]}")
        if verb == "==":
            exact = self.fill(wanted)
            return self.expect(None if reply.body == exact else f"expected exactly {exact!r}, got {reply.body[:600]!r}")
        if wanted == "empty":
            return self.expect(f"expected no body, got {reply.body[:600]!r}" if reply.body else None)
        return self.expect(pattern.match(wanted, reply.body, self.vars) if wanted else None)

    def client_tcp(self, who, rest):
        door = rest.strip() or "santorini"
        self.clients[who] = wire.Lines(self.server.addresses[door], http=door == "http")

    def client_ws(self, who, rest):
        path, _, wanted = self.fill(rest).partition(" = ")
        client = wire.WebSocket(self.server.addresses["http"], path.strip(), self.take_headers(who))
        self.clients[who] = client
        wanted = wanted.strip() or "101"
        self.expect(None if str(client.reply.status) == wanted else f"expected status {wanted}, got {client.reply.status}")

    def client_header(self, who, rest):
        self.put_header(self.headers.setdefault(who, {}), rest)

    def client_always(self, who, rest):
        self.put_header(self.always.setdefault(who, {}), rest)

    def client_skips(self, who, rest):
        self.skips[who] = rest

    def client_token(self, who, rest):
        self.put_header(self.always.setdefault(who, {}), f"Authorization: Bearer {rest}")

    def put_header(self, headers, rest):
        """`Name: value`, or `-Name` to leave one out that is usually sent."""
        name, colon, value = self.fill(rest).partition(":")
        headers[name.strip().lstrip("-")] = value.strip() if colon else None

    def client_raw(self, who, rest):
        client = self.connection(who)
        client.stream.send(wire.to_bytes(unescape(self.fill(rest))))

    def client_binary(self, who, rest):
        self.connection(who).frame(wire.BINARY, wire.to_bytes(unescape(self.fill(rest))))

    def client_ping(self, who, rest):
        self.connection(who).frame(wire.PING, wire.to_bytes(unescape(self.fill(rest))))

    def client_pong(self, who, rest):
        want, got = unescape(rest), self.connection(who).pong(self.deadline())
        self.expect(None if want == got else f"expected pong {want!r}, got {got!r}")

    def client_frame(self, who, rest):
        words, quote, data = rest.partition('"')
        opcode, *flags = words.split()
        data = wire.to_bytes(unescape(self.fill(quote + data)))
        self.connection(who).frame(int(opcode), data, fin="nofin" not in flags, masked="nomask" not in flags)

    def client_close(self, who, rest):
        client = self.connection(who)
        client.close(rest.strip() or 1000)

    def client_shut(self, who, rest):
        self.connection(who).stream.socket.shutdown(socket.SHUT_WR)

    def client_reset(self, who, rest):
        self.connection(who).stream.reset()

    def client_closed(self, who, rest):
        want = rest.strip()
        try:
            code = self.connection(who).close_code(self.deadline())
        except wire.Silence:
            raise Broken(f"expected {who} to be closed, but it stays open") from None
        except AssertionError as problem:
            raise Mismatch(f"{who} {problem}") from None
        self.expect(f"expected close code {want}, got {code}" if want and want != str(code) else None)


def find_transcripts(places, only):
    found = []
    for place in places:
        if os.path.isfile(place):
            found.append(place)
        for folder, _, names in os.walk(place):
            found += [os.path.join(folder, name) for name in names if name.endswith(".talk")]
    return sorted(os.path.relpath(path) for path in found if only in path)


def main():
    parser = argparse.ArgumentParser(description="Runs talk transcripts against meeple servers.")
    parser.add_argument("places", nargs="*", default=[HERE], help="*.talk files or folders (default: all)")
    parser.add_argument("--meeple", default="build/meeple", help="the server binary")
    parser.add_argument("--only", default="", metavar="SUBSTR", help="only files whose path contains it")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--timeout", type=float, default=8.0, help="seconds to wait for an expected message")
    parser.add_argument("--verbose", action="store_true", help="print each step")
    parser.add_argument("--server-log", metavar="FILE", help="append the logs of all servers to FILE")
    settings = parser.parse_args()
    settings.meeple = os.path.abspath(settings.meeple)

    passed = failed = 0

    def run(path):
        transcript = Transcript(path, settings)
        transcript.run()
        return transcript

    with concurrent.futures.ThreadPoolExecutor(settings.workers) as pool:
        for transcript in pool.map(run, find_transcripts(settings.places, settings.only)):
            passed += transcript.passed
            failed += len(transcript.problems)
            state = "FAIL" if transcript.problems else "ok"
            print(f"{state:4} {transcript.path} ({transcript.passed} met)", flush=True)
            for problem in transcript.problems:
                print(f"     {problem}", flush=True)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
