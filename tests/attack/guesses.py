"""Guessing passwords, locking owners out, and keeping others waiting at the door."""

import threading
import time

from kit import EVIL, OWNER, PATIENCE, Elsewhere, address, attack, flood, form, request, sha1, snakes_login


@attack(5)
def catan_manager_guessed(stage):
    """The manager of Catan has a password everybody knows, and guesses have no end."""
    server = stage.server()
    evil = server.client(EVIL)
    answer = evil.manager("catan", "catan", "newGame", scenario="SettlersOfCatan")
    assert answer["code"] != 200, "catan:catan manages games"
    body = lambda k: request("POST", "/Catan/managerRequest/", {"username": "catan", "password": f"guess {k}", "command": "x"})
    counts = flood(server, [EVIL], body, stage.amount(1, 5), 4)
    known = stage.server("--catan-manager", "boss:word")
    body = lambda k: request("POST", "/Catan/managerRequest/", {"username": "boss", "password": f"guess {k}", "command": "x"})
    flood(known, [EVIL], body, PATIENCE, 1, most=100)
    right = {"scenario": "SettlersOfCatan"}
    answer = known.client(EVIL).manager("boss", "word", "newGame", **right)
    assert answer["code"] != 200, "after 100 wrong guesses from an address the right one is still looked at"
    assert known.client(OWNER).manager("boss", "word", "newGame", **right)["code"] == 200, "guesses of others lock the manager out"
    return {"answers/s": round(sum(v for k, v in counts.items() if k != "seconds") / counts["seconds"]), "looked at": "30 a minute"}


@attack(5)
def catan_games_without_end(stage):
    """Whoever manages Catan makes games until the machine is full."""
    server = stage.server("--catan-manager", "boss:word")
    body = request("POST", "/Catan/managerRequest/", {"username": "boss", "password": "word", "command": "newGame", "arguments": {"scenario": "SettlersOfCatan"}})
    before = server.memory()
    counts = flood(server, [EVIL], lambda k: body, stage.amount(20, 60), 16, lambda status, text: b"created" in text, most=stage.amount(6000, 30000))
    assert counts[True] <= 5000, f"{counts[True]} games of {counts[True] + counts[False]} calls"
    return {"calls": counts[True] + counts[False], "games": counts[True], "memory held": f"{server.memory() - before:.0f} MB"}


@attack(6)
def snakes_password_guessed(stage):
    """The login of Snakes takes as many guesses as come."""
    server = stage.server()
    owner = server.client()
    owner.ask("POST", "/snakes/register", form({"login": "ann", "name": "Ann", "password": "secret"}))
    body = lambda k: request("POST", "/snakes/ajax", form({"Request": "login", "Login": "ann", "Timestamp": "1700000000", "Hash": sha1(str(k))}))
    counts = flood(server, [EVIL], body, stage.amount(1.5, 10), 8, lambda status, text: b'"ErrorCode":6' in text.replace(b" ", b""))
    rate = counts[True] / counts["seconds"]
    assert counts[True] <= 60, f"{counts[True]} guesses looked at in {counts['seconds']} s: {rate:.0f}/s"
    assert snakes_login(owner, "ann")["Response"] == "login", "the owner cannot log in any more"
    return {"looked at": counts[True], "turned away": counts[False], "in seconds": counts["seconds"]}


@attack(6)
def snakes_sids_taken(stage):
    """One account takes all sessions of Snakes."""
    server = stage.server()
    evil = server.client(EVIL)
    evil.ask("POST", "/snakes/register", form({"login": "evil", "name": "Evil", "password": "secret"}))
    sids = [snakes_login(evil, "evil").get("Sid") for _ in range(40)]
    alive = sum(1 for sid in sids if sid and evil.snakes("ping", Sid=sid)["Response"] == "ack")
    assert alive <= 20, f"{alive} sessions of one account live at once"
    assert sids[-1] and evil.snakes("ping", Sid=sids[-1])["Response"] == "ack", "the newest session is not the one that lives"
    return {"logins": len(sids), "sessions alive": alive}


def honest_login_time(server, name, source):
    """(status, seconds)"""
    client, begun = server.client(source), time.monotonic()
    status = client.login(name)
    if status in (429, 503):
        assert "retry-after" in client.headers, f"{status} without Retry-After"
    return status, time.monotonic() - begun


def while_flooded(server, sources, make, connections, seconds, probe):
    with Elsewhere(lambda: flood(server, sources, make, seconds, connections)):
        time.sleep(min(1.0, seconds / 2))
        return probe()


