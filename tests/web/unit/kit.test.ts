// The kit's pure parts: picks, the list, forms, clocks, the board's arrows.
import assert from "node:assert/strict";
import { nearest, type PlaceInfo } from "../../../web/src/kit/board";
import { clockText } from "../../../web/src/kit/clock";
import { firstNumbers, moveOf } from "../../../web/src/kit/forms";
import type { Place } from "../../../web/src/kit/game";
import { loadMore, localSeats } from "../../../web/src/kit/lang";
import { commonWords, level, LIST_MOST, type ListMove, type ListStep, movesOf, targetsOf } from "../../../web/src/kit/picks";
import { ticks } from "../../../web/src/kit/plot";
import type { Form, Legal } from "../../../web/src/wire/hall";

await loadMore();

const listOf = (...texts: string[]): ListMove[] => texts.map((move) => ({ kind: "move", move, words: "do " + move }));

const legal = (moves: string[], forms: Form[] = []): Legal => ({ table: 1, seq: 5, seat: 0, sample: forms.length > 0, moves: moves.map((move) => ({ move, words: move })), forms });

/** Every way down the list: how long the longest is, and which moves are found. */
function walk(moves: readonly ListMove[], depth: number, steps: number): { found: string[]; longest: number } {
  const entries = level(moves, depth);
  assert.ok(entries.length <= LIST_MOST, `${entries.length} entries`);
  const result = { found: [] as string[], longest: steps };
  for (const entry of entries) {
    if (entry.kind === "move") result.found.push(entry.move);
    else {
      const below = walk(entry.moves, depthAfter(entry, depth), steps + 1);
      result.found.push(...below.found);
      result.longest = Math.max(result.longest, below.longest);
    }
  }
  return result;
}
const depthAfter = (step: ListStep, depth: number) => (step.prefix.startsWith("page ") ? depth : step.prefix.split(" ").length);

