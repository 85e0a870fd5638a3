/** "Your moves": the list that makes every game playable, by anybody and any
 *  program. Buttons are moves (sent at once), steps (the next choices) or asides
 *  (never needed). While it may not be used it is busy. */
import { useSignal } from "@preact/signals";
import type { Form, LegalMove } from "../wire/hall";
import { commonWords, level, type ListMove, type ListStep } from "./picks";
import type { GameModule } from "./game";
import { Guide } from "./guide";
import { Icon } from "./more-icons";
import { t } from "./lang";
import type { TableStore } from "./store";
import { FormPanel } from "./forms";

interface Opened {
  readonly seq: number;
  readonly path: readonly ListStep[];
  readonly form: Form | null;
}

const CLOSED: Opened = { seq: -1, path: [], form: null };

export function focusMoves(): void {
  document.getElementById("moves-title")?.focus();
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A group by what its moves have in common; where that says nothing, by its first and last. */
function rangeOf({ moves }: ListStep): string {
  return capital(t.table.moreOf(moves[0]?.words ?? "", moves.at(-1)?.words ?? ""));
}

/** Names of a level's entries, all different. */
function named(entries: readonly (ListMove | ListStep)[], nameStep: (step: ListStep) => string | null): readonly string[] {
  const short = entries.map((entry) => {
    if (entry.kind === "move") return entry.words;
    const common = commonWords(entry.moves.map((one) => one.words));
    return capital(nameStep(entry) || (common ? common + "..." : rangeOf(entry)));
  });
  const seen = new Map<string, number>();
  return entries.map((entry, i) => {
    const alike = short.filter((one) => one === short[i]).length > 1;
    const name = entry.kind === "step" && alike ? rangeOf(entry) : (short[i] ?? "");
    const before = seen.get(name) ?? 0;
    seen.set(name, before + 1);
    return before === 0 ? name : `${name} (${before + 1})`;
  });
}

interface ChooseProps {
  readonly store: TableStore;
  readonly game: GameModule | null;
}

interface MovesProps extends ChooseProps {
  /** False: the game's own words are still being loaded, and names would change under somebody's hand. */
  readonly ready: boolean;
}

export function Moves({ store, game, ready }: MovesProps) {
  const opened = useSignal<Opened>(CLOSED);
  const legal = store.legal.value;
  const view = store.view.value;
  const pending = store.pending.value;
  const state = opened.value.seq === (legal?.seq ?? -1) ? opened.value : CLOSED;

  return (
    <section class="panel" id="moves" aria-labelledby="moves-title">
      {game?.guide && store.info.value && store.phase.value === "running" && <Guide key={store.info.value.game} game={store.info.value.game} remarks={game.guide} view={view} seat={store.seat.value} mine={store.mine.value} />}
      <div class="panel-title">
        <h2 id="moves-title" tabindex={-1}>
          {t.table.moves}
        </h2>
        {store.mine.value && game && <span class="small soft">{t.table.orBoard}</span>}
      </div>
      <ListState store={store} />
      {state.form && legal && view ? (
        <>
          <FormPanel
            form={state.form}
            view={view}
            own={game?.forms?.[state.form.name]}
            busy={store.busy.value}
            send={(move) => {
              store.send(move);
              focusMoves();
            }}
            close={() => {
              opened.value = { ...state, form: null };
              focusMoves();
            }}
          />
          <ul id="moves-list" role="list" aria-busy="true" hidden />
        </>
      ) : (
        <List
          store={store}
          game={game}
          ready={ready}
          path={state.path}
          pending={pending?.move ?? null}
          open={(path, form) => {
            opened.value = { seq: legal?.seq ?? -1, path, form };
            focusMoves();
          }}
        />
      )}
    </section>
  );
}

/** Why there is no list. */
function ListState({ store }: { readonly store: TableStore }) {
  const text =
    store.phase.value !== "running" ? t.table.gameOver : store.seat.value === null ? t.table.noSeat : !store.mine.value ? t.table.noMoves : "";
  return text ? <p class="small soft">{text}</p> : null;
}

interface ListProps extends MovesProps {
  readonly path: readonly ListStep[];
  readonly pending: string | null;
  readonly open: (path: readonly ListStep[], form: Form | null) => void;
}

function List({ store, game, ready, path, pending, open }: ListProps) {
  const legal = store.mine.value ? store.legal.value : null;
  const view = store.view.value;
  // The server's words as they are, for programs; the style sheet writes the first letter large.
  const words = (one: LegalMove): string => (legal && view && game?.words.move?.(one, view, legal.seat)) || one.words;
  const foreign = !game?.words.move;
  const all: readonly ListMove[] = (legal?.moves ?? []).map((one) => ({ kind: "move", move: one.move, words: words(one) }));
  const last = path.at(-1);
  const entries = level(last ? last.moves : all, depthOf(path));
  const names = named(entries, (step) => (view ? (game?.words.step?.(step.moves, view, depthOf(path)) ?? null) : null));
  const busy = store.busy.value || (store.mine.value && !ready);

  function press(entry: ListMove | ListStep): void {
    if (busy) return;
    if (entry.kind === "step") open([...path, entry], null);
    else {
      store.send(entry.move, capital(entry.words));
      focusMoves();
    }
  }

  return (
    <ul class="moves" id="moves-list" role="list" aria-busy={busy ? "true" : "false"}>
      {entries.map((entry, i) => (
        <li key={entry.kind === "move" ? entry.move : entry.prefix + "..."}>
          <button
            type="button"
            class="move"
            lang={foreign ? "en" : undefined}
            data-kind={entry.kind}
            data-move={entry.kind === "move" ? entry.move : undefined}
            data-pending={entry.kind === "move" && entry.move === pending ? "" : undefined}
            aria-disabled={busy ? "true" : undefined}
            onClick={() => press(entry)}
          >
            <span>{names[i]}</span>
            {entry.kind === "step" && <small aria-hidden="true">{t.table.places(entry.moves.length)}</small>}
          </button>
        </li>
      ))}
      {path.length > 0 && (
        <li key="back">
          <button type="button" class="move" data-kind="aside" id="moves-back" onClick={() => open(path.slice(0, -1), null)}>
            <Icon name="back" />
            <span>{t.back}</span>
          </button>
        </li>
      )}
      {path.length === 0 &&
        (legal?.forms ?? []).map((form, _, forms) => (
          <li key={"form " + form.name}>
            <button type="button" class="move" data-kind="aside" aria-disabled={busy ? "true" : undefined} onClick={() => !busy && open(path, form)}>
              <Icon name="hand" />
              <span>{forms.length === 1 ? t.table.byHand : t.table.byHandOf(form.name)}</span>
            </button>
          </li>
        ))}
    </ul>
  );
}

/** How many words of the moves' texts the path has used. */
function depthOf(path: readonly ListStep[]): number {
  const prefix = path.at(-1)?.prefix;
  return !prefix ? 0 : prefix.startsWith("page ") ? Math.max(0, path.length - 1) : prefix.split(" ").length;
}

/* ---- several moves that share all picks --------------------------------- */

export function Choose({ store, game }: ChooseProps) {
  const picks = store.picks.value;
  const full = store.candidates.value.filter((one) => one.places.length === picks.length);
  const view = store.view.value;
  if (picks.length === 0 || full.length === 0 || store.pending.value) return null;
  const seat = store.seat.value ?? 0;
  return (
    <div class="card pad choose" id="choose" role="group" aria-label={t.table.choose}>
      <div class="bar">
        {full.map((one, i) => {
          const name = capital((view && game?.words.move?.({ move: one.move, words: one.words || one.move }, view, seat)) || one.words || one.move);
          const drawn = view && game?.choice?.(one.move, view);
          return (
            <button key={one.move} type="button" class="btn" aria-label={drawn ? name : undefined} autofocus={i === 0} onClick={() => store.send(one.move, one.words)}>
              {drawn ?? name}
            </button>
          );
        })}
        <button type="button" class="btn btn-quiet" onClick={() => store.back()}>
          <Icon name="back" />
          {t.back}
        </button>
      </div>
    </div>
  );
}
