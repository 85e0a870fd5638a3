/** Why a snake went where it went: the map that decided, turned as it lay. */
import { before, causeOf, type Fight, type Film, movementOf, SNAKES } from "./fight";
import { letters } from "./arena";
import { MapView } from "./mapview";
import { fit, fromProgram, type Program } from "./program";
import { sightOf } from "./sight";
import { text } from "./texts";

interface WhyProps {
  readonly fight: Fight;
  readonly film: Film;
  readonly turn: number;
  readonly who: number;
  readonly choose: (who: number) => void;
}

export const nameOf = (fight: Fight, who: number) => `${letters[who]} ${fight.Snakes[who]?.SnakeName ?? ""}`;

function Cause({ fight, film, turn, who }: Omit<WhyProps, "choose">) {
  const cause = causeOf(fight, film, turn, who);
  if (!cause) return <p class="soft">{text.begins}</p>;
  const name = nameOf(fight, who);
  const moved = movementOf(fight.Turns[turn - 1] ?? 0, who) !== 0;
  const face = film.faces[turn * SNAKES + who] ?? 0;
  const did = moved ? text.went(name, text.directions[face] ?? "") : text.stood(name);
  if (cause.kind !== "map")
    return (
      <p>
        <b>{did}</b>: {text.reasons[cause.kind]}
      </p>
    );
  const draft = fromProgram(fight.SnakeStats[who] as Program, name, 1);
  const map = draft.maps[cause.map];
  if (!map) return null;
  const lies = fit(map, draft.templates, cause.variant, sightOf(before(fight, film, turn, who).position, who));
  const variant = text.variant(cause.variant);
  return (
    <>
      <p>
        <b>{did}</b>: {text.byMap(cause.map + 1, variant, lies.score)}
      </p>
      <MapView map={map} variant={cause.variant} fit={lies} label={text.mapLabel(cause.map + 1, variant)} />
      <p class="small soft">
        {map.note ? `${map.note}. ` : ""}
        {cause.map > 0 ? text.earlier(cause.map) : text.firstAsked} {text.legend}
      </p>
    </>
  );
}

export function Why(props: WhyProps) {
  const { fight, who, choose } = props;
  return (
    <section class="card" aria-labelledby="why-title">
      <div class="card-head">
        <h2 id="why-title">{text.why}</h2>
        <select class="select select-slim" id="why-snake" aria-label={text.whose} value={who} onChange={(event) => choose(Number(event.currentTarget.value))}>
          {fight.Snakes.map(
            (snake, i) =>
              snake && (
                <option key={i} value={i}>
                  {nameOf(fight, i)}
                </option>
              ),
          )}
        </select>
      </div>
      <div class="pad why" id="why">
        <Cause {...props} />
      </div>
    </section>
  );
}
