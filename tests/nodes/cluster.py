"""A cluster for tests: PostgreSQL in a temporary folder, and nodes on it.

PostgreSQL refuses to run as root, so as root it runs as the system's user
`postgres` (or `nobody`).
"""

import contextlib
import glob
import http.client
import json
import os
import pwd
import random
import re
import shutil
import signal
import socket
import sqlite3
import subprocess
import tempfile
import threading
import time

from gate import Gate

# Tables that each node keeps for itself.
LOCAL = {"here", "undo", "journal_run", "journal_mark", "hall_probe"}


ports_given = set()


def free_port():
    """Below those that the system gives to outgoing connections, so that nobody takes it before we do. None is given twice:
    a cluster asks for all of its ports before it uses the first."""
    while True:
        port = random.randrange(12000, 32000)
        if port in ports_given:
            continue
        with socket.socket() as s:
            try:
                s.bind(("127.0.0.1", port))
                ports_given.add(port)
                return port
            except OSError:
                continue


def binary(name):
    """PostgreSQL's programs are not on everybody's PATH."""
    found = sorted(glob.glob(f"/usr/lib/postgresql/*/bin/{name}"))
    return found[-1] if found else shutil.which(name)


class Postgres:
    # Tests that kill processes, never the system, need not wait for the disk and set this to "off".
    fsync = "on"

    def __init__(self, folder, extra="", host="127.0.0.1"):
        self.folder = os.path.join(folder, "pg")
        self.port, self.host = free_port(), host
        self.user = None
        os.makedirs(self.folder, mode=0o700)
        if os.geteuid() == 0:
            names = [u.pw_name for u in pwd.getpwall()]
            self.user = "postgres" if "postgres" in names else "nobody"
            os.chmod(folder, 0o711)
            shutil.chown(self.folder, self.user)
        self.run([binary("initdb"), "-D", self.folder, "-A", "trust", "-U", "super", "--no-sync", "-E", "UTF8", "--locale=C"])
        with open(os.path.join(self.folder, "postgresql.conf"), "a", encoding="utf-8") as conf:
            addresses = ",".join({"127.0.0.1", host})
            conf.write(f"port = {self.port}\nlisten_addresses = '{addresses}'\nunix_socket_directories = ''\n"
                       "max_connections = 60\nshared_buffers = 32MB\n"
                       f"fsync = {self.fsync}\n" + extra)
        with open(os.path.join(self.folder, "pg_hba.conf"), "a", encoding="utf-8") as hba:
            hba.write("host all all samenet trust\n")
        self.process = None
        self.start()
        self.sql("CREATE ROLE meeple LOGIN", "super", "postgres")
        self.sql("CREATE DATABASE meeple OWNER meeple", "super", "postgres")
        self.url = f"postgresql://meeple@{host}:{self.port}/meeple"

    def as_user(self, command):
        return ["setpriv", f"--reuid={self.user}", f"--regid={self.user}", "--clear-groups", *command] if self.user else command

    def run(self, command):
        subprocess.run(self.as_user(command), check=True, stdout=subprocess.DEVNULL, cwd="/")

    def standby(self, folder):
        """A synchronous one, which can be promoted."""
        other = Postgres.__new__(Postgres)
        other.folder, other.port, other.host, other.user, other.process = os.path.join(folder, "pg2"), free_port(), self.host, self.user, None
        os.makedirs(other.folder, mode=0o700)
        if self.user:
            shutil.chown(other.folder, self.user)
        self.run([binary("pg_basebackup"), "-D", other.folder, "-h", "127.0.0.1", "-p", str(self.port), "-U", "super", "-R", "-c", "fast",
                  "--no-sync"])
        self.run(["sh", "-c", f"echo port = {other.port} >>{other.folder}/postgresql.conf"])
        other.start()
        self.sql("ALTER SYSTEM SET synchronous_standby_names = '*'", "super", "postgres")
        self.sql("SELECT pg_reload_conf()", "super", "postgres")
        return other

    def promote(self):
        """Its primary is gone; it is alone now."""
        self.sql("SELECT pg_promote()", "super", "postgres")
        self.sql("ALTER SYSTEM SET synchronous_standby_names = ''", "super", "postgres")
        self.sql("SELECT pg_reload_conf()", "super", "postgres")

    def start(self):
        deadline = time.time() + 30
        while time.time() < deadline:
            if self.process is None or self.process.poll() is not None:  # what a killed one left may be in its way for a moment
                self.process = subprocess.Popen(self.as_user([binary("postgres"), "-D", self.folder]), stdout=subprocess.DEVNULL,
                                                stderr=open(self.folder + ".log", "ab"), cwd="/", start_new_session=True)
            if subprocess.run([binary("pg_isready"), "-q", "-h", "127.0.0.1", "-p", str(self.port)], check=False).returncode == 0:
                return
            time.sleep(0.03)
        raise RuntimeError("PostgreSQL does not start")

    def all(self):
        """The numbers of its processes: each backend is in a group of its own."""
        found = [self.process.pid]
        for stat in glob.glob("/proc/[0-9]*/stat"):
            try:
                with open(stat, encoding="utf-8", errors="replace") as file:
                    fields = file.read().rsplit(")", 1)[1].split()
            except OSError:
                continue
            if int(fields[1]) == self.process.pid:
                found.append(int(stat.split("/")[2]))
        return found

    def send(self, number):
        for pid in self.all():
            try:
                os.kill(pid, number)
            except ProcessLookupError:
                pass

    def kill(self):
        """As if the power failed: all of it at once."""
        self.send(signal.SIGKILL)
        self.process.wait()
        pid = os.path.join(self.folder, "postmaster.pid")
        if os.path.exists(pid):
            os.unlink(pid)

    def stop(self):
        if self.process and self.process.poll() is None:
            self.send(signal.SIGCONT)
            self.process.send_signal(signal.SIGINT)
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                self.kill()

    def sql(self, text, user="meeple", database="meeple"):
        out = subprocess.run([binary("psql"), "-X", "-At", "-h", "127.0.0.1", "-p", str(self.port), "-U", user, "-d", database, "-c",
                              text], check=True, capture_output=True, text=True)
        return [line.split("|") for line in out.stdout.splitlines()]


