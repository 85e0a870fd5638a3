/** Who fights: training with any four, and a duel with somebody of the league. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { me, Refused } from "../../kit/api";
import { Dialog, tell } from "../../kit/dialog";
import { go } from "../../kit/route";
import { letters } from "./arena";
import { draft } from "./draft";
import type { Fight } from "./fight";
import { toProgram } from "./program";
import { text } from "./texts";
import { type Bot, challenge, type Entrant, fightOf, getLeague, type Mine, type Rated, SAMPLES, TURNS } from "./wire";

/** The snake on the bench, as an entrant. */
export const entrant = (): Entrant => ({ program: toProgram(draft.value), name: draft.value.name, skin: draft.value.skin });

/** Orders a fight and shows it; a refusal is told. */
export async function watch(what: () => Promise<Fight>): Promise<void> {
  try {
    go(`/fight/${(await what()).FightId}`);
  } catch (error) {
    tell(error instanceof Refused ? (error.refusal.code === "refused" || error.refusal.code === "bad_field" ? error.refusal.message : error.words) : String(error));
  }
}

const ME = "me";
const NOBODY = "";

export function Training({ bots, mine, close }: { readonly bots: readonly Bot[]; readonly mine: readonly Mine[]; readonly close: () => void }) {
  const places = useSignal<readonly string[]>([ME, ...SAMPLES.slice(0, 3).map(String)]);
  const turns = useSignal(TURNS);
  const busy = useSignal(false);

  async function fight(): Promise<void> {
    busy.value = true;
    await watch(() => fightOf(places.value.map((one) => (one === ME ? entrant() : one === NOBODY ? null : Number(one))), turns.value));
    busy.value = false;
  }

  return (
    <Dialog
      id="training"
      title={text.train}
      onClose={close}
      foot={
        <button type="button" class="btn btn-main" id="training-fight" aria-busy={busy.value ? "true" : undefined} disabled={places.value.every((one) => one === NOBODY)} onClick={fight}>
          {text.fightThem}
        </button>
      }
    >
      <div class="stack">
        <p class="soft">{text.trainMore}</p>
        {places.value.map((value, i) => (
          <div key={i} class="field">
            <label for={"place-" + letters[i]}>{text.place(letters[i] ?? "")}</label>
            <select class="select" id={"place-" + letters[i]} value={value} onChange={(event) => (places.value = places.value.map((one, k) => (k === i ? event.currentTarget.value : one)))}>
              <option value={ME}>
                {draft.value.name} ({text.me})
              </option>
              {mine.map((one) => (
                <option key={one.id} value={one.id}>
                  {one.name}
                </option>
              ))}
              {bots
                .filter((bot) => !mine.some((one) => one.id === bot.id))
                .map((bot) => (
                  <option key={bot.id} value={bot.id}>
                    {bot.name} ({bot.sample ? text.bySample : text.by(bot.player_name)})
                  </option>
                ))}
              <option value={NOBODY}>{text.nobody}</option>
            </select>
          </div>
        ))}
        <div class="field">
          <label for="training-turns">{text.turnLimit}</label>
          <input class="input" id="training-turns" type="number" min={1} max={1000} value={turns.value} onChange={(event) => (turns.value = Math.max(1, Math.min(1000, Math.round(event.currentTarget.valueAsNumber) || TURNS)))} />
        </div>
      </div>
    </Dialog>
  );
}

export function Challenge({ close }: { readonly close: () => void }) {
  const rivals = useSignal<readonly Rated[] | null>(null);
  useEffect(() => {
    getLeague().then(
      (players) => (rivals.value = players.filter((one) => one.name !== me.value?.name && one.fighter)),
      () => (rivals.value = []),
    );
  }, []);
  return (
    <Dialog id="challenge-dialog" title={text.challenge} onClose={close}>
      <div class="stack">
        <p class="soft">{text.challengeMore}</p>
        {rivals.value?.length === 0 && <p>{text.noRivals}</p>}
        <ul class="rows">
          {rivals.value?.map((one) => (
            <li key={one.id}>
              <span class="row-text">
                <b>{one.name}</b>
                <span class="small soft">
                  {one.fighter}, {one.rating}
                </span>
              </span>
              <button type="button" class="btn" aria-label={text.challengeOf(one.name)} onClick={() => void watch(() => challenge(one.name))}>
                {text.challenge}
              </button>
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  );
}
