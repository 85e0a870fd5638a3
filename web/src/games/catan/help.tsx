/** The rules in our own words, with pictures. */
import type { ComponentChildren } from "preact";
import { lang } from "../../kit/lang";
import { Disc, HarbourPlate, Land } from "./ground";
import { cards, type Purchase, type Resource } from "./picks";
import { Bundle, CardFace, cardSign, needSymbols, Picture, Use } from "./pieces";
import { bundle, text } from "./texts";

const prices: readonly (readonly [Purchase, readonly (readonly [Resource, number])[]])[] = [
  ["road", [["lumber", 1], ["brick", 1]]],
  ["settlement", [["lumber", 1], ["wool", 1], ["grain", 1], ["brick", 1]]],
  ["city", [["grain", 2], ["ore", 3]]],
  ["card", [["wool", 1], ["grain", 1], ["ore", 1]]],
];

const lands = ["lumber", "wool", "grain", "brick", "ore", "desert"] as const;

function Figure({ box, words, children }: { readonly box: string; readonly words: string; readonly children: ComponentChildren }) {
  return (
    <figure>
      <svg class="ca-figure ca-s1" viewBox={box} aria-hidden="true">
        {children}
      </svg>
      <figcaption>{words}</figcaption>
    </figure>
  );
}

function Lands({ words }: { readonly words: Readonly<Record<(typeof lands)[number], string>> }) {
  return (
    <div class="ca-figures">
      {lands.map((land) => (
        <Figure key={land} box="-56 -62 112 124" words={words[land]}>
          <Land resource={land} />
          {land !== "desert" && <Disc number={{ lumber: 9, wool: 4, grain: 8, brick: 5, ore: 6 }[land]} y={11} />}
          {land === "desert" && <Use name="robber" y={18} />}
        </Figure>
      ))}
    </div>
  );
}

function Prices({ worth }: { readonly worth: Readonly<Record<Purchase, string>> }) {
  return (
    <div class="ca-prices">
      {prices.map(([what, price]) => (
        <>
          <Picture name={what === "card" ? "card-back" : what} class="ca-s1" />
          <b>{text.buy[what]}</b>
          <span>
            <Bundle of={price} />
            <span class="vh">{bundle(Object.fromEntries(price))}</span>
          </span>
          <span>{worth[what]}</span>
        </>
      ))}
    </div>
  );
}

