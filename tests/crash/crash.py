#!/usr/bin/env python3
"""Kills a busy server again and again, and checks that nothing anybody was
told is lost.

    tests/crash/crash.py --meeple build/meeple --rounds 1000

64 clients play at 32 tables through the hall API and remember every move that
was acknowledged. At a random moment the server gets SIGKILL and is started
again on the same store. The rounds take turns: it is killed in the middle of
play, while `meeple backup` copies the store (which is killed too, or not), during
the checkpoint that a SIGTERM or somebody else's `PRAGMA wal_checkpoint` has begun,
and before a `meeple import`, which is killed as well. Then

  - every acknowledged move is in its table's journal, at its sequence number;
  - the journal has no gaps, and no move beyond those made;
  - a move whose answer was lost in the crash, sent again with the same key,
    stands in the journal exactly once;
  - every table replays: its view can be asked for, and play goes on;
  - a backup is not there, or is whole, with all that was acknowledged before it;
  - an import has added its table with all rows, or nothing.

One more round runs with a disk that is full: what cannot be kept is refused,
/healthz says so, reads go on, and what was acknowledged is there afterwards.
"""

import argparse
import asyncio
import hashlib
import json
import os
import random
import re
import resource
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile

TABLES = 32
SEATS = 2
FILE_LIMIT = 3 * 1024 * 1024  # of the round with a full disk
REQUEST_SECONDS = 20
IMPORTED_ROWS = 20000
IMPORTED_APART = 1000000  # the ids of imported tables: new tables count on from the largest


class Lost(Exception):
    """The connection broke: the server was killed."""


class Wrong(Exception):
    """A promise was broken."""


class Server:
    def __init__(self, meeple):
        self.meeple = meeple
        self.folder = tempfile.mkdtemp(prefix="crash-")
        self.address = "127.0.0.1:0"
        self.process = None

    def start(self, file_limit=None):
        def limit():
            if file_limit:
                signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
                resource.setrlimit(resource.RLIMIT_FSIZE, (file_limit, file_limit))

        command = [self.meeple, "serve", "--test-mode"]
        where = {"MEEPLE_LISTEN": self.address, "MEEPLE_SANTORINI": "127.0.0.1:0", "MEEPLE_STORE": self.store()}
        with open(f"{self.folder}/log", "ab") as log:
            self.process = subprocess.Popen(command, env={**os.environ, **where}, stdout=subprocess.PIPE, stderr=log, preexec_fn=limit)
        line = self.process.stdout.readline().decode()
        hit = re.match(r"ready http=(\S+)", line)
        if not hit:
            raise Wrong(f"the server does not start: {line!r}; {self.log_end()}")
        self.address = hit.group(1)

    def stop(self, how):
        self.process.send_signal(how)
        status = self.process.wait()
        self.process.stdout.close()
        self.process = None
        return status

    def command(self, *words):
        """A command of the program on the same store, beside the server."""
        with open(f"{self.folder}/log", "ab") as log:
            return subprocess.Popen([self.meeple, *words], env={**os.environ, "MEEPLE_STORE": self.store()}, stdout=log, stderr=log)

    def store(self):
        return f"sqlite:{self.folder}/meeple.db"

    def log_end(self):
        with open(f"{self.folder}/log", errors="replace") as log:
            return log.read()[-1500:]

    def release(self):
        if self.process:
            self.stop(signal.SIGKILL)
        shutil.rmtree(self.folder, ignore_errors=True)


