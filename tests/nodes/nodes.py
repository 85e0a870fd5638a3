#!/usr/bin/env python3
"""Three nodes on one PostgreSQL, and everything that can happen to them.

    tests/nodes/nodes.py --meeple build/meeple --rounds 60
    tests/nodes/nodes.py --meeple build/meeple --rounds 1000 --long

Clients write and read through all nodes while nodes and PostgreSQL are killed,
frozen, stopped and sent away. Each round does one of these things and waits
until the nodes have settled. In the end

  - lost 0: what was acknowledged is in the journal, once (doubled 0);
  - what was refused with a 503 other than `unknown` is not there;
  - a move that was sent again under its key stands in the journal once;
  - reads that are not marked stale are linearizable (register.py), at whichever
    node; marked ones tell nothing untrue;
  - foreign epochs 0: in the log no batch of an older epoch follows a newer one;
  - the data files of all nodes are equal in every table;
  - no file has diverged.

The clocks of the nodes are an hour apart. Leaders lose PostgreSQL while their clients
and followers still reach them (gate.py). Where network namespaces are permitted each
node has one, and wires are cut: a node from all others, or the nodes from each other
while PostgreSQL reaches them.

The short form has what takes no time; --long adds long freezes and absences.
"""

import argparse
import http.client
import json
import os
import random
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

from cluster import Cluster, Postgres, Wires, differ
from register import selftest, violations

WRITERS, READERS, MOVERS = 4, 3, 2


class Client:
    """A keep-alive connection to one node after the other."""

    def __init__(self, cluster, dice):
        self.cluster, self.dice, self.conn, self.token = cluster, dice, None, None

    def drop(self):
        if self.conn:
            self.conn.close()
        self.conn = None

    def ask(self, method, path, body=None, key=None):
        """(status, code, headers, answer); status 0: the connection broke on the way, -1: before anything was sent."""
        if self.conn is None or self.dice.random() < 0.05:
            self.drop()
            node = self.dice.choice(self.cluster.nodes)
            self.conn = http.client.HTTPConnection(node.host, node.port, timeout=30)
            try:
                self.conn.connect()
                self.conn.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            except OSError:
                self.conn = None
                time.sleep(0.02)
                return -1, "", {}, None
        headers = {"Content-Type": "application/json"}
        if self.token:
            headers["Authorization"] = "Bearer " + self.token
        if key:
            headers["Idempotency-Key"] = key
        try:
            self.conn.request(method, path, None if body is None else json.dumps(body), headers)
            reply = self.conn.getresponse()
            text = reply.read()
        except (OSError, http.client.HTTPException):
            self.drop()
            return 0, "", {}, None
        try:
            answer = json.loads(text)
        except ValueError:
            answer = {}
        code = answer.get("error", {}).get("code", "") if isinstance(answer, dict) else ""
        return reply.status, code, reply.headers, answer

    def must(self, method, path, body=None, key=None, wanted=(200, 201, 204)):
        """Asks again until it is done; only for what may be done twice."""
        deadline = time.time() + 60
        while time.time() < deadline:
            status, _, headers, answer = self.ask(method, path, body, key)
            stale = method == "GET" and headers.get("Meeple-Stale")  # old perhaps: a move made on it would be refused
            if status in wanted and not stale:
                return answer
            if status not in (-1, 0, 503) and not stale:
                raise RuntimeError(f"{method} {path} {body}: {status} {answer}")
            time.sleep(0.05)
        raise RuntimeError(f"{method} {path}: not done within a minute")


