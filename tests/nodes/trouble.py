#!/usr/bin/env python3
"""What goes wrong around several nodes: wrong settings, full disks, PostgreSQL away.

    tests/nodes/trouble.py --meeple build/meeple [--only WORD]

Each scene has a database and nodes of its own; ends with "N passed, M failed".
"""

import argparse
import json
import os
import signal
import subprocess
import sys
import threading

from cluster import Node, binary
from scenes import ask, done, files_are_equal, meeple, must, play, run, texts, until


def try_node(cluster, name, link="127.0.0.1:0", data=None, url=None):
    """A node that is expected to end at once: its status and what it said."""
    done_by = subprocess.run([cluster.meeple, "serve", "--store", url or cluster.pg.url, "--node", name, "--data",
                              data or f"{cluster.folder}/tried", "--link", link, "--listen", "127.0.0.1:0", "--santorini", "127.0.0.1:0",
                              "--log-may-lose"], capture_output=True, text=True, timeout=60, check=False)
    return done_by.returncode, done_by.stderr


def row_of(cluster, name):
    """What `meeple nodes` says about a node."""
    return next((line.split() for line in done(meeple(cluster, "nodes")).splitlines() if line.split()[0] == name), None)


# ---- scenes ---------------------------------------------------------------------


def names_and_addresses(cluster, settings):
    """Names that are taken or none; addresses that nobody can reach, or that several nodes have; a folder of another cluster."""
    for node in cluster.nodes:
        at = node.command.index("--santorini")  # all have the default
        del node.command[at:at + 2]
    cluster.start()
    must("goes without" in cluster.logs(), "no node says that its default address is taken")
    leader = cluster.settled()
    status, said = try_node(cluster, leader.name)
    must(status == 1 and "runs already" in said, f"a second {leader.name}: {status} {said}")
    for name in ("two words", "new\nline", "ä", "x" * 64, "'; DROP TABLE log"):
        status, said = try_node(cluster, name)
        must(status == 1 and "name of a node" in said, f"a node named {name!r}: {status} {said}")
    for link in ("127.0.0.1", f"127.0.0.1:{leader.link}", "nonesuch.invalid:1"):
        status, said = try_node(cluster, "tried", link)
        must(status == 1 and said, f"--link {link}: {status}")

    # A session that outlived its node, as PostgreSQL keeps it after a machine was lost, does not hold the name for long.
    ghost = subprocess.Popen([binary("psql"), "-X", "-At", "-h", "127.0.0.1", "-p", str(cluster.pg.port), "-U", "meeple", "-d", "meeple"],
                             stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    ghost.stdin.write("SELECT pg_try_advisory_lock(78, hashtext('wild') & 2147483647);\n")
    ghost.stdin.flush()
    must(ghost.stdout.readline() == "t\n", "the ghost has no name")

    # Who listens on all addresses is told to the others by the one that PostgreSQL sees, and may lead.
    wild = Node(cluster.meeple, cluster.folder, "wild", cluster.pg.url, ["--test-mode"])
    wild.command[wild.command.index("--link") + 1] = f"0.0.0.0:{wild.link}"
    cluster.nodes.append(wild)
    wild.start()
    cluster.settled()
    ghost.stdin.close()
    ghost.wait()
    must(until(lambda: row_of(cluster, "wild"), "wild's row")[-1] == f"127.0.0.1:{wild.link}", "wild's address")
    done(meeple(cluster, "lead", "wild"))
    cluster.settled()
    tables = play(cluster.nodes[0], 2)

    # The file of another cluster with as many batches is no file of this one.
    cluster.pg.sql("CREATE DATABASE other OWNER meeple", "super", "postgres")
    other = cluster.pg.url[: cluster.pg.url.rindex("/")] + "/other"
    cluster.level()
    wild.stop(signal.SIGKILL)
    status, said = try_node(cluster, "wild", data=wild.data, url=other)
    must(status == 1 and "another database" in said, f"a foreign folder: {status} {said}")
    wild.start()
    cluster.settled()
    must(texts(wild, tables[1]) == ["line 1"], "the folder is still good for its own")
    # `lead` is a parameter however a library writes it.
    lead = cluster.settled()
    for path in ("/healthz?lead", "/healthz?lead=", "/healthz?lead=1"):
        must([n.get(path)[0] == 200 for n in cluster.nodes] == [n is lead for n in cluster.nodes], path)
    files_are_equal(cluster)
    return 15


def handing_over_to_the_dead(cluster, settings):
    """A node that has just died cannot be given the lead: nobody is without a leader meanwhile."""
    cluster.start()
    leader = cluster.settled()
    dead = next(n for n in cluster.nodes if n is not leader)
    dead.stop(signal.SIGKILL)
    refused = until(lambda: (r := meeple(cluster, "lead", dead.name)).returncode == 1 and r, "the lead goes to nobody")
    must("there is no node" in refused.stderr, refused.stderr)
    must(row_of(cluster, dead.name)[1] == "gone", f"a dead node: {row_of(cluster, dead.name)}")
    must(leader.health()["epoch"] == 1 and leader.get("/healthz?lead")[0] == 200, "the leader leads on")
    play(leader)
    must(meeple(cluster, "lead", "nobody").returncode == 1, "lead nobody")
    must(meeple(cluster, "lead", leader.name).returncode == 0, "the leader is told to lead")
    # Nothing is adopted where there are nodes.
    late = meeple(cluster, "adopt", f"{leader.data}/meeple.db")
    must(late.returncode == 1 and "already" in late.stderr, f"adopted: {late.stderr}")
    dead.start()
    cluster.settled()
    files_are_equal(cluster)
    return 7


def postgresql_comes_late(cluster, settings):
    """Nodes that are started before PostgreSQL wait for it; SIGTERM ends them."""
    cluster.pg.process.send_signal(signal.SIGINT)
    cluster.pg.process.wait()
    for node in cluster.nodes:
        node.start()
    until(lambda: all("waiting" in open(n.log, encoding="utf-8").read() for n in cluster.nodes if os.path.exists(n.log)), "nodes that wait")
    must(cluster.nodes[0].stop() == 0, "SIGTERM while it waits")
    cluster.nodes[0].start()
    cluster.pg.start()
    cluster.settled()
    must(all(n.restarts == 0 for n in cluster.nodes[1:]), "a node ended instead of waiting")
    play(cluster.nodes[0])
    files_are_equal(cluster)
    return 4


def postgresql_is_away(cluster, settings):
    """Reads that were under way when PostgreSQL went are answered all the same; later ones are marked as stale."""
    cluster.start()
    token = ask(cluster.nodes[0], "POST", "/api/v1/guest", {})["token"]
    table = ask(cluster.nodes[0], "POST", "/api/v1/tables", {"game": "santorini", "seats": 2, "sit": True}, token)["id"]
    headers, got = {"Authorization": "Bearer " + token}, []

    def send(node, method, path, body=None):
        status, reply, text = node.ask(method, path, body, 30, headers)
        got.append((method, status, reply, text))

    def together():
        got.clear()
        threads = [threading.Thread(target=send, args=(node, "POST", f"/api/v1/tables/{table}/chat", {"text": "x"})) for node in cluster.nodes]
        threads += [threading.Thread(target=send, args=(node, "GET", f"/api/v1/tables/{table}")) for node in cluster.nodes * 3]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    cluster.pg.send(signal.SIGSTOP)
    try:
        for first in (True, False):
            together()
            for method, status, reply, text in got:
                if method == "GET":
                    must(status == 200, f"a read: {status} {text}")
                    must(first or int(reply["Meeple-Stale"]) > 0, f"a stale read: {reply}")
                else:
                    code = json.loads(text)["error"]["code"]
                    must(status == 503 and reply["Retry-After"] and (first or code != "unknown"), f"a write: {status} {text}")
        until(lambda: all("problem" in n.health() for n in cluster.nodes), "all nodes say that the log is away")
        must(all(n.health()["status"] == 200 for n in cluster.nodes), "reads are served: nodes are there")
    finally:
        cluster.pg.send(signal.SIGCONT)
    until(lambda: all(n.health().get("ok") for n in cluster.nodes), "PostgreSQL is back")
    together()
    must(all(status in (200, 201) and not reply["Meeple-Stale"] for _, status, reply, _ in got), f"after it came back: {got}")
    files_are_equal(cluster)
    return 6


class SmallDisk:
    """A folder that can be full; only root can make one."""

    def __init__(self, folder):
        self.folder = folder
        os.makedirs(folder, exist_ok=True)
        self.works = os.geteuid() == 0 and self.run("mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", folder)

    def run(self, *words):
        return subprocess.run(words, check=False, capture_output=True).returncode == 0

    def fill(self):
        with open(self.folder + "/filler", "wb", buffering=0) as file:
            try:
                while True:
                    file.write(b"x" * 4096)
            except OSError:
                pass

    def empty(self):
        os.unlink(self.folder + "/filler")


def full_disks(cluster, settings):
    """A follower whose disk is full says so, lags and is not given the lead; a leader whose disk is full hands over."""
    follower = cluster.nodes[2]
    disk = SmallDisk(follower.data)
    if not disk.works:
        print("full_disks: no disk of its own can be made here")
        return 0
    try:
        for node in cluster.nodes[:2]:
            node.start()
        cluster.settled(n=2)
        follower.start()
        leader = cluster.settled()
        must(leader is not follower, "the node with the small disk leads")
        disk.fill()
        until(lambda: play(leader, 5) and "full" in follower.health().get("problem", ""), "a follower that says that its disk is full")
        health = until(lambda: (h := follower.health()).get("lag") and h, "its lag")
        must(health["status"] == 200, f"it still serves clients: {health}")
        play(follower)
        until(lambda: row_of(cluster, follower.name)[1] == "stuck", "it is listed as stuck")
        refused = meeple(cluster, "lead", follower.name)
        must(refused.returncode == 1 and "cannot follow" in refused.stderr, refused.stderr)
        must(cluster.settled() is leader and leader.health()["epoch"] == 1, "the lead stays where it is")
        disk.empty()
        cluster.level()
        until(lambda: row_of(cluster, follower.name)[1] == "follower", "it follows again")

        done(meeple(cluster, "lead", follower.name))
        cluster.settled()
        disk.fill()
        until(lambda: cluster.leader() not in (None, follower) or try_to_write(follower), "a leader with a full disk hands over")
        until(lambda: cluster.leader() not in (None, follower), "another node leads")
        play(cluster.nodes[0], 2)
        disk.empty()
        cluster.settled()
        files_are_equal(cluster)
    finally:
        for node in cluster.nodes:
            node.stop(signal.SIGKILL)
        subprocess.run(["umount", follower.data], check=False)
    return 8


def try_to_write(node):
    """False, whatever became of it."""
    try:
        node.ask("POST", "/api/v1/guest", {}, 20)
    except OSError:
        pass
    return False


TROUBLES = [
    (names_and_addresses, 2, []),
    (handing_over_to_the_dead, 3, []),
    (postgresql_comes_late, 3, []),
    (postgresql_is_away, 3, []),
    (full_disks, 3, []),
]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--meeple", required=True)
    parser.add_argument("--only", default="")
    return run(parser.parse_args(), TROUBLES)


if __name__ == "__main__":
    sys.exit(main())
