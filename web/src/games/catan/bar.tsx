/** Below the board: what is asked now, the own hand, and the build bar. On
 *  phones it stays at the lower edge of the screen. */
import { useSignal } from "@preact/signals";
import { Ask } from "./ask";
import type { Props } from "./board";
import { choose, modeOf } from "./mode";
import { cards, resources, type Card, type Purchase, type Resource } from "./picks";
import { Bundle, CardFace, cardSign, Die, needSymbols, Picture } from "./pieces";
import { bundle, some, text } from "./texts";
import { TradeDialog } from "./trade";

const purchases: readonly Purchase[] = ["road", "settlement", "city", "card"];

/* ---- the hand ---------------------------------------------------------------- */

function Hand({ props }: { readonly props: Props }) {
  const { view, seat, moves, pending } = props;
  const player = seat === null ? undefined : view.players[seat];
  if (!player?.hand || !player.development) return null;
  const { hand, development, boughtThisTurn } = player;

  function whyNot(card: Card): string {
    if (card === "victoryPoint") return text.hidden;
    if (view.turn !== seat || view.state !== "playing") return text.later;
    if ((boughtThisTurn?.[card] ?? 0) >= (development?.[card] ?? 0)) return text.fresh;
    return view.usedCard ? text.oneCard : text.later;
  }

  return (
    <div class="ca-hand">
      <ul class="ca-cards" aria-label={text.hand}>
        {resources.map((resource) => (
          <li key={resource} class={hand[resource] ? "" : "ca-none"} aria-label={`${text.resource[resource]}: ${hand[resource]}`}>
            <CardFace kind={resource} sign={"r-" + resource} count={hand[resource]} />
          </li>
        ))}
      </ul>
      {cards.some((card) => development[card] > 0) && (
        <ul class="ca-cards" aria-label={text.developments}>
          {cards
            .filter((card) => development[card] > 0)
            .map((card) => {
              const move = `use ${cards.indexOf(card)}`;
              const playable = moves.some((one) => one.move === move);
              const name = `${text.card[card]}: ${development[card]}`;
              return (
                <li key={card}>
                  <button
                    type="button"
                    class="ca-dev"
                    title={text.cardText[card] + (playable ? "" : ` (${whyNot(card)})`)}
                    aria-label={playable ? text.play(text.card[card]) : `${name}, ${whyNot(card)}`}
                    aria-disabled={playable && !pending ? undefined : "true"}
                    onClick={() => playable && !pending && props.send(move)}
                  >
                    <CardFace kind="dev" sign={cardSign[card]} count={development[card]} />
                  </button>
                </li>
              );
            })}
        </ul>
      )}
    </div>
  );
}

/* ---- the build bar ------------------------------------------------------------- */

interface ActProps {
  readonly id: string;
  readonly name: string;
  readonly short: string;
  readonly picture: preact.ComponentChildren;
  readonly more?: preact.ComponentChildren;
  /** Why it cannot be pressed; "" if it can. */
  readonly why: string;
  /** Behind the name, for those who do not see the picture of it. */
  readonly label?: string;
  readonly pressed?: boolean;
  readonly main?: boolean;
  readonly press: (byKey: boolean) => void;
}

function Act({ id, name, short, picture, more, why, label, pressed, main, press }: ActProps) {
  return (
    <button
      type="button"
      id={id}
      class={"ca-act" + (main ? " ca-main" : "")}
      aria-pressed={pressed === undefined ? undefined : pressed ? "true" : "false"}
      aria-disabled={why ? "true" : undefined}
      aria-description={why.trim() || undefined}
      onClick={(event) => press(event.detail === 0)}
    >
      {picture}
      <b>
        <span class="ca-long">{name}</span>
        <span class="ca-short">{short}</span>
      </b>
      {label && <span class="vh">, {label}</span>}
      {more}
    </button>
  );
}

function reasonOf({ view }: Props, what: Purchase): string {
  const can = view.can?.[what];
  if (!can) return " "; // not now: no reason needs to be read
  if (can.ok) return "";
  if (can.why === "place") return text.noPlace;
  return can.why === "supply" ? text.noSupply : text.missing(bundle(can.missing));
}

/** What it costs, or what is missing. */
function Price({ props, what }: { readonly props: Props; readonly what: Purchase }) {
  const can = props.view.can?.[what];
  if (!can || can.ok) return <Bundle of={some(props.board?.prices[what] ?? {})} />;
  return <span class="ca-why" aria-hidden="true">{can.why === "cards" ? <>{text.lack} <Bundle of={some(can.missing)} /></> : reasonOf(props, what)}</span>;
}

