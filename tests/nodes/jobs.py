#!/usr/bin/env python3
"""Jobs on all nodes: computer players think and snakes fight wherever a worker is free.

    tests/nodes/jobs.py --meeple build/meeple

Tables with computer players only are opened, and fights ordered, until both
followers have done jobs for the leader. Then one of them is killed while it
has jobs: every game goes on to its end, and every fight is answered, as if
nothing had happened. A node of another build does no jobs.
"""

import argparse
import json
import os
import shutil
import sys
import threading
import time

from cluster import Cluster

TABLES = 6
PLAYERS = {"game": "santorini", "seats": 2, "bots": ["level:2", "level:2"]}
FIGHT = {"snakes": [-1, -2, -3, -4]}
PATIENCE = 240


def wait_for(what, condition):
    deadline = time.time() + PATIENCE
    while not condition():
        if time.time() > deadline:
            raise RuntimeError(f"not within {PATIENCE} s: {what}")
        time.sleep(0.02)


class Trial:
    def __init__(self, cluster):
        self.cluster = cluster
        self.leader = cluster.settled()
        self.followers = [node for node in cluster.nodes if node is not self.leader]
        self.token = json.loads(self.leader.ask("POST", "/api/v1/guest", {})[2])["token"]
        self.tables = []
        self.fights = []

    def ask(self, method, path, body=None):
        status, _, text = self.leader.ask(method, path, body, PATIENCE, {"Authorization": "Bearer " + self.token})
        if status not in (200, 201):
            raise RuntimeError(f"{method} {path}: {status} {text}")
        return json.loads(text)

    def open_tables(self, n):
        self.tables += [self.ask("POST", "/api/v1/tables", PLAYERS)["id"] for _ in range(n)]

    def fight(self):
        """One after the other, as long as games run."""
        while not self.done:
            self.fights.append(len(self.ask("POST", "/api/v1/snakes/fights", FIGHT)["Turns"]))
            time.sleep(0.01)

    def run(self):
        self.done = False
        fighter = threading.Thread(target=self.fight)
        self.open_tables(TABLES)
        fighter.start()
        try:
            wait_for("both followers do jobs", lambda: all(f.metric("meeple_node_jobs_helped_total") > 0 for f in self.followers))
            wait_for("jobs are lent", lambda: self.leader.metric("meeple_node_jobs_lent") > 0)
            self.followers[0].kill()
            wait_for("the link's end", lambda: self.leader.metric("meeple_node_links") < 2 or self.followers[0].restarts)
            self.followers[0].wanted = True
            for table in self.tables:
                wait_for(f"table {table} ends", lambda: self.ask("GET", f"/api/v1/tables/{table}")["phase"] == "finished")
            wait_for("nothing is lent any more", lambda: self.leader.metric("meeple_node_jobs_lent") == 0)
        finally:
            self.done = True
            fighter.join()
        if not self.fights or not all(self.fights):
            raise RuntimeError(f"fights: {self.fights}")
        if "made no move" in self.cluster.logs():
            raise RuntimeError("a player made no move")


def other_build(meeple, folder):
    """The same program, told apart by a byte behind its end."""
    copy = os.path.join(folder, "meeple-other")
    shutil.copy(meeple, copy)
    with open(copy, "ab") as file:
        file.write(b"\n")
    return copy


def check_other_build(meeple):
    cluster = Cluster(meeple, 2, ["--test-mode"])
    try:
        cluster.nodes[0].start()
        wait_for("a leads", lambda: cluster.nodes[0].get_role() == "leader")
        cluster.nodes[1].command[0] = other_build(cluster.meeple, cluster.folder)
        cluster.nodes[1].start()
        trial = Trial(cluster)
        wait_for("they are linked", lambda: trial.followers[0].metric("meeple_node_linked") == 1)
        trial.open_tables(2)
        for table in trial.tables:
            wait_for(f"table {table} ends", lambda: trial.ask("GET", f"/api/v1/tables/{table}")["phase"] == "finished")
        if trial.followers[0].metric("meeple_node_jobs_helped_total") or "another build" not in cluster.logs():
            raise RuntimeError("a node of another build does jobs")
    finally:
        cluster.close()


def check_jobs(meeple):
    cluster = Cluster(meeple, 3, ["--test-mode"])
    try:
        cluster.start()
        trial = Trial(cluster)
        trial.run()
        print(f"{len(trial.tables)} games, {len(trial.fights)} fights; followers did"
              f" {[f.metric('meeple_node_jobs_helped_total') for f in trial.followers]} jobs")
    except Exception:
        print(cluster.logs()[-4000:])
        raise
    finally:
        cluster.close()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--meeple", required=True)
    meeple = parser.parse_args().meeple
    failed = 0
    for check in (check_jobs, check_other_build):
        began = time.time()
        try:
            check(meeple)
            print(f"{check.__name__}: ok, {time.time() - began:.1f} s", flush=True)
        except RuntimeError as error:
            failed += 1
            print(f"{check.__name__}: {error}", flush=True)
    print(f"{2 - failed} passed, {failed} failed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
