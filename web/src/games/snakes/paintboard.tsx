/** Cells to paint: one Tab stop, arrows, Enter and Space, or a pointer that drags. */
import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";

export interface PaintCell {
  readonly class: string;
  readonly label: string;
  readonly data?: Readonly<Record<string, string | undefined>>;
  readonly inner: ComponentChildren;
}

interface BoardProps {
  readonly class: string;
  readonly side: number;
  readonly label: string;
  /** Ids of the cells are this and a number. */
  readonly prefix: string;
  readonly at: number;
  readonly cell: (at: number) => PaintCell;
  readonly choose: (at: number) => void;
  /** `drag`: the pointer came here pressed. */
  readonly paint: (at: number, drag: boolean) => void;
  readonly erase: (at: number) => void;
  readonly keys?: (key: string, at: number) => boolean;
}

export function PaintBoard({ class: name, side, label, prefix, at, cell, choose, paint, erase, keys }: BoardProps) {
  const box = useRef<HTMLDivElement>(null);
  const last = useRef(-1);

  function cellUnder(event: PointerEvent): number {
    const element = document.elementFromPoint(event.clientX, event.clientY)?.closest(".cell");
    return element && box.current?.contains(element) ? Number(element.id.slice(prefix.length)) : -1;
  }

  function onPointerDown(event: PointerEvent): void {
    const on = cellUnder(event);
    if (event.button !== 0 || on < 0) return;
    last.current = on;
    choose(on);
    paint(on, false);
  }

  function onPointerMove(event: PointerEvent): void {
    if (last.current < 0 || event.buttons !== 1 || event.pointerType === "touch") return;
    const on = cellUnder(event);
    if (on < 0 || on === last.current) return;
    last.current = on;
    choose(on);
    paint(on, true);
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const on = Number((event.target as HTMLElement).id.slice(prefix.length));
    const [x, y] = [on % side, Math.floor(on / side)];
    const to = { ArrowLeft: x > 0 ? on - 1 : on, ArrowRight: x < side - 1 ? on + 1 : on, ArrowUp: y > 0 ? on - side : on, ArrowDown: y < side - 1 ? on + side : on, Home: y * side, End: y * side + side - 1 }[event.key];
    if (to !== undefined) {
      choose(to);
      document.getElementById(prefix + to)?.focus();
    } else if (event.key === "Enter" || event.key === " ") paint(on, false);
    else if (event.key === "Delete" || event.key === "Backspace") erase(on);
    else if (!keys?.(event.key, on)) return;
    event.preventDefault();
  }

  return (
    <div ref={box} class={name} role="grid" aria-label={label} onPointerDown={onPointerDown} onPointerMove={onPointerMove} onPointerUp={() => (last.current = -1)} onKeyDown={onKeyDown}>
      {Array.from({ length: side }, (_, y) => (
        <div key={y} role="row">
          {Array.from({ length: side }, (_, x) => {
            const on = y * side + x;
            const { class: own, label: words, data, inner } = cell(on);
            return (
              <button key={x} type="button" role="gridcell" class={"cell " + own} id={prefix + on} tabindex={on === at ? 0 : -1} aria-label={words} aria-selected={on === at} onClick={(event) => event.detail === 0 && paint(on, false)} onFocus={() => choose(on)} {...data}>
                {inner}
              </button>
            );
          })}
        </div>
      ))}
    </div>
  );
}
