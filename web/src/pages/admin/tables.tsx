/** The latest tables: looked at, closed, their chat cleaned. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { call } from "../../kit/api";
import { confirm, Dialog } from "../../kit/dialog";
import { titleOf } from "../../kit/hall";
import { say } from "../../kit/lang";
import { admin } from "../../messages/admin";
import type { Summary, TableEvent } from "../../wire/hall";
import { attempt } from "./acts";

const text = say(admin);

const nameOf = (table: Summary) => `${titleOf(table.game)} ${table.id}`;
const isOpen = (table: Summary) => table.phase === "waiting" || table.phase === "running";

function Chat({ table, close, done }: { readonly table: Summary; readonly close: () => void; readonly done: () => void }) {
  const lines = useSignal<readonly (TableEvent & { readonly text?: string; readonly name?: string; readonly removed?: boolean })[] | null>(null);

  async function load(): Promise<void> {
    const found: TableEvent[] = [];
    let from: number | null = 0;
    while (from !== null) {
      const page: { events: readonly TableEvent[]; next: number | null } = await call("GET", `/tables/${table.id}/journal`, { query: { from, limit: 500 } });
      found.push(...page.events.filter((event) => event.kind === "chat"));
      from = page.next;
    }
    lines.value = found;
  }
  useEffect(() => {
    load().catch(() => (lines.value = []));
  }, []);

  return (
    <Dialog id="chat-dialog" title={text.chatOf(nameOf(table))} onClose={close}>
      {lines.value?.filter((line) => !line.removed).length === 0 && <p class="soft">{text.noChat}</p>}
      <ul class="rows">
        {lines.value
          ?.filter((line) => !line.removed)
          .map((line) => (
            <li key={line.seq}>
              <span class="row-text">
                <b>{line.name}</b>
                <span>{line.text}</span>
              </span>
              <button
                type="button"
                class="btn btn-bad"
                data-seq={line.seq}
                aria-label={text.removeOf(line.text ?? "")}
                onClick={() => void attempt(() => call("DELETE", `/admin/tables/${table.id}/chat/${line.seq}`), text.removed).then(() => load()).then(done)}
              >
                {text.remove}
              </button>
            </li>
          ))}
      </ul>
    </Dialog>
  );
}

export function Tables({ tables, reload }: { readonly tables: readonly Summary[]; readonly reload: () => void }) {
  const chat = useSignal<Summary | null>(null);
  async function close(table: Summary): Promise<void> {
    if (!(await confirm(text.closeAsk(nameOf(table))))) return;
    await attempt(() => call("POST", `/admin/tables/${table.id}/close`, { body: {} }), text.closed(nameOf(table)));
    reload();
  }
  return (
    <section class="card" aria-labelledby="tables-title">
      <div class="card-head">
        <h2 id="tables-title">{text.tables}</h2>
        <span class="badge">{text.openTables(tables.filter(isOpen).length)}</span>
      </div>
      {tables.length === 0 && <p class="pad soft">{text.noTables}</p>}
      <ul class="rows">
        {tables.map((table) => (
          <li key={table.id} data-table={table.id} data-phase={table.phase}>
            <span class="row-text">
              <a class="row-link" href={`/table/${table.id}`}>
                <b>{nameOf(table)}</b>
              </a>
              <span class="small soft">
                {text.phases[table.phase]}: {table.seats.map((seat) => seat.name || "-").join(", ")}
              </span>
            </span>
            <span class="bar">
              <button type="button" class="btn btn-quiet" data-act="chat" aria-label={text.chatOf(nameOf(table))} onClick={() => (chat.value = table)}>
                {text.chat}
              </button>
              {isOpen(table) && (
                <button type="button" class="btn btn-quiet" data-act="close" aria-label={text.closeOf(nameOf(table))} onClick={() => void close(table)}>
                  {text.close}
                </button>
              )}
            </span>
          </li>
        ))}
      </ul>
      {chat.value && <Chat table={chat.value} close={() => (chat.value = null)} done={reload} />}
    </section>
  );
}
