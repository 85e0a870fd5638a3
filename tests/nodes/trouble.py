#!/usr/bin/env python3
"""What goes wrong around several nodes: wrong settings, full disks, PostgreSQL away.

    tests/nodes/trouble.py --meeple build/meeple [--only WORD]

Each scene has a database and nodes of its own; ends with "N passed, M failed".
"""

import argparse
import json
import os
import signal
import sqlite3
import subprocess
import sys
import threading
import time

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


def dump(path):
    """All that is in a data file."""
    db = sqlite3.connect(path)
    try:
        return list(db.iterdump())
    finally:
        db.close()


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
    # Nor is the file of one machine, which would be lost.
    os.mkdir(f"{cluster.folder}/single")
    single = f"{cluster.folder}/single/meeple.db"
    done(meeple(cluster, "backup", single, store=f"sqlite:{wild.data}/meeple.db"))
    before = dump(single)
    status, said = try_node(cluster, "single", data=os.path.dirname(single))
    must(status == 1 and "meeple adopt" in said, f"the folder of one machine: {status} {said}")
    must(dump(single) == before, "the file of one machine was changed")
    wild.start()
    cluster.settled()
    must(texts(wild, tables[1]) == ["line 1"], "the folder is still good for its own")
    # `lead` is a parameter however a library writes it.
    lead = cluster.settled()
    for path in ("/healthz?lead", "/healthz?lead=", "/healthz?lead=1"):
        must([n.get(path)[0] == 200 for n in cluster.nodes] == [n is lead for n in cluster.nodes], path)
    files_are_equal(cluster)
    return 17


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

    def marked_when_refused():
        """As soon as writes are refused, since the log is away, reads are marked."""
        status = 0
        while status != 503:
            status = cluster.leader().ask("POST", f"/api/v1/tables/{table}/chat", {"text": "y"}, 30, headers)[0]
        must(all(n.get(f"/api/v1/tables/{table}")[1]["Meeple-Stale"] for n in cluster.nodes), "a read is not marked while writes are refused")

    def together(meanwhile=lambda: None):
        got.clear()
        threads = [threading.Thread(target=send, args=(node, "POST", f"/api/v1/tables/{table}/chat", {"text": "x"})) for node in cluster.nodes]
        threads += [threading.Thread(target=send, args=(node, "GET", f"/api/v1/tables/{table}")) for node in cluster.nodes * 3]
        for thread in threads:
            thread.start()
        meanwhile()
        for thread in threads:
            thread.join()

    def all_is_well():
        together()
        return all(status in (200, 201) and not reply["Meeple-Stale"] for _, status, reply, _ in got)

    until(all_is_well, "answers before it goes")  # writes renew the lease, too
    cluster.pg.send(signal.SIGSTOP)
    try:
        for first in (True, False):
            together(marked_when_refused)
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
    until(all_is_well, "answers after it came back")
    files_are_equal(cluster)
    return 7


def names_that_are_lost(cluster, settings):
    """A node that was away so long that another one took its name ends when it is back; two of a name never stay."""
    cluster.start()
    leader = cluster.settled()
    old = next(n for n in cluster.nodes if n is not leader)
    other = subprocess.Popen([binary("psql"), "-X", "-At", "-h", "127.0.0.1", "-p", str(cluster.pg.port), "-U", "meeple", "-d", "meeple"],
                             stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    has_name = f"locktype = 'advisory' AND classid = 78 AND objid = hashtext('{old.name}') & 2147483647"
    other.stdin.write(f"SELECT pg_advisory_lock(78, hashtext('{old.name}') & 2147483647);\n")  # when it is free
    other.stdin.flush()
    until(lambda: cluster.pg.sql(f"SELECT count(*) FROM pg_locks WHERE {has_name}") == [["2"]], "another one that waits for the name")
    cluster.pg.sql(f"SELECT pg_terminate_backend(pid) FROM pg_locks WHERE {has_name} AND granted")
    until(lambda: old.restarts, "the node that lost its name ends")
    with open(old.log, encoding="utf-8") as file:
        must(f"taken the name {old.name}" in file.read(), "it does not say why")
    other.stdin.close()
    other.wait()
    cluster.settled()
    files_are_equal(cluster)
    return 3


def sessions_that_end(cluster, settings):
    """A leader whose session PostgreSQL ends is back before anybody takes it for dead; one that cannot come back does
    not vouch for what it tells, since another node may lead."""
    cluster.start()
    leader = cluster.settled()
    table = play(leader)[0]
    end = ("SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND classid = 77 AND granted AND database ="
           " (SELECT oid FROM pg_database WHERE datname = 'meeple')")
    for i in range(10):
        ended = cluster.pg.sql(end, "super", "postgres")
        must(ended == [["t"]], f"the leader has no session: {ended}")
        renewals = leader.metric("meeple_node_renewals_total")
        until(lambda: leader.metric("meeple_node_renewals_total") > renewals, "a renewal")
    must(cluster.settled() is leader and leader.health()["epoch"] == 1 and leader.restarts == 0, f"the lead changed hands: {leader.health()}")

    path = f"/api/v1/tables/{table}"
    must(not leader.get(path)[1]["Meeple-Stale"], "a stale read")
    cluster.pg.sql("ALTER DATABASE meeple ALLOW_CONNECTIONS false", "super", "postgres")
    try:
        cluster.pg.sql(end, "super", "postgres")
        until(lambda: leader.get(path)[1]["Meeple-Stale"], "a read that is marked as stale, before the lease has ended", 1)
    finally:
        cluster.pg.sql("ALTER DATABASE meeple ALLOW_CONNECTIONS true", "super", "postgres")
    until(lambda: not leader.get(path)[1]["Meeple-Stale"], "a read that is not")
    cluster.settled()
    files_are_equal(cluster)
    return 5


def slow_names(cluster, settings):
    """While the name of the leader's address is looked up, a node serves; it complains now and then, not all the time."""
    here = os.path.dirname(os.path.abspath(__file__))
    library = cluster.folder + "/slow_names.so"
    subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-D_GNU_SOURCE", "-o", library, here + "/slow_names.c", "-ldl"], check=True)
    leader, follower = cluster.nodes
    leader.start()
    cluster.settled(n=1)
    follower.env["LD_PRELOAD"] = library
    follower.start()
    cluster.settled()
    link = cluster.pg.sql("SELECT link FROM meeple.lead")[0][0]
    cluster.pg.sql("UPDATE meeple.lead SET link = 'slow.invalid:1'")
    until(lambda: follower.health().get("status") == 503, "a node without its leader")
    slowest, deadline = 0, time.time() + 5
    while time.time() < deadline:
        began = time.time()
        must(follower.get("/healthz")[0] == 503, "the link is gone")
        slowest = max(slowest, time.time() - began)
        time.sleep(0.05)
    must(slowest < 1.5, f"a node that looks up a name did not answer for {slowest:.1f} s")
    with open(follower.log, encoding="utf-8") as file:
        complaints = file.read().count("slow.invalid")
    must(complaints == 1, f"{complaints} complaints")
    cluster.pg.sql(f"UPDATE meeple.lead SET link = '{link}'")
    cluster.settled()
    play(follower)
    files_are_equal(cluster)
    return 3


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
    (names_that_are_lost, 2, []),
    (sessions_that_end, 3, []),
    (slow_names, 2, []),
    (full_disks, 3, []),
]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--meeple", required=True)
    parser.add_argument("--only", default="")
    return run(parser.parse_args(), TROUBLES)


if __name__ == "__main__":
    sys.exit(main())