class Node:
    """One server, started again whenever it ends by itself, as a supervisor would."""

    def __init__(self, meeple, folder, name, url, options=(), env=None, place=None, core=None):
        self.name = name
        self.host, self.space = place or ("127.0.0.1", None)
        self.data = os.path.join(folder, name)
        self.port, self.link, self.santorini = free_port(), free_port(), free_port()
        self.log = os.path.join(folder, name + ".log")
        pinned = [] if core is None else ["taskset", "-c", str(core)]
        self.command = [*pinned, meeple, "serve", "--store", url, "--node", name, "--data", self.data, "--link", f"{self.host}:{self.link}",
                        "--listen", f"{self.host}:{self.port}", "--santorini", f"{self.host}:{self.santorini}", "--log-may-lose", *options]
        self.within = ["ip", "netns", "exec", self.space] if self.space else []
        self.env = dict(os.environ, **(env or {}))
        self.process = None
        self.wanted = False
        self.restarts = 0
        self.lock = threading.Lock()

    def start(self):
        with self.lock:
            self.wanted = True
            self.spawn()
        threading.Thread(target=self.supervise, daemon=True).start()

    def spawn(self):
        self.process = subprocess.Popen(self.within + self.command, stdout=subprocess.DEVNULL, stderr=open(self.log, "ab"), env=self.env)

    def supervise(self):
        while True:
            self.process.wait()
            with self.lock:
                if not self.wanted:
                    return
                self.restarts += 1
                self.spawn()
            time.sleep(0.05)

    def kill(self):
        """kill -9; the supervisor starts it again."""
        self.process.kill()

    def send(self, number):
        self.process.send_signal(number)

    def stop(self, number=signal.SIGTERM):
        with self.lock:
            self.wanted = False
        if self.process and self.process.poll() is None:
            self.process.send_signal(signal.SIGCONT)
            self.process.send_signal(number)
            try:
                return self.process.wait(15)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
                return -9
        return self.process.returncode if self.process else None

    def get(self, path, timeout=5, headers=None):
        return self.ask("GET", path, None, timeout, headers)

    def ask(self, method, path, body=None, timeout=5, headers=None):
        """Status, headers and body; raises OSError when the connection breaks."""
        conn = http.client.HTTPConnection(self.host, self.port, timeout=timeout)
        try:
            conn.request(method, path, None if body is None else json.dumps(body), headers or {})
            reply = conn.getresponse()
            return reply.status, reply.headers, reply.read()
        except http.client.HTTPException as error:
            raise OSError(str(error)) from error
        finally:
            conn.close()

    def health(self):
        try:
            status, _, body = self.get("/healthz", 1)
            return dict(json.loads(body), status=status)
        except (OSError, ValueError):
            return {}

    def get_role(self):
        health = self.health()
        return health.get("role") if health.get("status") == 200 else None

    def metric(self, name):
        """A figure of /metrics; 0 while it does not answer."""
        try:
            found = re.search(rf"^{name} (\d+)", self.get("/metrics")[2].decode(), re.MULTILINE)
        except OSError:
            return 0
        return int(found.group(1)) if found else 0

    def has(self, batch):
        """Is it in this node's file? A follower's `lag` does not tell: it is 0 until the node hears of the batch."""
        role = self.get_role()
        return role == "leader" or (role == "follower" and self.metric("meeple_node_applied") >= batch)


