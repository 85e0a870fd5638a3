"""What attacks are made of: a server in normal mode with its default settings,
clients at addresses of their own (all of 127.0.0.0/8 is this machine), floods
of requests, and what can be measured of the server from outside."""

import asyncio
import collections
import contextlib
import glob
import hashlib
import http.client
import json
import multiprocessing
import os
import subprocess
import sys
import threading
import time
import urllib.parse

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, "..", folder) for folder in ("talk", "crash")]
import talk  # noqa: E402
import wire  # noqa: E402

OWNER, EVIL = "127.0.0.1", "127.0.66.1"
MEGABYTE = 1 << 20
PATIENCE = 60  # seconds for what must come: nobody waits so long, unless it never does


def address(group, number):
    """One of the 250 addresses of a group."""
    return f"127.0.{group}.{number % 250 + 1}"


# ---- the list of attacks -------------------------------------------------------

Attack = collections.namedtuple("Attack", "name holes run title")
attacks = []


def attack(*holes):
    """Marks a function as an attack on these holes (numbers of the list in README.md, none for honest use). It gets a Stage, raises
    AssertionError if the attack succeeds, and may return figures."""

    def mark(run):
        attacks.append(Attack(run.__name__, holes, run, (run.__doc__ or "").strip().split("\n")[0]))
        return run

    return mark


class Stage:
    """Where an attack takes place: starts servers, and knows how thorough to be."""

    def __init__(self, program, long=False):
        self.program, self.long = program, long
        self.stack = contextlib.ExitStack()

    def amount(self, short, long):
        return long if self.long else short

    def server(self, *options, before=None):
        server = Server(self.program, list(options), before)
        self.stack.callback(server.release)
        if "MEEPLE_COUNTS_LINES" in os.environ:  # which are written at an end in good order; that takes its time
            self.stack.callback(server.stop)
        server.start()
        return server

    def keep(self, closable):
        self.stack.callback(closable.close)
        return closable


class Server(talk.Server):
    def __init__(self, program, options=(), before=None):
        super().__init__(os.path.abspath(program), list(options), None, before)

    @property
    def http(self):
        return self.addresses["http"]

    address = http  # as clients of the crash test call it

    def client(self, source=OWNER, token=None):
        return Client(self, source, token)

    def socket(self, path, source=OWNER, token=None):
        return wire.WebSocket(self.http, path, {"Authorization": f"Bearer {token}"} if token else {}, source)

    def lines(self, source=OWNER):
        return wire.Lines(self.addresses["santorini"], source=source)

    def register(self, name, source=OWNER, password="secret of theirs"):
        return self.client(source).register(name, password)

    def guest(self, source=OWNER):
        return self.client(source).guest()

    def command(self, *words, stdin=""):
        """Runs a command of the program beside the server."""
        done = subprocess.run(
            [self.meeple, *words], env={**os.environ, "MEEPLE_STORE": self.store}, input=stdin, capture_output=True, text=True, timeout=60
        )
        assert done.returncode == 0, f"meeple {' '.join(words)}: {done.stderr}"
        return done.stdout

    def status(self, field):
        with open(f"/proc/{self.process.pid}/status") as status:
            return next(int(line.split()[1]) for line in status if line.startswith(field + ":"))

    def memory(self):
        """Megabytes that it holds now."""
        return self.status("VmRSS") / 1024

    def most_memory(self):
        """Megabytes that it ever held."""
        return self.status("VmHWM") / 1024

    def doors_ms(self):
        """Milliseconds that its main thread, which reads what clients send, has computed."""
        with open(f"/proc/{self.process.pid}/task/{self.process.pid}/schedstat") as figures:
            return int(figures.read().split()[0]) / 1e6

    def disk(self):
        """Bytes of all its files."""
        return sum(os.path.getsize(path) for path in glob.glob(f"{self.folder}/meeple.db*"))

    def is_up(self):
        return self.process.poll() is None


def at_ease(server):
    """The server lives, and answers somebody new."""
    assert server.is_up(), f"the server is dead: {server.log()[-600:]}"
    status, _ = server.client(address(90, 1)).ask("GET", "/api/v1/games/santorini", timeout=PATIENCE)
    assert status == 200, f"the server answers a stranger with {status}"


