/** The lab: a snake's program drawn, tried, fought with, saved. Open to guests:
 *  what they draw is kept in the browser. */
import "../kit/core";
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { PageProps } from "../app";
import { Challenge, entrant, Training, watch } from "../games/snakes/dialogs";
import { change, changed, draft, fileOf, open, openNew, restore, savedAs } from "../games/snakes/draft";
import { Editor } from "../games/snakes/editor";
import { guide } from "../games/snakes/guide";
import { fromFile, fromProgram, NAME_MOST, SKINS, toProgram } from "../games/snakes/program";
import snakesSheet from "../games/snakes/style.css";
import { text } from "../games/snakes/texts";
import { Answer, TryBoard } from "../games/snakes/tryout";
import { type Bot, fightOf, getBots, getMine, type Mine, SAMPLES } from "../games/snakes/wire";
import { call, me, Refused, token } from "../kit/api";
import { title } from "../kit/away";
import { confirm, tell } from "../kit/dialog";
import type { Remark } from "../kit/guide";
import { Guide } from "../kit/guide";
import { Icon } from "../kit/more-icons";
import { loadSheet } from "../kit/sheets";
import type { View } from "../wire/hall";
import sheet from "../style/pages.css";

export { sheet };

function report(error: unknown): void {
  tell(error instanceof Refused ? (error.refusal.code === "refused" || error.refusal.code === "bad_field" ? error.refusal.message : error.words) : String(error));
}

/* ---- the snake's card -------------------------------------------------- */

interface SnakeProps {
  readonly bots: readonly Bot[];
  readonly mine: readonly Mine[];
  readonly reload: () => Promise<void>;
}

async function mayReplace(): Promise<boolean> {
  return !changed.value || confirm(text.replaceAsk);
}

function Snake({ bots, mine, reload }: SnakeProps) {
  const file = useRef<HTMLInputElement>(null);
  const busy = useSignal(false);
  const saved = mine.find((one) => one.id === savedAs.value);
  const account = me.value !== null && !me.value.guest;

  async function choose(value: string, select: HTMLSelectElement): Promise<void> {
    const own = mine.find((one) => String(one.id) === value);
    const bot = bots.find((one) => String(one.id) === value);
    if (await mayReplace()) {
      if (own) open(fromProgram(own.program, own.name, own.skin), own.id);
      else if (bot) open(fromProgram(bot.program, bot.name, bot.skin), null);
      else if (value === "new") openNew();
    }
    select.value = savedAs.value === null ? "" : String(savedAs.value);
  }

  async function put(fields: Readonly<Record<string, unknown>>): Promise<void> {
    busy.value = true;
    try {
      const { name, skin } = draft.value;
      const answer = await call<Mine>("PUT", `/snakes/mine/${saved ? saved.id : "new"}`, { body: { name, skin, program: toProgram(draft.value), ...fields } });
      savedAs.value = answer.id;
      changed.value = false;
      await reload();
      tell(text.saved(answer.name));
    } catch (error) {
      report(error);
    }
    busy.value = false;
  }

  async function remove(): Promise<void> {
    if (!saved || !(await confirm(text.removeAsk(saved.name)))) return;
    try {
      await call("DELETE", `/snakes/mine/${saved.id}`);
      savedAs.value = null;
      await reload();
    } catch (error) {
      report(error);
    }
  }

  function save(): void {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([fileOf(draft.value)], { type: "application/json" }));
    link.download = `${draft.value.name.replace(/[^\p{L}\p{N}]+/gu, "-") || "snake"}.json`;
    link.click();
    URL.revokeObjectURL(link.href);
  }

  async function load(input: HTMLInputElement): Promise<void> {
    const chosen = input.files?.[0];
    if (!chosen) return;
    const snake = fromFile(await chosen.text(), chosen.name.replace(/\.json$/i, "").slice(0, NAME_MOST));
    input.value = "";
    if (!snake) tell(text.badFile);
    else if (await mayReplace()) {
      open(snake, null);
      tell(text.imported(snake.name));
    }
  }

  return (
    <section class="card pad sn-snake" aria-label={text.snake}>
      <div class="field">
        <label for="lab-open">{text.open}</label>
        <select class="select" id="lab-open" value={savedAs.value ?? ""} onChange={(event) => void choose(event.currentTarget.value, event.currentTarget)}>
          {savedAs.value === null && <option value="">{draft.value.name}</option>}
          <option value="new">{text.newSnake}</option>
          {mine.length > 0 && (
            <optgroup label={text.mine}>
              {mine.map((one) => (
                <option key={one.id} value={one.id}>
                  {one.name}
                  {one.fighter ? `, ${text.fighter}` : ""}
                </option>
              ))}
            </optgroup>
          )}
          <optgroup label={text.publicOnes}>
            {bots
              .filter((bot) => !mine.some((one) => one.id === bot.id))
              .map((bot) => (
                <option key={bot.id} value={bot.id}>
                  {bot.name}, {bot.sample ? text.bySample : text.by(bot.player_name)}
                </option>
              ))}
          </optgroup>
        </select>
      </div>
      <div class="field">
        <label for="lab-name">{text.name}</label>
        <input class="input" id="lab-name" maxLength={NAME_MOST} required value={draft.value.name} onChange={(event) => change({ ...draft.value, name: event.currentTarget.value.trim() || text.fresh })} />
      </div>
      <div class="field sn-skin">
        <label for="lab-skin">{text.skin}</label>
        <select class="select" id="lab-skin" value={draft.value.skin} onChange={(event) => change({ ...draft.value, skin: Number(event.currentTarget.value) })}>
          {Array.from({ length: SKINS }, (_, i) => (
            <option key={i} value={i + 1}>
              {i + 1}
            </option>
          ))}
        </select>
      </div>
      <div class="bar sn-acts">
        {account && (
          <button type="button" class="btn btn-soft" id="lab-save" aria-busy={busy.value ? "true" : undefined} onClick={() => void put({})}>
            {text.save}
          </button>
        )}
        {account && saved && !saved.fighter && (
          <button type="button" class="btn" id="lab-enter" onClick={() => void put({ public: false, fighter: true })}>
            {text.enter}
          </button>
        )}
        {saved?.fighter && <span class="badge badge-good">{text.fighter}</span>}
        <button type="button" class="btn btn-quiet" id="lab-import" onClick={() => file.current?.click()}>
          {text.import}
        </button>
        <input ref={file} type="file" id="lab-file" accept=".json,application/json" hidden onChange={(event) => void load(event.currentTarget)} />
        <button type="button" class="btn btn-quiet" id="lab-export" onClick={save}>
          <Icon name="download" />
          {text.export}
        </button>
        {saved && !saved.fighter && (
          <button type="button" class="btn btn-bad" id="lab-delete" onClick={() => void remove()}>
            {text.remove}
          </button>
        )}
      </div>
      {account && saved && !saved.fighter && (
        <label class="check">
          <input type="checkbox" id="lab-public" checked={saved.public} onChange={(event) => void put({ public: event.currentTarget.checked })} />
          {text.public}
        </label>
      )}
      {!account && (
        <p class="small soft sn-note">
          {text.keptGuest} <a href="/me">{text.makeAccount}</a>
        </p>
      )}
    </section>
  );
}

