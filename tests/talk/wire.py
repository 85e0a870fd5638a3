"""The client ends of talk transcripts: TCP lines, WebSocket and HTTP, written
on bare sockets so that a transcript can also say what no library would."""

import base64
import hashlib
import os
import select
import socket
import struct
import time

GUID = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10
NO_CODE, NOT_CLEAN = 1005, 1006


class Silence(Exception):
    """Nothing came in time."""


class Gone(Exception):
    """The other side has closed."""


def to_bytes(text):
    return text.encode("utf-8", "surrogateescape")


def to_text(data):
    return data.decode("utf-8", "surrogateescape")


class Stream:
    """A socket with a read buffer and deadlines."""

    def __init__(self, address, source=None):
        host, port = address.rsplit(":", 1)
        self.socket = socket.create_connection((host.strip("[]"), int(port)), timeout=10, source_address=source and (source, 0))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.buffer = b""
        self.ended = False

    def send(self, data):
        try:
            self.socket.sendall(data)
        except OSError as error:
            raise Gone(f"sending failed: {error}") from None

    def more(self, deadline):
        """Reads something into the buffer, or raises."""
        if self.ended:
            raise Gone("connection closed")
        left = deadline - time.monotonic()
        if left <= 0 or not select.select([self.socket], [], [], left)[0]:
            raise Silence("nothing came")
        try:
            data = self.socket.recv(65536)
        except OSError:
            data = b""
        if not data:
            self.ended = True
            raise Gone("connection closed")
        self.buffer += data

    def need(self, count, deadline):
        while len(self.buffer) < count:
            self.more(deadline)

    def take(self, count, deadline):
        self.need(count, deadline)
        data, self.buffer = self.buffer[:count], self.buffer[count:]
        return data

    def take_line(self, deadline):
        while b"\n" not in self.buffer:
            self.more(deadline)
        line, self.buffer = self.buffer.split(b"\n", 1)
        return line

    def take_all(self, deadline):
        try:
            while True:
                self.more(deadline)
        except Gone:
            data, self.buffer = self.buffer, b""
            return data

    def close(self):
        self.socket.close()
        self.ended = True

    def reset(self):
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.close()


class Lines:
    """One text a line. With `http` it is a bare connection to the HTTP port: CR is cut off."""

    def __init__(self, address, http=False, source=None):
        self.stream, self.http = Stream(address, source), http

    def send(self, text):
        self.stream.send(to_bytes(text) + b"\n")

    def receive(self, deadline):
        line = self.stream.take_line(deadline)
        return to_text(line.rstrip(b"\r") if self.http else line)

    def close_code(self, deadline):
        """Waits for the end; None is the code of a connection that has none."""
        rest = self.stream.take_all(deadline)
        if rest:
            raise AssertionError(f"expected the end, got {rest[:300]!r}")
        return None

    def close(self, code=None):
        self.stream.close()


