#!/usr/bin/env python3
"""What operators do with several nodes, one scene after the other.

    tests/nodes/scenes.py --meeple build/meeple --next build/meeple_next [--only WORD]

`--next` is the next release: a build with one more migration. Each scene has a
database and nodes of its own; ends with "N passed, M failed".
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

from cluster import Cluster, Node, Postgres, binary, differ

DEADLINE = 180
HANDOVERS = 20
SMALL = ["--limit", "snapshot-log=20000", "--limit", "snapshot-seconds=1"]


def until(what, said, seconds=DEADLINE):
    """Waits for a condition; returns what it gave."""
    deadline = time.time() + seconds
    while time.time() < deadline:
        got = what()
        if got:
            return got
        time.sleep(0.05)
    raise AssertionError(f"in vain: {said}")


def must(condition, said):
    if not condition:
        raise AssertionError(said)


def meeple(cluster, *words, store=None, text="", program=None):
    return subprocess.run([program or cluster.meeple, *words, "--store", store or cluster.pg.url], input=text, capture_output=True,
                          text=True, check=False, timeout=120)


def done(result):
    must(result.returncode == 0, f"{result.args[1:4]}: {result.returncode} {result.stderr}")
    return result.stdout


def ask(node, method, path, body=None, token=None, wanted=(200, 201, 204)):
    headers = {"Content-Type": "application/json", **({"Authorization": "Bearer " + token} if token else {})}

    def once():
        try:
            status, _, text = node.ask(method, path, body, 20, headers)
        except OSError:
            return None
        if status == 503:
            return None
        must(status in wanted, f"{method} {path} at {node.name}: {status} {text[:200]}")
        return [json.loads(text) if text else None]

    return until(once, f"{method} {path}")[0]


def log_in(node, name, password, wanted=(200,)):
    return ask(node, "POST", "/api/v1/login", {"name": name, "password": password}, wanted=wanted)


def play(node, n=1):
    """Tables with lines of chat, so that there is something in the file."""
    token = ask(node, "POST", "/api/v1/guest", {})["token"]
    tables = []
    for i in range(n):
        table = ask(node, "POST", "/api/v1/tables", {"game": "santorini", "seats": 2, "sit": True}, token)["id"]
        ask(node, "POST", f"/api/v1/tables/{table}/chat", {"text": f"line {i}"}, token)
        tables.append(table)
    return tables


def texts(node, table):
    return [e["text"] for e in ask(node, "GET", f"/api/v1/tables/{table}/journal")["events"] if e["kind"] == "chat"]


def files_are_equal(cluster):
    cluster.level()
    for node in sorted(cluster.nodes, key=lambda n: n is cluster.leader()):
        node.stop()
    problem = differ(cluster.nodes)
    must(not problem, problem)
    must("diverge" not in cluster.logs(), "a file has diverged")


# ---- scenes ---------------------------------------------------------------------


def users_and_moderators(cluster, settings):
    """meeple user, moderate, import and backup on a cluster: through the leader, in the log, seen by all."""
    cluster.start()
    a, b, c = cluster.nodes
    done(meeple(cluster, "user", "add", "ann", "--password-stdin", text="first secret\n"))
    done(meeple(cluster, "user", "add", "bob", "--password-stdin", text="second secret\n"))
    again = meeple(cluster, "user", "add", "ann", "--password-stdin", text="first secret\n")
    must(again.returncode == 1 and "already exists" in again.stderr, f"a second ann: {again.stderr}")
    no_game = meeple(cluster, "user", "add", "eve", "--game", "nonesuch", "--password-stdin", text="third secret\n")
    must(no_game.returncode == 1 and "no game" in no_game.stderr, f"a game that is none: {no_game.stderr}")
    listed = done(meeple(cluster, "user", "list"))
    must("ann" in listed and "bob" in listed and "eve" not in listed, f"user list: {listed}")
    for node in cluster.nodes:
        log_in(node, "ann", "first secret")
    token = log_in(b, "ann", "first secret")["token"]
    done(meeple(cluster, "user", "passwd", "ann", "--password-stdin", text="another secret\n"))
    ask(c, "GET", "/api/v1/me", token=token, wanted=(401,))
    log_in(a, "ann", "another secret")
    done(meeple(cluster, "user", "admin", "ann"))
    must(log_in(c, "ann", "another secret")["account"]["admin"], "ann is no admin")

    table = play(b)[0]
    bob = log_in(c, "bob", "second secret")["token"]
    done(meeple(cluster, "moderate", "ban", "bob"))
    ask(a, "GET", "/api/v1/me", token=bob, wanted=(401, 403))
    done(meeple(cluster, "moderate", "close", str(table)))
    until(lambda: ask(b, "GET", f"/api/v1/tables/{table}")["phase"] not in ("waiting", "running"), "a closed table")
    must("ban" in done(meeple(cluster, "moderate", "audit")), "the audit does not tell the ban")
    nobody = meeple(cluster, "moderate", "ban", "nobody")
    must(nobody.returncode == 1 and "no account nobody" in nobody.stderr, nobody.stderr)

    # The leader dies; what operators did stays.
    leader = cluster.settled()
    leader.kill()
    cluster.settled()
    log_in(a, "ann", "another secret")
    done(meeple(cluster, "user", "delete", "bob"))
    must("bob" not in done(meeple(cluster, "user", "list")), "bob is still there")
    files_are_equal(cluster)
    return 14


def imports_and_backups(cluster, settings):
    """A backup of a follower's file is the file of one machine; import goes through the leader."""
    cluster.start()
    tables = play(cluster.nodes[0], 3)
    cluster.level()
    follower = next(n for n in cluster.nodes if n is not cluster.leader())
    store, copy, out = f"sqlite:{follower.data}/meeple.db", cluster.folder + "/copy.db", cluster.folder + "/tables.jsonl"
    done(meeple(cluster, "backup", copy, store=store))
    done(meeple(cluster, "export", "--all", "--out", out, store=f"sqlite:{copy}"))
    # A node's file is written by the log only, whether its node runs or not.
    for what in (["user", "admin", "ann"], ["import", out]):
        refused = meeple(cluster, *what, store=store)
        must(refused.returncode == 1, f"{what} wrote a node's file")
    db = sqlite3.connect(copy)
    left = db.execute("SELECT count(*) FROM sqlite_master WHERE name IN ('here', 'undo')").fetchone()[0]
    db.close()
    must(left == 0, "the backup is still a node's file")
    done(meeple(cluster, "user", "add", "carl", "--password-stdin", store=f"sqlite:{copy}", text="carls secret\n"))

    # Into another cluster that knows nothing of it, while it serves.
    cluster.pg.sql("CREATE DATABASE other OWNER meeple", "super", "postgres")
    url = cluster.pg.url[: cluster.pg.url.rindex("/")] + "/other"
    others = [Node(cluster.meeple, cluster.folder, name, url, ["--test-mode"]) for name in "xy"]
    try:
        for node in others:
            node.start()
        Cluster.settled(Nodes(others))
        result = meeple(cluster, "import", out, store=url)
        done(result)
        must("3 tables imported, 0 already there" in result.stderr, result.stderr)
        must("0 tables imported, 3 already there" in meeple(cluster, "import", out, store=url).stderr, "a second import")
        for i, table in enumerate(tables):
            must(texts(others[i % 2], table) == [f"line {i}"], f"table {table} after its import")
        new = play(others[1])[0]
        must(new not in tables, "an imported number was given again")
        # A damaged file changes nothing.
        with open(out, encoding="utf-8") as file:
            lines = file.readlines()
        with open(out + ".damaged", "w", encoding="utf-8") as file:
            file.writelines(lines[:-2] + lines[-1:])
        damaged = meeple(cluster, "import", out + ".damaged", store=url)
        must(damaged.returncode == 1 and "nothing was imported" in damaged.stderr, damaged.stderr)
    finally:
        for node in others:
            node.stop(signal.SIGKILL)

    # One machine's file is where nodes may begin.
    cluster.pg.sql("CREATE DATABASE adopted OWNER meeple", "super", "postgres")
    url = cluster.pg.url[: cluster.pg.url.rindex("/")] + "/adopted"
    done(meeple(cluster, "adopt", copy, store=url))
    node = Node(cluster.meeple, cluster.folder, "z", url, ["--test-mode"])
    try:
        node.start()
        until(lambda: node.get_role() == "leader", "the node that adopted leads")
        log_in(node, "carl", "carls secret")
        must(texts(node, tables[2]) == ["line 2"], "an adopted table")
        late = meeple(cluster, "adopt", copy, store=url)
        must(late.returncode == 1 and "already" in late.stderr, f"adopted twice: {late.stderr}")
    finally:
        node.stop(signal.SIGKILL)
    files_are_equal(cluster)
    return 13


