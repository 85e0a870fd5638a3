/** Small pictures, 24 by 24, of what a cell holds. */
import type { Paint } from "./program";

const HEAD = "M4 20V10Q4 3 12 3t8 7v10q-8 4-16 0z";
const TAIL = "M6 1h12v14a6 6 0 0 1-12 0z";
const LINES: Readonly<Partial<Record<Paint, string>>> = {
  W: "M3 5h18M3 12h18M3 19h18M9 5v7M16 5v7M6 12v7M13 12v7M19 12v7",
  A: "M6.5 19 12 5l5.5 14M8.5 14.5h7",
  B: "M8 5v14h5.5a3.7 3.7 0 0 0 0-7.3H8h5a3.3 3.3 0 0 0 0-6.7z",
  C: "M17.5 8.5a6 7 0 1 0 0 7",
  D: "M8 5v14h3a7 7 0 0 0 0-14z",
};

function Shape({ paint }: { readonly paint: Paint | "head" }) {
  const kind = paint === "S" || paint === "T" || paint === "head" ? "k-own" : "k-other";
  switch (paint) {
    case "head":
    case "X":
      return (
        <>
          <path class={kind} d={HEAD} />
          <circle class="eye" cx="8" cy="8" r="2.4" />
          <circle class="eye" cx="16" cy="8" r="2.4" />
        </>
      );
    case "S":
    case "Y":
      return <rect class={kind} x="6" y="1" width="12" height="22" rx="5" />;
    case "T":
    case "Z":
      return (
        <>
          <path class={kind} d={TAIL} />
          <circle class="k-hole" cx="12" cy="15" r="3.2" />
        </>
      );
    case "V":
      return <circle class="k-line" cx="12" cy="12" r="3" />;
    default:
      return <path class="k-line" d={LINES[paint] ?? ""} />;
  }
}

/** `turn`: quarter turns clockwise. */
export function Glyph({ paint, turn = 0 }: { readonly paint: Paint | "head"; readonly turn?: number }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true">
      {turn ? (
        <g transform={`rotate(${90 * turn} 12 12)`}>
          <Shape paint={paint} />
        </g>
      ) : (
        <Shape paint={paint} />
      )}
    </svg>
  );
}
