// Power Chess's pure parts: picks, and moves that are typed.
import assert from "node:assert/strict";
import { picks, typedMove } from "../../../web/src/games/powerchess/picks";
import type { View } from "../../../web/src/wire/made/powerchess";

const square = (name: string): number => "abcdefgh".indexOf(name.charAt(0)) + 8 * (Number(name.charAt(1)) - 1);

/** "Nb1 Nf3 e7": pieces; "b1d2 e7e8q": what they may do. */
function typed(pieces: string, moves: string): (text: string) => string | null {
  const kinds: Record<string, string> = { K: "king", Q: "queen", R: "rook", B: "bishop", N: "knight" };
  const view = { pieces: pieces.split(" ").map((one) => ({ square: square(one.slice(-2)), kind: one.length === 2 ? "pawn" : kinds[one.charAt(0)] })) } as unknown as View;
  const legal = moves.split(" ").map((one) => ({ move: `move ${square(one)} ${square(one.slice(2))}${one.length === 5 ? " " + ("_qrbn".indexOf(one.charAt(4))) : ""}` }));
  return (text) => {
    const [, from, to, promotion] = typedMove(text, legal, view)?.split(" ") ?? [];
    const name = (n: string | undefined) => "abcdefgh".charAt(Number(n) % 8) + (Math.floor(Number(n) / 8) + 1);
    return from === undefined ? null : name(from) + name(to) + (promotion ? "_qrbn".charAt(Number(promotion)) : "");
  };
}

export const tests = {
  "a move is picked by its two squares, a power by its card and its aim": () => {
    assert.deepEqual(picks("move 12 28"), ["cell-12", "cell-28"]);
    assert.deepEqual(picks("power 1 34"), ["card-1", "cell-34"]);
    assert.equal(picks("resign"), null);
  },
  "a piece and its square, in either case; a square alone is no move": () => {
    const type = typed("Ng1 Bf1 e2", "g1f3 g1h3 f1c4 e2e4");
    assert.equal(type("Nf3"), "g1f3");
    assert.equal(type("nf3"), "g1f3");
    assert.equal(type("Bc4"), "f1c4");
    assert.equal(type("e4"), null);
    assert.equal(type("Nf"), null);
    assert.equal(type("Ne4"), null);
    assert.equal(type("e2e4"), "e2e4");
  },
  "what two pieces can do needs to be told apart": () => {
    const type = typed("Nb1 Nf3 e4 c4", "b1d2 f3d2 e4d5 c4d5");
    assert.equal(type("Nd2"), null);
    assert.equal(type("Nbd2"), "b1d2");
    assert.equal(type("N3d2"), "f3d2");
    assert.equal(type("exd5"), "e4d5");
    assert.equal(type("ed5"), null);
  },
  "a promotion waits for what the pawn becomes": () => {
    const type = typed("e7", "e7e8q e7e8r e7e8b e7e8n");
    assert.equal(type("e7e8"), null);
    assert.equal(type("e7e8n"), "e7e8n");
    assert.equal(type("e7e8q"), "e7e8q");
  },
};
