// Small World's pure parts: tokens to set, places of a map, maps in the making.
import assert from "node:assert/strict";
import { begin, evenly, left, moveOf, put, toBorders, type TokenForm } from "../../../web/src/games/smallworld/deploy";
import { drawingOf } from "../../../web/src/games/smallworld/geometry";
import { attempt, picks } from "../../../web/src/games/smallworld/picks";
import { addPoint, anyMap, cellsOf, EMPTY, HEIGHT, merge, planOf, readSketch, split, toggleLink, WIDTH, written } from "../../../web/src/games/smallworld/plan";
import type { Board, View } from "../../../web/src/wire/made/smallworld";

const view = (...tokens: number[]) => ({ regions: tokens.map((n) => ({ tokens: n, encampments: 0, hero: false, fortress: false })) }) as unknown as View;
const form = (tokens: number, regions: number, more: object = {}): TokenForm =>
  ({ name: "redeploy", move: "redeploy", kind: "redeploy", tokens, regions: Array.from({ length: regions }, (_, i) => ({ region: i + 1, name: `Hill ${i + 1}`, least: 1 })), encampments: 0, fortress: false, heroes: 0, ...more }) as TokenForm;

let seed = 5;
const random = () => (seed = (seed * 1664525 + 1013904223) >>> 0) / 4294967296;
const area = (corners: readonly (readonly number[])[]) => Math.abs(corners.reduce((sum, [x = 0, y = 0], i) => sum + x * (corners[(i + 1) % corners.length]?.[1] ?? 0) - y * (corners[(i + 1) % corners.length]?.[0] ?? 0), 0)) / 2;

export const tests = {
  "moves name their places": () => {
    assert.deepEqual(picks("select 2"), ["card-2"]);
    assert.deepEqual(picks("conquer 7"), ["region-7"]);
    assert.deepEqual(picks("dragon 7"), ["card-10", "region-7"]);
    assert.equal(picks("finish"), null);
    assert.equal(attempt(["card-11"], "region-3"), "enchant 3");
  },
  "a draft begins with what stands there, or less": () => {
    assert.equal(left(form(9, 3), begin(form(9, 3), view(2, 3, 1))), 3);
    assert.equal(left(form(4, 3), begin(form(4, 3), view(4, 3, 1))), 0, "Amazons give four back");
  },
  "evenly and to the borders leave nothing over": () => {
    const asked = form(8, 3);
    const board = { regions: [{ land: ["border"], near: [2] }, { land: [], near: [1, 3] }, { land: [], near: [2, 4] }, { land: [], near: [3] }] } as unknown as Board;
    assert.deepEqual(moveOf(asked, evenly(asked, begin(asked, view(1, 1, 1)))), { move: "redeploy 3 1 3 2 3 3 2" });
    assert.deepEqual(moveOf(asked, toBorders(asked, begin(asked, view(1, 1, 1)), board)), { move: "redeploy 3 1 4 2 1 3 3" });
  },
  "a defence names only where tokens go": () => {
    const asked = { name: "defend", move: "defend", kind: "defend", tokens: 2, regions: [{ region: 1, name: "Hill 1" }, { region: 2, name: "Hill 2" }] } as unknown as TokenForm;
    const none = begin(asked, view(0, 0));
    assert.ok("why" in moveOf(asked, none));
    assert.deepEqual(moveOf(asked, { ...none, tokens: new Map([[2, 2]]) }), { move: "defend 2 2" });
  },
  "heroes, camps and a fortress come behind the tokens": () => {
    const asked = form(3, 2, { encampments: 5, fortress: true, heroes: 2 });
    let draft = evenly(asked, begin(asked, view(1, 1)));
    assert.ok("why" in moveOf(asked, draft), "both heroes are missing");
    draft = put(asked, put(asked, { ...draft, tool: "hero" }, 1, 1), 2, 1);
    draft = put(asked, { ...draft, tool: "camp" }, 2, 1);
    draft = put(asked, { ...draft, tool: "fortress" }, 1, 1);
    assert.deepEqual(moveOf(asked, draft), { move: "redeploy 2 1 2 2 1 1 2 1 1 2 1 2" });
  },
  "what cannot be put changes nothing": () => {
    const asked = form(2, 2);
    const draft = begin(asked, view(1, 1));
    assert.equal(put(asked, draft, 1, 1), draft, "none is left");
    assert.equal(put(asked, draft, 9, 1), draft, "no such region");
  },
  "regions fill the map, links go both ways, and it is read as it was written": () => {
    const sketch = anyMap(60, random, EMPTY);
    const cells = cellsOf(sketch);
    assert.equal(cells.length, 60);
    assert.ok(Math.abs(cells.reduce((sum, cell) => sum + area(cell.corners), 0) - WIDTH * HEIGHT) < 1);
    cells.forEach((cell, i) => cell.near.forEach((k) => assert.ok(cells[k]?.near.includes(i))));
    assert.deepEqual(planOf(readSketch(written(sketch)) ?? EMPTY), planOf(sketch));
    assert.equal(readSketch("{}"), null);
    assert.equal(readSketch("no map"), null);
  },
  "neighbours merge and split again; others do not": () => {
    const sketch = [[100, 240], [300, 240], [500, 240]].reduce((now, [x = 0, y = 0]) => addPoint(now, x, y), EMPTY);
    assert.equal(merge(sketch, 1, 3), null);
    const merged = merge(sketch, 1, 2);
    assert.ok(merged);
    assert.deepEqual(cellsOf(merged).map((cell) => Math.round(area(cell.corners))), [400 * HEIGHT, 240 * HEIGHT]);
    assert.equal(cellsOf(split(merged, 1)).length, 3);
    assert.deepEqual(cellsOf(toggleLink(sketch, 1, 3))[0]?.near, [1, 2]);
    assert.deepEqual(cellsOf(toggleLink(sketch, 1, 2))[0]?.near, []);
  },
  "tokens stand inside; only regions without a common border need a link": () => {
    const plan = planOf(toggleLink([[100, 240], [300, 240], [500, 240]].reduce((now, [x = 0, y = 0]) => addPoint(now, x, y), EMPTY), 1, 3));
    const drawing = drawingOf({ width: WIDTH, height: HEIGHT, regions: plan.regions.map((region) => ({ ...region, outline: region.outline ?? [] })) });
    assert.equal(drawing.links.length, 1);
    assert.ok(drawing.shapes.every((shape) => shape.room > 20));
  },
  "corners that nearly meet are one, so that bent borders do not cross": () => {
    for (let i = 0; i < 12; i++) {
      const plan = planOf(anyMap(20, random, { name: "", seats: 3, turns: 8 }));
      const corners = drawingOf({ width: WIDTH, height: HEIGHT, regions: plan.regions.map((region) => ({ ...region, outline: region.outline ?? [] })) }).shapes.flatMap((shape) => shape.corners);
      const all = [...new Map(corners.map((corner) => [String(corner), corner])).values()];
      for (const [k, a] of all.entries()) for (const b of all.slice(k + 1)) assert.ok(Math.hypot(a[0] - b[0], a[1] - b[1]) >= 7, `${a} and ${b}`);
    }
  },
};
