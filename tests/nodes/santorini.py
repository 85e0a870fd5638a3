#!/usr/bin/env python3
"""Santorini games of its own protocol outlive their leader.

    tests/nodes/santorini.py --meeple build/meeple [--games N] [--seed S]

Two players, one over TCP and one over WebSocket, are connected to two of four
nodes and play whole games, while the lead is handed from node to node and
leading nodes without players are killed. Each request gets one RESULT; both hear
the same; as many moves were accepted as the journal holds. Then a link breaks
without a change of the leader, and at last a player's node dies: the other one
is told.
"""

import argparse
import json
import os
import random
import signal
import sys
import threading
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "talk"))

from cluster import Cluster, Postgres  # noqa: E402
from wire import Gone, Lines, WebSocket  # noqa: E402

PATIENCE = 120
GODS = ["Hephaestus", "Pan"]
PING = {"type": "PING", "content": {}}
MOVING = {"SELECT_GODS", "CHOOSE_GOD", "CHOOSE_FIRST_PLAYER", "PLACE_PAWNS", "EXECUTE_ACTION"}


def must(condition, said):
    if not condition:
        raise AssertionError(said)


class Player:
    """A connection, everything it heard, and how many of its moves were accepted."""

    def __init__(self, name, connection):
        self.name, self.connection = name, connection
        self.heard, self.moved, self.over = [], 0, False

    def user(self):
        return {"username": self.name}

    def listen(self):
        """The next message; pings are answered. None: the connection was closed."""
        while True:
            try:
                message = json.loads(self.connection.receive(time.monotonic() + PATIENCE))
            except Gone:
                self.over = True
                return None
            if message != PING:
                return message
            self.connection.send(json.dumps(PING))

    def hear(self, *types):
        """Listens until a message of one of these types comes."""
        while True:
            message = self.listen()
            must(message, f"{self.name} was sent away while waiting for {types}; heard at last {self.heard[-2:]}")
            must(message["type"] != "RESULT", f"{self.name} got a RESULT too many")
            self.heard.append(message)
            if message["type"] in types:
                return message

    def ask(self, kind, /, **content):
        """Sends a request and returns its RESULT."""
        self.connection.send(json.dumps({"type": kind, "content": content}))
        while True:
            message = self.listen()
            must(message, f"{self.name} was sent away instead of an answer to {kind}; heard at last {self.heard[-2:]}")
            if message["type"] == "RESULT":
                accepted = message["content"]["value"]
                self.moved += accepted and kind in MOVING
                return accepted
            self.heard.append(message)

    def types(self):
        return [message["type"] for message in self.heard]


def connect(nodes):
    """The first over TCP, the second over WebSocket."""
    return [Player("ann", Lines(f"127.0.0.1:{nodes[0].santorini}")),
            Player("bob", WebSocket(f"127.0.0.1:{nodes[1].port}", "/santorini", {}))]


def begin(players):
    """From two connections to the first turn."""
    ann, bob = players
    must(ann.ask("SELECT_PLAYER_NUMBER", size=2), "no size could be selected")
    bob.hear("SIZE_SELECTED")
    must(ann.ask("ADD_USER", user=ann.user()), "ann could not join")
    bob.hear("USER_JOINED")
    must(bob.ask("ADD_USER", user=bob.user()), "bob could not join")
    gods = [{"name": god} for god in GODS]
    must(bob.ask("SELECT_GODS", user=bob.user(), gods=gods), "no gods could be selected")
    must(ann.ask("CHOOSE_GOD", user=ann.user(), god=gods[0]), "ann could not choose")
    must(bob.ask("CHOOSE_FIRST_PLAYER", self=bob.user(), firstPlayer=ann.user()), "nobody could be first")
    must(ann.ask("PLACE_PAWNS", user=ann.user(), c1={"x": 1, "y": 1}, c2={"x": 3, "y": 3}), "ann could not place pawns")
    must(bob.ask("PLACE_PAWNS", user=bob.user(), c1={"x": 1, "y": 3}, c2={"x": 3, "y": 1}), "bob could not place pawns")
    ann.hear("ACTION_READY")