function Cards() {
  return (
    <ul class="ca-help-cards">
      {cards.map((card) => (
        <li key={card}>
          <CardFace kind="dev" sign={cardSign[card]} />
          <span>
            <b>{text.card[card]}.</b> {text.cardText[card]}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** The two cards that change hands. */
function Specials({ longest, army }: { readonly longest: string; readonly army: string }) {
  return (
    <ul class="ca-help-cards">
      <li>
        <Picture name="longroad" class="ca-large" />
        <span>
          <b>{text.longest}</b>: {longest}
        </span>
      </li>
      <li>
        <Picture name="army" class="ca-large" />
        <span>
          <b>{text.army}</b>: {army}
        </span>
      </li>
    </ul>
  );
}

function Spots({ words }: { readonly words: readonly [string, string, string, string, string] }) {
  return (
    <div class="ca-figures">
      <Figure box="-56 -62 112 124" words={words[0]}>
        <Land resource="wool" />
        <Use name="mark-vertex" y={-58} />
        <Use name="mark-edge" x={50} turn={90} />
      </Figure>
      <Figure box="-56 -62 112 124" words={words[1]}>
        <Land resource="ore" />
        <Use name="mark-tile" />
      </Figure>
      <Figure box="-56 -62 112 124" words={words[2]}>
        <Land resource="grain" />
        <Use name="settlement" />
        <Use name="mark-up" />
      </Figure>
      <Figure box="-56 -62 112 124" words={words[3]}>
        <Land resource="brick" />
        <Use name="city" y={2} class="ca-s2" />
        <Use name="mark-last" />
      </Figure>
      <Figure box="-44 -50 88 88" words={words[4]}>
        <Use name="pier" y={30} />
        <HarbourPlate x={0} y={-10} kind="wool" />
      </Figure>
    </div>
  );
}

function English() {
  return (
    <>
      <p>You settle an island with the others. Buildings bring cards, cards become buildings, and whoever has ten points in their turn wins.</p>
      <h2>The island</h2>
      <Lands words={{ lumber: "forest: lumber", wool: "pasture: wool", grain: "field: grain", brick: "hill: brick", ore: "mountain: ore", desert: "desert: nothing" }} />
      <p>When the dice show a tile's number, every settlement at one of its corners gets one card of it, every city two. The dots below a number say how often it comes: red 6 and 8 most.</p>
      <h2>The beginning</h2>
      <p>In turn everybody places a settlement and a road at it, then a second of each in reverse order. The second settlement brings a card of each tile around it.</p>
      <h2>A turn</h2>
      <ol class="ca-steps">
        <li>
          <b>Roll.</b> Everybody gets their cards.
        </li>
        <li>
          <b>Trade</b> with the others as you agree, or with the bank: four equal cards for one, three or two where you have built at a harbour.
        </li>
        <li>
          <b>Build</b> and buy as long as your cards last. You may play one development card, but not one that you bought in this turn.
        </li>
      </ol>
      <Prices worth={{ road: "leads to new corners", settlement: "1 point", city: "2 points, in place of a settlement", card: "a surprise" }} />
      <p>A road goes on from your own. A settlement stands at your road, at least two edges from any other building.</p>
      <h2>A seven</h2>
      <p>Nobody gets anything. Whoever holds more than seven cards discards half of them. Then the player in turn moves the robber to another tile, which brings nothing while he stands there, and may steal a card from somebody who has built at it.</p>
      <h2>Development cards</h2>
      <Cards />
      <Specials longest="two points for the first road of five or more pieces, until somebody has a longer one." army="two points for the first three knights played, until somebody has played more." />
      <h2>Trading</h2>
      <p>In your turn press Trade, say what you give and what you want, and offer it. The others answer, and you choose with whom to trade. There are no counter-offers: say in the chat what you would want, and the player in turn offers anew.</p>
      <h2>On the board</h2>
      <Spots words={["you may build here", "the robber may go here", "may become a city", "built last", "wool harbour"]} />
      <p>Press what you want to build, then the place; or pick any marked place at once. What cannot be built says what is missing. On a phone the first tap shows the spot larger, the second builds.</p>
    </>
  );
}

function Russian() {
  return (
    <>
      <p>Вместе с другими вы заселяете остров. Постройки приносят карты, карты становятся постройками, и побеждает тот, у кого в свой ход набралось десять очков.</p>
      <h2>Остров</h2>
      <Lands words={{ lumber: "лес: дерево", wool: "пастбище: шерсть", grain: "поле: зерно", brick: "холмы: кирпич", ore: "горы: руда", desert: "пустыня: ничего" }} />
      <p>Когда на костях выпадает число поля, каждое поселение на его углу получает одну карту, каждый город две. Точки под числом показывают, как часто оно выпадает: чаще всего красные 6 и 8.</p>
      <h2>Начало</h2>
      <p>По очереди каждый ставит поселение и дорогу от него, потом, в обратном порядке, ещё раз. Второе поселение сразу приносит по карте с каждого соседнего поля.</p>
      <h2>Ход</h2>
      <ol class="ca-steps">
        <li>
          <b>Бросьте кости.</b> Все получают карты.
        </li>
        <li>
          <b>Меняйтесь</b> с другими, как договоритесь, или с банком: четыре одинаковые карты за одну, три или две там, где вы построились у гавани.
        </li>
        <li>
          <b>Стройте</b> и покупайте, пока хватает карт. Можно сыграть одну карту развития, но не ту, что куплена в этом ходу.
        </li>
      </ol>
      <Prices worth={{ road: "ведёт к новым перекрёсткам", settlement: "1 очко", city: "2 очка, на месте поселения", card: "сюрприз" }} />
      <p>Дорога продолжает вашу дорогу. Поселение стоит у вашей дороги, не ближе двух рёбер от любой другой постройки.</p>
      <h2>Семёрка</h2>
      <p>Никто ничего не получает. У кого больше семи карт, тот сбрасывает половину. Затем ходящий ставит разбойника на другое поле (пока он там стоит, оно ничего не приносит) и может украсть карту у того, кто рядом построился.</p>
      <h2>Карты развития</h2>
      <Cards />
      <Specials longest="два очка тому, кто первым проложил дорогу из пяти звеньев, пока у кого-то не станет длиннее." army="два очка тому, кто первым сыграл трёх рыцарей, пока кто-то не сыграет больше." />
      <h2>Обмен</h2>
      <p>В свой ход нажмите «Обмен», назовите, что отдаёте и что хотите, и предложите. Другие ответят, а вы выберете, с кем меняться. Встречных предложений нет: скажите в чате, чего хотите вы, и ходящий предложит заново.</p>
      <h2>На доске</h2>
      <Spots words={["здесь можно строить", "сюда может пойти разбойник", "может стать городом", "построено последним", "гавань: шерсть"]} />
      <p>Нажмите, что хотите построить, потом место; или сразу любое отмеченное место. Что построить нельзя, скажет, чего не хватает. На телефоне первое касание увеличивает место, второе строит.</p>
    </>
  );
}

export function Help() {
  needSymbols();
  return lang === "ru" ? <Russian /> : <English />;
}
