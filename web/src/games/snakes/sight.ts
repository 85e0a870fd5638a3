/** What a snake sees around its head, from a position of a fight. */
import { FIELD, type Position } from "./fight";
import { REACH, type Sight, SIGHT, type Thing } from "./program";

function thingAt(position: Position, me: number, x: number, y: number): Thing {
  if (x < 0 || y < 0 || x >= FIELD || y >= FIELD) return "W";
  const cell = y * FIELD + x;
  for (const [i, cells] of position.entries()) {
    const k = cells.indexOf(cell);
    if (k < 0) continue;
    if (k === cells.length - 1) return i === me ? "T" : "Z";
    return i === me ? "S" : k === 0 ? "X" : "Y";
  }
  return "V";
}

/** As it lies on the field: up is up, wherever the head looks. */
export function sightOf(position: Position, me: number): Sight {
  const head = position[me]?.[0] ?? 0;
  const [hx, hy] = [head % FIELD, Math.floor(head / FIELD)];
  return Array.from({ length: SIGHT }, (_, y) => Array.from({ length: SIGHT }, (_, x) => thingAt(position, me, hx + x - REACH, hy + y - REACH)));
}

/** The same turned so that the head looks up, as positions are painted. */
export function facingUp(sight: Sight, face: number): Sight {
  let rows = sight.map((row) => [...row]);
  for (let i = 0; i < face; i++) rows = rows.map((row, y) => row.map((_, x) => rows[x]?.[SIGHT - 1 - y] ?? "V"));
  return rows;
}
