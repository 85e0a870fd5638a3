/** How wide the picture is: on wide pages the corners beside the island have
 *  room for whole name plates. */
import { signal } from "@preact/signals";
import { narrowFrame, wideFrame, type Frame } from "./picks";

const query = matchMedia("(min-width: 1040px)");
export const frame = signal<Frame>(query.matches ? wideFrame : narrowFrame);
query.addEventListener("change", () => (frame.value = query.matches ? wideFrame : narrowFrame));