class Trial:
    def __init__(self, cluster, settings):
        self.cluster, self.settings = cluster, settings
        self.dice = random.Random(settings.seed)
        self.stopping = False
        self.lock = threading.Lock()
        self.wrong = []
        self.acknowledged, self.refused, self.unsure = {}, set(), set()  # texts; the first with their seq
        self.known = 0  # the highest seq that anybody has been told
        self.reads = self.stale = self.unknown = 0
        self.told = []  # (seq, text) that reads told
        self.moves = []  # (table, {seq: (seat, move)})
        self.gaps = []
        self.again = 0
        self.history = []  # (kind, began, ended, seq) of what was answered, reads that are stale left out
        self.begun = {}  # when a text was first sent

    def complain(self, text):
        with self.lock:
            self.wrong.append(text)
        print("WRONG:", text, flush=True)

    def prepare(self):
        self.owner = Client(self.cluster, self.dice)
        self.owner.token = self.owner.must("POST", "/api/v1/guest", {})["token"]
        self.table = self.owner.must("POST", "/api/v1/tables", {"game": "santorini", "seats": 2, "sit": True})["id"]
        self.path = f"/api/v1/tables/{self.table}"

    # ---- clients ------------------------------------------------------------

    def write(self, number):
        client = Client(self.cluster, random.Random(number))
        client.token = client.must("POST", "/api/v1/guest", {})["token"]
        n = 0
        while not self.stopping:
            n += 1
            text = f"w{number}-{n}"
            self.begun[text] = began = time.monotonic()
            status, code, headers, answer = client.ask("POST", self.path + "/chat", {"text": text})
            with self.lock:
                if status in (200, 201):
                    self.history.append(("write", began, time.monotonic(), answer["seq"]))
                    self.acknowledged[text] = answer["seq"]
                    self.known = max(self.known, answer["seq"])
                elif status == 503 and code != "unknown" or status == -1:
                    self.refused.add(text)
                    if status == 503 and not headers.get("Retry-After"):
                        self.wrong.append(f"503 {code} without Retry-After")
                elif status in (0, 503):
                    self.unsure.add(text)
                    self.unknown += 1
                else:
                    self.wrong.append(f"chat: {status} {answer}")
            time.sleep(0.002 if status in (200, 201) else 0.03)

    def read(self, number):
        client = Client(self.cluster, random.Random(100 + number))
        while not self.stopping:
            with self.lock:
                before = self.known
            began = time.monotonic()
            status, code, headers, answer = client.ask("GET", self.path + f"/journal?from={before}&limit=500")
            ended = time.monotonic()
            if status == 200:
                seqs = [event["seq"] for event in answer["events"]]
                latest = max(seqs, default=before - 1)
                stale = headers.get("Meeple-Stale")
                with self.lock:
                    self.reads += 1
                    self.told += [(e["seq"], e["text"]) for e in answer["events"][-1:] if e["kind"] == "chat"]
                    if stale:
                        self.stale += 1
                    else:
                        self.history.append(("read", began, ended, latest))
                        self.known = max(self.known, latest)
            elif status > 0 and status != 503:
                self.complain(f"journal: {status} {answer}")
            time.sleep(0.004 if status == 200 else 0.03)

    def move(self, number):
        """Plays both seats; every move is sent until it is answered."""
        clients = [Client(self.cluster, random.Random(200 + number * 2 + i)) for i in range(2)]
        for client in clients:
            client.token = client.must("POST", "/api/v1/guest", {})["token"]
        while not self.stopping:
            table = clients[0].must("POST", "/api/v1/tables", {"game": "santorini", "seats": 2, "sit": True})["id"]
            path = f"/api/v1/tables/{table}"
            clients[1].must("POST", path + "/join", {}, wanted=(200, 409))
            for client in clients:
                client.must("POST", path + "/ready", {"ready": True}, wanted=(200, 409))
            told = {}
            self.moves.append((table, told))
            while not self.stopping and self.move_once(clients, path, told):
                pass

    def move_once(self, clients, path, told):
        for seat, client in enumerate(clients):
            legal = client.must("GET", path + "/legal", wanted=(200, 409))
            if not legal.get("moves"):
                continue
            move = client.dice.choice(legal["moves"])["move"]
            key = f"{path}-{legal['seq']}-{client.dice.random()}"
            answer = client.must("POST", path + "/moves", {"move": move, "seq": legal["seq"]}, key)
            told[answer["seq"]] = (seat, move)
            return True
        return clients[0].must("GET", path)["phase"] == "running"

    # ---- what happens ---------------------------------------------------------

    def kill_leader(self):
        node = self.cluster.leader() or self.dice.choice(self.cluster.nodes)
        began = time.time()
        node.kill()
        while not any(n.get_role() == "leader" for n in self.cluster.nodes if n is not node):
            if time.time() - began > 20:
                raise RuntimeError("nobody takes over")
            time.sleep(0.005)
        self.gaps.append(time.time() - began)

    def kill_follower(self):
        leader = self.cluster.leader()
        self.dice.choice([n for n in self.cluster.nodes if n is not leader]).kill()

    def kill_all(self):
        for node in self.cluster.nodes:
            node.kill()

    def hand_over(self):
        leader = self.cluster.leader()
        target = self.dice.choice([n for n in self.cluster.nodes if n is not leader])
        deadline = time.time() + 60
        while (result := self.cluster.command("lead", target.name)).returncode != 0 and time.time() < deadline:
            self.again += 1  # a busy machine may answer too late, and another node may have been quicker
        if result.returncode != 0:
            self.complain(f"meeple lead: {result.stderr}")

    def end_leader(self):
        node = self.cluster.leader()
        if node:
            node.process.terminate()

    def freeze_leader(self):
        node = self.cluster.leader()
        if node:
            node.send(signal.SIGSTOP)
            time.sleep(self.dice.uniform(3.5, 6))
            node.send(signal.SIGCONT)

    def freeze_briefly(self):
        node = self.dice.choice(self.cluster.nodes)
        node.send(signal.SIGSTOP)
        time.sleep(self.dice.uniform(0.1, 1.5))
        node.send(signal.SIGCONT)

    def kill_postgres(self):
        self.cluster.pg.kill()
        self.cluster.pg.start()

    def postgres_away(self, low=2.5, high=5):
        self.cluster.pg.kill()
        time.sleep(self.dice.uniform(low, high))
        self.cluster.pg.start()

    def postgres_long_away(self):
        self.postgres_away(11, 14)

    def freeze_postgres(self):
        self.cluster.pg.send(signal.SIGSTOP)
        time.sleep(self.dice.uniform(0.5, 4))
        self.cluster.pg.send(signal.SIGCONT)

    def lose_postgres(self):
        node = self.cluster.leader()
        if node:
            gate = self.cluster.gates[self.cluster.nodes.index(node)]
            gate.shut()
            time.sleep(self.dice.uniform(0.5, 6))
            gate.shut(False)

    def cut_leader(self):
        node = self.cluster.leader()
        if node:
            self.cluster.wires.cut(node)
            time.sleep(self.dice.uniform(3.5, 6))
            self.cluster.wires.cut(node, False)

    def cut_briefly(self):
        node = self.dice.choice(self.cluster.nodes)
        self.cluster.wires.cut(node)
        time.sleep(self.dice.uniform(0.1, 1.5))
        self.cluster.wires.cut(node, False)

    def cut_between(self):
        self.cluster.wires.cut_between()
        time.sleep(self.dice.uniform(0.1, 4))
        self.cluster.wires.cut_between(False)

    def round(self, number):
        quick = [self.kill_leader] * 8 + [self.kill_follower] * 4 + [self.hand_over] * 4 + [self.end_leader] * 2 + [self.kill_all]
        slow = [self.freeze_leader, self.kill_postgres, self.freeze_briefly, self.lose_postgres]
        if self.cluster.wires:
            slow += [self.cut_leader, self.cut_briefly, self.cut_between]
        if self.settings.long:
            slow += [self.freeze_leader, self.postgres_away, self.freeze_postgres, self.postgres_long_away]
        what = self.dice.choice(slow if number % (4 if self.settings.long else 10) == 0 else quick)
        began = time.time()
        time.sleep(self.dice.uniform(0.02, 0.3))
        what()
        self.cluster.settled()
        print(f"round {number}: {what.__name__}, settled after {time.time() - began:.2f} s", flush=True)

    # ---- checks ----------------------------------------------------------------

    def journal(self, table):
        events, at = [], 0
        while at is not None:
            page = self.owner.must("GET", f"/api/v1/tables/{table}/journal?from={at}&limit=500")
            events += page["events"]
            at = page["next"]
        if [event["seq"] for event in events] != list(range(len(events))):
            self.complain(f"table {table}: the journal has gaps or twins")
        return events

    def check_chats(self):
        events = [e for e in self.journal(self.table) if e["kind"] == "chat"]
        texts = {}
        for event in events:
            if event["text"] in texts:
                self.complain(f"doubled: {event['text']}")
            texts[event["text"]] = event["seq"]
        lost = [t for t, seq in self.acknowledged.items() if texts.get(t) != seq]
        done = [t for t in self.refused if t in texts]
        by_seq = {e["seq"]: e["text"] for e in events}
        untrue = [(seq, text) for seq, text in self.told if by_seq.get(seq) != text]
        for what, list_ in (("lost", lost), ("refused and done", done), ("untrue", untrue)):
            if list_:
                self.complain(f"{what}: {len(list_)}, as {list_[0]}")
        for text in self.unsure & set(texts):
            self.history.append(("write", self.begun[text], float("inf"), texts[text]))
        first = {e["seq"]: float("-inf") for e in self.journal(self.table)}
        first.update({texts[text]: began for text, began in self.begun.items() if text in texts})
        for problem in violations(self.history, first)[:5]:
            self.complain(f"not linearizable: {problem}")
        nobodys = set(texts) - set(self.acknowledged) - self.unsure
        if nobodys:
            self.complain(f"written by nobody: {nobodys}")
        return len(lost), len(events) - len(texts)

    def check_moves(self):
        n = 0
        for table, told in self.moves:
            moves = {e["seq"]: (e["seat"], e["move"]) for e in self.journal(table) if e["kind"] == "moved"}
            wrong = [seq for seq in told if moves.get(seq) != told[seq]]
            beyond = set(moves) - set(told)
            if wrong or len(beyond) > 1:  # one may have been on its way when the trial ended
                self.complain(f"table {table}: {len(wrong)} moves are not as told, {len(beyond)} beyond")
            n += len(moves)
        return n

    def check_log(self):
        rows = self.cluster.pg.sql("SELECT count(*) FROM (SELECT epoch, lag(epoch) OVER (ORDER BY n) AS b FROM meeple.log) x WHERE b > epoch")
        gaps = self.cluster.pg.sql("SELECT count(*) - (max(n) - min(n) + 1) FROM meeple.log")
        if rows[0][0] != "0" or gaps[0][0] not in ("0", ""):
            self.complain(f"the log: {rows[0][0]} foreign epochs, {gaps[0][0]} gaps")
        return int(rows[0][0])

    def check_files(self):
        self.cluster.level()
        for node in self.cluster.nodes:
            if node.stop() != 0:
                self.complain(f"node {node.name} did not end in good order")
        problem = differ(self.cluster.nodes)
        if problem:
            self.complain(problem)
        if "diverge" in self.cluster.logs():
            self.complain("a file has diverged")