class Nodes:
    """Enough of a cluster to be waited for."""

    def __init__(self, nodes):
        self.nodes = nodes

    def leader(self):
        return Cluster.leader(self)


def snapshots_and_trimming(cluster, settings):
    """Followers write snapshots, two stay, the log is trimmed; empty folders and those behind the trimmed log join."""
    cluster.start()
    leader = cluster.leader()
    late = next(n for n in cluster.nodes if n is not leader)
    tables = play(leader, 2)
    cluster.level()
    late.stop()

    token = ask(leader, "POST", "/api/v1/guest", {})["token"]
    table = ask(leader, "POST", "/api/v1/tables", {"game": "santorini", "seats": 2, "sit": True}, token)["id"]

    def trimmed():
        for _ in range(50):
            ask(leader, "POST", f"/api/v1/tables/{table}/chat", {"text": "x" * 300}, token)
        rows = cluster.pg.sql("SELECT (SELECT count(DISTINCT n) FROM meeple.snapshot), (SELECT min(n) FROM meeple.log),"
                              " (SELECT min(n) FROM meeple.snapshot), (SELECT max(n) FROM meeple.snapshot)")[0]
        return rows if rows[0] == "2" and int(rows[1]) > 100 else None

    count, lowest, older, newer = until(trimmed, "a trimmed log")
    must(lowest == older != newer, f"the log begins at {lowest}, the snapshots are of {older} and {newer}")
    late.start()  # its file ends where there is no log any more
    new = Node(cluster.meeple, cluster.folder, "new", cluster.pg.url, SMALL + ["--test-mode"])
    new.start()
    cluster.nodes.append(new)
    cluster.settled()
    for node in (late, new):
        for i, table in enumerate(tables):
            must(texts(node, table) == [f"line {i}"], f"table {table} at {node.name}")
    with open(late.log, encoding="utf-8") as file:
        text = file.read()
    must("trimmed beyond the end of this file" in text and "restored from a snapshot" in text, "the late node did not take the snapshot")
    # Both can lead with what they have.
    for node in (late, new):
        done(meeple(cluster, "lead", node.name))
        until(lambda: cluster.leader() is node, f"{node.name} leads")
        must(texts(node, tables[0]) == ["line 0"], f"table {tables[0]} with {node.name} as the leader")
    files_are_equal(cluster)
    return 7