def soon():
    """The deadline of what must come."""
    return time.monotonic() + PATIENCE


# ---- clients -------------------------------------------------------------------


class Client:
    """A person with one keep-alive connection to the HTTP port."""

    def __init__(self, server, source=OWNER, token=None):
        self.server, self.source, self.token = server, source, token
        self.link = None
        self.headers = {}

    def ask(self, method, path, body=None, headers=None, timeout=PATIENCE):
        """(status, body): the body as JSON if it is an object or a list."""
        head = dict(headers or {})
        if self.token:
            head["Authorization"] = f"Bearer {self.token}"
        data = body
        if body is not None and not isinstance(body, (bytes, str)):
            data = json.dumps(body)
            head.setdefault("Content-Type", "application/json")
        elif isinstance(body, str):
            head.setdefault("Content-Type", "application/x-www-form-urlencoded")
        for again in (True, False):
            fresh = self.link is None
            if fresh:
                self.link = http.client.HTTPConnection(self.server.http, timeout=timeout, source_address=(self.source, 0))
            try:
                self.link.request(method, path, data, head)
                reply = self.link.getresponse()
                text = reply.read()
                break
            except (OSError, http.client.HTTPException):
                self.close()
                if fresh or not again:
                    raise
        self.headers = {name.lower(): value for name, value in reply.getheaders()}
        return reply.status, read_json(text)

    def api(self, method, path, body=None, **more):
        return self.ask(method, "/api/v1" + path, body, **more)

    def need(self, wanted, method, path, body=None):
        """The body of an answer of the hall API that must have this status."""
        status, answer = self.api(method, path, body)
        assert status == wanted, f"{method} {path}: {status} {str(answer)[:300]}, not {wanted}"
        return answer

    def smallworld(self, action, **fields):
        return self.ask("POST", "/smallworld", {"action": action, **fields})[1]

    def catan(self, game, seat, command, /, **arguments):
        return self.ask("POST", "/Catan/userRequest/", {"gameId": game, "playerId": seat, "command": command, "arguments": arguments or None})[1]

    def manager(self, name, password, command, /, **arguments):
        return self.ask("POST", "/Catan/managerRequest/", {"username": name, "password": password, "command": command, "arguments": arguments})[1]

    def snakes(self, request, **fields):
        return self.ask("POST", "/snakes/ajax", form({"Request": request, **fields}))[1]

    def register(self, name, password="secret of theirs"):
        self.token = self.need(201, "POST", "/register", {"name": name, "password": password})["token"]
        return self

    def guest(self):
        self.token = self.need(201, "POST", "/guest", {})["token"]
        return self

    def login(self, name, password="secret of theirs"):
        """The status only; the token is kept if there is one."""
        status, answer = self.api("POST", "/login", {"name": name, "password": password})
        if status == 200:
            self.token = answer["token"]
        return status

    def close(self):
        if self.link:
            self.link.close()
        self.link = None


def read_json(text):
    try:
        return json.loads(text) if text[:1] in (b"{", b"[") else text.decode(errors="replace")
    except ValueError:
        return text.decode(errors="replace")


form = urllib.parse.urlencode


def sha1(text):
    return hashlib.sha1(text.encode()).hexdigest()


def snakes_login(client, login, password="secret"):
    """A session of Snakes by its handshake: the answer to "login"."""
    data = client.snakes("login data", Login=login)
    verifier = sha1(sha1(sha1(f"{login}:{password}") + data["Salt"]) + str(data["Timestamp"]))
    return client.snakes("login", Login=login, Timestamp=data["Timestamp"], Hash=verifier)


def santorini_table(first, second, **more):
    """A game of Santorini without gods between two clients of the hall that has just begun: its id."""
    table = first.need(201, "POST", "/tables", {"game": "santorini", "options": {"god1": "none", "god2": "none"}, **more})["id"]
    second.need(200, "POST", f"/tables/{table}/join", {})
    return table


def closes(socket, seconds=PATIENCE):
    """Does the server end this connection within some seconds?"""
    deadline = time.monotonic() + seconds
    try:
        while True:
            socket.receive(deadline)
    except wire.Gone:
        return True
    except wire.Silence:
        return False