class Wires:
    """Each node in a network namespace of its own, on a bridge with PostgreSQL and the clients, so that wires can be
    cut. Only root may do that, and not everywhere: `works` says whether it did."""

    def __init__(self, n):
        self.name = f"mn{random.randrange(1 << 24):x}"
        self.net = f"10.{random.randrange(64, 200)}.{random.randrange(250)}"
        self.spaces = []
        self.works = os.geteuid() == 0 and shutil.which("ip") is not None and self.lay(n)
        if not self.works:
            self.remove()

    def run(self, text):
        return subprocess.run(text.split(), check=False, capture_output=True).returncode == 0

    def lay(self, n):
        good = self.run(f"ip link add {self.name} type bridge") and self.run(f"ip addr add {self.net}.1/24 dev {self.name}")
        good = good and self.run(f"ip link set {self.name} up")
        for i in range(n):
            space = f"{self.name}n{i}"
            self.spaces.append(space)
            good = (good and self.run(f"ip netns add {space}") and self.run(f"ip -n {space} link set lo up")
                    and self.run(f"ip link add {space} type veth peer name eth0 netns {space}")
                    and self.run(f"ip link set {space} master {self.name} up") and self.run(f"ip -n {space} link set eth0 up")
                    and self.run(f"ip -n {space} addr add {self.net}.{i + 2}/24 dev eth0"))
        return good

    def place(self, i):
        return f"{self.net}.{i + 2}", self.spaces[i]

    def cut(self, node, off=True):
        """From everybody."""
        self.run(f"ip link set {node.space} {'down' if off else 'up'}")

    def cut_between(self, off=True):
        """Nodes from each other; PostgreSQL and clients still reach them."""
        for space in self.spaces:
            self.run(f"bridge link set dev {space} isolated {'on' if off else 'off'}")

    def remove(self):
        for space in self.spaces:
            self.run(f"ip link del {space}")
            self.run(f"ip netns del {space}")
        self.run(f"ip link del {self.name}")