export const tests: Record<string, () => void> = {
  "computer players are named without their levels, unless that is the only difference": () => {
    const bot = (name: string) => ({ kind: "bot" as const, name, ready: true, left: false });
    const named = (...names: string[]) => localSeats(names.map(bot)).map((seat) => `${seat.name}: ${seat.level}`);
    assert.deepEqual(named("Chess player (Skilled)"), ["Chess player: skilled"]);
    assert.deepEqual(named("Settler", "Pioneer (Master)", "Pioneer (Master) 2"), ["Settler: undefined", "Pioneer: master", "Pioneer 2: master"]);
    assert.deepEqual(named("Pioneer (Master)", "Pioneer (Casual)"), ["Pioneer (master): master", "Pioneer (casual): casual"]);
    assert.equal(localSeats([{ ...bot("Ann (Skilled)"), kind: "account" as const }])[0]?.name, "Ann (Skilled)");
  },
  "targets are the next places of what fits": () => {
    const game = { picks: (move: string) => move.split(" ").slice(1).map((cell) => `cell-${Number(cell)}` as Place) };
    const all = movesOf(legal(["move 1 2", "move 1 3", "move 4 2", "pass"]), game, {}, 0);
    assert.deepEqual(all.map((one) => one.move), ["move 1 2", "move 1 3", "move 4 2"], "a move without places is not picked");
    assert.deepEqual([...targetsOf(all, 0).keys()], ["cell-1", "cell-4"]);
    assert.deepEqual(targetsOf(all, 0).get("cell-1"), ["move 1 2", "move 1 3"]);
    assert.deepEqual([...targetsOf(all.filter((one) => one.places[0] === "cell-1"), 1).keys()], ["cell-2", "cell-3"]);
  },
  "moves composed from forms come on top, each once": () => {
    const game = { picks: (move: string) => [`cell-${Number(move.split(" ")[1])}` as Place], more: () => ["place 1", "place 2"] };
    assert.deepEqual(movesOf(legal(["place 1"]), game, {}, 0).map((one) => one.move), ["place 1", "place 2"]);
  },
  "a short list is flat": () => assert.equal(level(listOf("a 1", "a 2", "b 1"), 0).length, 3),
  "a long list is grouped by the next word": () => {
    const moves = listOf(...Array.from({ length: 30 }, (_, i) => `move ${i % 3} ${i}`), "pass");
    const entries = level(moves, 0);
    assert.deepEqual(entries.map((entry) => entry.kind), ["step", "move"]);
    assert.equal(level((entries[0] as ListStep).moves, 1).length, 3);
  },
  "every list ends in all its moves, in eight steps at most": () => {
    for (const size of [1, 12, 13, 60, 61, 500, 2000]) {
      for (const shape of [(i: number) => `go ${i}`, (i: number) => `k${i % 7} ${i % 40} ${i}`, (i: number) => "a ".repeat(i % 9) + i]) {
        const moves = listOf(...Array.from({ length: size }, (_, i) => shape(i)));
        const { found, longest } = walk(moves, 0, 0);
        assert.deepEqual([...found].sort(), moves.map((one) => one.move).sort());
        assert.ok(longest <= 8, `${longest} steps for ${size}`);
      }
    }
  },
  "common words are whole words": () => {
    assert.equal(commonWords(["knight g1 to f3", "knight g1 to h3"]), "knight g1 to");
    assert.equal(commonWords(["build on a1", "burn it"]), "");
    assert.equal(commonWords(["same"]), "same");
  },
  "a form of choices": () => {
    const form: Form = { name: "gods", move: "gods", kind: "choose", n: 2, of: [{ value: 3, name: "Athena" }, { value: 0, name: "Apollo" }, { value: 7, name: "Artemis" }] };
    assert.ok("why" in moveOf(form, firstNumbers(form)));
    assert.deepEqual(moveOf(form, [1, 1, 0]), { move: "gods 0 3" });
    assert.ok("why" in moveOf(form, [1, 1, 1]));
    assert.ok("why" in moveOf(form, [2, 0, 0]), "more than one of a god");
  },
  "a form of cells": () => {
    const form: Form = { name: "place", move: "place", kind: "cells", n: 2, cells: [0, 4, 9] };
    assert.deepEqual(moveOf(form, [4, 9]), { move: "place 4 9" });
    assert.ok("why" in moveOf(form, [4, 4]));
    assert.ok("why" in moveOf(form, [4, 5]), "a cell that is not free");
    assert.ok("why" in moveOf(form, [NaN, 4]), "an empty field");
  },
  "a form of counts": () => {
    const form: Form = { name: "discard", move: "discard", kind: "counts", total: 3, fields: [{ name: "wool", least: 0, most: 2 }, { name: "ore", least: 0, most: 4 }] };
    assert.deepEqual(moveOf(form, [1, 2]), { move: "discard 1 2" });
    for (const wrong of [[0, 0], [2, 2], [3, 0], [-1, 4], [1.5, 1.5]]) assert.ok("why" in moveOf(form, wrong), String(wrong));
  },
  "a form of a trade": () => {
    const field = (name: string, most: number) => ({ name, least: 0, most });
    const form: Form = { name: "offer", move: "offer", kind: "trade", fields: [field("wool", 2), field("ore", 0)], get: [field("wool", 19), field("ore", 19)] };
    assert.deepEqual(moveOf(form, [1, 0, 0, 2]), { move: "offer 1 0 0 2" });
    for (const wrong of [[0, 0, 0, 1], [1, 0, 0, 0], [1, 0, 1, 0], [3, 0, 0, 1]]) assert.ok("why" in moveOf(form, wrong), String(wrong));
  },
  "clocks": () => {
    for (const [ms, text] of [[-5, "0.0"], [9990, "9.9"], [20_000, "0:20"], [61_000, "1:01"], [3_600_000, "1:00:00"], [2 * 86_400_000 + 4 * 3_600_000, "2 d 4 h"]] as const) assert.equal(clockText(ms), text);
  },
  "arrows go to the nearest place that way": () => {
    const place = (id: number, x: number, y: number): PlaceInfo => ({ id: `cell-${id}`, name: String(id), label: "", x, y, hit: { r: 1 } });
    const places = [place(0, 0, 0), place(1, 100, 0), place(2, 0, 100), place(3, 110, 90), place(4, 200, 5)];
    const to = (from: number, way: readonly [number, number]) => nearest(places, places[from] as PlaceInfo, way)?.id;
    assert.equal(to(0, [1, 0]), "cell-1");
    assert.equal(to(0, [0, 1]), "cell-2");
    assert.equal(to(1, [1, 0]), "cell-4");
    assert.equal(to(1, [0, 1]), "cell-3");
    assert.equal(to(0, [-1, 0]), undefined);
  },
  "a plot's lines are round and hold all": () => {
    for (const [least, most] of [[1480, 1520], [900, 2100], [1500, 1500]] as const) {
      const lines = ticks(least, most);
      assert.ok((lines[0] ?? NaN) <= least && (lines.at(-1) ?? NaN) >= most && lines.length <= 8, `${lines}`);
    }
  },
};