def nothing_there(cluster, settings):
    """An empty database whose owner is no superuser, empty folders, all nodes at once; a node alone does not lead
    without a synchronous standby."""
    must(cluster.pg.sql("SELECT rolsuper FROM pg_roles WHERE rolname = 'meeple'") == [["f"]], "the owner is a superuser")
    careful = Node(cluster.meeple, cluster.folder, "careful", cluster.pg.url, ["--test-mode"])
    careful.command.remove("--log-may-lose")
    careful.start()
    try:
        until(lambda: "synchronous standby" in careful.health().get("problem", ""), "a node that says why it does not lead")
        must(careful.get("/healthz?lead")[0] == 503, "a node without --log-may-lose leads")
        # The setting is there and no standby is needed to read it: now it may.
        cluster.pg.sql("ALTER SYSTEM SET synchronous_standby_names = '*'", "super", "postgres")
        cluster.pg.sql("ALTER SYSTEM SET synchronous_commit = 'local'", "super", "postgres")
        cluster.pg.sql("SELECT pg_reload_conf()", "super", "postgres")
        until(lambda: careful.get_role() == "leader", "a node leads with synchronous_standby_names")
        cluster.pg.sql("ALTER SYSTEM RESET ALL", "super", "postgres")
        cluster.pg.sql("SELECT pg_reload_conf()", "super", "postgres")
    finally:
        careful.stop()
    cluster.pg.sql("DROP SCHEMA meeple CASCADE")
    for node in cluster.nodes:  # three at once make one schema and one key
        node.start()
    cluster.settled()
    must(cluster.pg.sql("SELECT count(*) FROM meeple.secret") == [["1"]], "one key")
    table = play(cluster.nodes[1])[0]
    for node in cluster.nodes:
        must(texts(node, table) == ["line 0"], f"the table at {node.name}")
    lines = done(meeple(cluster, "nodes")).splitlines()
    must([line.split()[0] for line in lines] == ["a", "b", "c"] and sum(" leader " in line for line in lines) == 1, f"nodes: {lines}")
    files_are_equal(cluster)
    return 7


