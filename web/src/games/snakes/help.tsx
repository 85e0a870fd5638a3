/** The rules in our own words, with pictures. */
import { say } from "../../kit/lang";
import { Arena } from "./arena";
import { FIELD } from "./fight";
import { MapView } from "./mapview";
import { Glyph } from "./pieces";
import { fromProgram, things } from "./program";
import { text } from "./texts";

const words = say({
  en: {
    field: "Four snakes of ten cells begin in the middle of a field of 25 by 25. In each turn every snake makes a step, in an order that is drawn.",
    bite: "A bite: whoever steps on the last cell of another takes it. The biter is a cell longer, the bitten one a cell shorter. A snake of one cell is eaten.",
    end: "The fight ends after its last turn, when nobody can move, or when one snake is left. The longest has won.",
    program: "You do not steer. You draw: up to nine maps of what your snake may see around its head, which looks up. At each step the maps are asked in order; the first that fits, turned or mirrored, decides where it goes. If none fits, chance does.",
    sees: "What a cell of a map can ask for",
    templates: "The templates A to D stand for several of these at once, and \"not this\" for all others.",
    groups: "Groups: cells with a square sign belong together, and all of them must hit, in one such group at least. Of cells with a round sign one must hit, in every such group. Where a map fits several ways, the one with more weight is taken: the fewer things a cell accepts, the more it weighs.",
    maps: ["Bite a tail right ahead.", "Go where a tail is three steps away, if the way is free.", "Go on while the own body is behind: straight ahead."],
    keys: "In a fight: Space plays, arrows step, Shift with arrows jumps ten, B goes to the next bite. In the lab: arrows walk over the cells, letters paint, digits choose a group, N is \"not\", Delete erases, Ctrl Z undoes.",
    lab: "To the lab", league: "To the league",
  },
  ru: {
    field: "Четыре змеи по десять клеток начинают в середине поля 25 на 25. За ход каждая делает шаг, порядок разыгрывается.",
    bite: "Укус: кто наступает на последнюю клетку чужой змеи, забирает её. Укусившая на клетку длиннее, укушенная на клетку короче. Змея из одной клетки съедена.",
    end: "Бой кончается после последнего хода, когда никто не может ползти или когда осталась одна змея. Победила самая длинная.",
    program: "Вы не правите, вы рисуете: до девяти карт того, что змея может увидеть вокруг головы, которая смотрит вверх. На каждом шаге карты спрашиваются по порядку; первая, которая подошла, хотя бы повёрнутая или отражённая, решает, куда ползти. Если ни одна не подошла, решает случай.",
    sees: "О чём может спросить клетка карты",
    templates: "Наборы A-D означают несколько таких вещей сразу, а «не это» - все остальные.",
    groups: "Группы: клетки с квадратным знаком держатся вместе, подойти должны все, хотя бы в одной такой группе. Из клеток с круглым знаком должна подойти одна, в каждой такой группе. Если карта подходит по-разному, берётся то, где больше вес: чем меньше клетка допускает, тем больше весит.",
    maps: ["Укусить хвост прямо впереди.", "Ползти туда, где хвост через три шага, если путь свободен.", "Ползти, пока своё тело позади: прямо."],
    keys: "В бою: пробел запускает, стрелки шагают, с Shift прыгают на десять, B - к следующему укусу. В мастерской: стрелки ходят по клеткам, буквы рисуют, цифры выбирают группу, N - «не это», Delete стирает, Ctrl Z отменяет.",
    lab: "В мастерскую", league: "К лиге",
  },
});

const program = fromProgram(
  {
    Templates: ["XYZ", "STW", "TVZ", "V"],
    Maps: [
      { HeadX: 3, HeadY: 3, Lines: [{ X: 3, Y: 2, Line: "Z0" }] },
      { HeadX: 3, HeadY: 4, Lines: [{ X: 3, Y: 1, Line: "Z0" }, { X: 3, Y: 2, Line: "V0" }, { X: 3, Y: 3, Line: "V0" }] },
      { HeadX: 3, HeadY: 3, Lines: [{ X: 3, Y: 4, Line: "S0" }] },
    ],
  },
  "",
  1,
);

const run = (x: number, y: number, ...way: readonly (readonly [number, number, number])[]) => {
  const cells = [y * FIELD + x];
  for (const [dx, dy, n] of way) for (let i = 0; i < n; i++) cells.push((cells.at(-1) as number) + dy * FIELD + dx);
  return cells;
};

const scene = [run(12, 15, [0, 1, 5], [-1, 0, 4]), run(9, 12, [-1, 0, 6], [0, 1, 3]), run(12, 9, [0, -1, 4], [1, 0, 5]), run(12, 14, [1, 0, 4], [0, -1, 4])];

export function Help() {
  return (
    <>
      <p>{words.field}</p>
      <div class="sn-arena-help">
        <Arena position={[scene[0] ?? [], scene[1] ?? [], scene[2] ?? [], [...(scene[3] ?? [])].reverse()]} faces={[0, 1, 2, 0]} bites={[{ turn: 1, who: 0, whom: 3, cell: 14 * FIELD + 12 }]} label={words.bite} />
      </div>
      <p>{words.bite}</p>
      <p>{words.end}</p>
      <p>{words.program}</p>
      <div class="sn-figures">
        {words.maps.map((caption, i) => (
          <figure key={i}>
            <MapView map={program.maps[i] as never} label={caption} />
            <figcaption>{caption}</figcaption>
          </figure>
        ))}
      </div>
      <h3>{words.sees}</h3>
      <ul class="sn-things">
        {things.map((thing) => (
          <li key={thing}>
            <Glyph paint={thing} />
            {text.things[thing]}
          </li>
        ))}
      </ul>
      <p>{words.templates}</p>
      <p>{words.groups}</p>
      <p>{words.keys}</p>
      <p class="bar">
        <a class="btn btn-soft" href="/lab">
          {words.lab}
        </a>
        <a class="btn" href="/league">
          {words.league}
        </a>
      </p>
    </>
  );
}
