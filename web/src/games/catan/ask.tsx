/** What the game asks beside the board: an open offer and its answers, whom to
 *  rob, which cards to give or take. Never modal: the list stays in reach. */
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import type { Props } from "./board";
import { resources, type Resource } from "./picks";
import { Bundle, CardFace, Face, Picture } from "./pieces";
import { bundle, some, text } from "./texts";
import { Discard } from "./trade";

function Panel({ title, children, id }: { readonly title: ComponentChildren; readonly children?: ComponentChildren; readonly id: string }) {
  return (
    <section class="ca-ask" id={id} aria-labelledby={id + "-title"}>
      <h2 id={id + "-title"}>{title}</h2>
      {children}
    </section>
  );
}

function nameOf({ seats, seat: mine }: Props, seat: number): string {
  return seat === mine ? text.you : seats[seat]?.name || text.seat(seat + 1);
}

/* ---- trade -------------------------------------------------------------------- */

function Answer({ props, seat }: { readonly props: Props; readonly seat: number }) {
  const { view, moves, pending } = props;
  const trade = view.trade;
  if (!trade) return null;
  const joined = trade.partners.includes(seat);
  const said = joined ? text.yes : trade.declined.includes(seat) ? text.no : view.players[seat]?.active ? text.thinks : text.away;
  const move = `partner ${seat}`;
  return (
    <li data-answer={joined ? "yes" : trade.declined.includes(seat) ? "no" : "thinks"}>
      <Face seat={seat} />
      <span class="ca-answer">
        {nameOf(props, seat)}: <b>{said}</b>
      </span>
      {moves.some((one) => one.move === move) && (
        <button type="button" class="btn btn-main" disabled={pending !== null} onClick={() => props.send(move)}>
          {text.with(nameOf(props, seat))}
        </button>
      )}
    </li>
  );
}

function Trade({ props, change }: { readonly props: Props; readonly change: (numbers: readonly number[]) => void }) {
  const { view, seat, moves, pending } = props;
  const trade = view.trade;
  if (!trade) return null;
  const mine = view.turn === seat;
  const give = bundle(trade.offer);
  const get = bundle(trade.request);
  const has = (move: string) => moves.some((one) => one.move === move);
  const asked = seat !== null && !mine && has("decline");
  const hand = seat === null ? undefined : view.players[seat]?.hand;
  const lacking = hand ? Object.fromEntries(resources.map((resource) => [resource, Math.max(0, trade.request[resource] - hand[resource])])) : {};
  const answered = seat !== null && trade.partners.includes(seat) ? text.youYes : seat !== null && trade.declined.includes(seat) ? text.youNo : "";

  return (
    <Panel id="ca-offer" title={mine ? text.yourOffer(give, get) : text.offers(nameOf(props, view.turn), give, get)}>
      <div class="ca-offer-row">
        <div class="ca-deal" aria-hidden="true">
          <Face seat={view.turn} />
          <Bundle of={some(trade.offer)} />
          <Picture name="i-trade" />
          <Bundle of={some(trade.request)} />
        </div>
        {asked && (
          <span class="bar">
            <button type="button" class="btn btn-main" id="ca-accept" disabled={!has("join") || pending !== null} onClick={() => props.send("join")}>
              {text.accept}
            </button>
            <button type="button" class="btn" id="ca-decline" disabled={pending !== null} onClick={() => props.send("decline")}>
              {text.decline}
            </button>
            {!has("join") && <span class="small soft">{text.lacks(bundle(lacking))}</span>}
          </span>
        )}
        {mine && has("partner -1") && (
          <span class="bar">
            <button
              type="button"
              class="btn"
              disabled={pending !== null}
              onClick={() => {
                change([...resources.map((resource) => trade.offer[resource]), ...resources.map((resource) => trade.request[resource])]);
                props.send("partner -1");
              }}
            >
              {text.change}
            </button>
            <button type="button" class="btn" disabled={pending !== null} onClick={() => props.send("partner -1")}>
              {text.withdraw}
            </button>
          </span>
        )}
        {answered && <span class="soft">{answered}</span>}
      </div>
      <ul class="ca-answers" aria-label={text.answers}>
        {view.players.map((_, other) => other !== view.turn && other !== (mine ? -1 : seat) && <Answer key={other} props={props} seat={other} />)}
      </ul>
    </Panel>
  );
}

