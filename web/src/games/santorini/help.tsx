/** The rules in our own words. */
import { lang } from "../../kit/lang";
import { Symbols, Tower, Worker } from "./board";
import { Emblem } from "./gods";
import { FLOOR } from "./picks";
import { godName, godNames, godText } from "./texts";

function Figure({ level, dome = false, seat, mark, words }: { readonly level: number; readonly dome?: boolean; readonly seat?: number; readonly mark?: string; readonly words: string }) {
  return (
    <figure>
      <svg viewBox="-52 -82 104 126" aria-hidden="true">
        <use href="#sa-cell" />
        <Tower cell={-1} level={level} dome={dome} />
        {mark === "sa-chosen" && <use href="#sa-chosen" />}
        {seat !== undefined && (
          <g transform={`translate(0 ${2 - FLOOR * level})`}>
            <Worker seat={seat} />
          </g>
        )}
        {mark === "sa-target" && <use href="#sa-target" y={-FLOOR * level} />}
        {mark === "sa-last" && <use href="#sa-last" />}
      </svg>
      <figcaption>{words}</figcaption>
    </figure>
  );
}

function Gods() {
  return (
    <ul class="sa-help-gods">
      {godNames.map((god) => (
        <li key={god}>
          <Emblem god={god} />
          <span>
            <b>{godName(god)}.</b> {godText(god)}
          </span>
        </li>
      ))}
    </ul>
  );
}

function English() {
  return (
    <>
      <p>Two or three players build a town on a small island. Whoever first steps up onto a third floor wins.</p>
      <h2>A turn</h2>
      <ol class="sa-steps">
        <li>
          <b>Move</b> one of your two workers to a neighbouring cell, straight or slanting. Nobody may stand there and no dome may close it. A worker climbs one floor at most; down it may jump from any height.
        </li>
        <li>
          <b>Build</b> with the same worker on a cell beside it: one floor on an empty cell or on a tower of one or two floors, a dome on three floors. A dome closes the cell for good.
        </li>
      </ol>
      <div class="sa-figures">
        <Figure level={0} words="ground" />
        <Figure level={1} words="level 1" />
        <Figure level={2} seat={0} words="level 2" />
        <Figure level={3} words="level 3" />
        <Figure level={3} dome words="complete" />
      </div>
      <h2>The end</h2>
      <p>You win when your worker climbs from the second to the third floor. If no worker of yours can move, or the one that moved cannot build, you are out; with two players the other one wins.</p>
      <h2>Before the game</h2>
      <p>One player selects as many gods as there are players, the others choose theirs, and the last one is left for him; he also says who begins. Then each player places two workers. A table can also be opened with fixed gods, or with none.</p>
      <h2>On the board</h2>
      <div class="sa-figures">
        <Figure level={1} mark="sa-target" words="possible" />
        <Figure level={0} seat={1} mark="sa-chosen" words="chosen" />
        <Figure level={1} mark="sa-last" words="last turn" />
      </div>
      <p>Pick a worker, then a cell. Once a worker acts, a cell is enough. The number on a building is its level. If a floor and a dome are both possible, you are asked which. Picking a cell that is not possible tells you why.</p>
      <h2>Gods</h2>
      <Gods />
    </>
  );
}

function Russian() {
  return (
    <>
      <p>Двое или трое строят город на маленьком острове. Кто первым поднимется на третий этаж, тот победил.</p>
      <h2>Ход</h2>
      <ol class="sa-steps">
        <li>
          <b>Идите</b> одним из двух строителей на соседнюю клетку, прямо или наискось. Там никто не должен стоять, и её не должен закрывать купол. Подняться можно только на один этаж, спрыгнуть с любой высоты.
        </li>
        <li>
          <b>Стройте</b> тем же строителем на соседней клетке: этаж на пустой клетке или на башне в один или два этажа, купол на трёх этажах. Купол закрывает клетку навсегда.
        </li>
      </ol>
      <div class="sa-figures">
        <Figure level={0} words="земля" />
        <Figure level={1} words="этаж 1" />
        <Figure level={2} seat={0} words="этаж 2" />
        <Figure level={3} words="этаж 3" />
        <Figure level={3} dome words="завершена" />
      </div>
      <h2>Конец игры</h2>
      <p>Побеждает тот, чей строитель поднялся со второго этажа на третий. Если ни один ваш строитель не может пойти или пошедший не может строить, вы выбываете; вдвоём это победа соперника.</p>
      <h2>До игры</h2>
      <p>Один игрок отбирает столько богов, сколько игроков, остальные выбирают себе, последний бог достаётся ему; он же говорит, кто начинает. Затем каждый ставит двух строителей. Стол можно открыть и с назначенными богами или без них.</p>
      <h2>На доске</h2>
      <div class="sa-figures">
        <Figure level={1} mark="sa-target" words="можно" />
        <Figure level={0} seat={1} mark="sa-chosen" words="выбрано" />
        <Figure level={1} mark="sa-last" words="прошлый ход" />
      </div>
      <p>Выберите строителя, потом клетку. Когда строитель уже действует, довольно клетки. Число на здании - его этаж. Если можно и этаж, и купол, вас спросят. Если клетка не подходит, будет сказано почему.</p>
      <h2>Боги</h2>
      <Gods />
    </>
  );
}

export function Help() {
  return (
    <>
      <svg width="0" height="0" aria-hidden="true" class="sa-symbols">
        <Symbols />
      </svg>
      {lang === "ru" ? <Russian /> : <English />}
    </>
  );
}
