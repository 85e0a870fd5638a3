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
  return (
    <main id="lost" class="wrap lost">
      <svg viewBox="0 0 420 246" aria-hidden="true">
        <g transform="translate(0 6)">
          <path class="hex l-forest" d="M34 60l44-25 44 25v50l-44 25-44-25z" />
          <path class="hex l-field" d="M298 60l44-25 44 25v50l-44 25-44-25z" />
          <path class="hex l-pasture" d="M78 135l44-25 44 25v50l-44 25-44-25z" />
          <path class="hex l-hill" d="M254 135l44-25 44 25v50l-44 25-44-25z" />
          <path class="gap" d="M166 60l44-25 44 25v50l-44 25-44-25z" />
          <path class="piece c-1" transform="translate(178 38) scale(2)" d={meeple} />
        </g>
      </svg>
      <h1>{t.lost.h1}</h1>
      <p class="lead">{t.lost.lead(path)}</p>
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