interface Told {
  readonly text: string;
  /** What a trade could bring. */
  readonly missing?: Readonly<Partial<Record<Resource, number>>>;
}

function Buys({ props, tell }: { readonly props: Props; readonly tell: (told: Told) => void }) {
  const { view, board, moves, seat } = props;
  const now = modeOf(view);

  function press(what: Purchase, byKey: boolean): void {
    const why = reasonOf(props, what);
    const can = view.can?.[what];
    if (why) return tell({ text: why.trim() && `${text.buy[what]}: ${why}`, missing: can?.why === "cards" ? can.missing : undefined });
    tell({ text: "" });
    if (what === "card") {
      if (moves.some((one) => one.move === "buycard")) props.send("buycard");
      return;
    }
    choose(now === what ? null : what, view);
    // Who came by key goes on by key.
    if (byKey && now !== what) requestAnimationFrame(() => document.querySelector<HTMLElement>("#board [data-legal]")?.focus());
  }

  return (
    <>
      {purchases.map((what) => (
        <Act
          key={what}
          id={"buy-" + what}
          name={text.buy[what]}
          short={text.short[what]}
          label={text.price(bundle(board?.prices[what] ?? {}))}
          picture={<Picture name={what === "card" ? "card-back" : what} class={`ca-s${(seat ?? 0) + 1}`} />}
          more={<Price props={props} what={what} />}
          why={reasonOf(props, what)}
          pressed={what === "card" ? undefined : now === what}
          press={(byKey) => press(what, byKey)}
        />
      ))}
    </>
  );
}

/* ---- all of it ------------------------------------------------------------------ */

export function Below(props: Props) {
  const { view, seat, moves, forms, pending } = props;
  const trading = useSignal<readonly number[] | null>(null);
  const told = useSignal<{ readonly seq: number } & Told>({ seq: -1, text: "" });
  needSymbols();
  const player = seat === null ? undefined : view.players[seat];
  const offer = forms.find((form) => form.kind === "trade");
  const has = (move: string) => moves.some((one) => one.move === move);
  const go = (move: string) => has(move) && !pending && props.send(move);
  const banks = moves.some((one) => one.move.startsWith("bank "));
  const mayTrade = view.state === "playing" && view.turn === seat && (offer !== undefined || banks);
  const reason: Told = told.value.seq === props.seq ? told.value : { text: "" };
  const wanted = reason.missing && mayTrade && offer ? resources.map((resource) => reason.missing?.[resource] ?? 0) : null;

  return (
    <div class="ca-below" data-seated={player ? "" : undefined}>
      <p class="vh">
        {text.bank}: {bundle(view.bank)}; {text.deck(view.deck)}
      </p>
      <Ask props={props} change={(numbers) => (trading.value = numbers)} />
      {player && props.live && (
        <section class="ca-bar" aria-label={text.bar}>
          <Hand props={props} />
          <div class="ca-acts">
            {view.state === "roll" && view.turn === seat ? (
              <Act
                id="roll"
                name={text.roll}
                short={text.roll}
                main
                picture={
                  <span class="ca-two-dice">
                    <Die shows={5} />
                    <Die shows={3} rust />
                  </span>
                }
                why={has("roll") && !pending ? "" : " "}
                press={() => go("roll")}
              />
            ) : (
              <>
                <Buys props={props} tell={(said) => (told.value = { seq: props.seq, ...said })} />
                <Act id="trade" name={text.trade} short={text.trade} picture={<Picture name="i-trade" />} why={mayTrade ? "" : " "} press={() => mayTrade && (trading.value = [])} />
                <Act id="end-turn" name={text.end} short={text.endShort} main={has("end")} picture={<Picture name="i-end" />} why={has("end") && !pending ? "" : " "} press={() => go("end")} />
              </>
            )}
          </div>
          <div class="ca-told" role="status">
            <span>{reason.text}</span>
            {wanted && (
              <button type="button" class="btn btn-quiet" onClick={() => (trading.value = [...resources.map(() => 0), ...wanted])}>
                {text.tradeFor}
              </button>
            )}
          </div>
        </section>
      )}
      {trading.value && mayTrade && (
        <TradeDialog
          form={offer}
          moves={moves}
          first={trading.value}
          busy={pending !== null}
          send={(move) => {
            trading.value = null;
            props.send(move);
          }}
          close={() => (trading.value = null)}
        />
      )}
    </div>
  );
}
