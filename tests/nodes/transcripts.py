#!/usr/bin/env python3
"""The talk transcripts against three nodes behind a round-robin proxy.

    tests/nodes/transcripts.py --meeple build/meeple [--failover] [--only SUBSTR] [FILE or FOLDER ...]

Each transcript gets a database and three nodes of its own; every connection
goes to the next node. What clients see must be what one machine says. In the
end the files of the three nodes must be equal. Commands that write (`meeple
user`, `moderate`, `import`) get the nodes' --store; those that only read get the
data file of a node. ONLY_ONE_MACHINE lists what is left out, and why.

With --failover the nodes go on where a transcript ends and starts its server:
`! kill -9` kills the leader alone, and `! restart` hands the lead over.
"""

import asyncio
import itertools
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "talk"))
sys.path.insert(0, HERE)

import talk  # noqa: E402
from cluster import Cluster, Node, Postgres, differ, free_port  # noqa: E402

# What only one machine can show: a pattern in the transcript's text, and why.
ONLY_ONE_MACHINE = [
    (r"^! disk", "fills the disk of the only machine; nodes do not wait for their disks"),
    (r"^! run cp .*meeple\.db", "puts another file in the place of the data file; a node's is made from the log"),
    (r"santorini/shutdown\.talk", "one machine says goodbye when it stops; with several the next leader goes on"),
]
WRITING = {"user", "moderate", "import"}
FAILOVER = "--failover"
# Clients of Santorini whose leader died may go on with the next one for so long. Where all nodes end at once nobody can,
# but the next leader does not know that: before that time one machine and several differ.
RESUME_SECONDS = 1
postgres = None
loop = None
numbers = itertools.count(1)


async def pump(reader, writer):
    try:
        while data := await reader.read(65536):
            writer.write(data)
            await writer.drain()
        if writer.can_write_eof():
            writer.write_eof()
    except OSError:
        writer.transport.abort()


class Proxy:
    """Gives each connection to the next of its targets."""

    def __init__(self, targets):
        self.port = free_port()
        self.targets = itertools.cycle(targets)
        self.server = asyncio.run_coroutine_threadsafe(asyncio.start_server(self.accept, "127.0.0.1", self.port), loop).result()

    async def accept(self, reader, writer):
        try:
            there, here = await asyncio.open_connection("127.0.0.1", next(self.targets))
        except OSError:
            writer.transport.abort()
            return
        await asyncio.gather(pump(reader, here), pump(there, writer))
        writer.close()
        here.close()

    def close(self):
        loop.call_soon_threadsafe(self.server.close)


