"""Filling memory and disk."""

import json
import socket
import time

import wire
from identity import smallworld_user
from kit import EVIL, MEGABYTE, OWNER, address, at_ease, attack, flood, request, soon

MEMORY_MOST = 256  # megabytes, whatever strangers do


def large_map(points):
    return {"action": "uploadMap", "playersNum": 2, "turnsNum": 5, "regions": [{"adjacent": [], "coordinates": [[1, 1]] * points} for _ in range(2)]}


def upload_largest(server, source):
    """The largest maps that the server takes from a nobody; gives how many points each has."""
    client, size = server.client(source), 36000
    while size:
        if client.ask("POST", "/smallworld", {**large_map(size), "mapName": f"m{size}"})[1].get("result") == "ok":
            for k in range(20):
                client.ask("POST", "/smallworld", {**large_map(size), "mapName": f"m{size} {k}"})
            return size
        size //= 2
    return 0


def deaf_socket(server, source, data):
    """Asks, and never reads what comes."""
    host, port = server.http.rsplit(":", 1)
    link = socket.socket()
    link.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    link.bind((source, 0))
    link.settimeout(10)
    link.connect((host, int(port)))
    try:
        link.sendall(data)
    except OSError:
        pass
    return link


def most_memory_while(server, seconds):
    end, most = time.monotonic() + seconds, 0
    while time.monotonic() < end and server.is_up():
        most = max(most, server.memory())
        time.sleep(0.05)
    assert server.is_up(), "the server was killed"
    return most


@attack(1)
def memory_kill(stage):
    """Large replies to those who never read them."""
    server = stage.server()
    size, before = upload_largest(server, EVIL), server.memory()
    ask = request("POST", "/smallworld", {"action": "getMapList"}) * 3
    links = [deaf_socket(server, EVIL, ask) for _ in range(stage.amount(60, 250))]
    held = most_memory_while(server, stage.amount(3, 20)) - before
    at_ease(server)
    for link in links:
        link.close()
    assert held < MEMORY_MOST / 2, f"{len(links)} connections hold {held:.0f} MB with maps of 2 x {size} points"
    return {"points a region": size, "connections": len(links), "memory held": f"{held:.0f} MB"}


@attack(1)
def memory_kill_from_everywhere(stage):
    """The same from many addresses, at every door that has large answers."""
    server = stage.server()
    upload_largest(server, EVIL)
    before, links = server.memory(), []
    asks = [
        request("POST", "/smallworld", {"action": "getMapList"}) * 3,
        request("GET", "/api/v1/openapi.yaml") * 20,
        request("GET", "/api/v1/games/smallworld") * 20,
        request("GET", "/metrics") * 50,
    ]
    for k in range(stage.amount(120, 600)):
        links.append(deaf_socket(server, address(7, k), asks[k % len(asks)]))
    held = most_memory_while(server, stage.amount(3, 20)) - before
    at_ease(server)
    for link in links:
        link.close()
    assert held < MEMORY_MOST / 2, f"{len(links)} connections hold {held:.0f} MB"
    return {"connections": len(links), "memory held": f"{held:.0f} MB"}


@attack(14)
def map_storage_filled(stage):
    """Uploads of nobodies take the room for everybody's maps."""
    server = stage.server()
    size = upload_largest(server, EVIL)
    for k in range(3):
        upload_largest(server, address(8, k))
    for k in range(stage.amount(60, 600)):
        server.client(address(8, k)).ask("POST", "/smallworld", {**large_map(max(size, 1)), "mapName": f"x {k}"})
    ann, sid, _ = smallworld_user(server, "ann")
    answer = ann.smallworld("uploadMap", sid=sid, mapName="honest", playersNum=2, turnsNum=5, regions=[{"adjacent": [], "coordinates": [[0, 0], [9, 0], [9, 9]]}] * 30)
    assert answer["result"] == "ok", f"after strangers' uploads, an account's map is refused: {answer}"
    text = len(ann.ask("POST", "/smallworld", {"action": "getMapList"})[1].__repr__())
    assert text < 8 * MEGABYTE, f"the list of maps has {text / MEGABYTE:.0f} MB"
    return {"list of maps": f"{text / MEGABYTE:.1f} MB"}


