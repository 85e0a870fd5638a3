"""Being taken for somebody else, or for something else: names, pages, origins, limits that belong to others."""

import os
import signal
import time

from identity import smallworld_user
from kit import EVIL, OWNER, address, attack, form
from space import upload_picture

# Each of them looks like a name of others, or like nothing at all.
DECEIVING = ["\u0430nn", "\u0391nn", "a\u0301nn", "an\u200bn", "ann\u2800", "\u202enna", "ann  b", "\uff41nn", "\ue000\ue000", "..", "127.0.0.1"]
HONEST = ["Zo\u00eb", "\u0410\u043d\u043d\u0430", "\u65e5\u672c", "O'Neil", "Ann B."]


@attack(29)
def names_that_deceive(stage):
    """A name looks like somebody else's, or is an address or a path where operators name people."""
    server, taken = stage.server(), []
    ann = server.register("ann")
    for k, name in enumerate(DECEIVING):
        stranger = server.client(address(40, k))
        taken += [f"register {name!r}"] * (stranger.api("POST", "/register", {"name": name, "password": "secret of theirs"})[0] == 201)
        taken += [f"guest {name!r}"] * (stranger.api("POST", "/guest", {"name": name})[0] == 201)
        taken += [f"rename {name!r}"] * (ann.api("PATCH", "/me", {"name": name})[0] == 200)
    assert not taken, "; ".join(taken)
    for k, name in enumerate(HONEST):
        server.register(name, address(41, k))
    return {"names": len(DECEIVING), "honest ones": len(HONEST)}


@attack(33)
def names_changed_without_end(stage):
    """A guest changes its name as fast as it can, which looks at every table there is."""
    server = stage.server()
    evil = server.guest(EVIL)
    answers = []
    while 429 not in answers and len(answers) < 60:
        answers.append(evil.api("PATCH", "/me", {"name": f"evil {len(answers)}"})[0])
    assert answers[:3] == [200] * 3, f"an honest change of name is answered {answers[:3]}"
    assert 429 in answers, "one guest changed its name 60 times in a row"
    return {"changed": answers.count(200)}


SCRIPT = "<script>1</script>"


@attack(30)
def replies_taken_for_pages(stage):
    """What players write comes back as a page or a script."""
    server, wrong = stage.server(), []
    ann, sid, _ = smallworld_user(server, "ann")
    own = ann.smallworld("uploadMap", sid=sid, mapName="anns", playersNum=2, turnsNum=5, regions=[])["mapId"]
    assert upload_picture(ann, own, sid, b"<html>" + SCRIPT.encode()).get("result") == "ok"
    picture = next(m["picture"] for m in ann.smallworld("getMapList")["maps"] if m["mapId"] == own)
    ann.smallworld("sendMessage", sid=sid, text=SCRIPT)
    evil = server.register(SCRIPT, EVIL)
    table = evil.need(201, "POST", "/tables", {"game": "santorini"})["id"]
    evil.need(201, "POST", f"/tables/{table}/chat", {"text": SCRIPT})
    asks = [("GET", path, None) for path in (picture, f"/api/v1/tables/{table}", f"/api/v1/tables/{table}/journal", "/api/v1/tables", f"/api/v1/maps/{own}", "/api/v1/maps", "/snakes/login", "/snakes/register", "/snakes/captcha", f"/{SCRIPT}".replace("/", "%2F"), "/healthz", "/metrics", "/powerchess/pgn/1", "/api/v1/nothing")]
    asks += [("POST", "/smallworld", {"action": "getMessages", "since": 0}), ("POST", "/smallworld", {"action": SCRIPT}), ("POST", "/snakes/ajax", form({"Request": SCRIPT})), ("POST", "/Catan/userRequest/", {"gameId": SCRIPT, "playerId": SCRIPT, "command": SCRIPT})]
    for method, path, body in asks:
        _, text = evil.ask(method, path, body)
        kind = evil.headers.get("content-type", "")
        if evil.headers.get("x-content-type-options") != "nosniff":
            wrong.append(f"{path}: {kind} may be taken for something else")
        if kind.startswith("text/html") and SCRIPT in str(text):
            wrong.append(f"{path}: {SCRIPT} is on the page")
        if kind.startswith(("text/html", "image/svg")) and "frame-ancestors" not in evil.headers.get("content-security-policy", "") and path != "/snakes/captcha":
            wrong.append(f"{path}: a page without a policy")
    assert not wrong, "; ".join(wrong)
    return {"replies": len(asks)}