class Board:
    """As much of the game as its messages tell."""

    def __init__(self):
        self.pawns, self.turn, self.actions, self.seen = {}, None, [], 0

    def follow(self, heard):
        for message in heard[self.seen:]:
            content = message["content"]
            if message["type"] == "PAWN_PLACED":
                self.pawns[content["owner"]["username"], content["pawnId"]] = (content["coordinate"]["x"], content["coordinate"]["y"])
            elif message["type"] == "MOVE":
                places = [(content[end]["x"], content[end]["y"]) for end in ("from", "to")]
                swap = dict(zip(places, reversed(places)))
                self.pawns = {pawn: swap.get(at, at) for pawn, at in self.pawns.items()}
            elif message["type"] == "ACTION_READY":
                self.turn = content["user"]["username"]
                self.actions = [action["description"] for action in content["actionIdentifiers"]]
        self.seen = len(heard)

    def guess(self, dice):
        pawn = dice.randrange(2)
        x, y = self.pawns[self.turn, pawn]
        return {"id": pawn, "actionIdentifier": {"description": dice.choice(self.actions)},
                "coordinate": {"x": x + dice.randint(-1, 1), "y": y + dice.randint(-1, 1)}}


def play(players, dice, turns=10 ** 6):
    """Tries actions until somebody has won, or for so many accepted ones."""
    ann, bob = players
    board = Board()
    while turns and "WIN" not in ann.types()[-3:]:
        board.follow(ann.heard)
        player, other = (ann, bob) if board.turn == "ann" else (bob, ann)
        if not player.ask("EXECUTE_ACTION", user=player.user(), **board.guess(dice)):
            continue
        turns -= 1
        while len(other.heard) < len(player.heard):
            message = other.listen()
            must(message, f"{other.name} was sent away; heard at last {other.heard[-2:]}")
            other.heard.append(message)
        must(ann.heard == bob.heard, f"ann heard {ann.heard[-4:]}, bob {bob.heard[-4:]}")


def check_journal(cluster, players):
    """The latest table has as many moves as were accepted."""
    def ask(path):
        deadline = time.time() + PATIENCE
        while time.time() < deadline:
            try:
                status, _, text = cluster.nodes[0].get(path, 20)
            except OSError:
                continue
            if status == 200:
                return json.loads(text)
            time.sleep(0.05)
        raise AssertionError(f"in vain: {path}")

    table = ask("/api/v1/tables?phase=finished&limit=1")["tables"][0]["id"]
    events, at = [], 0
    while at is not None:
        page = ask(f"/api/v1/tables/{table}/journal?from={at}&limit=500")
        events, at = events + page["events"], page["next"]
    moved = sum(event["kind"] == "moved" for event in events)
    accepted = sum(player.moved for player in players)
    must(moved == accepted, f"table {table}: {accepted} moves were accepted, {moved} are in the journal")


class Unrest(threading.Thread):
    """Changes the leader again and again; those whose players are connected to them are not killed."""

    def __init__(self, cluster, dice):
        super().__init__(daemon=True)
        self.cluster, self.dice, self.ending, self.problem = cluster, dice, False, None
        self.kills = self.handovers = 0

    def run(self):
        try:
            while not self.ending:
                self.change()
        except Exception as error:
            self.problem = error

    def change(self):
        leader, idle = self.cluster.settled(), self.cluster.nodes[2:]
        if leader in idle and self.dice.random() < 0.5:
            process = leader.process
            process.kill()
            process.wait()
            self.kills += 1
        else:
            target = self.dice.choice([node for node in (self.cluster.nodes if leader in idle else idle) if node is not leader])
            self.handovers += self.cluster.command("lead", target.name).returncode == 0
        self.cluster.settled()
        time.sleep(self.dice.uniform(0, 0.3))