class Load:
    """Writes through all nodes; counts what was refused and for how long nothing was done."""

    def __init__(self, cluster):
        self.cluster, self.ending = cluster, False
        self.times, self.refusals, self.lines = [], [], []
        token = ask(cluster.nodes[0], "POST", "/api/v1/guest", {})["token"]
        table = ask(cluster.nodes[0], "POST", "/api/v1/tables", {"game": "santorini", "seats": 2, "sit": True}, token)["id"]
        self.table, self.token = table, token
        self.threads = [threading.Thread(target=self.write, args=(i,), daemon=True) for i in range(3)]
        for thread in self.threads:
            thread.start()

    def write(self, i):
        n = 0
        while not self.ending:
            node = self.cluster.nodes[(i + n) % len(self.cluster.nodes)]
            n += 1
            try:
                status, _, _ = node.ask("POST", f"/api/v1/tables/{self.table}/chat", {"text": f"{i}-{n}"}, 20,
                                        {"Authorization": "Bearer " + self.token})
            except OSError:
                continue  # a node that is being replaced; a proxy asks another one
            now = time.time()
            if status in (200, 201):
                self.times.append(now)
                self.lines.append(f"{i}-{n}")
            else:
                self.refusals.append((now, status))

    def end(self):
        self.ending = True
        for thread in self.threads:
            thread.join(30)

    def refused_for(self):
        """The longest time in which clients were refused."""
        longest, since = 0, None
        for at, refused in sorted([(t, False) for t in self.times] + [(t, True) for t, _ in self.refusals]):
            since = (since or at) if refused else None
            longest = max(longest, at - since if since else 0)
        return longest


