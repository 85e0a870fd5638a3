/** A map's picture, and what is said when something about one fails. */
import { useMemo } from "preact/hooks";
import { drawingOf } from "../../games/smallworld/geometry";
import { picture } from "../../games/smallworld/ground";
import { Refused } from "../../kit/api";
import { tell } from "../../kit/dialog";
import type { WholeMap } from "./server";
import { words } from "./words";

export const complain = (error: unknown): void => tell(error instanceof Refused ? error.words : String(error));

/** The map as it will be drawn, small. */
export function Picture({ board, name }: { readonly board: WholeMap["board"]; readonly name: string }) {
  const drawing = useMemo(() => (board ? drawingOf(board) : null), [board]);
  if (!drawing) return <svg class="map-picture" viewBox="0 0 640 480" aria-hidden="true" />;
  return <svg class="map-picture" viewBox={`-3 -3 ${drawing.width + 6} ${drawing.height + 6}`} role="img" aria-label={words.picture(name)} dangerouslySetInnerHTML={{ __html: picture(drawing) }} />;
}