def whole_game(cluster, dice):
    """Returns how many messages each player got; 0 if a player's node lost the lead by itself and ended, as on a machine
    that stands still for seconds."""
    processes = [node.process for node in cluster.nodes[:2]]
    try:
        players = connect(cluster.nodes)
        begin(players)
        play(players, dice)
        for player in players:
            must(player.listen() is None, f"{player.name} hears more after WIN")
    except (AssertionError, OSError):
        time.sleep(1)  # until an ending process has ended
        if all(process.poll() is None for process in processes):
            raise
        print("again: a player's node lost the lead by itself", flush=True)
        cluster.settled()
        return 0
    check_journal(cluster, players)
    return len(players[0].heard)


def games_go_on(cluster, settings):
    dice = random.Random(settings.seed)
    unrest = Unrest(cluster, random.Random(settings.seed + 1))
    unrest.start()
    games = messages = spoilt = 0
    while games < settings.games or unrest.kills < 2 or unrest.handovers < 2:
        heard = whole_game(cluster, dice)
        must(unrest.problem is None, f"the lead: {unrest.problem!r}")
        games, messages, spoilt = games + 1, messages + heard, spoilt + (not heard)
        must(spoilt <= 2, "players' nodes lose the lead again and again")
    unrest.ending = True
    unrest.join(PATIENCE)
    resumed = sum(node.metric("meeple_node_resumed_total") for node in cluster.nodes[:2])
    print(f"{games} games, {messages} messages to each; {unrest.kills} leaders killed, {unrest.handovers} handed over; {resumed} streams resumed")
    must(resumed, "no stream outlived its leader")


def leader_without_players(cluster):
    leader = cluster.settled()
    if leader in cluster.nodes[:2]:
        must(cluster.command("lead", cluster.nodes[3].name).returncode == 0, "the lead was not handed over")
    return cluster.settled()


def a_link_breaks(cluster, settings):
    """A follower stands still until the leader drops its link; its player goes on when it wakes up."""
    leader = leader_without_players(cluster)
    players, dice = connect(cluster.nodes), random.Random(settings.seed)
    begin(players)
    play(players, dice, 3)
    node = cluster.nodes[1]
    node.send(signal.SIGSTOP)
    deadline = time.time() + PATIENCE
    while (links := leader.metric("meeple_node_links")) == 3 and time.time() < deadline:
        time.sleep(0.02)
    node.send(signal.SIGCONT)
    must(links == 2, f"the leader has {links} links while a node stands still")
    play(players, dice)
    must([player.listen() for player in players] == [None, None], "more came after WIN")
    check_journal(cluster, players)


def a_players_node_dies(cluster, settings):
    leader_without_players(cluster)
    players = connect(cluster.nodes)
    begin(players)
    play(players, random.Random(settings.seed), 3)
    cluster.nodes[1].kill()
    error = players[0].hear("SERVER_ERROR")
    must(error["content"]["type"] == "Connection lost" and "bob" in error["content"]["description"], f"{error}")
    must(players[0].listen() is None, "ann is not sent away")


TESTS = [(games_go_on, []), (a_link_breaks, []), (a_players_node_dies, ["--limit", "resume-seconds=5"])]


def passes(test, options, settings):
    cluster = Cluster(settings.meeple, 4, ["--test-mode", *options])
    try:
        cluster.start()
        test(cluster, settings)
    except Exception as error:
        print(f"FAIL {test.__name__}: {error!r}\n{cluster.logs()[-6000:]}\nkept: {cluster.folder}", flush=True)
        cluster.close(keep=True)
        return False
    print(f"ok   {test.__name__}", flush=True)
    cluster.close()
    return True


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--meeple", required=True)
    parser.add_argument("--games", type=int, default=6)
    parser.add_argument("--seed", type=int, default=1)
    settings = parser.parse_args()
    Postgres.fsync = "off"
    failed = [test.__name__ for test, options in TESTS if not passes(test, options, settings)]
    print(f"{len(TESTS) - len(failed)} passed, {len(failed)} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