class Cluster:
    def __init__(self, meeple, n=3, options=(), env=None, wires=None, cores=None, gates=False):
        self.folder = tempfile.mkdtemp(prefix="meeple-nodes-")
        self.meeple = os.path.abspath(meeple)
        self.wires = wires if wires and wires.works else None
        self.pg = Postgres(self.folder, host=f"{wires.net}.1" if self.wires else "127.0.0.1")
        self.gates = [Gate(self.pg.host, self.pg.port) for _ in range(n)] if gates else []
        urls = [self.pg.url.replace(f":{self.pg.port}/", f":{gate.port}/") for gate in self.gates] or [self.pg.url] * n
        self.nodes = [Node(self.meeple, self.folder, "abcdefgh"[i], urls[i], options, env[i] if env else None,
                           wires.place(i) if self.wires else None, cores[i % len(cores)] if cores else None) for i in range(n)]

    def start(self):
        for node in self.nodes:
            node.start()
        self.settled()

    def leader(self):
        for node in self.nodes:
            if node.health().get("role") == "leader" and node.health().get("status") == 200:
                return node
        return None

    def settled(self, timeout=120, n=None):
        """Waits until one leads, the others are linked, and all agree on the epoch."""
        deadline = time.time() + timeout
        while time.time() < deadline:
            healths = [node.health() for node in self.nodes]
            good = [h for h in healths if h.get("status") == 200]
            if (len(good) == (n or len(self.nodes)) and sum(h["role"] == "leader" for h in good) == 1
                    and len({h["epoch"] for h in good}) == 1):
                return self.leader()
            time.sleep(0.05)
        raise RuntimeError(f"the nodes do not settle: {healths}")

    def level(self, timeout=120):
        """Waits until every file has the last batch."""
        deadline = time.time() + timeout
        while time.time() < deadline:
            last = int(self.pg.sql("SELECT last FROM meeple.lead")[0][0])
            if all(node.has(last) for node in self.nodes):
                return last
            time.sleep(0.05)
        raise RuntimeError("the nodes do not become level")

    def command(self, *words):
        return subprocess.run([self.meeple, *words, "--store", self.pg.url], capture_output=True, text=True, check=False)

    def logs(self):
        text = ""
        for node in self.nodes:
            if os.path.exists(node.log):
                with open(node.log, encoding="utf-8", errors="replace") as file:
                    text += file.read()
        return text

    def close(self, keep=False):
        for node in self.nodes:
            node.stop(signal.SIGKILL)
        for gate in self.gates:
            gate.close()
        self.pg.stop()
        if self.wires:
            self.wires.remove()
        if not keep:
            shutil.rmtree(self.folder, ignore_errors=True)


# ---- files of nodes that have ended --------------------------------------------


def place_of(node):
    """The number of the latest batch in its file."""
    with contextlib.closing(sqlite3.connect(node.data + "/meeple.db")) as db:
        return db.execute("SELECT n FROM here").fetchone()[0]


def bring_level(nodes):
    """Whoever ended last may have written behind the others' back: those follow once more, and do not lead, since
    there is no synchronous standby and nobody says that batches may be lost."""
    places = [place_of(node) for node in nodes]
    for node, place in zip(nodes, places):
        if place == max(places):
            continue
        command, node.command = node.command, [word for word in node.command if word != "--log-may-lose"]
        node.start()
        deadline = time.time() + 60
        while place_of(node) < max(places) and time.time() < deadline:
            time.sleep(0.05)
        node.stop()
        node.command = command


def dump(path):
    """Every table that nodes share, with rowids."""
    db = sqlite3.connect(path)
    tables = {}
    for name, wr in db.execute("SELECT name, wr FROM pragma_table_list WHERE schema = 'main' AND type = 'table'").fetchall():
        if name in LOCAL or name.startswith("sqlite_"):
            continue
        tables[name] = db.execute(f'SELECT {"" if wr else "rowid, "}* FROM "{name}" ORDER BY 1').fetchall()
    db.close()
    return tables


def differ(nodes):
    """In what the files differ; None: in nothing."""
    bring_level(nodes)
    dumps = [dump(node.data + "/meeple.db") for node in nodes]
    for other in dumps[1:]:
        for table in sorted(set(dumps[0]) | set(other)):
            if dumps[0].get(table) != other.get(table):
                return f"files differ in {table}: {len(dumps[0].get(table, []))} and {len(other.get(table, []))} rows"
    return None