@attack(14)
def map_storage_filled_by_accounts(stage):
    """Accounts take all the room for maps: an operator makes room again."""
    server = stage.server()
    region = {"land": ["border"], "near": [], "outline": [[1000 + k, 1000 - k] for k in range(90)]}
    for k in range(8):
        evil = server.register(f"evil{k}", address(8, k))
        for j in range(20):
            if evil.api("POST", "/maps", {"name": f"m{k} {j}", "seats": 2, "turns": 5, "regions": [region] * 44})[0] != 201:
                break
    ann, boss = server.register("ann"), server.register("boss")
    plan = {"name": "hers", "seats": 2, "turns": 5, "regions": [{"land": ["border"], "near": [2]}, {"land": ["hill"], "near": [1]}]}
    full = ann.api("POST", "/maps", plan)[0] == 422
    theirs = [each["id"] for each in boss.need(200, "GET", "/maps")["maps"] if not each["built_in"]]
    assert ann.api("DELETE", f"/maps/{theirs[0]}")[0] == 403, "anybody removes others' maps"
    server.command("user", "admin", "boss")
    time.sleep(2.5)  # sessions are looked up again
    for number in theirs:
        assert boss.api("DELETE", f"/maps/{number}")[0] == 204
    built_in = next(each["id"] for each in boss.need(200, "GET", "/maps")["maps"] if each["built_in"])
    assert boss.api("DELETE", f"/maps/{built_in}")[0] == 403, "a built-in map is removed"
    assert full, "the room for maps was not filled"
    ann.need(201, "POST", "/maps", plan)
    audit = boss.need(200, "GET", "/admin/audit")["audit"]
    assert sum(each["what"] == "remove-map" for each in audit) == len(theirs), "what an operator does is not in the audit"
    return {"maps removed": len(theirs)}


PICTURE = b'--cut\r\nContent-Disposition: form-data; name="mapId"\r\n\r\n%d\r\n%s--cut\r\nContent-Disposition: form-data; name="filename"; filename="m.png"\r\nContent-Type: image/png\r\n\r\n%s\r\n--cut--\r\n'


def upload_picture(client, number, sid=None, data=b"\x89PNG"):
    part = b'--cut\r\nContent-Disposition: form-data; name="sid"\r\n\r\n%d\r\n' % sid if sid else b""
    return client.ask("POST", "/smallworld/upload_map", PICTURE % (number, part, data), {"Content-Type": "multipart/form-data; boundary=cut"})[1]


@attack(14)
def pictures_replaced(stage):
    """Anybody replaces the picture of a default map, or of somebody else's."""
    server = stage.server()
    ann, sid, _ = smallworld_user(server, "ann")
    own = ann.smallworld("uploadMap", sid=sid, mapName="anns", playersNum=2, turnsNum=5, regions=[])["mapId"]
    evil, evil_sid, _ = smallworld_user(server, "evil", EVIL)
    for number in (1, 7, own):
        for credential in (None, evil_sid):
            answer = upload_picture(evil, number, credential)
            assert answer.get("result") != "ok", f"a stranger replaced the picture of map {number}"
    assert upload_picture(ann, own, sid).get("result") == "ok", "the owner cannot add a picture"
    return {"pictures": 3}