def clocks_apart(folder):
    """Environments with clocks an hour before, at, and an hour after the time."""
    here = os.path.dirname(os.path.abspath(__file__))
    library = os.path.join(folder, "clock.so")
    subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-D_GNU_SOURCE", "-o", library, os.path.join(here, "../attack/jumping_clock.c"), "-ldl"],
                   check=True)
    found = []
    for seconds in (-3600, 0, 3600):
        path = os.path.join(folder, f"clock{seconds}")
        with open(path, "w", encoding="utf-8") as file:
            file.write(str(seconds))
        found.append({"LD_PRELOAD": library, "CLOCK_FILE": path})
    return found


def run(settings):
    selftest()
    Postgres.fsync = "off"
    clocks = clocks_apart(settings.folder)
    wires = Wires(3)
    if not wires.works:
        print("no network namespaces are permitted here: no wire is cut, but leaders lose PostgreSQL", flush=True)
    cluster = Cluster(settings.meeple, 3, ["--test-mode"], clocks, wires, gates=True)
    trial = Trial(cluster, settings)
    rounds = 0
    try:
        cluster.start()
        trial.prepare()
        work = [(trial.write, i) for i in range(WRITERS)] + [(trial.read, i) for i in range(READERS)] + [(trial.move, i) for i in range(MOVERS)]
        def guarded(what, i):
            try:
                what(i)
            except Exception as error:
                trial.complain(f"{what.__name__}: {error!r}")
        threads = [threading.Thread(target=guarded, args=w, daemon=True) for w in work]
        for thread in threads:
            thread.start()
        began = time.time()
        while rounds < settings.rounds and not trial.wrong and time.time() - began < settings.seconds:
            rounds += 1
            trial.round(rounds)
        trial.stopping = True
        for thread in threads:
            thread.join(60)
        lost, doubled = trial.check_chats()
        moves = trial.check_moves()
        foreign = trial.check_log()
        trial.check_files()
        gaps = sorted(trial.gaps) or [0]
        print(f"{rounds} rounds: {len(trial.acknowledged)} acknowledged, {moves} moves, {len(trial.refused)} refused, {trial.unknown} unknown,"
              f" {trial.reads} reads of which {trial.stale} stale; lost {lost}, doubled {doubled}, foreign epochs {foreign};"
              f" served again after kill -9: p50 {gaps[len(gaps) // 2] * 1000:.0f} ms, max {gaps[-1] * 1000:.0f} ms")
    except Exception as error:
        trial.complain(repr(error))
    finally:
        if trial.wrong:
            print(*sorted(set(trial.wrong))[:20], sep="\n")
            for node in cluster.nodes:
                print(f"--- {node.name}")
                with open(node.log, encoding="utf-8", errors="replace") as file:
                    print(file.read()[-4000:])
            print(f"kept: {cluster.folder}")
        cluster.close(keep=bool(trial.wrong))
    print(f"{rounds if not trial.wrong else max(rounds - 1, 0)} passed, {len(trial.wrong)} failed")
    return 1 if trial.wrong else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--meeple", required=True)
    parser.add_argument("--rounds", type=int, default=60)
    parser.add_argument("--seconds", type=float, default=1e9, help="begin no round after so long")
    parser.add_argument("--long", action="store_true", help="with long freezes and absences")
    parser.add_argument("--seed", type=int, default=1)
    settings = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="meeple-clocks-") as settings.folder:
        status = run(settings)
    sys.exit(status)


if __name__ == "__main__":
    main()
