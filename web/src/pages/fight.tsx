/** A fight of Snakes: the field turn by turn, lengths, bites, and why. */
import "../kit/core";
import { useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import type { PageProps } from "../app";
import { Arena, letters } from "../games/snakes/arena";
import { before, decode, type Fight, type Film, positionAt, SNAKES, winners } from "../games/snakes/fight";
import type { Program } from "../games/snakes/program";
import snakesSheet from "../games/snakes/style.css";
import { text } from "../games/snakes/texts";
import { nameOf, Why } from "../games/snakes/why";
import { fightOf, getFight } from "../games/snakes/wire";
import { openInLab } from "../games/snakes/draft";
import { Refused } from "../kit/api";
import { title } from "../kit/away";
import { tell } from "../kit/dialog";
import { Empty } from "../kit/empty";
import { Icon, type IconName } from "../kit/more-icons";
import { listed } from "../kit/lang";
import { go } from "../kit/route";
import { loadSheet } from "../kit/sheets";
import { play as sound } from "../kit/sound";
import sheet from "../style/pages.css";

export { sheet };

const SPEEDS = [1, 2, 4, 8, 16, 32, 64];
const USUAL = 8; // turns a second
const JUMP = 10; // turns, with Shift or Page keys

function turnOfAddress(): number | null {
  const at = new URLSearchParams(location.search).get("turn");
  return at !== null && /^\d{1,4}$/.test(at) ? Number(at) : null;
}

function ending(fight: Fight): string {
  const first = winners(fight);
  const length = fight.SnakeStats[first[0] ?? 0]?.FinalLength ?? 0;
  const names = first.map((i) => nameOf(fight, i));
  const end = text.ends[fight.FightResult]?.(fight.Turns.length) ?? fight.FightResult;
  return text.over(`${end}. ${names.length === 1 ? text.longest(names[0] ?? "", length) : text.tie(listed(names), length)}`);
}

/* ---- parts ------------------------------------------------------------- */

function Lengths({ fight, film, turn }: { readonly fight: Fight; readonly film: Film; readonly turn: number }) {
  const lengths = Array.from(film.lengths.subarray(turn * SNAKES, (turn + 1) * SNAKES));
  const all = lengths.reduce((sum, n) => sum + n, 0);
  const past = film.bites.filter((bite) => bite.turn <= turn);
  const last = turn === film.turns;
  return (
    <section class="card" aria-labelledby="length-title">
      <div class="card-head">
        <h2 id="length-title">{text.length}</h2>
        <span class="small soft">{text.inAll(all)}</span>
      </div>
      <ul class="pad lengths">
        {fight.Snakes.map((snake, i) => {
          if (!snake) return null;
          const length = lengths[i] ?? 0;
          const state = length < 2 ? text.eaten : last && fight.SnakeStats[i]?.Status === "blocked" ? text.stuck : null;
          return (
            <li key={i} class={"seat-" + (i + 1)}>
              <i class={"pip pip-letter seat-" + (i + 1)} aria-hidden="true">
                {letters[i]}
              </i>
              <svg class="lbar" viewBox="0 0 40 4" preserveAspectRatio="none" aria-hidden="true">
                <rect width={all ? (40 * length) / all : 0} height="4" />
              </svg>
              <b class="num">
                {length}
                <span class="vh"> {text.cells(length)}</span>
              </b>
              <span class="small">
                <b>{snake.SnakeName}</b>{" "}
                <span class="soft">
                  {snake.PlayerId === null && Number(snake.SnakeId) < 0 ? text.sample : snake.PlayerName}, {text.bitBitten(past.filter((bite) => bite.who === i).length, past.filter((bite) => bite.whom === i).length)}
                  {state && `, ${state}`}
                </span>
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function Bar({ film, turn, go: to }: { readonly film: Film; readonly turn: number; readonly go: (turn: number) => void }) {
  const playing = useSignal(turnOfAddress() === null && !matchMedia("(prefers-reduced-motion: reduce)").matches);
  const speed = useSignal(USUAL);
  const ticks = useMemo(() => film.bites.map((bite) => `M${bite.turn} 0v10`).join(""), [film]);
  const bite = film.bites.find((one) => one.turn > turn);

  // Above the screen's rate several turns are taken at once.
  useEffect(() => {
    if (!playing.value) return;
    let [begun, from, frame] = [performance.now(), turn, 0];
    function show(now: number): void {
      if (!playing.value) return; // somebody has just gone elsewhere
      const next = Math.min(film.turns, from + Math.floor(((now - begun) * speed.value) / 1000));
      if (next > from) {
        [begun, from] = [begun + ((next - from) * 1000) / speed.value, next];
        to(next);
      }
      if (next >= film.turns) playing.value = false;
      else frame = requestAnimationFrame(show);
    }
    if (turn >= film.turns) playing.value = false;
    else frame = requestAnimationFrame(show);
    return () => cancelAnimationFrame(frame);
  }, [playing.value, speed.value, film]);

  const walk = (next: number) => {
    playing.value = false;
    to(next);
  };
  function toggle(): void {
    if (!playing.value && turn >= film.turns) to(0);
    playing.value = !playing.value;
  }

  useEffect(() => {
    function onKeyDown(event: KeyboardEvent): void {
      const target = event.target;
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (target instanceof HTMLElement && (/^(SELECT|TEXTAREA)$/.test(target.tagName) || (target.tagName === "INPUT" && target.id !== "position"))) return;
      const now = current.turn;
      const by = event.shiftKey ? JUMP : 1;
      const next = { ArrowLeft: now - by, ArrowRight: now + by, PageUp: now - JUMP, PageDown: now + JUMP, Home: 0, End: film.turns }[event.key];
      if (next !== undefined) walk(next);
      else if (event.key === "b") walk(film.bites.find((one) => one.turn > now)?.turn ?? now);
      else if (event.key === " " && !(target instanceof HTMLButtonElement) && !(target instanceof HTMLAnchorElement)) current.toggle();
      else return;
      event.preventDefault();
    }
    addEventListener("keydown", onKeyDown);
    return () => removeEventListener("keydown", onKeyDown);
  }, [film]);
  const current = useMemo(() => ({ turn, toggle }), []);
  Object.assign(current, { turn, toggle });

  const button = (icon: IconName, name: string, next: number, id: string) => (
    <button type="button" class="btn btn-quiet btn-icon" id={id} aria-label={name} aria-disabled={next === turn ? "true" : undefined} onClick={() => walk(next)}>
      <Icon name={icon} />
    </button>
  );
  return (
    <section class="card player" aria-label={text.player}>
      <div class="track">
        <svg class="ticks" viewBox={`0 0 ${Math.max(1, film.turns)} 14`} preserveAspectRatio="none" aria-hidden="true">
          <path d={ticks} />
        </svg>
        <input class="slide" type="range" id="position" min={0} max={film.turns} value={turn} aria-label={text.position} aria-valuetext={text.turnOf(turn, film.turns)} onInput={(event) => walk(event.currentTarget.valueAsNumber)} />
      </div>
      <div class="player-row">
        {button("first", text.first, 0, "fight-first")}
        {button("previous", text.previous, Math.max(0, turn - 1), "fight-back")}
        <button type="button" class="btn btn-main btn-icon" id="play" aria-label={playing.value ? text.pause : text.play} onClick={toggle}>
          <Icon name={playing.value ? "pause" : "play"} />
        </button>
        {button("next", text.next, Math.min(film.turns, turn + 1), "fight-next")}
        {button("last", text.last, film.turns, "fight-last")}
        <select class="select select-slim" id="speed" aria-label={text.speed} value={speed.value} onChange={(event) => (speed.value = Number(event.currentTarget.value))}>
          {SPEEDS.map((one) => (
            <option key={one} value={one}>
              {one}x
            </option>
          ))}
        </select>
        <button type="button" class="btn" id="next-bite" aria-disabled={bite ? undefined : "true"} onClick={() => bite && walk(bite.turn)}>
          {text.nextBite}
        </button>
        <span class="small soft num">{text.turnOf(turn, film.turns)}</span>
      </div>
    </section>
  );
}

/* ---- the page ---------------------------------------------------------- */

function Shown({ fight, at }: { readonly fight: Fight; readonly at: number }) {
  const film = useMemo(() => {
    const begun = performance.now();
    const made = decode(fight);
    performance.measure("snakes-decode", { start: begun, end: performance.now() });
    return made;
  }, [fight]);
  const turn = useSignal(Math.min(at, film.turns));
  const who = useSignal(Math.max(0, fight.Snakes.findIndex((snake, i) => snake && fight.SnakeStats[i]?.DebugData !== undefined)));
  const now = turn.value;
  const bites = film.bites.filter((bite) => bite.turn === now);
  const position = positionAt(film, now);
  const faces = Array.from(film.faces.subarray(now * SNAKES, (now + 1) * SNAKES));
  const bitten = bites.map((bite) => text.bit(nameOf(fight, bite.who), nameOf(fight, bite.whom))).join(" ");
  const lengths = fight.Snakes.flatMap((snake, i) => (snake ? [`${letters[i]} ${text.cells(position[i]?.length ?? 0)}`] : [])).join(", ");
  const over = now === film.turns;
  title.value = `${text.fightShort}: ${fight.Snakes.flatMap((snake) => snake?.SnakeName ?? []).join(", ")} - Meeple`;

  function show(next: number): void {
    turn.value = Math.max(0, Math.min(film.turns, next));
    if (film.bites.some((bite) => bite.turn === turn.value)) sound("hit");
  }

  useEffect(() => {
    // Addresses follow when the picture rests: browsers refuse too many changes.
    const timer = setTimeout(() => history.replaceState(null, "", now ? `?turn=${now}` : location.pathname), 300);
    return () => clearTimeout(timer);
  }, [now]);

  async function copyLink(): Promise<void> {
    await navigator.clipboard?.writeText(`${location.origin}/fight/${fight.FightId}?turn=${now}`).catch(() => undefined);
    tell(text.copied);
  }

  function toLab(): void {
    const stats = fight.SnakeStats[who.value];
    const snake = fight.Snakes[who.value];
    if (!stats?.Maps || !snake) return;
    const seen = now > 0 ? before(fight, film, now, who.value) : { position, face: faces[who.value] ?? 0 };
    openInLab(stats as Program, snake.SnakeName, snake.SkinId, seen.position, who.value, seen.face);
    go("/lab");
  }

  async function again(): Promise<void> {
    const entrants = fight.Snakes.map((snake, i) => {
      const stats = fight.SnakeStats[i];
      if (!snake) return null;
      return stats?.Maps && Number(snake.SnakeId) >= 0 ? { program: stats as Program, name: snake.SnakeName, skin: snake.SkinId } : Number(snake.SnakeId);
    });
    try {
      const plain = entrants.map((one) => (one && typeof one === "object" ? { ...one, program: { ProgramDescription: one.program.ProgramDescription ?? "", Templates: one.program.Templates, Maps: one.program.Maps } } : one));
      go(`/fight/${(await fightOf(plain, fight.TurnLimit)).FightId}`);
    } catch (error) {
      tell(error instanceof Refused ? error.words : String(error));
    }
  }

  return (
    <main id="fight" class="wrap stack sn-fight" data-game="snakes" data-phase="finished" data-turn-number={now}>
      <div class="intro">
        <h1>{text.fightShort}</h1>
        <p id="status" role="status" class="soft">
          {over ? ending(fight) : bitten || text.shown(now, film.turns)}
        </p>
      </div>
      <div class="stack sn-stage">
        <Arena id="board" position={position} faces={faces} bites={bites} watched={who.value} label={text.field(now, lengths, bitten)} />
        <Bar film={film} turn={now} go={show} />
      </div>
      <div class="bar sn-about">
        <button type="button" class="btn" id="fight-link" onClick={copyLink}>
          <Icon name="link" />
          {text.link}
        </button>
        <button type="button" class="btn" id="fight-again" onClick={again}>
          {text.again}
        </button>
        <button type="button" class="btn btn-soft" id="fight-lab" disabled={!fight.SnakeStats[who.value]?.Maps} onClick={toLab}>
          {text.toLab}
        </button>
      </div>
      <div class="stack sn-facts">
        <Lengths fight={fight} film={film} turn={now} />
        <Why fight={fight} film={film} turn={now} who={who.value} choose={(i) => (who.value = i)} />
      </div>
    </main>
  );
}

export function Page({ rest }: PageProps) {
  const fight = useSignal<Fight | null>(null);
  const missing = useSignal(false);
  const id = rest[0] ?? "";
  const at = useMemo(() => turnOfAddress() ?? 0, [id]);
  title.value = `${text.fightShort} - Meeple`;

  useEffect(() => {
    Promise.all([getFight(id), loadSheet(snakesSheet)]).then(
      ([answer]) => (fight.value = answer),
      () => (missing.value = true),
    );
  }, [id]);

  if (missing.value)
    return (
      <main id="fight" class="wrap stack">
        <h1>{text.fightShort}</h1>
        <div class="card">
          <Empty head={text.noFight} text={text.noFightMore} link={{ to: "/league", name: text.toLeague }} />
        </div>
      </main>
    );
  return fight.value ? <Shown key={id} fight={fight.value} at={at} /> : <main id="fight" class="wrap" aria-busy="true" />;
}
