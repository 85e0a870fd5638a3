/** Cards: gods to select and to choose, who begins, whose god is whose, and
 *  what is forbidden at the moment. */
import { useSignal } from "@preact/signals";
import { Plain } from "../../kit/forms";
import type { BoardProps, FormProps } from "../../kit/game";
import { listed, say, t } from "../../kit/lang";
import type { Form } from "../../wire/hall";
import type { Board, View } from "../../wire/made/santorini";
import { Worker } from "./board";
import { emblems } from "./drawings";
import { godText, godName, texts } from "./texts";

type Props = BoardProps<View, Board>;

export function Emblem({ god }: { readonly god: string }) {
  return <svg viewBox="0 0 48 48" aria-hidden="true" dangerouslySetInnerHTML={{ __html: emblems[god] ?? "" }} />;
}

function Face({ god }: { readonly god: string }) {
  return (
    <>
      <Emblem god={god} />
      <b>{godName(god)}</b>
      <span>{godText(god)}</span>
    </>
  );
}

/* ---- select: as many as there are players -------------------------------- */

interface SelectProps {
  readonly form: Form & { readonly kind: "choose" };
  readonly busy: boolean;
  readonly send: (move: string) => void;
}

function Select({ form, busy, send }: SelectProps) {
  const words = say(texts);
  const chosen = useSignal<readonly number[]>([]);
  const full = chosen.value.length === form.n;
  const nameOf = (value: number) => godName(form.of.find((one) => one.value === value)?.name ?? "");

  function toggle(value: number): void {
    if (chosen.value.includes(value)) chosen.value = chosen.value.filter((one) => one !== value);
    else chosen.value = [...chosen.value, value].slice(-form.n); // one too many: the first goes
  }

  return (
    <form
      class="sa-setup"
      aria-label={words.select(form.n)}
      onSubmit={(event) => {
        event.preventDefault();
        if (full && !busy) send([form.move, ...[...chosen.value].sort((a, b) => a - b)].join(" "));
      }}
    >
      <div class="sa-bar">
        <p class="grow" role="status">
          {words.chosen(chosen.value.length, form.n)}
          {chosen.value.length > 0 && ": " + listed(chosen.value.map(nameOf))}
        </p>
        <button class="btn btn-main" disabled={!full || busy}>
          {words.playWith}
        </button>
      </div>
      <ul class="sa-cards">
        {form.of.map((one) => (
          <li key={one.value}>
            <button type="button" class="sa-card" aria-pressed={chosen.value.includes(one.value) ? "true" : "false"} onClick={() => toggle(one.value)}>
              <Face god={one.name} />
            </button>
          </li>
        ))}
      </ul>
    </form>
  );
}

/** "By hand..." of the list: the cards stand below the board anyway, so these are plain numbers. */
export function Gods({ form, send, close }: FormProps<View>) {
  if (form.kind !== "choose") return null;
  return <Plain form={{ ...form, of: form.of.map((one) => ({ ...one, name: godName(one.name) })) }} send={send} close={close} />;
}

/* ---- below the board: what is decided without it -------------------------- */

export function Below(props: Props) {
  const { view, seats, forms, moves, pending } = props;
  const words = say(texts);
  const busy = pending !== null;
  const gods = forms.find((form) => form.kind === "choose");

  if (view.phase === "select" && gods?.kind === "choose")
    return (
      <div class="sa-below">
        <Select form={gods} busy={busy} send={props.send} />
      </div>
    );

  if (view.phase === "choose" || view.phase === "select") {
    const mine = moves.filter((one) => one.move.startsWith("choose "));
    return (
      <ul class="sa-below sa-cards sa-setup">
        {view.offered.map((god) => {
          const move = mine.find((one) => one.words.endsWith(" " + god));
          return (
            <li key={god}>
              {move ? (
                <button type="button" class="sa-card" aria-disabled={busy ? "true" : undefined} onClick={() => !busy && props.send(move.move)}>
                  <Face god={god} />
                </button>
              ) : (
                <div class="sa-card">
                  <Face god={god} />
                </div>
              )}
            </li>
          );
        })}
      </ul>
    );
  }

  if (view.phase === "first" && moves.length > 0)
    return (
      <div class="sa-below sa-names" role="group" aria-label={words.whoBegins}>
        {moves.map(({ move }) => {
          const seat = Number(move.split(" ")[1]);
          return (
            <button key={move} type="button" class="btn" onClick={() => !busy && props.send(move)}>
              <svg viewBox="-30 -60 60 76" aria-hidden="true">
                <Worker seat={seat} />
              </svg>
              {seat === props.seat ? words.iBegin : words.begins(seats[seat]?.name || words.label.seat(seat + 1))}
            </button>
          );
        })}
      </div>
    );

  const pass = moves.find((one) => one.move === "pass");
  if (!pass) return null;
  return (
    <div class="sa-below sa-pass">
      <button type="button" class="btn btn-main" id="pass" aria-disabled={busy ? "true" : undefined} onClick={() => !busy && props.send(pass.move)}>
        {words.pass}
      </button>
    </div>
  );
}

/* ---- beside: whose god is whose ------------------------------------------ */

function Bans({ view }: { readonly view: View }) {
  const words = say(texts);
  if (view.phase !== "play" || view.bans_now.length === 0) return null;
  return (
    <ul class="sa-bans" aria-label={words.forbidden}>
      {view.bans_now.map((one) => (
        <li key={one.ban + one.seat} class="sa-ban">
          <Emblem god={one.god} />
          {words.bans[one.ban]} ({godName(one.god)})
        </li>
      ))}
    </ul>
  );
}

export function Beside({ view, seat: mine, seats }: Props) {
  const words = say(texts);
  if (!view.players.some((player) => player.god !== null && player.god !== "Mortal")) return null;
  return (
    <div class="sa-beside">
      <Bans view={view} />
      <ul class="sa-cards" aria-label={words.gods}>
        {view.players.map(
          (player, seat) =>
            player.god && (
              <li key={seat} class={player.out ? "sa-card sa-off" : "sa-card"}>
                <Face god={player.god} />
                <i class={`sa-owner sa-seat${seat + 1}`}>
                  {seat === mine ? t.you : seats[seat]?.name || words.label.seat(seat + 1)}
                  {player.out && ": " + words.out}
                </i>
              </li>
            ),
        )}
      </ul>
    </div>
  );
}