# ---- floods --------------------------------------------------------------------


def request(method, path, body=None, token=None, headers=""):
    """The bytes of one request."""
    data = b"" if body is None else body.encode() if isinstance(body, str) else json.dumps(body).encode()
    kind = "application/x-www-form-urlencoded" if isinstance(body, str) else "application/json"
    head = f"{method} {path} HTTP/1.1\r\nHost: x\r\nContent-Length: {len(data)}\r\nContent-Type: {kind}\r\n{headers}"
    if token:
        head += f"Authorization: Bearer {token}\r\n"
    return head.encode() + b"\r\n" + data


async def read_reply(reader):
    head = (await reader.readuntil(b"\r\n\r\n")).lower()
    status = int(head.split(b" ", 2)[1])
    mark = head.find(b"content-length:")
    length = int(head[mark + 15 : head.find(b"\r\n", mark)]) if mark >= 0 else 0
    return status, await reader.readexactly(length)


async def flood_async(server, sources, make, seconds, connections, judge, most=None):
    host, port = server.http.rsplit(":", 1)
    counts, numbers, end = collections.Counter(), iter(range(most or 1 << 60)), time.monotonic() + seconds

    async def one(k):
        writer = None
        while time.monotonic() < end:
            try:
                if writer is None:
                    reader, writer = await asyncio.open_connection(host, int(port), local_addr=(sources[k % len(sources)], 0), limit=1 << 24)
                number = next(numbers, None)
                if number is None:
                    break
                writer.write(make(number))
                status, body = await asyncio.wait_for(read_reply(reader), 60)
                counts[judge(status, body)] += 1
            except (OSError, asyncio.IncompleteReadError, ValueError, IndexError):
                counts["cut off"] += 1
                if writer:
                    writer.close()
                writer = None
                await asyncio.sleep(0.02)
            except asyncio.TimeoutError:
                counts["no answer"] += 1
                break
        if writer:
            writer.close()

    begun = time.monotonic()
    await asyncio.gather(*(one(k) for k in range(connections)))
    counts["seconds"] = round(time.monotonic() - begun, 2)
    return counts


def flood(server, sources, make, seconds=2.0, connections=8, judge=lambda status, body: status, most=None):
    """Requests as fast as `connections` can, at most `most` of them; gives what `judge` said of the answers, counted."""
    return asyncio.run(flood_async(server, sources, make, seconds, connections, judge, most))


class Background:
    """Runs `work(stop)` in a thread while a with block lasts; `result` is what it gave."""

    def __init__(self, work, *arguments):
        self.stop = threading.Event()
        self.result = self.problem = None
        self.thread = threading.Thread(target=self.run, args=(work, arguments), daemon=True)

    def run(self, work, arguments):
        try:
            self.result = work(self.stop, *arguments)
        except Exception as problem:  # told by whoever ends it
            self.problem = problem

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.stop.set()
        self.thread.join(90)


class Elsewhere:
    """Runs `work()` in a process of its own while a with block lasts, so that what is measured here does not wait for it."""

    def __init__(self, work, *arguments):
        fork = multiprocessing.get_context("fork")
        self.result, self.end, there = None, *fork.Pipe(False)
        self.process = fork.Process(target=lambda: there.send(work(*arguments)), daemon=True)

    def __enter__(self):
        self.process.start()
        return self

    def __exit__(self, *_):
        if self.end.poll(90):
            self.result = self.end.recv()
        self.process.join(5)
        if self.process.is_alive():
            self.process.kill()


def quantile(times, part):
    return sorted(times)[min(int(len(times) * part), len(times) - 1)] if times else float("inf")


def read_times(server, seconds, source=OWNER, path="/api/v1/games/santorini", pause=0.005):
    """Milliseconds that an honest reader waits, time after time."""
    client, times, end = server.client(source), [], time.monotonic() + seconds
    while time.monotonic() < end:
        begun = time.monotonic()
        status, _ = client.ask("GET", path)
        assert status == 200, f"an honest read got {status}"
        times.append((time.monotonic() - begun) * 1000)
        time.sleep(pause)
    client.close()
    return times
