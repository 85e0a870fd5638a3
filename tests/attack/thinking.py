"""Having computers think for oneself alone, so that everybody else's wait."""

import time

from kit import EVIL, Elsewhere, attack, flood, quantile, request

GREEDY = 60  # guests, each with a table


def hint_times(person, table, count):
    """Milliseconds that an honest player waits for a hint."""
    times = []
    for _ in range(count):
        begun = time.monotonic()
        person.need(200, "GET", f"/tables/{table}/hint?level=4")
        times.append((time.monotonic() - begun) * 1000)
    return times


def against_computer(person, game, **more):
    return person.need(201, "POST", "/tables", {"game": game, "seats": 2, "bots": [None, "random"], **more})["id"]


@attack(28)
def hints_without_end(stage):
    """Guests of one address ask for hints of the strongest computers, over and over."""
    server = stage.server()
    ann = server.register("ann")
    table = against_computer(ann, "santorini", options={"god1": "none", "god2": "none"})
    guests = [server.guest(EVIL) for _ in range(GREEDY)]
    wishes = [request("GET", f"/api/v1/tables/{against_computer(guest, 'powerchess')}/hint?level=5", None, guest.token) for guest in guests]
    other = server.register("other", EVIL)
    theirs = against_computer(other, "santorini", options={"god1": "none", "god2": "none"})
    with Elsewhere(lambda: flood(server, [EVIL], lambda k: wishes[k % GREEDY], 6, GREEDY)) as attackers:
        time.sleep(0.5)
        # By turns, so that both meet the same machine: somebody elsewhere, and somebody at the address that asks for so much.
        waits, own = [], []
        for _ in range(6):
            waits += hint_times(ann, table, 1)
            own += hint_times(other, theirs, 1)
    assert attackers.result and attackers.result[200] > GREEDY, f"the attack did not take place: {attackers.result}"
    apart, among = quantile(waits, 0.5), quantile(own, 0.5)
    assert apart < among / 2, f"beside {GREEDY} guests of one address everybody waits alike for a hint: {apart:.0f} ms, at their address {among:.0f} ms"
    return {"others wait": f"{apart:.0f} ms", "at the address of the greedy": f"{among:.0f} ms", "hints": attackers.result[200]}
