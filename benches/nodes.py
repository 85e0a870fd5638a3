#!/usr/bin/env python3
"""What do several nodes cost, and what do they give?

usage: nodes.py MEEPLE BENCH_MANY_TABLES [ROUNDS [SECONDS [TABLES]]]

Nodes on one PostgreSQL, all on this machine: with two cores, nodes, database and
client share them, so figures of several nodes are lower bounds.

  moves     durable moves a second through the leader's own doors, and through a
            follower's, beside one machine with SQLite, in turns (wrk, 512 connections)
  reads     GET of a table through 1, 2 and 3 nodes at once
  link      bytes between the nodes for a move and for a read; log bytes a move
  thinking  moves a second of computer players at tables without people, with 1, 2 and 3
            nodes; each node is pinned to a core, so that a second node brings a second
            core, and with two cores a third brings nothing
  connections  WebSockets open at once through 1, 2 and 3 nodes, all of which answer
  takeover  a log that begins with TABLES (100 000) running tables: from kill -9 of
            the leader to the first answer of the next, and from SIGSTOP; beside it the
            processor time that opening the hall took, which a busy machine does not stretch
  handover  the longest time without an answer while `meeple lead` is at work, and
            how many requests were refused"""
import http.client
import json
import os
import re
import resource
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "tests", "nodes"))

from asked import asked  # noqa: E402
from cluster import Cluster  # noqa: E402
from connections import ask_all, grow  # noqa: E402
from http_beside_nginx import CONNECTIONS, MOVES_A_SECOND, Server, new_tables, write_script  # noqa: E402

MOVES_EACH = 20  # of each of the many tables
THINKERS = {"game": "santorini", "seats": 2, "bots": ["level:3", "level:3"]}
THINKING_TABLES = 64
SOCKETS_EACH = 4000  # through each node
MANY = 512  # connections that move: an append to PostgreSQL takes longer than a sync of the disk, and serves all who wait


class Through(Server):
    """A node as the server that http_beside_nginx.py talks to."""

    def __init__(self, node):
        self.node, self.process, self.port = node, node.process, node.port
        self.client = http.client.HTTPConnection("127.0.0.1", self.port)

    def stop(self):
        pass


def rate(ports, path, seconds, script=None, connections=CONNECTIONS):
    """Requests a second through these ports at once."""
    words = lambda port: ["wrk", "-t1", f"-c{connections // len(ports)}", f"-d{seconds}", *(["-s", script] if script else []),
                          f"http://127.0.0.1:{port}{path}"]
    running = [subprocess.Popen(words(port), stdout=subprocess.PIPE, text=True) for port in ports]
    texts = [process.communicate()[0] for process in running]
    for text in texts:
        if "Non-2xx" in text or "Socket errors" in text:
            raise SystemExit(text)
    return sum(float(re.search(r"Requests/sec:\s+([\d.]+)", text).group(1)) for text in texts)


def speed(meeple, rounds, seconds):
    folder = tempfile.mkdtemp(prefix="bench-nodes-")
    alone = Server(meeple, f"{folder}/one.db")
    cluster = Cluster(meeple, 3, ["--test-mode"])
    try:
        cluster.start()
        leader = cluster.leader()
        follower = next(n for n in cluster.nodes if n is not leader)
        ways = {"one machine": alone, "leader": Through(leader), "follower": Through(follower)}
        game = alone.record_game()
        enough = MOVES_A_SECOND * seconds // len(game) + CONNECTIONS
        moves = {name: [] for name in ways}
        reads = {"one machine": [], "1 node": [], "2 nodes": [], "3 nodes": []}
        watched = {id(s): s.open_table(s.guests()) for s in (alone, ways["leader"])}
        for _ in range(rounds):
            for name, server in ways.items():
                server.client.close()  # it may have been idle for too long
                write_script(f"{folder}/moves.lua", game, new_tables(server, enough))
                moves[name].append(rate([server.port], "/", seconds, f"{folder}/moves.lua", MANY))
            reads["one machine"].append(rate([alone.port], f"/api/v1/tables/{watched[id(alone)]}", seconds))
            for n in (1, 2, 3):
                ports = [node.port for node in [leader] + [x for x in cluster.nodes if x is not leader]][:n]
                reads[f"{n} node{'s' if n > 1 else ''}"].append(rate(ports, f"/api/v1/tables/{watched[id(ways['leader'])]}", seconds))
        size = cluster.pg.sql("SELECT sum(octet_length(body)), count(*) FROM meeple.log")[0]
        total = int(re.search(r"^meeple_hall_moves_total (\d+)", leader.get("/metrics")[2].decode(), re.MULTILINE).group(1))
        appended = re.search(r"^meeple_node_append_microseconds (\d+)", leader.get("/metrics")[2].decode(), re.MULTILINE).group(1)
        base = statistics.median(moves["one machine"])
        for name, values in moves.items():
            ratio = statistics.median(v / one for v, one in zip(values, moves["one machine"]))
            print(f"moves, {name}: {statistics.median(values):.0f}/s, ratio {ratio:.2f}")
        for name, values in reads.items():
            print(f"reads, {name}: {statistics.median(values):.0f}/s")
        print(f"log: {int(size[0]) / max(total, 1):.0f} bytes a move (with all else that was written), {int(size[1])} batches,"
              f" {total / max(int(size[1]), 1):.1f} moves a batch, {int(appended) / max(int(size[1]), 1):.0f} us an append; at 1000 moves/s"
              f" {int(size[0]) / max(total, 1) * 86400 * 1000 / 1e9:.1f} GB a day")
        return base
    finally:
        alone.stop()
        cluster.close()
        shutil.rmtree(folder, ignore_errors=True)


