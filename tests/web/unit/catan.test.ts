// Catan's pure parts: picks, what a wrong pick means, the coast, flights, rates.
import assert from "node:assert/strict";
import { attempt, coast, flights, narrowFrame, picks, planIn, plateAt, plateName, purchaseOf, touched, wideFrame } from "../../../web/src/games/catan/picks";
import type { Board, View } from "../../../web/src/wire/made/catan";

const player = (change: object = {}) => ({ active: true, settlements: [], cities: [], cards: 0, knights: 0, longest: 0, longestRoad: false, largestArmy: false, owes: 0, points: 0, ...change });
const view = (change: object = {}): View => ({ turn: 0, state: "playing", setup: false, players: [player({ settlements: [8], hand: {} }), player(), player()], trade: null, ...change }) as unknown as View;

/** Two tiles side by side; corners from the top, clockwise. */
const corners = (x: number) => [[0, -100], [87, -50], [87, 50], [0, 100], [-87, 50], [-87, -50]].map(([dx = 0, dy = 0]) => ({ x: x + dx, y: dy }));
const left = corners(0);
const right = corners(174);
const board = {
  tiles: [
    { x: 0, y: 0, resource: "ore", number: 8, vertices: [0, 1, 2, 3, 4, 5] },
    { x: 174, y: 0, resource: "wool", number: 5, vertices: [6, 7, 8, 9, 2, 1] },
  ],
  vertices: [...left, ...[0, 1, 2, 3].map((i) => right[i] ?? { x: 0, y: 0 })],
} as unknown as Board;

export const tests = {
  "moves name their places": () => {
    assert.deepEqual(picks("settle 41"), ["vertex-41"]);
    assert.deepEqual(picks("buyroad 7 8"), ["edge-7-8"]);
    assert.deepEqual(picks("robber 3"), ["tile-3"]);
    for (const other of ["settle", "road", "roll", "offer 1 0 0 0 0 0 1 0 0 0", "steal 1"]) assert.equal(picks(other), null);
  },
  "what a wrong pick means": () => {
    assert.equal(attempt([], "edge-7-8", view(), 0), "buyroad 7 8");
    assert.equal(attempt([], "edge-7-8", view({ state: "free roads" }), 0), "freeroad 7 8");
    assert.equal(attempt([], "vertex-8", view(), 0), "buycity 8");
    assert.equal(attempt([], "vertex-9", view(), 0), "buysettlement 9");
    assert.equal(attempt([], "vertex-9", view({ setup: true }), 0), "settle 9");
    assert.equal(attempt([], "tile-2", view(), 0), "robber 2");
  },
  "what is bought": () => {
    assert.deepEqual(["buyroad 1 2", "buycity 3", "buycard", "road 1 2", "end"].map(purchaseOf), ["road", "city", "card", null, null]);
  },
  "the coast goes once round the island": () => {
    const path = coast(board);
    assert.equal(path.length, 10);
    assert.equal(new Set(path).size, 10);
    assert.ok(path.includes(1) && path.includes(2));
  },
  "cards fly from the tile to whoever gets them, after the dice": () => {
    const effects = [
      { what: "dice", seat: 0, a: 3, b: 5 },
      { what: "gain", seat: 1, resource: "ore", n: 2, tile: 0 },
    ];
    const found = flights(view(), view(), effects, board, wideFrame);
    assert.equal(found.length, 2);
    assert.deepEqual(found[0]?.from, { x: 0, y: 0 });
    assert.deepEqual(found[0]?.to, plateAt(view(), 1, wideFrame));
    assert.ok((found[0]?.at ?? 0) >= 400 && (found[1]?.at ?? 0) > (found[0]?.at ?? 0));
    const steps = planIn(narrowFrame, view(), view(), effects, board);
    assert.deepEqual(steps.map((step) => step.key), ["die-0", "die-1", "fly-0", "fly-0-fade", "fly-1", "fly-1-fade"]);
  },
  "a trade flies both ways": () => {
    const before = view({ trade: { offer: { wool: 1 }, request: { ore: 2 }, partners: [2], declined: [] } });
    const found = flights(before, view(), [{ what: "traded", seat: 0, with: 2 }], board, wideFrame);
    assert.deepEqual(found.map((one) => one.sign), ["r-wool", "r-ore", "r-ore"]);
    assert.deepEqual(found[0]?.to, found[1]?.from);
  },
  "plates of all seats lie apart, the own one at the lower left": () => {
    for (let seats = 1; seats <= 6; seats++)
      for (const frame of [wideFrame, narrowFrame]) {
        const now = view({ players: Array.from({ length: seats }, (_, seat) => player(seat === seats - 1 ? { hand: {} } : {})) });
        const at = Array.from({ length: seats }, (_, seat) => plateAt(now, seat, frame));
        const own = at[seats - 1];
        assert.ok(own && own.x < 0 && own.y > 0);
        assert.equal(new Set(at.map(({ x, y }) => `${x} ${y}`)).size, seats);
      }
  },
  "a name on a plate stops before the points": () => {
    assert.equal(plateName("Pioneer 2"), "Pioneer 2");
    assert.equal(plateName("Ann"), "Ann");
    assert.equal(plateName("Guest 524856"), "Guest 524…");
  },
  "what a move touched": () => {
    assert.deepEqual(touched([{ what: "road", seat: 0, a: 8, b: 7, bought: 1 }, { what: "robber", seat: 0, from: 1, to: 4 }, { what: "turn", seat: 1 }]), ["edge-7-8", "tile-4"]);
  },
};
