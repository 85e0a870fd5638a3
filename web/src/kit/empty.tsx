/** Nothing to show: a small picture, one sentence, at most one button. */
import { meeple } from "./icons";

interface Props {
  readonly head: string;
  readonly text: string;
  readonly link?: { readonly to: string; readonly name: string };
}

export function Empty({ head, text, link }: Props) {
  return (
    <div class="empty">
      <svg class="art" viewBox="0 0 96 72" aria-hidden="true">
        <path class="empty-top" d="M10 34l38-20 38 20-38 20z" />
        <path class="empty-side" d="M10 34v8l38 20v-8zM86 34v8L48 62v-8z" />
        <path class="empty-man" transform="translate(33 4) scale(.95)" d={meeple} />
      </svg>
      <p class="empty-head">{head}</p>
      <p>{text}</p>
      {link && (
        <a class="btn btn-soft" href={link.to}>
          {link.name}
        </a>
      )}
    </div>
  );
}