class Nodes(talk.Server):
    """Three nodes in the place of the server."""

    limit = ["--limit", f"resume-seconds={RESUME_SECONDS}"]

    def __init__(self, meeple, options, log_to):
        super().__init__(meeple, options, log_to)
        self.name = f"talk{next(numbers)}"
        postgres.sql(f"CREATE DATABASE {self.name} OWNER meeple", "super", "postgres")
        self.url = re.sub(r"/\w+$", "/" + self.name, postgres.url)
        self.store = self.url
        self.nodes, self.proxies = [], []
        self.moved, self.epoch = False, None

    def start(self):
        if not self.nodes:
            self.nodes = [Node(self.meeple, self.folder, name, self.url) for name in "abc"]
            self.proxies = [Proxy([n.port for n in self.nodes]), Proxy([n.santorini for n in self.nodes])]
            self.addresses = {"http": f"127.0.0.1:{self.proxies[0].port}", "santorini": f"127.0.0.1:{self.proxies[1].port}"}
        for node in self.nodes:
            node.command = node.command[: node.command.index("--log-may-lose") + 1] + self.limit + self.options
            node.start()
        Cluster.settled(self)
        self.epoch = self.current_epoch()
        self.process = self.nodes[0].process

    def current_epoch(self):
        return postgres.sql("SELECT epoch FROM meeple.lead", database=self.name)

    def leader(self):
        return Cluster.leader(self)

    def stop(self, how=signal.SIGTERM):
        if self.process is None:
            return 0
        if how == signal.SIGTERM:
            self.become_quiet()
        self.moved |= self.current_epoch() != self.epoch
        # The leader last, so that nobody takes over.
        leader = self.leader()
        status = 0
        for node in sorted(self.nodes, key=lambda n: n is leader):
            status = node.stop(how) or status
        self.process = None
        self.moved |= self.current_epoch() != self.epoch
        if how == signal.SIGTERM:
            problem = differ(self.nodes)
            if problem:
                return problem
        return status if how == signal.SIGTERM else 0

    def fail_over(self, kill):
        """Another node leads, because the leader died or because it was told to."""
        leader = Cluster.settled(self)
        if kill:
            leader.kill()
        else:
            other = next(node for node in self.nodes if node is not leader)
            done = subprocess.run([self.meeple, "lead", other.name, "--store", self.url], capture_output=True, text=True, timeout=60)
            if done.returncode:
                raise talk.Broken(f"meeple lead: {done.stderr}")
        deadline = time.time() + 60
        while self.current_epoch() == self.epoch and time.time() < deadline:
            time.sleep(0.02)
        Cluster.settled(self)
        self.epoch = self.current_epoch()

    def file(self):
        """The data file of a node that follows, with all that was written so far."""
        self.become_quiet()
        return next(node for node in self.nodes if node is not self.leader()).data + "/meeple.db"

    def become_quiet(self):
        """Until nothing is written any more and all files have it."""
        before, since = None, time.time()
        while time.time() - since < 20:
            now = postgres.sql("SELECT last FROM meeple.lead", database=self.name)
            if now == before and all(node.has(int(now[0][0])) for node in self.nodes):
                return
            before = now
            time.sleep(0.25)

    def log(self):
        text = ""
        for node in self.nodes:
            with open(node.log, errors="replace") as log:
                text += log.read()
        return text

    def release(self):
        if self.process is not None:
            self.moved |= self.current_epoch() != self.epoch
        for node in self.nodes:
            node.stop(signal.SIGKILL)
        for proxy in self.proxies:
            proxy.close()
        if self.log_to:
            with open(self.log_to, "a") as out:
                out.write(self.log())
        shutil.rmtree(self.folder, ignore_errors=True)
        postgres.sql(f"DROP DATABASE {self.name} WITH (FORCE)", "super", "postgres")


class Transcript(talk.Transcript):
    """On a machine that stands still for seconds the lead may change hands, and clients see that: then it is played again."""

    def run(self):
        for _ in range(3):
            super().run()
            if not self.problems or not self.server.moved:
                return
            print(f"again {self.path}: the lead changed hands by itself", flush=True)
            self.__init__(self.path, self.settings)

    def server_run(self, rest):
        words = rest.split()
        url = self.server.store
        if words[0] == "meeple" and words[1] not in WRITING:
            self.server.store = "sqlite:" + self.server.file()
        try:
            super().server_run(rest)
        finally:
            self.server.store = url


    def server_kill(self, rest):
        super().server_kill(rest)
        self.await_the_gone()

    def server_restart(self, rest):
        super().server_restart(rest)
        self.await_the_gone()

    def await_the_gone(self):
        if "/santorini/" in self.path:
            time.sleep(RESUME_SECONDS + 0.5)


class NodesThatGoOn(Nodes):
    limit = []


class FailingOver(Transcript):
    def server_kill(self, rest):
        self.server.fail_over(kill=True)

    def server_restart(self, rest):
        self.server.fail_over(kill=False)


def runs_here(path):
    with open(path, encoding="utf-8") as file:
        text = file.read()
    for pattern, why in ONLY_ONE_MACHINE:
        if re.search(pattern, text, re.MULTILINE) or re.search(pattern, path):
            print(f"left out {path}: {why}")
            return False
    return True


def main():
    global postgres, loop
    folder = tempfile.mkdtemp(prefix="meeple-talk-")
    loop = asyncio.new_event_loop()
    threading.Thread(target=loop.run_forever, daemon=True).start()
    find = talk.find_transcripts
    talk.find_transcripts = lambda places, only: [path for path in find(places, only) if runs_here(path)]
    talk.Server, talk.Transcript = (NodesThatGoOn, FailingOver) if FAILOVER in sys.argv else (Nodes, Transcript)
    sys.argv = [word for word in sys.argv if word != FAILOVER]
    Postgres.fsync = "off"
    postgres = Postgres(folder)
    try:
        return talk.main()
    finally:
        postgres.stop()
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())
