/** "Open a table": a form made from the game's options, its computer players
 *  and what may be chosen for any table. */
import "../kit/core";
import { useSignal } from "@preact/signals";
import { covers, minutes } from "../games/index";
import { call, ensureMe, me, Refused } from "../kit/api";
import { Dialog } from "../kit/dialog";
import { beginAlone, botChoices, botName, games } from "../kit/hall";
import { Icon } from "../kit/more-icons";
import { t } from "../kit/lang";
import { helpOfOption, titleOfChoice, titleOfOption, wordOfOption } from "../kit/options";
import { go } from "../kit/route";
import { loadSheet } from "../kit/sheets";
import type { Extra, Game, Option, Table } from "../wire/hall";
import sheet from "../style/pages.css";

void loadSheet(sheet);

const PERSON = "";

function kindOf(option: Option): NonNullable<Option["kind"]> {
  if (option.kind) return option.kind;
  if (option.words) return option.words.length === 2 && option.words[0] === "off" ? "flag" : "choice";
  return option.least === 0 && option.most === 1 ? "flag" : option.name.endsWith("-ms") ? "minutes" : "number";
}

interface FieldProps<Of> {
  readonly option: Of;
  readonly value: number | string;
  readonly set: (value: number | string) => void;
}

function OptionField({ option, value, set }: FieldProps<Option>) {
  const id = "o-" + option.name;
  const kind = kindOf(option);
  if (kind === "flag") {
    const [off, on] = option.words ? [option.words[0] ?? "off", option.words[1] ?? "on"] : [0, 1];
    return (
      <label class="switch" for={id}>
        <span>
          {titleOfOption(option)}
          {option.title && <small>{helpOfOption(option)}</small>}
        </span>
        <input id={id} type="checkbox" role="switch" checked={value === on} onInput={(e) => set(e.currentTarget.checked ? on : off)} />
      </label>
    );
  }
  const scale = kind === "minutes" ? 60_000 : 1;
  return (
    <div class="field">
      <label for={id}>{titleOfOption(option)}</label>
      {option.words ? (
        <select class="select" id={id} value={value} onChange={(e) => set(e.currentTarget.value)}>
          {option.words.map((word) => (
            <option key={word} value={word}>
              {wordOfOption(word)}
            </option>
          ))}
        </select>
      ) : (
        <input
          class="input"
          id={id}
          type="number"
          step={kind === "minutes" ? "any" : 1}
          value={Number(value) < 0 ? "" : Number(value) / scale}
          placeholder={t.open.normal}
          aria-describedby={id + "-hint"}
          onInput={(e) => set(e.currentTarget.value === "" ? option.normal : Math.round(e.currentTarget.valueAsNumber * scale))}
        />
      )}
      <p class="hint" id={id + "-hint"}>
        {option.title ? helpOfOption(option) : option.words ? "" : kind === "number" ? t.open.range(option.least ?? 0, option.most ?? 0) : t.open.minutes}
      </p>
    </div>
  );
}

function ExtraField({ option, value, set }: FieldProps<Extra>) {
  const id = "x-" + option.name;
  return (
    <div class="field">
      <label for={id}>{titleOfOption(option)}</label>
      {option.choices?.length ? (
        <select class="select" id={id} value={value} onChange={(e) => set(e.currentTarget.value)}>
          <option value="">{t.open.normal}</option>
          {option.choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {titleOfChoice(choice)}
            </option>
          ))}
        </select>
      ) : (
        <input class="input" id={id} value={value} placeholder={t.open.normal} onInput={(e) => set(e.currentTarget.value)} />
      )}
    </div>
  );
}

interface Chosen {
  readonly seats: readonly string[];
  readonly options: Readonly<Record<string, number | string>>;
}

function usual(game: Game): Chosen {
  const seats = game.usual_seats ?? Math.max(2, game.min_seats);
  return { seats: Array.from({ length: Math.min(seats, game.max_seats) }, () => PERSON), options: {} };
}

interface Props {
  readonly game: string | undefined;
  readonly close: () => void;
}