def upgrade(cluster, settings):
    """Followers first, then the lead, under load: old followers run the new step and stay doors, but do not lead."""
    cluster.start()
    load = Load(cluster)
    try:
        old = cluster.settled()
        followers = [n for n in cluster.nodes if n is not old]
        followers[0].stop()
        followers[0].command[0] = settings.next
        followers[0].start()
        cluster.settled()
        must(cluster.leader() is old, "the lead moved while a follower was replaced")
        done(meeple(cluster, "lead", followers[0].name))
        until(lambda: cluster.leader() is followers[0], "the new release leads")
        cluster.settled()
        cluster.level()
        for node in (old, followers[1]):  # of the release before
            with sqlite3.connect(f"file:{node.data}/meeple.db?mode=ro", uri=True) as db:
                must(db.execute("SELECT id FROM next_release").fetchall() == [(1,)], f"{node.name} has not the new step's rows")
                must("next_release" in [row[1] for row in db.execute("PRAGMA table_info(accounts)")], f"{node.name} lacks the column")
            must(node.get_role() == "follower", f"{node.name} does not follow")
            ask(node, "POST", f"/api/v1/tables/{load.table}/chat", {"text": "by an old door " + node.name}, load.token)
        load.end()
        must(load.refused_for() < 1, f"refused for {load.refused_for():.2f} s")
        # An old one never leads again; without the new one nobody does.
        followers[0].stop()
        until(lambda: "newer version" in cluster.logs(), "an old node says why it does not lead")
        must(not any(n.get_role() == "leader" for n in (old, followers[1])), "an old node leads")
        for node in (old, followers[1]):
            node.stop()
            node.command[0] = settings.next
            node.start()
        until(lambda: cluster.leader(), "a new one leads")
        followers[0].start()
        cluster.settled()
        said = set(texts_of_all(cluster.nodes[0], load.table))
        lost = [line for line in load.lines if line not in said]
        must(not lost, f"{len(lost)} lines are lost")
        print(f"upgrade: {len(load.lines)} lines, {len(load.refusals)} refused, refused for at most {load.refused_for():.2f} s")
    finally:
        load.ending = True
    files_are_equal(cluster)
    return 9


def standby(cluster, settings):
    """A synchronous standby: frozen, nothing is acknowledged; promoted when the primary dies, nothing is lost."""
    other = cluster.pg.standby(cluster.folder)
    url = (f"postgresql://meeple@{cluster.pg.host}:{cluster.pg.port},{cluster.pg.host}:{other.port}/meeple"
           "?target_session_attrs=read-write")
    for node in cluster.nodes:
        node.command[node.command.index("--store") + 1] = url
        node.command.remove("--log-may-lose")
    try:
        until(lambda: cluster.pg.sql("SELECT sync_state FROM pg_stat_replication", "super", "postgres") == [["sync"]], "a synchronous standby")
        cluster.start()
        load = Load(cluster)
        until(lambda: len(load.lines) > 20, "lines")
        other.send(signal.SIGSTOP)
        until(lambda: load.refusals, "a refusal while the standby is cut off")
        known = len(load.lines)
        until(lambda: any(not n.health().get("ok", True) for n in cluster.nodes), "a node that says that its log is away")
        must(len(load.lines) <= known, "a line was acknowledged that the standby had not")
        other.send(signal.SIGCONT)
        until(lambda: len(load.lines) > known + 20, "lines after the standby came back")
        cluster.pg.kill()
        known = len(load.lines)
        other.promote()
        until(lambda: len(load.lines) > known + 20, "lines after the promotion")
        load.end()
        cluster.settled()
        said = texts_of_all(cluster.nodes[1], load.table)
        lost = [line for line in load.lines if line not in said]
        must(not lost, f"{len(lost)} of {len(load.lines)} lines are lost")
        must(len(said) == len(set(said)), "a line stands there twice")
        print(f"standby: {len(load.lines)} lines, none lost, {len(load.refusals)} refused")
        for node in sorted(cluster.nodes, key=lambda n: n is cluster.leader()):
            node.stop()
        must("diverge" not in cluster.logs(), "a file has diverged")
    finally:
        other.stop()
    return 6


