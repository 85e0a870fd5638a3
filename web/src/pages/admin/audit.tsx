/** What operators have done, newest first. */
import { type Signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { call } from "../../kit/api";
import { lang, say } from "../../kit/lang";
import { admin } from "../../messages/admin";

const text = say(admin);

interface Entry {
  readonly id: number;
  readonly at: number;
  readonly who: string;
  readonly what: string;
  readonly whom: string;
  readonly detail: string;
}

export function Audit({ changed }: { readonly changed: Signal<number> }) {
  const entries = useSignal<readonly Entry[]>([]);
  const next = useSignal<number | null>(null);
  const time = new Intl.DateTimeFormat(lang, { dateStyle: "short", timeStyle: "short" });

  async function load(before: number | null): Promise<void> {
    const page = await call<{ audit: readonly Entry[]; next: number | null }>("GET", "/admin/audit", { query: { before } }).catch(() => null);
    if (page) [entries.value, next.value] = [before === null ? page.audit : [...entries.value, ...page.audit], page.next];
  }
  useEffect(() => void load(null), [changed.value]);

  return (
    <section class="card" aria-labelledby="audit-title">
      <div class="card-head">
        <h2 id="audit-title">{text.audit}</h2>
      </div>
      {entries.value.length === 0 && <p class="pad soft">{text.auditNone}</p>}
      <ol class="rows" id="audit">
        {entries.value.map((entry) => (
          <li key={entry.id}>
            <span class="row-text">
              <span>
                <b>{entry.who}</b>: {entry.what} {entry.whom}
                {entry.detail && ` (${entry.detail})`}
              </span>
              <span class="small soft">{time.format(entry.at)}</span>
            </span>
          </li>
        ))}
      </ol>
      {next.value !== null && (
        <p class="pad">
          <button type="button" class="btn" onClick={() => void load(next.value)}>
            {text.more}
          </button>
        </p>
      )}
    </section>
  );
}
