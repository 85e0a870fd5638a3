/** A guided first game: a few remarks that come when the game gets there, in
 *  the panel of the moves. Nothing waits for them. A remark is done when it was
 *  read, or when what it is about has passed; whoever skips the guide, or has
 *  read it all, never sees it again in this browser.
 *
 *  A game gives its remarks as data (games/NAME/guide.ts). */
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { View } from "../wire/hall";
import { Icon } from "./more-icons";
import { read, write } from "./keep";
import { lang, t } from "./lang";

export interface Remark<V = View> {
  /** Is this the moment for it? Asked while it is the reader's turn. */
  readonly when: (view: V, seat: number) => boolean;
  readonly en: string;
  readonly ru: string;
  /** What it is about, as a selector: marked on the page. */
  readonly at?: string;
}

interface GuideProps {
  readonly game: string;
  readonly remarks: readonly Remark[];
  readonly view: View | null;
  readonly seat: number | null;
  readonly mine: boolean;
}

const OVER = "over";

/** Numbers of remarks that are done, as kept: "0 2 3", or "over". */
function doneBefore(game: string): readonly number[] | null {
  const kept = read("guide." + game);
  return kept === OVER ? null : (kept ?? "").split(" ").filter(Boolean).map(Number);
}

export function Guide({ game, remarks, view, seat, mine }: GuideProps) {
  const done = useSignal(doneBefore(game));
  const shown = useRef(-1);

  function finish(...numbers: readonly number[]): void {
    if (done.value === null) return;
    const all = [...new Set([...done.value, ...numbers])];
    done.value = all.length >= remarks.length ? null : all;
    write("guide." + game, done.value === null ? OVER : done.value.join(" "));
  }

  const fits = (i: number) => view !== null && seat !== null && mine && !done.value?.includes(i) && (remarks[i]?.when(view, seat) ?? false);
  const now = done.value === null ? -1 : remarks.findIndex((_, i) => fits(i));
  const remark = remarks[now];

  // What was shown and fits no more has passed.
  useEffect(() => {
    const last = shown.current;
    shown.current = now;
    if (last >= 0 && last !== now && !fits(last)) finish(last);
  }, [now]);

  useEffect(() => {
    const marked = remark?.at ? document.querySelector(remark.at) : null;
    marked?.setAttribute("data-guided", "");
    return () => marked?.removeAttribute("data-guided");
  }, [now, view]);

  if (!remark) return null;
  return (
    <section class="guide" aria-label={t.guide.label}>
      <p class="guide-head">
        <Icon name="star" />
        <b class="grow">{t.guide.label}</b>
        <span class="small">{t.guide.step((done.value?.length ?? 0) + 1, remarks.length)}</span>
      </p>
      <p role="status">{lang === "ru" ? remark.ru : remark.en}</p>
      <div class="bar">
        <button type="button" class="btn" id="guide-next" onClick={() => finish(now)}>
          {t.guide.next}
        </button>
        <button type="button" class="btn btn-quiet" id="guide-skip" onClick={() => finish(...remarks.keys())}>
          {t.guide.skip}
        </button>
      </div>
    </section>
  );
}
