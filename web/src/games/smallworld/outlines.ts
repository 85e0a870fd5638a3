/** A table on an uploaded map tells made-up outlines: the map's own are asked for, once. */
import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { call } from "../../kit/api";
import type { Board } from "../../wire/made/smallworld";

/** null: asked for; a board: the map's own, or the given one where there is none better. */
const known = signal<ReadonlyMap<Board, Board | null>>(new Map());

function ask(board: Board): void {
  const settle = (found: Board | null) => (known.value = new Map(known.value).set(board, found));
  settle(null);
  call<{ board: Board | null }>("GET", `/maps/${board.map}`).then(
    (answer) => settle(answer.board?.regions.length === board.regions.length ? { ...answer.board, map: board.map } : board),
    () => settle(board),
  );
}

/** The board to draw, as far as it is known. */
export function outlined(board: Board): Board {
  return known.peek().get(board) ?? board;
}

/** null while its outlines are asked for. */
export function useOutlines(board: Board | null): Board | null {
  const named = board !== null && board.map !== null;
  useEffect(() => {
    if (named && !known.peek().has(board)) ask(board);
  }, [board]);
  return named ? (known.value.get(board) ?? null) : board;
}