/* ---- robber, monopoly, plenty ---------------------------------------------------- */

function Steal({ props }: { readonly props: Props }) {
  const { view, moves, pending } = props;
  return (
    <Panel id="ca-steal" title={text.steal}>
      <div class="bar">
        {moves.map(({ move }) => {
          const seat = move === "spare" ? null : Number(move.split(" ")[1]);
          return (
            <button key={move} type="button" class="btn ca-victim" disabled={pending !== null} onClick={() => props.send(move)}>
              {seat !== null && <Face seat={seat} />}
              {seat === null ? text.spare : text.stealOf(nameOf(props, seat), view.players[seat]?.cards ?? 0)}
            </button>
          );
        })}
      </div>
    </Panel>
  );
}

interface KindsProps {
  readonly pick: (resource: Resource) => void;
  readonly may: (resource: Resource) => boolean;
  readonly chosen?: Resource | null;
}

/** The five signs as cards. */
function Kinds({ pick, may, chosen }: KindsProps) {
  return (
    <div class="ca-kinds">
      {resources.map((resource) => (
        <button key={resource} type="button" class="ca-dev" aria-label={text.resource[resource]} aria-pressed={chosen === undefined ? undefined : chosen === resource ? "true" : "false"} disabled={!may(resource)} onClick={() => pick(resource)}>
          <CardFace kind={resource} sign={"r-" + resource} />
          <span class="small" aria-hidden="true">
            {text.resource[resource]}
          </span>
        </button>
      ))}
    </div>
  );
}

function Monopoly({ props }: { readonly props: Props }) {
  return (
    <Panel id="ca-monopoly" title={text.monopoly}>
      <Kinds may={() => props.pending === null} pick={(resource) => props.send(`monopoly ${resources.indexOf(resource)}`)} />
    </Panel>
  );
}

/** Two picks; the second sends. */
function Plenty({ props }: { readonly props: Props }) {
  const first = useSignal<Resource | null>(null);
  const { moves, pending } = props;
  const index = (resource: Resource) => resources.indexOf(resource);
  const moveOf = (a: Resource, b: Resource) => `plenty ${Math.min(index(a), index(b))} ${Math.max(index(a), index(b))}`;
  const rest = moves.find((one) => one.move === "plenty");
  if (rest)
    return (
      <Panel id="ca-plenty" title={text.plenty}>
        <button type="button" class="btn btn-main" onClick={() => props.send(rest.move)}>
          {rest.words}
        </button>
      </Panel>
    );
  const has = (a: Resource, b: Resource) => moves.some((one) => one.move === moveOf(a, b));
  const may = (resource: Resource) => pending === null && (first.value ? first.value === resource || has(first.value, resource) : resources.some((other) => has(resource, other)));
  function pick(resource: Resource): void {
    if (first.value === null) first.value = resource;
    else if (has(first.value, resource)) props.send(moveOf(first.value, resource));
    else first.value = null;
  }
  return (
    <Panel id="ca-plenty" title={first.value ? `${text.plenty}: ${text.resource[first.value]} ${text.plentyTwo}...` : text.plenty}>
      <Kinds may={may} pick={pick} chosen={first.value} />
    </Panel>
  );
}

export function Ask({ props, change }: { readonly props: Props; readonly change: (numbers: readonly number[]) => void }) {
  const { view, seat, moves, forms } = props;
  const discard = forms.find((form) => form.kind === "counts");
  const mine = view.turn === seat && moves.length > 0;
  if (view.over) return null;
  if (discard?.kind === "counts" && seat !== null)
    return (
      <Panel id="ca-discard" title={text.discard(discard.total ?? 0)}>
        <Discard form={discard} busy={props.pending !== null} send={props.send} />
      </Panel>
    );
  if (view.trade) return <Trade props={props} change={change} />;
  if (mine && view.state === "steal") return <Steal props={props} />;
  if (mine && view.state === "monopoly") return <Monopoly props={props} />;
  return mine && view.state === "plenty" ? <Plenty props={props} /> : null;
}
