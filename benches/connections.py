#!/usr/bin/env python3
"""What does an idle WebSocket cost, and do many of them survive?

usage: connections.py MEEPLE [IDLE [MANY]]

Opens IDLE (10 000) WebSockets to the hall's feed, each of which has said one
word, and prints how much the server's memory grew for each; the goal is 8 KiB.
Then goes on to MANY (20 000, or what the system's limit of open files leaves),
drops half of them without a word, and asks each of the others for a pong. At
last a server that may open few files only meets more clients than that. The
client spreads over several addresses of 127.0.0.0/8."""
import re
import resource
import select
import socket
import subprocess
import sys
import time

from asked import asked

HELLO = (b"GET /api/v1/feed HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
         b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n")
PING = b"\x89\x81\x00\x00\x00\x00?"  # masked with zeros
PONG = b"\x8a\x01?"
SOURCE_PORTS = 10000  # connections from one address
AT_A_TIME = 200


def resident(pid):
    with open(f"/proc/{pid}/smaps_rollup") as file:
        return int(re.search(r"Private_Dirty:\s+(\d+)", file.read()).group(1)) * 1024


def read_until(socks, ends):
    """Reads each socket until it has seen `ends`; returns how many did."""
    waiting, text, poll = {s.fileno(): s for s in socks}, {}, select.epoll()
    for fd in waiting:
        poll.register(fd, select.EPOLLIN)
    good = 0
    while waiting:
        events = poll.poll(10)
        if not events:
            break
        for fd, _ in events:
            try:
                piece = waiting[fd].recv(65536)
            except OSError:
                piece = b""
            text[fd] = text.get(fd, b"") + piece
            if not piece or ends in text[fd]:
                good += ends in text[fd]
                poll.unregister(fd)
                del waiting[fd]
    poll.close()
    return good


def say_hello(socks):
    for s in socks:
        s.sendall(HELLO)
    if read_until(socks, b"\r\n\r\n") != len(socks):
        raise SystemExit(f"a handshake failed after {len(socks)} connections of this batch were made")
    return ask_all(socks)


def ask_all(socks):
    for s in socks:
        try:
            s.sendall(PING)
        except OSError:
            pass
    return read_until(socks, PONG)


def grow(socks, count, port):
    while len(socks) < count:
        fresh = []
        for i in range(len(socks), min(count, len(socks) + AT_A_TIME)):
            s = socket.socket()
            s.bind((f"127.0.1.{1 + i // SOURCE_PORTS}", 0))
            s.connect(("127.0.0.1", port))
            fresh.append(s)
        if say_hello(fresh) != len(fresh):
            raise SystemExit("a new connection does not answer")
        socks += fresh


class Server:
    def __init__(self, program, files=None):
        limit = (lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))) if files else None
        self.process = subprocess.Popen(
            [program, "serve", "--listen", "127.0.0.1:0", "--santorini", "127.0.0.1:0", "--store", "memory"],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, preexec_fn=limit)
        self.port = int(re.search(r"http=127\.0\.0\.1:(\d+)", self.process.stdout.readline()).group(1))

    def stop(self):
        self.process.terminate()
        print(f"server ended with status {self.process.wait()}")


def measure(program, idle, many):
    server, socks = Server(program), []
    try:
        grow(socks, 100, server.port)  # what the first ones cost is not theirs alone
        before = resident(server.process.pid)
        grow(socks, 100 + idle, server.port)
        each = (resident(server.process.pid) - before) / idle
        print(f"{idle} idle WebSockets: {each:.0f} bytes each (goal: 8192)")
        grow(socks, many, server.port)
        print(f"{many} connections: {ask_all(socks)} answer")
        for s in socks[::2]:
            s.close()
        others = socks[1::2]
        print(f"half of them dropped: {ask_all(others)} of the {len(others)} others answer")
    finally:
        for s in socks:
            s.close()
        server.stop()


def overcrowd(program, files, clients):
    server, socks = Server(program, files), []
    try:
        for _ in range(clients):
            s = socket.socket()
            s.connect(("127.0.0.1", server.port))
            s.setblocking(False)
            socks.append(s)
        time.sleep(1)
        for s in socks:
            try:
                s.send(HELLO)
            except OSError:
                pass
        served = read_until(socks, b"\r\n\r\n")
        for s in socks:
            s.close()
        time.sleep(1)
        fresh = []
        grow(fresh, 10, server.port)
        print(f"{files} files for {clients} clients: {served} served, and {len(fresh)} new ones after those left")
    finally:
        server.stop()


def main(program, idle=10000, many=20000):
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    measure(program, int(idle), min(int(many), hard - 60))
    overcrowd(program, 1000, 1500)


if __name__ == "__main__":
    main(*asked(__doc__, 1))