@attack(31)
def limits_used_up_by_others(stage):
    """Somebody uses up a limit of somebody else, whose number is the same elsewhere."""
    server = stage.server()
    ann = server.register("ann")  # account 1
    table = ann.need(201, "POST", "/tables", {"game": "santorini"})["id"]
    evil, sid, user = smallworld_user(server, "evil", EVIL)  # user 1 of Small World
    number = ann.need(200, "GET", "/me")["id"]
    assert number == user, f"account {number} and user {user} have different numbers, so nothing is shown"
    said = sum(evil.smallworld("sendMessage", sid=sid, text="x")["result"] == "ok" for _ in range(320))
    assert said < 320, "messages of Small World have no limit"
    status, answer = ann.api("POST", f"/tables/{table}/chat", {"text": "hello"})
    assert status == 201, f"after a stranger's messages in Small World, somebody else's chat is answered {status} {answer}"
    for k in range(32):  # a name that is no account's, but written as the number of one
        server.client(address(42, k)).login(f"#{number}", "wrong")
    log = [line for line in server.log().splitlines() if "guess-at" in line and line.endswith(f"#{number}")]
    assert not log, f"guesses at a name that nobody has slow down account {number}: {log[0]}"
    return {"messages": said}


@attack(15)
def chat_of_one_address(stage):
    """One address fills the disk with chat, by as many accounts as it likes."""
    server = stage.server()
    guests = [server.guest(EVIL) for _ in range(50)]
    table = guests[0].need(201, "POST", "/tables", {"game": "catan", "seats": 4})["id"]
    tables = [table] + [guest.need(201, "POST", "/tables", {"game": "catan", "seats": 4})["id"] for guest in guests[1:]]
    said = 0
    for guest, where in zip(guests, tables):
        for _ in range(61):
            status, _ = guest.api("POST", f"/tables/{where}/chat", {"text": "\U0001f422" * 300})
            said += status == 201
            if status != 201:
                break
    assert said <= 2400, f"one address said {said} lines of 1200 bytes at once"
    ann = server.register("ann", OWNER)
    ann.need(201, "POST", f"/tables/{table}/chat", {"text": "hello"})
    return {"lines": said}


@attack()
def log_moved_away(stage):
    """Whoever rotates logs moves the file away and sends SIGHUP: the log goes on in a new one, and the server too."""
    folder = f"/tmp/log-{os.getpid()}-{time.monotonic_ns()}"
    os.mkdir(folder)
    path = f"{folder}/meeple.log"
    server = stage.server("--log-file", path)
    stage.stack.callback(lambda: [os.remove(f"{folder}/{name}") for name in os.listdir(folder)] and os.rmdir(folder))
    server.register("before")
    os.rename(path, path + ".1")
    server.process.send_signal(signal.SIGHUP)
    deadline = time.monotonic() + 60
    while not os.path.exists(path):
        assert time.monotonic() < deadline and server.is_up(), "no new log was begun"
        time.sleep(0.01)
    token = server.register("after").token
    with open(path + ".1") as old, open(path) as new:
        old, new = old.read(), new.read()
    assert "before" in old and "after" not in old and "after" in new and "before" not in new, f"{old!r} then {new!r}"
    assert token not in new and "secret of theirs" not in old + new, "the log tells a secret"
    server.stop()
    return {"lines": len((old + new).splitlines())}