export function OpenTable({ game: wanted, close }: Props) {
  const playable = games.value?.filter((one) => !one.traits.includes("computed")) ?? [];
  const name = useSignal(wanted ?? "");
  const game = playable.find((one) => one.name === name.value) ?? playable[0];
  const chosen = useSignal<Readonly<Record<string, Chosen>>>({});
  const clock = useSignal(0);
  const hidden = useSignal(false);
  const rated = useSignal(false);
  const problem = useSignal("");
  const busy = useSignal(false);
  if (!game) return <p class="vh">{t.loading}</p>;

  const now = chosen.value[game.name] ?? usual(game);
  const choiceOf = (name: string, value: number | string) => game.extras.find((extra) => extra.name === name)?.choices?.find((choice) => choice.value === value);
  const change = (part: Partial<Chosen>) => (chosen.value = { ...chosen.value, [game.name]: { ...now, ...part } });
  const setSeat = (i: number, who: string) => change({ seats: now.seats.map((old, k) => (k === i ? who : old)) });
  /** A map for another number of players is chosen no more. */
  const setSeats = (seats: readonly string[]) => change({ seats, options: Object.fromEntries(Object.entries(now.options).filter(([name, value]) => (choiceOf(name, value)?.seats ?? seats.length) === seats.length)) });
  const bots = now.seats.some((who, i) => i > 0 && who !== PERSON);
  function setExtra(name: string, value: number | string): void {
    const n = choiceOf(name, value)?.seats ?? now.seats.length;
    change({ seats: Array.from({ length: n }, (_, i) => now.seats[i] ?? PERSON), options: { ...now.options, [name]: value } });
  }
  const rare = (option: Option) => option.rare ?? option.name.endsWith("-ms");
  const field = (option: Option) => (
    <OptionField key={option.name} option={option} value={now.options[option.name] ?? option.normal} set={(value) => change({ options: { ...now.options, [option.name]: value } })} />
  );

  async function onSubmit(event: SubmitEvent, of: Game): Promise<void> {
    event.preventDefault();
    if (busy.value) return;
    busy.value = true;
    try {
      await ensureMe();
      const options = Object.fromEntries(Object.entries(now.options).filter(([, value]) => value !== "" && !Number.isNaN(value)));
      const table = await call<Table>("POST", "/tables", {
        body: { game: of.name, seats: now.seats.length, bots: now.seats.map((who, i) => (i === 0 || who === PERSON ? null : who)), options, listed: !hidden.value, rated: rated.value && !bots, move_seconds: clock.value },
      });
      go(`/table/${(await beginAlone(table)).id}`);
    } catch (error) {
      problem.value = error instanceof Refused ? error.words : String(error);
    } finally {
      busy.value = false;
    }
  }

  return (
    <Dialog
      id="open"
      title={t.open.title}
      onClose={close}
      foot={
        <>
          <span class="small soft grow">{t.open.about(now.seats.length, minutes[game.name] ?? 20)}</span>
          <button type="button" class="btn" onClick={close}>
            {t.cancel}
          </button>
          <button type="submit" class="btn btn-main" form="open-form" id="open-send" aria-busy={busy.value ? "true" : undefined}>
            {t.open.send}
          </button>
        </>
      }
    >
      <form class="stack stack-5" id="open-form" onSubmit={(event) => onSubmit(event, game)}>
        <fieldset>
          <legend>{t.open.game}</legend>
          <div class="picker">
            {playable.map((one) => (
              <label key={one.name} class="pick">
                <input type="radio" name="game" value={one.name} checked={one === game} onInput={() => (name.value = one.name)} />
                <img src={covers[one.name]} alt="" width="160" height="100" />
                <span>{one.title}</span>
              </label>
            ))}
          </div>
        </fieldset>
        <fieldset>
          <legend>{t.open.seats}</legend>
          <ul class="rows-plain">
            {now.seats.map((who, i) => (
              <li key={i} class="seat-row">
                <i class={"pip seat-" + (i + 1)} aria-hidden="true" />
                {i === 0 ? (
                  <span class="who">
                    {me.value?.name ?? t.nav.guest} <small class="soft">{t.you}</small>
                  </span>
                ) : (
                  <select class="select" aria-label={t.open.seat(i + 1)} value={who} onChange={(e) => setSeat(i, e.currentTarget.value)}>
                    <option value={PERSON}>{t.open.person}</option>
                    {botChoices(game).map((bot) => (
                      <option key={bot.value} value={bot.value}>
                        {botName(bot)}
                      </option>
                    ))}
                  </select>
                )}
                {i > 0 && now.seats.length > game.min_seats ? (
                  <button type="button" class="btn btn-quiet btn-icon" aria-label={t.open.removeSeat(i + 1)} onClick={() => setSeats(now.seats.filter((_, k) => k !== i))}>
                    <Icon name="minus" />
                  </button>
                ) : (
                  <span />
                )}
              </li>
            ))}
          </ul>
          {now.seats.length < game.max_seats && (
            <button type="button" class="btn btn-quiet" onClick={() => setSeats([...now.seats, PERSON])}>
              <Icon name="plus" />
              {t.open.addSeat}
            </button>
          )}
        </fieldset>
        <fieldset>
          <legend>{t.open.clock}</legend>
          <div class="seg">
            {Object.entries(t.open.clocks).map(([seconds, word]) => (
              <label key={seconds}>
                <input type="radio" name="clock" checked={clock.value === Number(seconds)} onInput={() => (clock.value = Number(seconds))} />
                {word}
              </label>
            ))}
          </div>
        </fieldset>
        <div class="opts">{game.options.filter((option) => !rare(option)).map(field)}</div>
        <div class="switches">
          <label class="switch" for="o-private">
            <span>
              {t.open.private}
              <small>{t.open.privateMore}</small>
            </span>
            <input id="o-private" type="checkbox" role="switch" checked={hidden.value} onInput={(e) => (hidden.value = e.currentTarget.checked)} />
          </label>
          <label class="switch" for="o-rated">
            <span>
              {t.open.rated}
              <small>{t.open.ratedMore}</small>
            </span>
            <input id="o-rated" type="checkbox" role="switch" checked={rated.value && !bots} disabled={bots} onInput={(e) => (rated.value = e.currentTarget.checked)} />
          </label>
        </div>
        {(game.options.some(rare) || game.extras.length > 0) && (
          <details>
            <summary>{t.open.more}</summary>
            <div class="stack">
              {game.options.filter(rare).map(field)}
              {game.extras.map((extra) => (
                <ExtraField key={extra.name} option={extra} value={now.options[extra.name] ?? ""} set={(value) => setExtra(extra.name, value)} />
              ))}
            </div>
          </details>
        )}
        <div role="alert">{problem.value && <p class="error">{problem.value}</p>}</div>
      </form>
    </Dialog>
  );
}
