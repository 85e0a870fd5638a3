/** A fight at a table of the hall, as everybody watches it. */
import type { BoardProps } from "../../kit/game";
import type { View } from "../../wire/made/snakes";
import { Arena, letters } from "./arena";
import { FIELD } from "./fight";
import { text } from "./texts";

export function TableBoard({ view }: BoardProps<View>) {
  const position = view.snakes.map((snake) => (snake?.cells ?? []).map(([x, y]) => (y ?? 0) * FIELD + (x ?? 0)));
  const lengths = position.flatMap((cells, i) => (view.snakes[i] ? [`${letters[i]} ${text.cells(cells.length)}`] : [])).join(", ");
  return <Arena id="board" position={position} faces={view.snakes.map((snake) => snake?.face ?? 0)} bites={[]} label={text.field(view.turn, lengths, "")} />;
}