def handovers(cluster, settings):
    """The lead goes round under load: requests wait for the next leader, and none is refused or left in doubt."""
    cluster.start()
    epoch = cluster.leader().health()["epoch"]
    load = Load(cluster)
    try:
        for i in range(HANDOVERS):
            target = cluster.nodes[i % 3] if cluster.nodes[i % 3] is not cluster.settled() else cluster.nodes[(i + 1) % 3]
            known = len(load.lines)
            done(meeple(cluster, "lead", target.name))
            status, _, health = target.get("/healthz?lead")
            must(status == 200 or json.loads(health)["epoch"] != epoch + i + 1, f"{target.name} does not lead when the command says so")
            until(lambda: cluster.leader() is target and len(load.lines) > known + 5, f"lines with {target.name} as the leader")
        load.end()
    finally:
        load.ending = True
    now = cluster.settled().health()["epoch"]
    # On a machine that stands still for seconds a lease ends, and what was under way is in doubt.
    must(not load.refusals or now != epoch + HANDOVERS, f"{len(load.refusals)} refused, as {load.refusals[:3]}")
    said = texts_of_all(cluster.nodes[0], load.table)
    must(sorted(said) == sorted(load.lines) or now != epoch + HANDOVERS, f"{len(said)} lines, {len(load.lines)} acknowledged")
    print(f"handovers: {now - epoch} changes of the lead, {len(load.lines)} lines, {len(load.refusals)} refused")
    files_are_equal(cluster)
    return 4


def losing_candidates(cluster, settings):
    """Another session has the next leader's lock too, as a candidate that comes too late: its end is not the leader's."""
    cluster.start()
    epoch = int(cluster.pg.sql("SELECT epoch FROM meeple.lead")[0][0])
    loser = subprocess.Popen([binary("psql"), "-X", "-At", "-h", "127.0.0.1", "-p", str(cluster.pg.port), "-U", "meeple", "-d", "meeple"],
                             stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        loser.stdin.write(f"SELECT 'has it' FROM pg_advisory_lock_shared(77, {epoch + 1});\n")
        loser.stdin.flush()
        must(loser.stdout.readline() == "has it\n", "the other session does not get the lock")
        cluster.leader().kill()
        until(lambda: cluster.pg.sql("SELECT epoch FROM meeple.lead") == [[str(epoch + 1)]], "another node leads")
        leader = cluster.settled()

        def renewed():  # twice, so that the others have looked many times
            before = leader.metric("meeple_node_renewals_total")
            until(lambda: leader.metric("meeple_node_renewals_total") > before + 1, "renewals of the lease")

        renewed()
    finally:
        loser.stdin.close()
        loser.wait()
    renewed()
    must(cluster.settled() is leader and leader.health()["epoch"] == epoch + 1, f"the lead changed hands: {leader.health()}")
    files_are_equal(cluster)
    return 3


def texts_of_all(node, table):
    at, all_texts = 0, []
    while at is not None:
        page = ask(node, "GET", f"/api/v1/tables/{table}/journal?from={at}&limit=500")
        all_texts += [e["text"] for e in page["events"] if e["kind"] == "chat"]
        at = page["next"]
    return all_texts


SCENES = [
    (users_and_moderators, 3, []),
    (imports_and_backups, 2, []),
    (snapshots_and_trimming, 2, SMALL),
    (nothing_there, 3, []),
    (upgrade, 3, []),
    (handovers, 3, []),
    (losing_candidates, 3, []),
    (standby, 3, []),
]


def run(settings, scenes):
    """Each of them with a database and nodes of its own; returns the status of the process."""
    Postgres.fsync = "off"
    passed = failed = 0
    for scene, nodes, options in scenes:
        if settings.only not in scene.__name__:
            continue
        cluster = Cluster(settings.meeple, nodes, ["--test-mode", *options])
        began = time.time()
        try:
            passed += scene(cluster, settings)
            print(f"ok   {scene.__name__} ({time.time() - began:.1f} s)", flush=True)
            cluster.close()
        except Exception as error:
            failed += 1
            print(f"FAIL {scene.__name__}: {error!r}")
            for node in cluster.nodes:
                if os.path.exists(node.log):
                    with open(node.log, encoding="utf-8", errors="replace") as file:
                        print(f"--- {node.name}\n{file.read()[-2500:]}")
            print(f"kept: {cluster.folder}")
            cluster.close(keep=True)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--meeple", required=True)
    parser.add_argument("--next", required=True)
    parser.add_argument("--only", default="")
    settings = parser.parse_args()
    settings.next = os.path.abspath(settings.next)
    return run(settings, SCENES)


if __name__ == "__main__":
    sys.exit(main())
