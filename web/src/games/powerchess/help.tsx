/** The rules in our own words. */
import { say } from "../../kit/lang";
import { Man, needSymbols, Sign, Studs, Use } from "./pieces";
import { text } from "./words";

const help = say({
  en: {
    goal: "Chess with surprises: checkmate the king, or leave the other side without time. Pieces move, castle and promote as in chess.",
    boxes: "Boxes",
    box: "Now and then a box appears on a free square. It stops rooks, bishops and queens like a piece would, and whoever lands on it takes it. Before the turn passes, the taker chooses one of two powers. The more studs, the stronger the powers.",
    aims: "Some powers need a square as well: press the card, then a marked square. A power without any target does nothing, but may be chosen.",
    signs: "Signs on the board",
    ring: "Ring with a number: the piece cannot be taken for so many plies (a ply is one side's turn).",
    wings: "Wings: for now it moves like a queen; the small picture shows what it really is.",
    net: "Net: when it is taken it falls back to its home row, once.",
    bolt: "Bolt: this pawn runs along its file, both ways, but cannot promote.",
    hole: "Hole: one may pass over it, but not stop there until its number has run out.",
    powers: "The fourteen powers",
    draws: "Draws",
    draw: "A draw is agreed, or comes by stalemate; where the table says so, also by the same position three times or fifty moves without progress.",
    hand: "By hand",
    drag: "Press a piece and then its square, drag it, or go there by arrows and Enter; typing e4 jumps to that square, typing Nf3 or e2e4 moves. The key f, off the board, turns the board.",
  },
  ru: {
    goal: "Шахматы с сюрпризами: поставьте мат королю или дождитесь, пока у соперника выйдет время. Ходы, рокировка и превращение такие же, как в шахматах.",
    boxes: "Ящики",
    box: "Время от времени на свободном поле появляется ящик. Ладью, слона и ферзя он останавливает, как фигура, а тот, кто на него встал, его берёт. До конца хода взявший выбирает одну из двух сил. Чем больше заклёпок, тем сильнее.",
    aims: "Некоторым силам нужно ещё и поле: нажмите карту, затем отмеченное поле. Сила без цели ничего не делает, но выбрать её можно.",
    signs: "Знаки на доске",
    ring: "Кольцо с числом: фигуру нельзя взять столько полуходов (полуход: ход одной стороны).",
    wings: "Крылья: пока ходит как ферзь; маленькая картинка показывает, кто это на самом деле.",
    net: "Сеть: когда фигуру возьмут, она один раз вернётся на свой первый ряд.",
    bolt: "Молния: пешка бегает по вертикали в обе стороны, но не превращается.",
    hole: "Дыра: над ней можно пройти, но встать нельзя, пока число не кончится.",
    powers: "Четырнадцать сил",
    draws: "Ничья",
    draw: "О ничьей договариваются, или она наступает при пате; если так решено за столом, то и при троекратном повторении или пятидесяти ходах без продвижения.",
    hand: "Управление",
    drag: "Нажмите фигуру, затем поле, или перетащите её, или дойдите стрелками и нажмите Enter; набранное e4 ведёт на это поле, а Nf3 или e2e4 делает ход. Клавиша f, вне доски, переворачивает доску.",
  },
});

const POWERS = {
  common: ["Adjust", "Rewind", "Second Effort", "Shield", "Swap"],
  rare: ["Black Hole", "Energize", "Eye for an Eye", "Safety Net", "Send Away"],
  legendary: ["Armageddon", "Awaken", "Clone", "Reanimate"],
} as const;

function Example({ children, words }: { readonly children: preact.ComponentChildren; readonly words: string }) {
  return (
    <li>
      <svg viewBox="0 0 100 100" width="56" height="56" aria-hidden="true">
        <rect class="pc-sq1" width="100" height="100" rx="8" />
        {children}
      </svg>
      <span>{words}</span>
    </li>
  );
}

export function Help() {
  needSymbols();
  return (
    <div class="pc-help prose">
      <p>{help.goal}</p>
      <h3>{help.hand}</h3>
      <p>{help.drag}</p>
      <h3>{help.boxes}</h3>
      <p>{help.box}</p>
      <ul class="pc-examples">
        {(["common", "rare", "legendary"] as const).map((rarity, i) => (
          <Example key={rarity} words={text.box[rarity]}>
            <Use name={"box" + (i + 1)} />
          </Example>
        ))}
      </ul>
      <p>{help.aims}</p>
      <h3>{help.signs}</h3>
      <ul class="pc-examples">
        <Example words={help.ring}>
          <Use name="ring" />
          <Man kind="knight" colour="white" />
          <Use name="badge" />
          <text class="pc-badge-number" x="82" y="25.5">
            3
          </text>
        </Example>
        <Example words={help.wings}>
          <Use name="wings" />
          <Man kind="queen" colour="black" />
          <Use name="badge-low" />
          <Man kind="rook" colour="black" x={68} y={67} size={29} />
        </Example>
        <Example words={help.net}>
          <Man kind="bishop" colour="white" />
          <Use name="net" />
        </Example>
        <Example words={help.bolt}>
          <Man kind="pawn" colour="black" />
          <Use name="bolt" />
        </Example>
        <Example words={help.hole}>
          <Use name="hole" />
        </Example>
      </ul>
      <h3>{help.powers}</h3>
      {(["common", "rare", "legendary"] as const).map((rarity, i) => (
        <ul key={rarity} class="pc-examples">
          {POWERS[rarity].map((power) => (
            <li key={power}>
              <Sign power={power} />
              <span>
                <b>{text.power[power].name}</b> <Studs n={i + 1} /> <span class="soft">{text.rarity[rarity]}</span>
                <br />
                {text.power[power].text}
              </span>
            </li>
          ))}
        </ul>
      ))}
      <h3>{help.draws}</h3>
      <p>{help.draw}</p>
    </div>
  );
}
