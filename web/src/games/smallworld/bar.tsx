/** Below the map: what one may do now that is no region. */
import { confirm } from "../../kit/dialog";
import type { BoardProps } from "../../kit/game";
import { Icon } from "../../kit/more-icons";
import { t } from "../../kit/lang";
import { focusMoves } from "../../kit/moves";
import type { Board, View } from "../../wire/made/smallworld";
import { campsLeft, change, deploying, type Draft, draftOf, evenly, formOf, left, moveOf, openDeploy, toBorders, type TokenForm, type Tool } from "./deploy";
import { Coin, Die, MarkerPicture, StackPicture } from "./pieces";
import { DRAGON, ENCHANT, regionId } from "./picks";
import { number, sourcesOf, text } from "./words";

type Props = BoardProps<View, Board>;

/** What was pressed is gone after it: the focus goes to the list. */
function sender({ send }: Props): (move: string) => void {
  return (move) => {
    send(move);
    focusMoves();
  };
}

/* ---- setting tokens ------------------------------------------------------------- */

export function toolsOf(form: TokenForm): readonly Tool[] {
  if (form.kind === "defend") return ["tokens"];
  return ["tokens", ...(form.encampments ? (["camp"] as const) : []), ...(form.fortress ? (["fortress"] as const) : []), ...(form.heroes ? (["hero"] as const) : [])];
}

function Tools({ form, draft }: { readonly form: TokenForm; readonly draft: Draft }) {
  const tools = toolsOf(form);
  if (tools.length < 2) return null;
  return (
    <div class="seg sw-seg" role="group" aria-label={text.tools}>
      {tools.map((tool) => (
        <button key={tool} type="button" class="btn btn-quiet" aria-pressed={draft.tool === tool ? "true" : "false"} onClick={() => change({ ...draft, tool })}>
          {tool !== "tokens" && <MarkerPicture marker={tool} size={24} />}
          {text.tool[tool]}
          {tool === "camp" && ` ${campsLeft(form, draft)}`}
        </button>
      ))}
    </div>
  );
}

function Setting({ form, props }: { readonly form: TokenForm; readonly props: Props }) {
  const { view, board } = props;
  const send = sender(props);
  const draft = draftOf(form, view);
  const made = moveOf(form, draft);
  const rest = left(form, draft);
  const owner = form.kind === "defend" ? view.defence?.seat : view.active;
  const race = owner === undefined ? undefined : view.players[owner]?.current?.race;
  const optional = view.stage !== "redeploy" && view.stage !== "defend";
  return (
    <>
      <span class="sw-hand">
        {race && owner !== undefined && <StackPicture seat={owner} race={race} tokens={Math.max(0, rest)} declined={false} size={44} />}
        <b>{rest === 0 ? text.all : text.left(rest)}</b>
      </span>
      <Tools form={form} draft={draft} />
      <button type="button" class="btn" onClick={() => change(evenly(form, draft))}>
        {text.evenly}
      </button>
      {board && (
        <button type="button" class="btn" onClick={() => change(toBorders(form, draft, board))}>
          {text.borders}
        </button>
      )}
      {optional && (
        <button type="button" class="btn btn-quiet" onClick={() => {
            openDeploy(null);
            focusMoves();
          }}
        >
          <Icon name="back" />
          {props.moves.some((one) => one.move.startsWith("conquer")) ? text.conquerOn : t.back}
        </button>
      )}
      <button type="button" class="btn btn-main" id="deploy-send" disabled={"why" in made} aria-describedby="deploy-why" onClick={() => "move" in made && send(made.move)}>
        {text.send}
      </button>
      <span class="small soft" id="deploy-why" role="status">
        {"why" in made ? made.why : ""}
      </span>
    </>
  );
}

/* ---- conquests, and the end of the turn ------------------------------------------- */

