/** Players with their flags, found by name; addresses; who is connected now. */
import { type Signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { call } from "../../kit/api";
import { lang, say } from "../../kit/lang";
import { admin } from "../../messages/admin";
import { type Act, sanction, type Whom } from "./acts";

const text = say(admin);

interface Sanctioned {
  readonly banned: boolean;
  readonly muted: boolean;
}

interface Player extends Sanctioned {
  readonly name: string;
  readonly guest: boolean;
  readonly admin: boolean;
  readonly created_at: number;
  readonly connections: number;
}

interface Connection {
  readonly id: number;
  readonly address: string;
  readonly name: string | null;
  readonly opened_at: number;
  readonly tables: readonly number[];
}

export interface Sanctions {
  readonly players: readonly (Sanctioned & { readonly name: string })[];
  readonly addresses: readonly (Sanctioned & { readonly address: string })[];
}

interface Page<Item, Next> {
  readonly items: readonly Item[];
  readonly next: Next | null;
}

/** Buttons that take something from somebody, or give it back. */
function Acts({ of, kind, whom, done }: { readonly of: Sanctioned; readonly kind: Whom; readonly whom: string; readonly done: () => void }) {
  const button = (act: Act, on: boolean, word: string) => (
    <button type="button" class={"btn " + (on ? "" : "btn-quiet")} data-act={act} aria-label={text.of(word, whom)} onClick={() => void sanction(act, kind, whom, on).then((made) => made && done())}>
      {word}
    </button>
  );
  return (
    <span class="bar">
      {button("mute", !of.muted, of.muted ? text.unmute : text.mute)}
      {button("ban", !of.banned, of.banned ? text.unban : text.ban)}
    </span>
  );
}

function Flags({ of }: { readonly of: Sanctioned & Partial<Player> }) {
  return (
    <>
      {of.admin && <span class="badge">{text.operator}</span>}
      {of.guest && <span class="badge">{text.guest}</span>}
      {of.banned && <span class="badge badge-bad">{text.banned}</span>}
      {of.muted && <span class="badge badge-warn">{text.muted}</span>}
      {!!of.connections && <span class="badge badge-good">{text.online}</span>}
    </>
  );
}

function More({ next, load }: { readonly next: unknown; readonly load: () => void }) {
  if (next === null) return null;
  return (
    <p class="pad">
      <button type="button" class="btn" onClick={load}>
        {text.next}
      </button>
    </p>
  );
}

export function Players({ changed, done }: { readonly changed: Signal<number>; readonly done: () => void }) {
  const find = useSignal("");
  const guests = useSignal(false);
  const page = useSignal<Page<Player, string> | null>(null);
  const date = new Intl.DateTimeFormat(lang, { dateStyle: "medium" });

  async function load(after: string | null): Promise<void> {
    const asked = [find.value, guests.value].join();
    const said = await call<{ players: readonly Player[]; next: string | null }>("GET", "/admin/players", { query: { find: find.value, guests: guests.value, after } }).catch(() => null);
    // Another letter may have been typed meanwhile.
    if (said && asked === [find.value, guests.value].join()) page.value = { items: after === null ? said.players : [...(page.value?.items ?? []), ...said.players], next: said.next };
  }
  useEffect(() => void load(null), [find.value, guests.value, changed.value]);

  return (
    <section class="card" aria-labelledby="players-title">
      <div class="card-head">
        <h2 id="players-title">{text.players}</h2>
      </div>
      <form class="pad stack" onSubmit={(event) => event.preventDefault()}>
        <div class="field">
          <label for="find">{text.find}</label>
          <input class="input" id="find" type="search" maxlength={40} value={find.value} onInput={(event) => (find.value = event.currentTarget.value)} />
        </div>
        <label class="check">
          <input type="checkbox" id="guests" checked={guests.value} onChange={(event) => (guests.value = event.currentTarget.checked)} />
          {text.guests}
        </label>
      </form>
      {page.value?.items.length === 0 && <p class="pad soft">{text.nobody}</p>}
      <ul class="rows" id="players" aria-busy={!page.value}>
        {page.value?.items.map((player) => (
          <li key={player.name} data-name={player.name}>
            <span class="row-text">
              <span class="bar">
                <a class="row-link" href={`/player/${encodeURIComponent(player.name)}`}>
                  <b>{player.name}</b>
                </a>
                <Flags of={player} />
              </span>
              <span class="small soft">{text.since(date.format(player.created_at))}</span>
            </span>
            {!player.admin && <Acts of={player} kind="players" whom={player.name} done={done} />}
          </li>
        ))}
      </ul>
      <More next={page.value?.next ?? null} load={() => void load(page.value?.next ?? null)} />
    </section>
  );
}

export function Connections({ changed, done }: { readonly changed: Signal<number>; readonly done: () => void }) {
  const page = useSignal<Page<Connection, number> | null>(null);
  const time = new Intl.DateTimeFormat(lang, { timeStyle: "short" });

  async function load(before: number | null): Promise<void> {
    const said = await call<{ connections: readonly Connection[]; next: number | null }>("GET", "/admin/connections", { query: { before } }).catch(() => null);
    if (said) page.value = { items: before === null ? said.connections : [...(page.value?.items ?? []), ...said.connections], next: said.next };
  }
  useEffect(() => void load(null), [changed.value]);

  return (
    <section class="card" aria-labelledby="connections-title">
      <div class="card-head">
        <h2 id="connections-title">{text.open}</h2>
        <button type="button" class="btn btn-quiet" id="connections-again" onClick={() => void load(null)}>
          {text.again}
        </button>
      </div>
      {page.value?.items.length === 0 && <p class="pad soft">{text.nobody}</p>}
      <ul class="rows" id="connections">
        {page.value?.items.map((one) => (
          <li key={one.id} data-address={one.address}>
            <span class="row-text">
              <b>{one.name ?? text.stranger}</b>
              <span class="small soft">
                {one.address}, {text.from(time.format(one.opened_at))}
                {one.tables.map((table) => (
                  <>
                    {", "}
                    <a key={table} href={`/table/${table}`}>
                      {text.tableOf(table)}
                    </a>
                  </>
                ))}
              </span>
            </span>
            <button type="button" class="btn btn-quiet" aria-label={text.of(text.lock, one.address)} onClick={() => void sanction("ban", "addresses", one.address, true).then((made) => made && done())}>
              {text.lock}
            </button>
          </li>
        ))}
      </ul>
      <More next={page.value?.next ?? null} load={() => void load(page.value?.next ?? null)} />
    </section>
  );
}

export function Banned({ sanctions, done }: { readonly sanctions: Sanctions | null; readonly done: () => void }) {
  const address = useSignal("");
  const whom = address.value.trim();
  const all = [...(sanctions?.players ?? []).map((one) => ({ ...one, kind: "players" as const })), ...(sanctions?.addresses ?? []).map((one) => ({ ...one, name: one.address, kind: "addresses" as const }))];
  const run = (act: Act) => void sanction(act, "addresses", whom, true).then((made) => made && done());
  return (
    <section class="card" aria-labelledby="sanctions-title">
      <div class="card-head">
        <h2 id="sanctions-title">{text.sanctions}</h2>
      </div>
      {all.length === 0 && <p class="pad soft">{text.none}</p>}
      <ul class="rows" id="sanctions">
        {all.map((one) => (
          <li key={one.kind + one.name} data-name={one.name}>
            <span class="row-text">
              <span class="bar">
                <b>{one.name}</b>
                <Flags of={one} />
              </span>
            </span>
            <Acts of={one} kind={one.kind} whom={one.name} done={done} />
          </li>
        ))}
      </ul>
      <form class="pad stack" onSubmit={(event) => event.preventDefault()}>
        <div class="field">
          <label for="address">{text.address}</label>
          <input class="input" id="address" value={address.value} onInput={(event) => (address.value = event.currentTarget.value)} />
        </div>
        <div class="bar">
          <button type="button" class="btn btn-bad" id="ban" disabled={!whom} onClick={() => run("ban")}>
            {text.lock}
          </button>
          <button type="button" class="btn" id="mute" disabled={!whom} onClick={() => run("mute")}>
            {text.mute}
          </button>
        </div>
      </form>
    </section>
  );
}