@attack(15)
def disk_filled_by_guests(stage):
    """Guests and tables of computer players grow the disk without end."""
    server = stage.server()
    seconds, before = stage.amount(5, 30), server.disk()
    tokens = []

    def take_token(status, body):
        if status == 201:
            tokens.append(json.loads(body)["token"])
        return status

    guests = flood(server, [EVIL], lambda k: request("POST", "/api/v1/guest", {}), seconds / 2, 8, take_token)
    body = {"game": "catan", "seats": 4, "bots": ["random"] * 4, "sit": False}
    tables = flood(server, [EVIL], lambda k: request("POST", "/api/v1/tables", body, tokens[k % len(tokens)]), seconds, 16)
    time.sleep(0.5)
    grown = (server.disk() - before) / MEGABYTE
    at_ease(server)
    assert guests[201] <= 500, f"{guests[201]} guests of one address in {guests['seconds']} s"
    assert tables[201] <= 300, f"{tables[201]} tables of one address in {tables['seconds']} s"
    assert grown < 40, f"the disk grew by {grown:.0f} MB in {seconds * 1.5:.0f} s"
    return {"guests": guests[201], "tables": tables[201], "disk": f"{grown:.1f} MB in {seconds * 1.5:.0f} s"}


STREAMS = ("/api/v1/feed", "/play", "/home", "/santorini")


@attack(20)
def empty_fragments(stage):
    """A WebSocket message of endless empty fragments."""
    server = stage.server()
    sent_of = {}
    for path in STREAMS:
        evil = server.socket(path, EVIL)
        evil.frame(wire.TEXT, b"", fin=False)
        empty, sent = (b"\x00\x80" + b"\x00" * 4) * 1000, 1
        try:
            for _ in range(stage.amount(40, 200)):
                evil.stream.send(empty)
                sent += 1000
            evil.frame(0, b"{}", fin=True)
            evil.frame(wire.PING, b"alive")
            deadline = soon()
            opcode = None
            while opcode != wire.CLOSE:
                opcode = evil.read_frame(deadline)[1]
                assert opcode != wire.PONG, f"{path} took a message of {sent} fragments"
        except wire.Gone:
            pass
        sent_of[path] = sent
    at_ease(server)
    return {"paths": len(sent_of), "fragments sent": max(sent_of.values())}


@attack(20)
def binary_messages(stage):
    """Binary messages on protocols of text."""
    server, accepted = stage.server(), []
    commands = {"/api/v1/feed": b'{"lobby":true}', "/play": b'{"type":0,"name":"E","color":true,"timeControl":1,"public":true}', "/santorini": b'{"type":"SELECT_PLAYER_NUMBER","content":{"size":2}}'}
    for path in STREAMS:
        evil = server.socket(path, EVIL)
        for _ in range(100):
            evil.frame(wire.BINARY, commands.get(path, b"{}"))
        answers, deadline = [], time.monotonic() + 0.5
        try:
            while True:
                answers.append(evil.receive(deadline))
        except (wire.Gone, wire.Silence):
            pass
        # Power Chess says ERROR to each and stays; its list of games takes no messages at all.
        understood = [text for text in answers if not text.replace(" ", "").startswith('{"type":7') and '"hello"' not in text and path != "/home"]
        if understood:
            accepted.append(f"{path}: {understood[0][:80]}")
    at_ease(server)
    assert not accepted, "; ".join(accepted)
    return {"paths": len(STREAMS)}


@attack(15)
def games_of_power_chess(stage):
    """Clients without an account open games of Power Chess as fast as they can, and leave."""
    server, opened, refused = stage.server(), 0, 0
    while opened + refused < stage.amount(400, 4000):
        evil = server.socket("/play", EVIL)
        evil.send('{"type":0,"name":"E","color":true,"timeControl":1,"public":true}')
        answer = json.loads(evil.receive(soon()))
        opened += answer["type"] == 0
        refused += answer["type"] == 7
        evil.close()
    assert refused, f"one address opened {opened} games without end"
    honest = server.socket("/play", OWNER)
    honest.send('{"type":0,"name":"Ann","color":true,"timeControl":1,"public":true}')
    assert json.loads(honest.receive(soon()))["type"] == 0, "somebody else cannot open a game"
    return {"opened": opened, "refused": refused}