class WebSocket:
    def __init__(self, address, path, headers, source=None):
        self.stream = Stream(address, source)
        self.closed = None
        self.pongs = []
        key = base64.b64encode(os.urandom(16)).decode()
        fields = {"Host": address, "Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": key}
        fields.update(headers)
        head = f"GET {path} HTTP/1.1\r\n" + "".join(f"{k}: {v}\r\n" for k, v in fields.items() if v is not None)
        self.stream.send(to_bytes(head + "\r\n"))
        self.reply = Reply(self.stream, "GET", time.monotonic() + 10)
        if self.reply.status == 101:
            accept = base64.b64encode(hashlib.sha1((key + GUID).encode()).digest()).decode()
            if self.reply.headers.get("sec-websocket-accept") != accept:
                raise AssertionError(f"wrong Sec-WebSocket-Accept in {self.reply.headers}")

    def frame(self, opcode, data, fin=True, masked=True):
        head = bytes([opcode | (0x80 if fin else 0)])
        flag = 0x80 if masked else 0
        if len(data) < 126:
            head += bytes([flag | len(data)])
        elif len(data) < 65536:
            head += bytes([flag | 126]) + struct.pack(">H", len(data))
        else:
            head += bytes([flag | 127]) + struct.pack(">Q", len(data))
        if masked:
            mask = os.urandom(4)
            whole = int.from_bytes(data, "big") ^ int.from_bytes((mask * (len(data) // 4 + 1))[: len(data)], "big")
            data = mask + whole.to_bytes(len(data), "big")
        self.stream.send(head + data)

    def send(self, text):
        self.frame(TEXT, to_bytes(text))

    def read_frame(self, deadline):
        """One frame, taken only when all of it is there."""
        stream, start = self.stream, 2
        stream.need(2, deadline)
        first, second = stream.buffer[:2]
        length = second & 0x7F
        if second & 0x80:
            raise AssertionError("the server masked a frame")
        if length >= 126:
            start, form = (4, ">H") if length == 126 else (10, ">Q")
            stream.need(start, deadline)
            length = struct.unpack(form, stream.buffer[2:start])[0]
        return first & 0x80, first & 0x0F, stream.take(start + length, deadline)[start:]

    def receive(self, deadline):
        parts = b""
        while True:
            fin, opcode, data = self.read_frame(deadline)
            if opcode == PING:
                self.frame(PONG, data)
            elif opcode == PONG:
                self.pongs.append(data)
            elif opcode == CLOSE:
                self.closed = struct.unpack(">H", data[:2])[0] if len(data) >= 2 else NO_CODE
                try:
                    self.frame(CLOSE, data)
                except Gone:
                    pass
                raise Gone(f"closed with {self.closed}")
            else:
                parts += data
                if fin:
                    return to_text(parts)

    def close_code(self, deadline):
        try:
            raise AssertionError(f"expected the end, got {self.receive(deadline)[:300]!r}")
        except Gone:
            if self.closed is None:
                return NOT_CLEAN
        self.stream.take_all(deadline)
        return self.closed

    def pong(self, deadline):
        while not self.pongs:
            fin, opcode, data = self.read_frame(deadline)
            if opcode != PONG:
                raise AssertionError(f"expected a pong, got opcode {opcode}: {data[:300]!r}")
            self.pongs.append(data)
        return to_text(self.pongs.pop(0))

    def close(self, code=1000):
        """Says goodbye and waits a moment for the answer, so that the server has noticed."""
        try:
            self.frame(CLOSE, struct.pack(">H", int(code)))
            self.stream.take_all(time.monotonic() + 2)
        except (Gone, Silence):
            pass
        self.stream.close()


class Reply:
    """An HTTP reply, read from a stream."""

    def __init__(self, stream, method, deadline):
        line = to_text(stream.take_line(deadline)).rstrip("\r")
        parts = line.split(" ", 2)
        if len(parts) < 2 or not parts[0].startswith("HTTP/1.") or not parts[1].isdigit():
            raise AssertionError(f"no HTTP status line: {line[:300]!r}")
        self.status = int(parts[1])
        self.headers = {}
        while True:
            field = to_text(stream.take_line(deadline)).rstrip("\r")
            if not field:
                break
            name, value = field.split(":", 1)
            name = name.strip().lower()
            self.headers[name] = f"{self.headers[name]}, {value.strip()}" if name in self.headers else value.strip()
        self.body = to_text(self.read_body(stream, method, deadline))

    def read_body(self, stream, method, deadline):
        if method == "HEAD" or self.status in (101, 204, 304):
            return b""
        if "chunked" in self.headers.get("transfer-encoding", ""):
            body = b""
            while True:
                size = int(stream.take_line(deadline).split(b";")[0], 16)
                body += stream.take(size, deadline)
                stream.take_line(deadline)
                if size == 0:
                    return body
        if "content-length" in self.headers:
            return stream.take(int(self.headers["content-length"]), deadline)
        return stream.take_all(deadline)


class Http:
    """A keep-alive client: requests may be sent ahead, replies are read in order."""

    def __init__(self, address):
        self.address = address
        self.stream = None
        self.waiting = []
        self.reply = None

    def request(self, method, path, headers, body):
        if self.stream is None or (not self.waiting and self.is_stale()):
            self.stream = Stream(self.address)
        data = to_bytes(body)
        fields = {"Host": self.address}
        if data or method in ("POST", "PUT", "PATCH"):
            fields["Content-Length"] = str(len(data))
            fields["Content-Type"] = "application/json" if data[:1] in (b"{", b"[", b"") else "application/x-www-form-urlencoded"
        known = {name.lower(): name for name in fields}
        for name, value in headers.items():
            fields[known.get(name.lower(), name)] = value
        head = f"{method} {path} HTTP/1.1\r\n" + "".join(f"{k}: {v}\r\n" for k, v in fields.items() if v is not None)
        self.stream.send(to_bytes(head + "\r\n") + data)
        self.waiting.append(method)

    def is_stale(self):
        """Has the server closed the connection since the last reply?"""
        if self.stream.ended:
            return True
        try:
            self.stream.more(time.monotonic() + 0.001)
        except Silence:
            return False
        except Gone:
            return True
        raise AssertionError(f"bytes that nobody asked for: {self.stream.buffer[:300]!r}")

    def receive_reply(self, deadline):
        if not self.waiting:
            raise AssertionError("no request waits for a reply")
        self.reply = Reply(self.stream, self.waiting.pop(0), deadline)
        return self.reply

    def close_code(self, deadline):
        rest = self.stream.take_all(deadline)
        if rest:
            raise AssertionError(f"expected the end, got {rest[:300]!r}")
        return None

    def close(self, code=None):
        if self.stream:
            self.stream.close()
        self.stream, self.waiting = None, []
