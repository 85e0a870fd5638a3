/** Nothing is here. */
import "../kit/core";
import { meeple } from "../kit/icons";
import { t } from "../kit/lang";
import { title } from "../kit/away";
import type { PageProps } from "../app";
import sheet from "../style/pages.css";

export { sheet };

export function Lost({ path }: { readonly path: string }) {
  title.value = t.lost.title + " - Meeple";
  const [before, after] = t.lost.lead("\n").split("\n");
  return (
    <main id="lost" class="wrap lost">
      <svg viewBox="0 0 420 246" aria-hidden="true">
        <g transform="translate(0 6)">
          <path class="hex l-forest" d="M34 60l44-25 44 25v50l-44 25-44-25z" />
          <path class="hex l-field" d="M298 60l44-25 44 25v50l-44 25-44-25z" />
          <path class="hex l-pasture" d="M78 135l44-25 44 25v50l-44 25-44-25z" />
          <path class="hex l-hill" d="M254 135l44-25 44 25v50l-44 25-44-25z" />
          <g class="motif" transform="translate(78 90) scale(1.3)">
            <path fill="#6b4423" d="M-1.5 3h3v-6h-3z" />
            <path fill="#3f7a50" d="M-9-2 0-20 9-2z" />
          </g>
          <g class="motif" transform="translate(342 90) scale(1.3)">
            <path fill="#d9a534" d="M-4 5q2-6-1-13h10q-3 7-1 13z" />
            <path fill="none" d="M-5-8q-4-6 0-9m3 8v-10m4 10v-10m3 9q4-6 0-9" />
          </g>
          <g class="motif" transform="translate(122 164) scale(1.3)">
            <ellipse fill="#fffdf8" cy="-5" rx="9" ry="6.5" />
            <circle fill="#3a332c" cx="9" cy="-8" r="3.8" />
            <path d="M-4 1v4M4 1v4" />
          </g>
          <path class="motif" fill="#b0532c" transform="translate(298 163) scale(1.3)" d="M-15-1h14v7h-14zM1-1h14v7H1zM-7-9H7v7H-7z" />
          <path class="gap" d="M166 60l44-25 44 25v50l-44 25-44-25z" />
          <path class="piece c-1" transform="translate(178 38) scale(2)" d={meeple} />
        </g>
      </svg>
      <h1>{t.lost.h1}</h1>
      <p class="lead">
        {before}
        <code>{path}</code>
        {after}
      </p>
      <div class="bar">
        <a class="btn btn-main" href="/">
          {t.lost.lobby}
        </a>
        <a class="btn" href="/watch">
          {t.lost.watch}
        </a>
      </div>
    </main>
  );
}

export function Page({ rest }: PageProps) {
  return <Lost path={rest[0] ?? location.pathname} />;
}
