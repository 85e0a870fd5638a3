#!/usr/bin/env python3
"""Tests the runner of transcripts against a fake server: what is right must
pass, and each kind of wrong expectation must fail. Run by meson test.

    selftest.py             the tests
    selftest.py serve ...   the fake server, as the runner starts it
"""

import base64
import concurrent.futures
import hashlib
import os
import signal
import socketserver
import subprocess
import sys
import tempfile
import threading
import time

HERE = os.path.dirname(os.path.abspath(__file__))

# ---- the fake server --------------------------------------------------------


def count_in(store):
    """A number that survives restarts but no full disk, for the verbs that make them."""
    path = store.split(":", 1)[1]
    count = int(open(path).read() or 0) + 1 if os.path.exists(path) else 1
    try:
        with open(path, "w") as file:
            file.write(str(count))
    except OSError:
        return "full"
    return count


class LineDoor(socketserver.StreamRequestHandler):
    def handle(self):
        for line in self.rfile:
            word, _, rest = line.decode().rstrip("\n").partition(" ")
            if word == "bye":
                return
            if word != "hush":
                self.wfile.write((rest + "\n").encode())


class WebDoor(socketserver.StreamRequestHandler):
    def handle(self):
        while True:
            line = self.rfile.readline().decode().split()
            if not line:
                return
            headers = {}
            for field in iter(self.rfile.readline, b"\r\n"):
                name, _, value = field.decode().partition(":")
                headers[name.lower()] = value.strip()
            body = self.rfile.read(int(headers.get("content-length", 0)))
            if "sec-websocket-key" in headers:
                return self.websocket(headers["sec-websocket-key"])
            if line[1] == "/count":
                body = str(count_in(self.server.store)).encode()
            if line[1] == "/seen":
                body = headers.get("x-seen", "").encode()
            status = "404 Not Found" if line[1] == "/missing" else "200 OK"
            self.wfile.write(f"HTTP/1.1 {status}\r\nContent-Length: {len(body)}\r\nX-Kind: fake\r\n\r\n".encode())
            if line[0] != "HEAD":
                self.wfile.write(body)

    def websocket(self, key):
        accept = base64.b64encode(hashlib.sha1((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").encode()).digest())
        self.wfile.write(b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nSec-WebSocket-Accept: " + accept + b"\r\n\r\n")
        while True:
            head = self.rfile.read(2)
            if len(head) < 2:
                return
            size = head[1] & 0x7F
            if size == 126:
                size = int.from_bytes(self.rfile.read(2), "big")
            mask = self.rfile.read(4)
            data = bytes(b ^ mask[i % 4] for i, b in enumerate(self.rfile.read(size)))
            opcode = head[0] & 15
            if opcode == 8 or data == b"bye":
                self.wfile.write(b"\x88\x02" + (4000).to_bytes(2, "big"))
                return
            answer = 10 if opcode == 9 else opcode
            length = bytes([size]) if size < 126 else b"\x7e" + size.to_bytes(2, "big")
            self.wfile.write(bytes([0x80 | answer]) + length + data)


class Door(socketserver.ThreadingTCPServer):
    allow_reuse_address = True
    daemon_threads = True


def serve(arguments):
    options = dict(zip(arguments[::2], arguments[1::2]))
    doors = []
    for variable, handler in (("MEEPLE_LISTEN", WebDoor), ("MEEPLE_SANTORINI", LineDoor)):
        host, port = os.environ[variable].rsplit(":", 1)
        door = Door((host, int(port)), handler)
        door.store = os.environ["MEEPLE_STORE"]
        threading.Thread(target=door.serve_forever, daemon=True).start()
        doors.append("%s:%d" % door.server_address)
    signal.signal(signal.SIGTERM, lambda *_: os._exit(int(options.get("--exit", "0"))))
    print(f"log says {options.get('--say', 'all is well')}", file=sys.stderr, flush=True)
    print(f"ready http={doors[0]} santorini={doors[1]}", flush=True)
    while True:
        time.sleep(0.1)


# ---- the tests --------------------------------------------------------------

# Each: a name, the transcript, expectations met, what the failure must say
# (None: there must be none).
CASES = [
    ("lines", 'A tcp\nA> say {"a": [1, 2, {"b": null}]}\nA< {"a": [1, int, *]}\nA> say plain words\nA< plain words\nA<-', 3, None),
    ("wrong literal", 'A tcp\nA> say {"a": 1}\nA< {"a": 2}', 0, "$.a: expected 2, got 1"),
    ("true is not one", 'A tcp\nA> say {"a": true}\nA< {"a": 1}', 0, "$.a: expected 1, got true"),
    ("a real is no integer", 'A tcp\nA> say [1.0]\nA< [1]', 0, "expected 1, got 1.0"),
    ("extra member", 'A tcp\nA> say {"a": 1, "b": 2}\nA< {"a": 1}', 0, "unexpected member 'b'"),
    ("other members", 'A tcp\nA> say {"a": 1, "b": 2}\nA< {"a": 1, ...}', 1, None),
    ("missing member", 'A tcp\nA> say {"a": 1}\nA< {"a": 1, "b": *, ...}', 0, "$.b: expected a value"),
    ("absent member", 'A tcp\nA> say {"a": 1}\nA< {"a": absent, ...}', 0, "expected no such member"),
    ("twice the same key", 'A tcp\nA> say {"a": 1, "a": 1}\nA< {"a": 1}', 0, "a key stands twice"),
    ("short array", 'A tcp\nA> say [1]\nA< [1, 2, ...]', 0, "at least 2 elements"),
    ("long array", 'A tcp\nA> say [1, 2, 3]\nA< [1, 2]', 0, "expected 2 elements"),
    ("set", 'A tcp\nA> say [3, 1, 2]\nA< set[1, 2, 3]', 1, None),
    ("wrong set", 'A tcp\nA> say [3, 1, 1]\nA< set[1, 2, 3]', 0, "element 1 of the set"),
    ("type", 'A tcp\nA> say ["1"]\nA< [int]', 0, "expected int"),
    ("alternative", 'A tcp\nA> say [2]\nA< [1 | 2]\nA> say [3]\nA< [1 | 2]', 1, "expected 1, got 3"),
    ("regex", 'A tcp\nA> say ["abc"]\nA< [/a.c/]\nA> say ["abcd"]\nA< [/a.c/]', 1, "/a.c/"),
    ("plain text", "A tcp\nA> say some words\nA< other words", 0, "expected the text 'other words'"),
    ("variable", 'A tcp\nA> say [7, 7]\nA< [$x, $x]\nA> say {"is": $x}\nA< {"is": 7}', 2, None),
    ("unequal variable", 'A tcp\nA> say [7, 8]\nA< [$x, $x]', 0, "expected $x = 7, got 8"),
    ("unbound variable", "A tcp\nA> say $nothing", 0, "$nothing is not bound"),
    ("path of a variable", 'A tcp\nA> say [{"a": [5, 6]}]\nA< [$v]\nA> say ${v.a.1}\nA<= 6', 2, None),
    ("exact text", 'A tcp\nA> say {"a":1}\nA<= {"a": 1}', 0, "expected exactly"),
    ("helpers", "A tcp\nA> say @repeat(3,ab)@add(2,3)@url(a b)\nA<= ababab5a%20b\nA> say @sha1(abc)\nA< /a9993e36.{32}/", 2, None),
    ("not nothing", "A tcp\nA> say x\nA<-", 0, "expected nothing, got 'x'"),
    ("silence", "A tcp\nA> hush\nA< x", 0, "got nothing"),
    ("closed", "A tcp\nA> bye\nA closed", 1, None),
    ("still open", "A tcp\nA closed", 0, "it stays open"),
    ("message instead of the end", "A tcp\nA> say x\nA> bye\nA closed", 0, "expected the end"),
    ("end instead of a message", "A tcp\nA> bye\nA< x", 0, "got the end"),
    ("http", 'A POST /echo {"a": 1}\nA = 200 {"a": 1}\nA =h X-Kind: fake\nA HEAD /echo\nA = 200 empty\nA GET /missing\nA = 404', 4, None),
    ("pipelined", "A POST /echo 1\nA POST /echo 2\nA = 200 1\nA = 200 2", 2, None),
    ("wrong status", "A GET /missing\nA = 200", 0, "expected status 200, got 404"),
    ("wrong body", "A POST /echo [1]\nA = 200 [2]", 0, "expected 2, got 1"),
    ("wrong header", "A GET /echo\nA = 200\nA =h X-Kind: real", 1, "expected the text 'real'"),
    ("header there", "A GET /echo\nA = 200\nA =h X-Kind: absent", 1, "expected none"),
    ("headers sent", "A header X-Seen: once\nA GET /seen\nA = 200 once\nA GET /seen\nA = 200 empty\nA always X-Seen: ever", 2, None),
    ("websocket", 'W ws /w\nW> {"b": 1}\nW< {"b": 1}\nW ping "x"\nW pong "x"\nW> bye\nW closed 4000', 4, None),
    ("long message", "W ws /w\nW> @repeat(500,x)\nW< /x{500}/", 2, None),
    ("wrong close code", "W ws /w\nW> bye\nW closed 1000", 1, "expected close code 1000, got 4000"),
    ("restart", "A GET /count\nA = 200 1\n! restart\nA GET /count\nA = 200 2\n! kill -9\nA GET /count\nA = 200 3", 4, None),
    ("disk", "A GET /count\nA = 200 1\n! disk full\nA GET /count\nA = 200 full\n! disk free\nA GET /count\nA = 200 1\n! disk slow", 3, "full or free"),
    ("run", "! run echo words\n! = words\n! run false\n! fails", 2, None),
    ("run differs", "! run echo words\n! = other", 0, "expected the text 'other'"),
    ("run fails", "! run false\n! =", 0, "expected success"),
    ("log", "A GET /echo\nA = 200\n! log /all is well/\n! nolog /well/", 2, "the log says 'well'"),
    ("bad exit", "server --exit 3\nA GET /echo\nA = 200", 1, "exit status was 3"),
    ("sanitizer report", 'server --say "x.c:1: runtime error: overflow"\nA GET /echo\nA = 200', 1, "the server's log says: runtime error"),
    ("expects nothing", "A tcp", 0, "expects nothing"),
    ("unknown verb", "A dance", 0, "no such verb"),
    ("blocks", "def say who what\n  @who> say\n    @what\n  @who< @what\nend\nA tcp\nsay A 'two words'\nrepeat 2 as i\n  say A @i\nend\nfor x in p q\n  say A @x\nend", 5, None),
    ("wrong in a block", "def say who what\n@who> say @what\n@who< x\nend\nA tcp\nsay A y", 0, ".talk:3 (called at "),
]


def run_case(folder, case):
    name, text, met, problem = case
    path = os.path.join(folder, name.replace(" ", "-") + ".talk")
    with open(path, "w") as file:
        file.write(text + "\n")
    done = subprocess.run([sys.executable, os.path.join(HERE, "talk.py"), "--meeple", os.path.abspath(__file__), "--timeout", "0.7", path], capture_output=True, text=True)
    said = done.stdout + done.stderr
    wanted = f"{met} passed, {1 if problem else 0} failed"
    if not said.endswith(wanted + "\n") or (problem or "") not in said or done.returncode != (1 if problem or not met else 0):
        return f"{name}: expected {wanted!r} and {problem!r}, got exit status {done.returncode} and\n{said}"
    return None


def main():
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        with concurrent.futures.ThreadPoolExecutor(4) as pool:
            for why in pool.map(lambda case: run_case(folder, case), CASES):
                if why:
                    failed += 1
                    print(why)
    print(f"{len(CASES) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    if sys.argv[1:2] == ["serve"]:
        serve(sys.argv[2:])
    sys.exit(main())
