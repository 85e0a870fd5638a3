"""Stockfish's `go perft`, the measure of our move generators."""
import subprocess
import time

PROGRAM = "/usr/games/stockfish"


class Stockfish:
    def __init__(self, program):
        self.process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self.say("uci\nisready", "readyok")

    def say(self, line, until):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        for answer in self.process.stdout:
            if answer.startswith(until):
                return answer
        raise SystemExit("stockfish ended")

    def perft(self, position, depth):
        """(nodes, seconds); `position` is "startpos" or "fen ..."."""
        self.say(f"position {position}\nisready", "readyok")
        start = time.monotonic()
        answer = self.say(f"go perft {depth}", "Nodes searched:")
        return int(answer.split(":")[1]), time.monotonic() - start

    def close(self):
        self.process.communicate("quit\n", timeout=10)
