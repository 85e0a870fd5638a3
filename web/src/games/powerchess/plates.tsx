/** The two players beside the board: clock and what each has taken. The one who plays upwards stands below. */
import { Clock } from "../../kit/clock";
import { t } from "../../kit/lang";
import { nameOf } from "../../kit/store";
import { flipped, type Props } from "./board";
import { Man, needSymbols, type Kind } from "./pieces";
import { text } from "./words";

const RANK: readonly Kind[] = ["queen", "rook", "bishop", "knight", "pawn", "king"];

function Plate({ props, seat, low }: { readonly props: Props; readonly seat: number; readonly low: boolean }) {
  const { view, seats, toAct } = props;
  const side = view.sides[seat];
  const other = view.sides[1 - seat];
  if (!side || !other) return null;
  const name = seat === props.seat ? t.you : nameOf(seats, seat);
  const taken = [...other.lost].sort((a, b) => RANK.indexOf(a) - RANK.indexOf(b));
  const running = props.live && view.phase !== "over" && view.since > 0 && view.turn === seat;
  return (
    <div class={`pc-plate ${low ? "pc-low" : "pc-high"}`} data-turn={toAct.includes(seat) ? "true" : undefined}>
      <svg class="pc-face-of" viewBox="12 4 76 92" role="img" aria-label={text.side[side.colour]}>
        <Man kind="king" colour={side.colour} />
      </svg>
      <span class="pc-who">
        <b>{name}</b>
        <span class="pc-taken" role="img" aria-label={taken.length ? text.taken(taken.map((kind) => text.kind[kind])) : text.takenNone}>
          {taken.map((kind, i) => (
            <svg key={i} viewBox="12 4 76 92" aria-hidden="true">
              <Man kind={kind} colour={other.colour} />
            </svg>
          ))}
        </span>
      </span>
      <Clock name={name} until={running ? view.since + side.clock : null} rest={side.clock} />
    </div>
  );
}

export function Beside(props: Props) {
  needSymbols();
  const below = (props.seat === 1) !== flipped.value ? 1 : 0;
  return (
    <div class="pc-beside">
      <Plate props={props} seat={1 - below} low={false} />
      <button type="button" class="btn btn-quiet" id="turn-board" onClick={() => (flipped.value = !flipped.value)}>
        {text.turn}
      </button>
      <Plate props={props} seat={below} low />
    </div>
  );
}
