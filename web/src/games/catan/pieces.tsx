/** The drawings in use: signs, cards, dice, faces. */
import { sprite, symbols } from "./drawings";
import type { Card, Resource } from "./picks";

/** The sprite is in the page once, for the board, the cards and the help. */
export function needSymbols(): void {
  if (document.getElementById("ca-symbols")) return;
  const box = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  box.id = "ca-symbols";
  box.setAttribute("aria-hidden", "true");
  box.innerHTML = sprite;
  document.body.append(box);
}

interface UseProps {
  readonly name: string;
  readonly x?: number;
  readonly y?: number;
  readonly turn?: number;
  readonly scale?: number;
  readonly class?: string;
}

/** A symbol with its anchor at x, y. */
export function Use({ name, x = 0, y = 0, turn = 0, scale = 1, ...rest }: UseProps) {
  const [left = 0, top = 0, width = 0, height = 0] = (symbols[name]?.[0] ?? "").split(" ").map(Number);
  const way = `translate(${x} ${y})${turn ? `rotate(${turn})` : ""}${scale === 1 ? "" : `scale(${scale})`}`;
  return <use href={"#ca-" + name} x={left} y={top} width={width} height={height} transform={way} class={rest.class} />;
}

/** A symbol as a picture of its own; its name stands beside it. */
export function Picture({ name, ...rest }: { readonly name: string; readonly class?: string }) {
  const [box = "0 0 1 1"] = symbols[name] ?? [];
  const [x = "0", y = "0", width = "1", height = "1"] = box.split(" ");
  return (
    <svg class={"ca-pic " + (rest.class ?? "")} viewBox={box} aria-hidden="true">
      <use href={"#ca-" + name} x={x} y={y} width={width} height={height} />
    </svg>
  );
}

export function Sign({ of }: { readonly of: Resource }) {
  return <Picture name={"r-" + of} class="ca-sign" />;
}

/** Signs for a number of cards: each of a few, else one with the number. */
export function Bundle({ of }: { readonly of: readonly (readonly [Resource, number])[] }) {
  return (
    <span class="ca-bundle" aria-hidden="true">
      {of.map(([resource, n]) => (
        <span key={resource} class="ca-some">
          {n > 3 && <b>{n}</b>}
          {Array.from({ length: n > 3 ? 1 : n }, (_, i) => (
            <Sign key={i} of={resource} />
          ))}
        </span>
      ))}
    </span>
  );
}

export const cardSign: Readonly<Record<Card, string>> = { knight: "dev-knight", monopoly: "dev-monopoly", roadBuilding: "dev-roads", yearOfPlenty: "dev-plenty", victoryPoint: "dev-point" };

/** The face of a card, 64 x 88, with its count. */
export function CardFace({ kind, sign, count }: { readonly kind: string; readonly sign: string; readonly count?: number | string }) {
  return (
    <svg class={"ca-card ca-k-" + kind} viewBox="0 0 64 88" aria-hidden="true">
      <use href="#ca-card" width="64" height="88" />
      <use href={"#ca-" + sign} x="11" y="11" width="42" height="42" />
      {count !== undefined && (
        <text class="ca-count" x="32" y="80.5">
          {count}
        </text>
      )}
    </svg>
  );
}

export function Die({ shows, rust = false }: { readonly shows: number; readonly rust?: boolean }) {
  return <Picture name={"d" + shows} class={"ca-dice" + (rust ? " ca-rust" : "")} />;
}

/** Who it is: head and shoulders in the seat's colour, pattern and crest. */
export function Face({ seat }: { readonly seat: number }) {
  return (
    <svg class={`ca-face ca-s${seat + 1}`} viewBox="-20 -20 40 40" aria-hidden="true">
      <Use name="face" />
      <Use name={`crest-${seat + 1}`} x={12.5} y={12} />
    </svg>
  );
}