class Client:
    """One keep-alive HTTP connection with a session."""

    patience = REQUEST_SECONDS

    def __init__(self, server):
        self.server = server
        self.reader = self.writer = None
        self.token = None

    def drop(self):
        if self.writer:
            self.writer.close()
        self.reader = self.writer = None

    async def ask(self, method, path, body=None, key=None):
        """(status, parsed body); raises Lost when the connection breaks."""
        try:
            return await asyncio.wait_for(self.ask_once(method, path, body, key), self.patience)
        except asyncio.TimeoutError:  # which is an OSError too
            self.drop()
            raise Wrong(f"{method} {path}: no answer within {self.patience} seconds") from None
        except (OSError, asyncio.IncompleteReadError, IndexError, ValueError) as problem:
            self.drop()
            raise Lost(repr(problem)) from None

    async def ask_once(self, method, path, body, key):
        if self.writer is None:
            host, port = self.server.address.rsplit(":", 1)
            self.reader, self.writer = await asyncio.open_connection(host, int(port))
        data = json.dumps(body).encode() if body is not None else b""
        head = f"{method} {path} HTTP/1.1\r\nHost: {self.server.address}\r\nContent-Length: {len(data)}\r\n"
        if data:
            head += "Content-Type: application/json\r\n"
        if self.token:
            head += f"Authorization: Bearer {self.token}\r\n"
        if key:
            head += f"Idempotency-Key: {key}\r\n"
        self.writer.write(head.encode() + b"\r\n" + data)
        lines = (await self.reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        status = int(lines[0].split()[1])
        length = next((int(line.split(":")[1]) for line in lines if line.lower().startswith("content-length:")), 0)
        text = await self.reader.readexactly(length)
        return status, json.loads(text) if text[:1] in (b"{", b"[") else text

    async def unless_refused(self, method, path, body):
        """Whether it was done already does not matter, but a full disk ends the round."""
        if (await self.ask(method, path, body))[0] == 503:
            raise Lost("refused: 503")

    async def need(self, wanted, method, path, body=None):
        status, answer = await self.ask(method, path, body)
        if status == 503:
            raise Lost("refused: 503")
        if status not in wanted:
            raise Wrong(f"{method} {path}: expected {wanted}, got {status} {answer}")
        return answer


class Table:
    """A table, its two clients, and what they were told."""

    def __init__(self, server, game, dice):
        self.game, self.dice = game, dice
        self.finished = []  # (id, told) of tables played to the end since the last check
        self.clients = [Client(server) for _ in range(SEATS)]
        self.begin_anew()

    def begin_anew(self):
        self.id = None
        self.told = {}  # seq -> (seat, move): acknowledged
        self.sent = None  # (seat, move, seq, key): sent, answer not seen
        self.over = False

    async def open(self):
        for client in self.clients:
            if not client.token:
                client.token = (await client.need((200, 201), "POST", "/api/v1/guest", {}))["token"]
        body = {"game": self.game, "seats": SEATS, "sit": True}
        opened = await self.clients[0].need((200, 201), "POST", "/api/v1/tables", body)
        # From here on the table exists, whatever comes.
        self.id = opened["id"]

    async def seat_players(self):
        table = await self.clients[0].need((200,), "GET", f"/api/v1/tables/{self.id}")
        if table["phase"] != "waiting":
            return
        if any(seat["kind"] == "empty" for seat in table["seats"]):
            await self.clients[1].unless_refused("POST", f"/api/v1/tables/{self.id}/join", {})
        for client in self.clients:
            await client.unless_refused("POST", f"/api/v1/tables/{self.id}/ready", {"ready": True})

    async def play(self):
        """Plays until the connection breaks or a write is refused; gives the refusal's status."""
        if self.over:
            self.finished.append((self.id, self.told))
        if self.id is None or self.over:
            self.begin_anew()
            await self.open()
        await self.seat_players()
        while not self.over:
            made = 0
            for seat, client in enumerate(self.clients):
                made += await self.one_move(seat, client)
            if not made:
                table = await self.clients[0].need((200,), "GET", f"/api/v1/tables/{self.id}")
                self.over = table["phase"] in ("finished", "abandoned")
                if not self.over and table["phase"] == "running":
                    await asyncio.sleep(0.002)

    async def one_move(self, seat, client):
        legal = await client.need((200, 409), "GET", f"/api/v1/tables/{self.id}/legal")  # 409: the other one has ended it
        if not legal.get("moves"):
            return 0
        move = self.dice.choice(legal["moves"])["move"]
        self.sent = (seat, move, legal["seq"], f"{self.id}-{legal['seq']}-{self.dice.random()}")
        await self.send(client)
        return 1

    async def send(self, client):
        seat, move, seq, key = self.sent
        status, answer = await client.ask("POST", f"/api/v1/tables/{self.id}/moves", {"move": move, "seq": seq}, key)
        if status == 503:
            raise Lost("refused: 503")
        if status != 200:
            raise Wrong(f"table {self.id}: {move!r} on {seq}: {status} {answer}")
        self.told[answer["seq"]] = (seat, move)
        self.sent = None

    async def check(self):
        """After a restart: is everything there that we were told? Gives the number of moves."""
        if self.id is None:
            return 0
        if self.sent:
            await self.send(self.clients[self.sent[0]])
        count = 0
        for table, told in self.finished + [(self.id, self.told)]:
            count += await self.check_journal(table, told)
        self.finished.clear()
        return count

    async def check_journal(self, table, told):
        events = await self.journal(table)
        if [event["seq"] for event in events] != list(range(len(events))):
            raise Wrong(f"table {table}: the journal has gaps or twins")
        moves = {event["seq"]: (event["seat"], event["move"]) for event in events if event["kind"] == "moved"}
        for seq, move in told.items():
            if moves.get(seq) != move:
                raise Wrong(f"table {table}: move {move} was acknowledged as {seq}, the journal has {moves.get(seq)}")
        if set(moves) - set(told):
            raise Wrong(f"table {table}: the journal has moves that nobody made: {set(moves) - set(told)}")
        if moves:
            await self.clients[0].need((200,), "GET", f"/api/v1/tables/{table}/view")
        return len(moves)

    async def journal(self, table):
        events, at = [], 0
        while at is not None:
            page = await self.clients[0].need((200,), "GET", f"/api/v1/tables/{table}/journal?from={at}&limit=500")
            events += page["events"]
            at = page["next"]
        return events


async def play_all(tables):
    """All tables at once, until the server is gone."""

    async def one(table):
        try:
            while True:
                await table.play()
        except Lost:
            return

    await asyncio.gather(*(one(table) for table in tables))


def drop_all(tables):
    for table in tables:
        for client in table.clients:
            client.drop()


async def check_all(tables):
    drop_all(tables)
    return sum(await asyncio.gather(*(table.check() for table in tables)))


async def play_until(tables, dice, least=0.05, most=0.8):
    """Lets all play for a while; gives the task, which goes on."""
    playing = asyncio.create_task(play_all(tables))
    await asyncio.sleep(dice.uniform(least, most))
    if playing.done():
        playing.result()
    return playing


async def killed_round(server, tables, dice):
    playing = await play_until(tables, dice)
    server.stop(signal.SIGKILL)
    await playing
    server.start()
    return await check_all(tables)


def check_backup(path, told):
    """A backup that is there is whole, and has every move of `told`, (table, seq) -> move."""
    if not os.path.exists(path):
        return
    copy = sqlite3.connect(path)
    if copy.execute("PRAGMA integrity_check").fetchone()[0] != "ok":
        raise Wrong("the backup is damaged")
    rows = copy.execute("SELECT table_id, seq FROM journal").fetchall()
    copy.close()
    missing = set(told) - set(rows)
    if missing:
        raise Wrong(f"the backup lacks {len(missing)} moves that were acknowledged before it began")


async def backup_round(server, tables, dice):
    """Killed while a backup is written, which is killed too in every other round."""
    playing = await play_until(tables, dice, 0.2)
    told = [(table.id, seq) for table in tables for seq in table.told]
    path = f"{server.folder}/backup.db"
    backup = server.command("backup", path)
    await asyncio.sleep(dice.uniform(0, 0.08))
    if dice.random() < 0.5:
        backup.kill()
    server.stop(signal.SIGKILL)
    await playing
    backup.wait()
    check_backup(path, told)
    for name in os.listdir(server.folder):
        if name.startswith("backup.db"):
            os.unlink(f"{server.folder}/{name}")
    server.start()
    return await check_all(tables)


async def checkpoint_round(server, tables, dice):
    """Killed while the log moves into the data file: at the end of the server, or begun by another program."""
    playing = await play_until(tables, dice, 0.2)
    if dice.random() < 0.5:
        server.process.send_signal(signal.SIGTERM)
    else:
        code = f"import sqlite3; sqlite3.connect({server.folder + '/meeple.db'!r}, timeout=1).execute('PRAGMA wal_checkpoint(TRUNCATE)')"
        other = subprocess.Popen([sys.executable, "-c", code], stderr=subprocess.DEVNULL)
        await asyncio.sleep(dice.uniform(0, 0.05))
        other.kill()
        other.wait()
    await asyncio.sleep(dice.uniform(0, 0.03))
    server.stop(signal.SIGKILL)
    await playing
    server.start()
    return await check_all(tables)


def write_import(path, number):
    """An export with one table, whose journal is long enough for a kill to come in the middle of it."""
    head = {
        "table": {
            "id": number, "game": "catan", "door": "hall", "phase": 0, "owner": 0, "invite": f"i{number}", "listed": 1, "rated": 0, "seats": 3,
            "setup": "seats=3 seed=1 points=10 apart=1 friendly=0", "move_seconds": 0, "opened_at": 1700000000000, "started_at": 0, "ended_at": 0, "ended_how": "",
        },
        "seats": [{"seat": 0, "kind": 1, "account": 0, "name": "ann", "bot": "", "ready": 0, "has_left": 0}],
        "rows": IMPORTED_ROWS,
        "seed_hash": hashlib.sha256(f"meeple-seed:{number}:1".encode()).hexdigest(),
    }
    lines = [head, [0, "o", 255, 1700000000000, "catan"], [1, "s", 0, 1700000000000, "ann"]]
    lines += [[k, "r", 0, 1700000000000, str(k % 2)] for k in range(2, IMPORTED_ROWS)]
    text = "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines)
    end = {"end": True, "tables": 1, "rows": IMPORTED_ROWS, "sha256": hashlib.sha256(text.encode()).hexdigest()}
    with open(path, "w") as file:
        file.write(text + json.dumps(end, separators=(",", ":")) + "\n")


async def import_round(server, tables, dice):
    """Killed, then an import is, at a random moment; sometimes it is let to finish."""
    playing = await play_until(tables, dice)
    server.stop(signal.SIGKILL)
    await playing
    server.imports = getattr(server, "imports", 0) + 1
    number = IMPORTED_APART * server.imports
    write_import(f"{server.folder}/import.jsonl", number)
    importing = server.command("import", f"{server.folder}/import.jsonl")
    if dice.random() < 0.7:
        await asyncio.sleep(dice.uniform(0, 0.3))
        importing.kill()
    status = importing.wait()
    finished = status == 0
    if status not in (0, -signal.SIGKILL):
        raise Wrong(f"the import failed with {status}")
    server.start()
    moves = await check_all(tables)
    status, table = await Client(server).ask("GET", f"/api/v1/tables/{number}")
    if status not in (200, 404) or (status == 200 and table["seq"] != IMPORTED_ROWS):
        raise Wrong(f"the imported table: {status} {str(table)[:200]}")
    if finished and status != 200:
        raise Wrong("an import that was done is gone")
    server.imported = getattr(server, "imported", 0) + (status == 200)
    return moves


ROUNDS = (killed_round, backup_round, checkpoint_round, import_round)


async def full_disk_round(server, tables):
    """A file may grow to FILE_LIMIT and no further."""
    server.stop(signal.SIGTERM)
    server.start(FILE_LIMIT)
    drop_all(tables)
    probe = Client(server)
    # The disk is full for a batch that is larger than what is left; a smaller one may still fit, and then all is well again.
    for _ in range(10):
        await asyncio.wait_for(play_all(tables), 120)
        status, answer = await probe.ask("GET", "/healthz")
        if status != 200:
            break
        drop_all(tables)
    else:
        raise Wrong(f"writes fail, but /healthz says {answer}")
    table = next(table for table in tables if table.id)
    await table.clients[0].need((200,), "GET", f"/api/v1/tables/{table.id}/journal")
    status = server.stop(signal.SIGTERM)
    if status != 0:
        raise Wrong(f"exit status {status} after SIGTERM on a full disk")
    server.start()
    return await check_all(tables)


async def run(settings):
    dice = random.Random(settings.seed)
    server = Server(os.path.abspath(settings.meeple))
    Client.patience = settings.patience
    passed = failed = total = moves = 0
    try:
        server.start()
        tables = [Table(server, settings.game, dice) for _ in range(TABLES)]
        for number in range(1, settings.rounds + 2):
            last = number == settings.rounds + 1
            kind = ROUNDS[number % len(ROUNDS)]
            try:
                moves = await (full_disk_round(server, tables) if last else kind(server, tables, dice))
                passed += 1
                total += moves
                print(f"{'full disk' if last else f'round {number}, {kind.__name__}'}: {moves} acknowledged moves, all in the journals", flush=True)
            except (Wrong, Lost) as problem:
                failed += 1
                print(f"round {number}: {problem}\n{server.log_end()}", flush=True)
                break
        if not moves and not failed:
            failed += 1
            print("no move was ever made")
        print(f"{total} journal entries compared, {getattr(server, 'imported', 0)} of {getattr(server, 'imports', 0)} imports were done before they were killed")
    finally:
        server.release()
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


def main():
    parser = argparse.ArgumentParser(description="Kills a busy server and checks that nothing acknowledged is lost.")
    parser.add_argument("--meeple", default="build/meeple")
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--game", default="santorini")
    parser.add_argument("--patience", type=int, default=REQUEST_SECONDS, help="seconds for an answer: a machine with much else to do needs more")
    settings = parser.parse_args()
    return asyncio.run(run(settings))


if __name__ == "__main__":
    sys.exit(main())
