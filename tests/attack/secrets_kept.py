"""What nobody may know: decks, dice, ids, tables that are not listed."""

import json
import random
import time

import wire
from identity import smallworld_user
from kit import EVIL, address, attack, soon

SECRETS = ("randseed", "visibleRaces", "visibleSpecialPowers", "visibleSpecialPower")


@attack(3)
def smallworld_deck_told(stage):
    """saveGame of a running game tells the deck and the die."""
    server = stage.server()
    (ann, a, _), (bob, b, _) = smallworld_user(server, "ann"), smallworld_user(server, "bob")
    assert ann.smallworld("createGame", sid=a, gameName="g", mapId=1)["result"] == "ok"
    assert bob.smallworld("joinGame", sid=b, gameId=1)["result"] == "ok"
    for client, sid in ((ann, a), (bob, b)):
        assert client.smallworld("setReadinessStatus", sid=sid, isReady=1)["result"] == "ok"
    assert ann.smallworld("selectRace", sid=a, position=0)["result"] == "ok"
    saved = server.client(EVIL).smallworld("saveGame", gameId=1)
    told = [name for name in SECRETS if f'"{name}"' in json.dumps(saved)]
    assert not told, f"saveGame of a running game tells {told}"
    view = ann.need(200, "GET", f"/tables/{ann.need(200, 'GET', '/tables?game=smallworld')['tables'][0]['id']}/view")
    assert "seed" not in json.dumps(view).lower().replace("seed_hash", ""), "the hall's view tells a seed"
    return {"actions": len(saved.get("actions", []))}


@attack(12)
def powerchess_ids_guessed(stage):
    """Private games of Power Chess are found by trying numbers."""
    server = stage.server()
    ids, players = [], []
    for k in range(8):
        owner = stage.keep(server.socket("/play", address(2, k)).stream)
        socket = wire.WebSocket(server.http, "/play", {}, address(2, k))
        socket.send('{"type":0,"name":"Ann","color":true,"timeControl":1,"public":false}')
        answer = json.loads(socket.receive(soon()))
        ids.append(answer["gameId"])
        players.append(answer["playerId"])
        stage.keep(socket.stream)
        del owner
    assert max(ids).bit_length() > 40, f"gameIds have {max(ids).bit_length()} bits"
    assert max(players).bit_length() > 40, f"playerIds have {max(players).bit_length()} bits"
    assert all(n < 1 << 53 for n in ids + players), "an id that JavaScript cannot hold"
    # Refusals look alike, so whether guesses are still looked at shows when one is right.
    dice, right = random.Random(1), 0
    for guess in [dice.getrandbits(53) for _ in range(200)] + ids[:4]:
        evil = server.socket("/play", EVIL)
        evil.send('{"type":1,"gameId":%d,"name":"Evil"}' % guess)
        right += "playerId" in json.loads(evil.receive(soon()))
        evil.stream.close()
    assert right == 0, "after 200 wrong guesses from one address a right one is still looked at"
    honest = server.socket("/play", address(3, 1))
    honest.send('{"type":1,"gameId":%d,"name":"Bea"}' % ids[5])
    assert "playerId" in json.loads(honest.receive(soon())), "somebody who was told the id cannot join"
    return {"bits": max(ids + players).bit_length(), "right guesses after 200 wrong ones": right}


@attack(12)
def private_tables_entered(stage):
    """A table that is not listed is entered or read by its number, without the invite."""
    server = stage.server()
    ann, evil = server.register("ann"), server.register("evil", EVIL)
    entered = []
    for game, seats in (("powerchess", 2), ("santorini", 2), ("smallworld", 2), ("catan", 2), ("snakes", 2)):
        status, opened = ann.api("POST", "/tables", {"game": game, "seats": seats, "listed": False})
        if status != 201:
            continue
        table = opened["id"]
        for method, path in (("POST", "join"), ("POST", "chat"), ("GET", ""), ("GET", "view"), ("GET", "journal"), ("GET", "replay"), ("GET", "board"), ("GET", "seed")):
            body = {"text": "x"} if path == "chat" else {} if method == "POST" else None
            status, _ = evil.api(method, f"/tables/{table}/{path}".rstrip("/"), body)
            if status < 400:
                entered.append(f"{game}: {method} {path or 'table'}")
        feed = server.socket("/api/v1/feed", EVIL, evil.token)
        feed.send(json.dumps({"watch": table}))
        heard = []
        try:
            while True:
                heard.append(json.loads(feed.receive(time.monotonic() + 0.3)))
        except (wire.Silence, wire.Gone):
            pass
        if any(message["type"] in ("watching", "view", "event") for message in heard):
            entered.append(f"{game}: the feed")
        if game == "powerchess":
            socket = server.socket("/play", EVIL)
            socket.send('{"type":1,"gameId":%d,"name":"Evil"}' % table)
            if '"type":7' not in socket.receive(soon()).replace(" ", ""):
                entered.append("powerchess: JOIN_GAME by the table's number")
            home = server.socket("/home", EVIL)
            try:
                if str(opened["protocol"]["gameId"]) in home.receive(time.monotonic() + 0.5):
                    entered.append("powerchess: /home lists it")
            except wire.Silence:
                pass
            status, text = evil.ask("GET", f"/powerchess/pgn/{table}")
            if status == 200:
                entered.append("powerchess: its PGN is read")
        if game == "smallworld":
            _, sid, _ = smallworld_user(server, "stranger", EVIL)
            games = evil.smallworld("getGameList")["games"]
            entered += [f"smallworld: getGameList lists it: {g['gameId']}" for g in games]
            for number in {1, table}:
                if evil.smallworld("joinGame", sid=sid, gameId=number)["result"] == "ok":
                    entered.append("smallworld: joinGame by its number")
                if evil.smallworld("getGameState", gameId=number)["result"] == "ok":
                    entered.append("smallworld: getGameState by its number")
    assert not entered, "; ".join(entered)
    return {"doors tried": "HTTP, feed, /play, /home, pgn, Small World"}
