/** What the palette paints with; the map and the position share it. */
import { signal } from "@preact/signals";
import { type Group, type Paint, type Thing, things } from "./program";

export type Brush = Paint | "erase" | "head";

export const brush = signal<Brush>("Z");
export const negated = signal(false);
export const group = signal<Group>(0);

export const isThing = (of: Brush): of is Thing => (things as readonly string[]).includes(of);