function Income({ view }: { readonly view: View }) {
  const { income } = view;
  if (!income) return null;
  return (
    <span class="sw-income">
      <Coin n={income.total} size={28} />
      <span class="small">
        <span class="sw-lead">{text.income}: </span>
        {sourcesOf(income).map(([source, n]) => `${source} ${n}`).join(" + ") || text.none}
      </span>
    </span>
  );
}

function Actions({ props }: { readonly props: Props }) {
  const { view, moves, picks, pick, back, forms, seats } = props;
  const send = sender(props);
  const has = (verb: string) => moves.find((one) => one.move.split(" ")[0] === verb);
  const form = formOf(forms);
  const mode = picks[0];
  const end = has("finish");
  const die = props.effects.find((effect) => effect.what === "die");
  const own = props.seat === null ? null : view.players[props.seat];

  const toggle = (id: typeof DRAGON, words: string, marker?: "dragon") => (
    <button type="button" id={id} class="btn" aria-pressed={mode === id ? "true" : "false"} data-legal="true" onClick={() => (mode === id ? back() : pick(id))}>
      {marker && <MarkerPicture marker={marker} size={24} />}
      {words}
    </button>
  );

  async function decline(): Promise<void> {
    if (await confirm(text.declineAsk)) send("decline");
  }

  return (
    <>
      {own?.current && own.hand > 0 && props.seat !== null && (
        <span class="sw-hand">
          <StackPicture seat={props.seat} race={own.current.race} tokens={own.hand} declined={false} size={44} />
          <b>{text.hand(own.hand)}</b>
        </span>
      )}
      {die && (
        <span class="sw-hand">
          <Die shows={number(die, "shows")} size={40} />
          <b>{number(die, "shows") ? text.die(number(die, "shows")) : text.dieBlank}</b>
        </span>
      )}
      {has("conquer") && (has("dragon") || has("enchant")) && (
        <button type="button" class="btn" aria-pressed={mode === undefined ? "true" : "false"} onClick={() => mode !== undefined && back()}>
          {text.conquer}
        </button>
      )}
      {has("dragon") && toggle(DRAGON, text.dragon, "dragon")}
      {has("enchant") && toggle(ENCHANT, text.enchant)}
      {has("throw") && (
        <button type="button" class="btn" id="throw" onClick={() => send("throw")}>
          {text.throwDie}
        </button>
      )}
      {moves
        .filter((one) => one.move.startsWith("friend "))
        .map(({ move }) => {
          const seat = Number(move.split(" ")[1]);
          const other = view.players[seat]?.current ?? view.players[seat]?.declined;
          return (
            <button key={move} type="button" class="btn" onClick={() => send(move)}>
              {other && <StackPicture seat={seat} race={other.race} tokens={other.tokens} declined={view.players[seat]?.current === null} size={32} />}
              {text.friendOf(seats[seat]?.name || t.table.seatN(seat + 1))}
            </button>
          );
        })}
      {form && has("redeploy") && (
        <button type="button" class={has("conquer") ? "btn" : "btn btn-main"} id="set-tokens" onClick={() => {
            openDeploy(view);
            document.getElementById(regionId(form.regions[0]?.region ?? 0))?.focus({ preventScroll: true });
          }}
        >
          {text.setTokens}
        </button>
      )}
      {has("decline") && (
        <button type="button" class="btn" id="decline" onClick={decline}>
          {text.decline}
        </button>
      )}
      {end && (
        <button type="button" class="btn btn-main" id="finish" onClick={() => send(end.move)}>
          {text.finish(view.income?.total ?? 0)}
        </button>
      )}
      <Income view={view} />
    </>
  );
}

export function Bar(props: Props) {
  if (!props.live || props.moves.length === 0 || props.pending !== null) return <div class="sw-bar" />;
  const form = formOf(props.forms);
  const setting = form && deploying(form, props.view);
  return (
    <div class="sw-bar" role="group" aria-label={text.actions}>
      {form && setting ? <Setting form={form} props={props} /> : props.view.stage !== "selectRace" && <Actions props={props} />}
    </div>
  );
}
