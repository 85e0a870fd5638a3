"""Faults of the machine: clocks that are set, no descriptors, no memory, a process that stands still. Whatever happens, somebody honest plays on, and
what they were told is in the journal afterwards."""

import asyncio
import contextlib
import os
import random
import resource
import signal
import subprocess
import threading
import time

import crash
import kit
from crowds import few_files, idle_sockets
from kit import EVIL, MEGABYTE, address, at_ease, attack, flood, request
from space import deaf_socket, upload_largest


class Players:
    """Four pairs who play without a pause, in a thread, until `finish`; 503 and a lost connection only make them try again."""

    def __init__(self, server, pairs=4):
        self.tables = [crash.Table(server, "santorini", random.Random(k)) for k in range(pairs)]
        self.stop, self.problem, self.lost = threading.Event(), None, 0
        self.thread = threading.Thread(target=lambda: asyncio.run(self.play()), daemon=True)
        self.thread.start()

    async def play(self):
        async def one(table):
            while not self.stop.is_set():
                playing = asyncio.ensure_future(table.play())
                while not playing.done() and not self.stop.is_set():
                    await asyncio.sleep(0.02)
                if not playing.done():
                    # A move on its way is waited for: it counts if it is answered.
                    await asyncio.wait([playing], timeout=0.2)
                    playing.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    try:
                        await playing
                    except crash.Lost:
                        self.lost += 1
                        await asyncio.sleep(0.1)

        try:
            await asyncio.gather(*(one(table) for table in self.tables))
        except Exception as problem:  # told by finish
            self.problem = problem
        crash.drop_all(self.tables)

    def moves(self):
        return sum(len(table.told) + sum(len(told) for _, told in table.finished) for table in self.tables)

    def goes_on(self, what, seconds=kit.PATIENCE):
        """Moves are made after `what` as before it."""
        begun, deadline = self.moves(), time.monotonic() + seconds
        while self.moves() <= begun and time.monotonic() < deadline and not self.problem:
            time.sleep(0.05)
        assert self.moves() > begun or self.problem, f"no move is made any more after {what}"

    def finish(self):
        """All that was acknowledged is in the journals; gives how much that is."""
        self.stop.set()
        self.thread.join(30)
        assert not self.problem, f"an honest player: {self.problem}"

        async def check():
            try:
                return await crash.check_all(self.tables)
            finally:
                crash.drop_all(self.tables)

        try:
            return asyncio.run(check())
        except (crash.Wrong, crash.Lost) as problem:
            raise AssertionError(f"an honest player: {problem}") from None


def preload(stage):
    folder = os.path.join("/tmp", f"clock-{os.getpid()}-{time.monotonic_ns()}")
    os.mkdir(folder)
    stage.stack.callback(lambda: subprocess.run(["rm", "-r", folder], check=True))
    subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-D_GNU_SOURCE", "-o", f"{folder}/clock.so", os.path.join(kit.HERE, "jumping_clock.c"), "-ldl"], check=True)
    return folder


@attack()
def clock_set(stage):
    """Somebody sets the clock of the machine an hour ahead, and back, and an hour behind."""
    folder = preload(stage)

    def set_clock(seconds):
        with open(f"{folder}/new", "w") as file:
            file.write(str(seconds))
        os.replace(f"{folder}/new", f"{folder}/now")

    set_clock(0)

    def under_it(start):
        os.environ.update(LD_PRELOAD=f"{folder}/clock.so", CLOCK_FILE=f"{folder}/now")
        try:
            return start()
        finally:
            del os.environ["LD_PRELOAD"], os.environ["CLOCK_FILE"]

    server = under_it(stage.server)
    ann, bob = server.register("ann"), server.register("bob")
    timed = kit.santorini_table(ann, bob, move_seconds=1800)
    players = Players(server)
    players.goes_on("the start")
    for seconds in (3600, 0, -3600, 0):
        set_clock(seconds)
        players.goes_on(f"the clock was set by {seconds} s")
        time.sleep(stage.amount(0.4, 5))
        assert ann.api("GET", "/me")[0] == 200, f"with the clock at {seconds} s a session is over"
        table = ann.need(200, "GET", f"/tables/{timed}")
        assert table["phase"] == "running", f"with the clock at {seconds} s a player with half an hour to move lost: {table['phase']}"
        server.register(f"new {seconds} {time.monotonic_ns() % 1000}")
    moves = players.finish()
    times = [event["at"] for event in ann.need(200, "GET", f"/tables/{players.tables[0].id}/journal?limit=500")["events"]]
    assert times == sorted(times), "the journal's times go back"
    # Started anew it takes the clock as it is: so it was this clock that it went by.
    server.stop()
    set_clock(7200)
    under_it(server.start)
    made = server.register("late").need(200, "GET", "/me")["created_at"] / 1000 - time.time()
    assert 7100 < made < 7300, f"the preloaded clock is not used: {made:.0f} s"
    return {"jumps": 4, "acknowledged moves": moves, "lost": 0}


@attack()
def no_descriptors(stage):
    """The system has no descriptors left."""
    server = stage.server(before=few_files(400))
    players = Players(server)
    players.goes_on("the start")
    links = []
    for k in range(30):
        links += idle_sockets(server.http, address(30, k), 30)
    players.goes_on("all descriptors were taken")
    for link in links:
        link.close()
    time.sleep(0.5)
    at_ease(server)
    return {"connections wanted": len(links), "acknowledged moves": players.finish(), "lost": 0}


@attack()
def little_memory(stage):
    """The system gives the process no more memory than it has, and a bit."""
    first = stage.server()
    usual = first.status("VmSize") * 1024
    first.stop()
    most = usual + 192 * MEGABYTE
    server = stage.server(before=lambda: resource.setrlimit(resource.RLIMIT_AS, (most, most)))
    players = Players(server)
    players.goes_on("the start")
    upload_largest(server, EVIL)
    ask = request("POST", "/smallworld", {"action": "getMapList"}) * 3
    links = [deaf_socket(server, address(31, k), ask) for k in range(stage.amount(200, 1000))]
    asks = [request("GET", "/api/v1/openapi.yaml") * 50, request("GET", "/api/v1/games/smallworld") * 50]
    links += [deaf_socket(server, address(32, k), asks[k % 2]) for k in range(stage.amount(200, 1000))]
    tokens = [server.guest(address(33, k)).token for k in range(5)]
    body = {"game": "catan", "seats": 4, "bots": ["random"] * 4, "sit": False}
    flood(server, [address(33, k) for k in range(5)], lambda k: request("POST", "/api/v1/tables", body, tokens[k % 5]), stage.amount(2, 10), 20)
    assert server.is_up(), f"the process ended: {server.log()[-400:]}"
    players.goes_on("memory was asked for")
    for link in links:
        link.close()
    at_ease(server)
    return {"limit": f"{most // MEGABYTE} MB of addresses", "held at most": f"{server.most_memory():.0f} MB", "acknowledged moves": players.finish(), "lost": 0}


@attack()
def stands_still(stage):
    """The process stands still for a while, as a machine that sleeps."""
    server = stage.server()
    players = Players(server)
    players.goes_on("the start")
    server.process.send_signal(signal.SIGSTOP)
    time.sleep(stage.amount(3, 60))
    server.process.send_signal(signal.SIGCONT)
    players.goes_on("standing still")
    at_ease(server)
    return {"seconds": stage.amount(3, 60), "acknowledged moves": players.finish(), "lost": 0}