/* ---- the page ---------------------------------------------------------- */

export function Page({ rest }: PageProps) {
  const bots = useSignal<readonly Bot[]>([]);
  const mine = useSignal<readonly Mine[]>([]);
  const dialog = useSignal<"training" | "challenge" | null>(null);
  const busy = useSignal(false);
  const ready = useSignal(false);
  const account = me.value !== null && !me.value.guest;
  title.value = `${text.lab} - Meeple`;

  const reload = async () => {
    if (account) mine.value = await getMine();
  };

  useEffect(() => {
    restore();
    void loadSheet(snakesSheet).then(() => (ready.value = true));
    const wanted = rest[0];
    void getBots().then((list) => {
      bots.value = list;
      const bot = list.find((one) => String(one.id) === wanted);
      if (bot?.sample) open(fromProgram(bot.program, bot.name, bot.skin), null);
    }, report);
  }, []);

  useEffect(() => {
    if (!token.value || !account) {
      mine.value = [];
      return;
    }
    getMine().then((list) => {
      mine.value = list;
      const own = list.find((one) => String(one.id) === rest[0]);
      if (own && (savedAs.value !== own.id || !changed.value)) open(fromProgram(own.program, own.name, own.skin), own.id);
      if (!list.some((one) => one.id === savedAs.value)) savedAs.value = null;
    }, report);
  }, [account]);

  async function samples(): Promise<void> {
    busy.value = true;
    await watch(() => fightOf([entrant(), ...SAMPLES.slice(0, 3)]));
    busy.value = false;
  }

  if (!ready.value) return <main id="lab" class="wrap" aria-busy="true" />;
  return (
    <main id="lab" class="wrap stack">
      <div class="head">
        <div class="intro grow">
          <h1>{text.lab}</h1>
          <p class="soft">{text.labLead}</p>
        </div>
        <div class="bar">
          {account && (
            <button type="button" class="btn" id="challenge" disabled={!mine.value.some((one) => one.fighter)} title={mine.value.some((one) => one.fighter) ? undefined : text.needFighter} onClick={() => (dialog.value = "challenge")}>
              {text.challenge}
            </button>
          )}
          <button type="button" class="btn btn-soft" id="train" onClick={() => (dialog.value = "training")}>
            {text.train}
          </button>
          <button type="button" class="btn btn-main" id="fight-samples" aria-busy={busy.value ? "true" : undefined} onClick={() => void samples()}>
            {text.fightSamples}
          </button>
        </div>
      </div>
      <Guide game="snakes" remarks={guide as unknown as readonly Remark[]} view={{} as View} seat={0} mine={true} />
      <Snake bots={bots.value} mine={mine.value} reload={reload} />
      <div class="cols cols-lab">
        <Editor />
        <div class="stack sn-side">
          <Answer />
          <TryBoard />
        </div>
      </div>
      {dialog.value === "training" && <Training bots={bots.value} mine={mine.value} close={() => (dialog.value = null)} />}
      {dialog.value === "challenge" && <Challenge close={() => (dialog.value = null)} />}
    </main>
  );
}
