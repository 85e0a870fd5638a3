// Santorini's pure parts: picks, placements beyond the sample, the plan.
import assert from "node:assert/strict";
import { attempt, more, picks, plan, unsaid } from "../../../web/src/games/santorini/picks";
import type { View } from "../../../web/src/wire/made/santorini";

const view = (change: Partial<View> = {}): View =>
  ({
    phase: "play", challenger: null, offered: [], order: [0, 1], turn: 0, player: 0, pawn: null, actions: ["Move"], optional: false, bans: [], bans_now: [],
    players: [{ god: "Mortal", pawns: [7, 0], out: false }, { god: "Mortal", pawns: [18, 24], out: false }],
    cells: Array.from({ length: 25 }, () => [0, false] as const), winner: null,
    ...change,
  }) as View;

export const tests = {
  "a worker, then a cell; the cell alone once he acts": () => {
    assert.deepEqual(picks("move 0 12", view(), 0), ["cell-7", "cell-12"]);
    assert.deepEqual(picks("dome 0 12", view({ pawn: 0 }), 0), ["cell-12"]);
    assert.equal(picks("pass", view(), 0), null);
  },
  "all placements, not only the sample": () => {
    const made = more({ table: 1, seq: 1, seat: 0, sample: true, moves: [], forms: [{ name: "place", move: "place", kind: "cells", n: 2, cells: [0, 3, 9] }] });
    assert.equal(made.length, 6);
    assert.ok(made.includes("place 9 0"));
  },
  "what a wrong pick means": () => {
    assert.equal(attempt(["cell-7"], "cell-20", view(), 0), "move 0 20");
    assert.equal(attempt([], "cell-20", view({ pawn: 1, actions: ["Build_Block"] }), 0), "block 1 20");
    assert.equal(attempt([], "cell-20", view(), 0), null);
  },
  "pictures that were skipped are animated too": () => {
    const after = view({ players: [{ god: "Mortal", pawns: [8, 0], out: false }, { god: "Mortal", pawns: [18, 24], out: false }] });
    assert.equal(unsaid(view(), after, []).length, 1);
    const [step] = plan(view(), after, []);
    assert.deepEqual([step?.key, step?.kind, step?.dx, step?.dy], ["w-0-0", "move", -100, 0]);
  },
};