@attack(9)
def password_queue(stage):
    """Registrations and logins of strangers keep an honest login waiting."""
    server = stage.server()
    server.register("ann")
    seconds = stage.amount(3, 10)
    idle = max(honest_login_time(server, "ann", address(3, 1))[1] for _ in range(3))  # behind 300 others it would be a hundred times that
    registering = lambda k: request("POST", "/api/v1/register", {"name": f"evil {k}", "password": "secret of theirs"})
    status, one = while_flooded(server, [EVIL], registering, 300, seconds, lambda: honest_login_time(server, "ann", address(3, 1)))
    assert status == 200 and one < max(2, 30 * idle), f"while one address registers, an honest login takes {one:.1f} s and gets {status}"
    guessing = lambda k: request("POST", "/api/v1/login", {"name": f"nobody {k}", "password": "secret of theirs"})
    many = [address(4, k) for k in range(100)]
    status, all_ = while_flooded(server, many, guessing, 100, seconds, lambda: honest_login_time(server, "ann", address(3, 1)))
    assert status in (200, 503) and all_ < max(7, 100 * idle), f"while a hundred addresses log in, an honest login takes {all_:.1f} s and gets {status}"
    return {"honest login, one attacker": f"{one:.2f} s", "a hundred": f"{all_:.2f} s ({status})"}


@attack(10)
def locked_out_by_name(stage):
    """Wrong guesses lock the owner of an account out."""
    server = stage.server()
    server.register("ann", OWNER)
    last = {}

    def guess(k):
        evil = server.client(address(5, k))
        for _ in range(60):  # ten are looked at, and one more after each six seconds
            last[k] = evil.login("ann", "wrong")
            if last[k] == 429:
                break

    threads = [threading.Thread(target=guess, args=(k,)) for k in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    begun = time.monotonic()
    known = server.client(OWNER).login("ann")
    known_time = time.monotonic() - begun
    new = server.client(address(6, 1)).login("ann")
    assert known == 200, f"after the guesses of others the owner gets {known} at their own address"
    assert new == 200, f"after the guesses of others the owner gets {new} at a new address"
    assert set(last.values()) == {429}, f"those who guess on and on are answered {last}"
    return {"owner waits": f"{known_time:.2f} s"}


@attack(13)
def limits_reset_by_rename(stage):
    """A new name begins all limits anew."""
    server = stage.server()
    evil = server.register("evil", EVIL)
    table = evil.need(201, "POST", "/tables", {"game": "santorini"})["id"]

    def until_refused(path, body, most=400):
        for k in range(most):
            status, _ = evil.api("POST", path, body)
            if status == 429:
                return k
        return most

    limits = {"chat": (f"/tables/{table}/chat", {"text": "x"}), "guess": ("/me/password", {"old": "wrong one", "new": "secret 2"})}
    told = {}
    for name, (path, body) in limits.items():
        first = until_refused(path, body)
        evil.need(200, "PATCH", "/me", {"name": f"evil {name}"})
        again = until_refused(path, body)
        told[name] = f"{first} then {again}"
        assert first < 400, f"{name}: no limit at all"
        assert again <= max(3, first // 5), f"{name}: {first} are allowed, and {again} more after a new name"
    return told


@attack(17)
def addresses_spelled_anew(stage):
    """The same IPv6 address, or its neighbours in one /64, counts as a new one when spelled otherwise."""
    server = stage.server("--trust-proxy")
    server.register("ann")
    spellings = ["2001:db8::1", "2001:DB8:0:0:0:0:0:1", "2001:0db8::0001", "2001:db8:0:0::1", "2001:db8::2", "2001:db8::ffff:1"]
    client = server.client()

    def guess(name, spellings):
        """How many of 24 guesses are looked at: ten at once, and one more for each six seconds that they take."""
        begun, looked_at = time.monotonic(), 0
        for k in range(24):
            status, _ = client.api("POST", "/login", {"name": name, "password": "wrong"}, headers={"X-Forwarded-For": spellings[k % len(spellings)]})
            looked_at += status == 401
        assert looked_at <= 12 + (time.monotonic() - begun) / 6, f"{looked_at} of 24 guesses by {spellings[:2]} and the like were looked at"
        return looked_at

    looked_at, mapped = guess("ann", spellings), guess("ann", ["9.8.7.6", "::ffff:9.8.7.6", "::FFFF:908:706"])
    return {"guesses looked at": f"{looked_at} and {mapped} of 24"}