def metric(node, name):
    return int(re.search(rf"^meeple_{name} (\d+)", node.get("/metrics", 20)[2].decode(), re.MULTILINE).group(1))


def thinking(meeple, n, seconds):
    """Moves a second of computer players, and the share that other nodes thought out."""
    cores = sorted(os.sched_getaffinity(0))
    cluster = Cluster(meeple, n, ["--test-mode"], cores=cores)
    try:
        cluster.start()
        leader = cluster.settled()
        token = json.loads(leader.ask("POST", "/api/v1/guest", {})[2])["token"]
        for _ in range(THINKING_TABLES):
            leader.ask("POST", "/api/v1/tables", THINKERS, 60, {"Authorization": "Bearer " + token})
        helped = lambda: sum(metric(node, "node_jobs_helped_total") for node in cluster.nodes)
        moves, others, began = metric(leader, "hall_moves_total"), helped(), time.time()
        time.sleep(seconds)
        moves, others, took = metric(leader, "hall_moves_total") - moves, helped() - others, time.time() - began
        print(f"thinking, {n} node{'s' if n > 1 else ''}: {moves / took:.1f} moves/s, {100 * others / max(moves, 1):.0f} % by other nodes"
              f" (node i pinned to core i of {len(cores)})", flush=True)
    finally:
        cluster.close()


def connections(meeple, each):
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    cluster = Cluster(meeple, 3, ["--test-mode"])
    every = []
    try:
        cluster.start()
        for n, node in enumerate(cluster.nodes, 1):
            socks = []
            grow(socks, each, node.port)
            every += socks
            print(f"connections, {n} node{'s' if n > 1 else ''}: {ask_all(every)} of {len(every)} answer", flush=True)
    finally:
        for s in every:
            s.close()
        cluster.close()


def opening_ms(cluster):
    """Processor time of the latest takeover, as the node's log tells it."""
    return re.findall(r"took the lead, (\d+) ms of processor time", "\n".join(sorted(cluster.logs().splitlines())))[-1]


def first_answer(nodes, path, began):
    """Seconds until one of the nodes answers a write-like read of the leading hall."""
    while time.time() - began < 60:
        for node in nodes:
            try:
                if node.get("/healthz?lead", 1)[0] == 200 and node.get(path, 1)[0] == 200:
                    return time.time() - began
            except OSError:
                pass
        time.sleep(0.01)
    raise SystemExit("nobody takes over")


def takeover(meeple, maker, tables):
    folder = tempfile.mkdtemp(prefix="bench-many-")
    cluster = Cluster(meeple, 3, ["--test-mode", "--limit", f"passing-tables={2 * tables}"])  # nobody there has an account
    try:
        subprocess.run([maker, f"{folder}/many.db", str(tables), str(MOVES_EACH)], check=True, stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL)
        result = cluster.command("adopt", f"{folder}/many.db")
        if result.returncode:
            raise SystemExit(result.stderr)
        cluster.start()
        for name, number in (("kill -9", signal.SIGKILL), ("kill -9", signal.SIGKILL), ("freeze", signal.SIGSTOP)):
            time.sleep(4)
            leader = cluster.settled()
            began = time.time()
            leader.send(number)
            took = first_answer([n for n in cluster.nodes if n is not leader], "/api/v1/tables/1", began)
            print(f"takeover, {tables} tables, {name}: {took:.2f} s; opening the hall took {opening_ms(cluster)} ms of processor time",
                  flush=True)
            leader.send(signal.SIGCONT)
        time.sleep(4)
        handover(cluster)
    finally:
        cluster.close()
        shutil.rmtree(folder, ignore_errors=True)


def handover(cluster):
    leader = cluster.settled()
    target = next(n for n in cluster.nodes if n is not leader)
    other = next(n for n in cluster.nodes if n not in (leader, target))
    done, worst, refused, asked_ = threading.Event(), [0.0], [0], [0]

    def ask():
        last = time.time()
        while not done.is_set():
            try:
                status = other.ask("POST", "/api/v1/guest", {}, 20)[0]
            except OSError:
                status = 0
            asked_[0] += 1
            if status == 201:
                worst[0] = max(worst[0], time.time() - last)
                last = time.time()
            else:
                refused[0] += 1

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    time.sleep(1)
    began = time.time()
    result = cluster.command("lead", target.name)
    took = time.time() - began
    time.sleep(1.5)
    done.set()
    for thread in threads:
        thread.join()
    if result.returncode:
        raise SystemExit(result.stderr)
    print(f"handover: {took:.2f} s, longest silence {worst[0]:.2f} s, {refused[0]} of {asked_[0]} writes refused")


def main(meeple, maker, rounds=3, seconds=2, tables=100000):
    speed(meeple, int(rounds), int(seconds))
    for n in (1, 2, 3):
        thinking(meeple, n, 5 * int(seconds))
    connections(meeple, SOCKETS_EACH)
    takeover(meeple, maker, int(tables))


if __name__ == "__main__":
    main(*asked(__doc__, 2))
