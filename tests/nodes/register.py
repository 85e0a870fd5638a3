"""Is what clients saw of a register linearizable?

The register is the latest line of one table's journal: each write puts the next
number into it, so the order of the writes is known, and a history is
linearizable if and only if

  - a read or write never ends with less than what was answered before it began;
  - a write ends with more than that;
  - no read tells a number whose write had not begun when the read ended.
"""


def violations(history, begun):
    """Of (kind, began, ended, number), `begun` says when each number's write began."""
    ended = sorted((end, number) for _, _, end, number in history)
    found, at, floor = [], 0, -1
    for kind, began, end, number in sorted(history, key=lambda op: op[1]):
        while at < len(ended) and ended[at][0] < began:
            floor = max(floor, ended[at][1])
            at += 1
        if number < floor or (kind == "write" and number == floor):
            found.append(f"a {kind} that began at {began:.4f} gave {number}, {floor} was known before")
        if kind == "read" and begun.get(number, float("inf")) > end:
            found.append(f"a read that ended at {end:.4f} told {number}, which nobody had begun to write")
    return found


def selftest():
    good = [("write", 0, 2, 1), ("read", 1, 3, 1), ("read", 2.5, 4, 1), ("write", 3, 6, 2), ("read", 3.5, 5, 2), ("read", 5.5, 7, 2)]
    begun = {0: 0, 1: 0, 2: 3}
    assert not violations(good, begun)
    assert violations(good + [("read", 5.5, 7, 1)], begun), "a stale read"
    assert violations(good + [("read", 0.5, 2.9, 2)], begun), "a read of the future"
    assert violations(good + [("write", 6.5, 7, 2)], begun), "a write twice"
    return 4


if __name__ == "__main__":
    print(f"{selftest()} passed, 0 failed")
