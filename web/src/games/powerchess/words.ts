/** Both languages, with the same keys. */
import { lang, plural, say } from "../../kit/lang";
import type { Words } from "../../kit/game";
import type { View } from "../../wire/made/powerchess";
import { nameOf, picks as placesOf, squareOf } from "./picks";
import type { Colour, Kind } from "./pieces";

type Power = NonNullable<View["select"]>["options"][number]["power"];
type Rarity = View["boxes"][number]["rarity"];
type Reason = NonNullable<View["reason"]>;

interface Text {
  readonly board: string;
  readonly kind: Readonly<Record<Kind, string>>;
  readonly man: (colour: Colour, kind: Kind) => string;
  readonly side: Readonly<Record<Colour, string>>;
  readonly taken: (kinds: readonly string[]) => string;
  readonly takenNone: string;
  readonly turn: string;
  readonly safe: (plies: number) => string;
  readonly awake: (was: Kind, plies: number) => string;
  readonly net: string;
  readonly runs: string;
  readonly check: string;
  readonly takes: string;
  /** What is no ply, by its notation. */
  readonly said: Readonly<Record<string, string>>;
  readonly box: Readonly<Record<Rarity, string>>;
  readonly rarity: Readonly<Record<Rarity, string>>;
  readonly hole: (plies: number) => string;
  readonly choosePower: string;
  readonly otherChooses: string;
  readonly aims: (n: number) => string;
  readonly fizzles: string;
  readonly aimAt: (power: string) => string;
  readonly other: string;
  readonly power: Readonly<Record<Power, { readonly name: string; readonly text: string }>>;
  readonly hint: Readonly<Record<"check" | "piece" | "aim" | "promote" | "power", string>>;
  readonly energized: (plies: number) => string;
  readonly offers: string;
  readonly reason: Readonly<Record<Reason, (winner: string) => string>>;
  readonly refusal: Readonly<Record<string, string>>;
}

const drawn = (why: string) => () => why;

const en: Text = {
  board: "Chess board",
  kind: { king: "king", queen: "queen", rook: "rook", bishop: "bishop", knight: "knight", pawn: "pawn" },
  man: (colour, kind) => `${colour} ${kind}`,
  side: { white: "White", black: "Black" },
  taken: (kinds) => `has taken ${kinds.join(", ")}`,
  takenNone: "has taken nothing",
  turn: "Turn the board",
  safe: (n) => `shielded for ${plural(n, { one: "ply", other: "plies" })}`,
  awake: (was, n) => `awakened ${was} for ${plural(n, { one: "ply", other: "plies" })}`,
  net: "safety net",
  runs: "energized",
  check: "in check",
  takes: "takes a",
  said: { "draw?": "offers a draw", draw: "takes the draw", resigns: "resigns", time: "has no time left" },
  box: { common: "common box", rare: "rare box", legendary: "legendary box" },
  rarity: { common: "common", rare: "rare", legendary: "legendary" },
  hole: (n) => `black hole for ${plural(n, { one: "ply", other: "plies" })}`,
  choosePower: "Choose a power",
  otherChooses: "A power is being chosen",
  aims: (n) => n === 1 ? "then the one square it can go to" : `then choose one of ${n} squares`,
  fizzles: "no target: it would do nothing",
  aimAt: (power) => `${power}: choose a marked square.`,
  other: "Back",
  power: {
    Adjust: { name: "Adjust", text: "Step with the piece to a free square beside it." },
    Rewind: { name: "Rewind", text: "The opponent's last move is taken back; what it took stays away." },
    "Second Effort": { name: "Second Effort", text: "The same piece moves once more; it may take another box, or even the king." },
    Shield: { name: "Shield", text: "The piece cannot be taken for three turns, or until it takes something." },
    Swap: { name: "Swap", text: "The piece trades places with another one of yours." },
    "Black Hole": { name: "Black Hole", text: "A free square becomes a hole for six turns: pieces pass over it, none may stop there." },
    Energize: { name: "Energize", text: "For five turns your pawns run along their files, both ways, but cannot promote." },
    "Eye for an Eye": { name: "Eye for an Eye", text: "Give the piece up to destroy an enemy of no higher value." },
    "Safety Net": { name: "Safety Net", text: "When the piece would be taken it falls back to your home row, once." },
    "Send Away": { name: "Send Away", text: "Any piece goes to a random square of its own home row." },
    Armageddon: { name: "Armageddon", text: "All pawns vanish; the kings are safe for two turns." },
    Awaken: { name: "Awaken", text: "The piece is a queen for four turns, and safe for the first of them." },
    Clone: { name: "Clone", text: "A copy of the piece appears on your home row." },
    Reanimate: { name: "Reanimate", text: "One of your lost pieces, drawn by lot, comes back to your home row." },
  },
  hint: { check: "Your king is in check.", piece: "Choose a piece.", aim: "Choose where it goes.", promote: "Choose what the pawn becomes.", power: "Choose one of the two powers." },
  energized: (n) => `pawns run: ${n}`,
  offers: "offers a draw",
  reason: {
    mate: (winner) => `checkmate, ${winner} wins.`,
    resignation: (winner) => `${winner} wins, the other side resigned.`,
    time: (winner) => (winner ? `${winner} wins on time.` : "time is up."),
    agreement: drawn("a draw by agreement."),
    stalemate: drawn("stalemate, a draw."),
    repetition: drawn("a draw, the position came three times."),
    fifty: drawn("a draw, fifty moves without progress."),
    material: drawn("a draw, nobody can mate any more."),
  },
  refusal: {},
};

const male = new Set<Kind>(["king", "queen", "bishop", "knight"]);
const plies = (n: number) => plural(n, { one: "полуход", few: "полухода", many: "полуходов", other: "полухода" });

const ru: Text = {
  board: "Шахматная доска",
  kind: { king: "король", queen: "ферзь", rook: "ладья", bishop: "слон", knight: "конь", pawn: "пешка" },
  man: (colour, kind) => `${colour === "white" ? (male.has(kind) ? "белый" : "белая") : male.has(kind) ? "чёрный" : "чёрная"} ${ru.kind[kind]}`,
  side: { white: "Белые", black: "Чёрные" },
  taken: (kinds) => `взято: ${kinds.join(", ")}`,
  takenNone: "ничего не взято",
  turn: "Перевернуть доску",
  safe: (n) => `под щитом ещё ${plies(n)}`,
  awake: (was, n) => `пробуждение (${ru.kind[was]}) ещё ${plies(n)}`,
  net: "страховочная сеть",
  runs: "заряжена",
  check: "под шахом",
  takes: "берёт",
  said: { "draw?": "предлагает ничью", draw: "принимает ничью", resigns: "сдаётся", time: "время вышло" },
  box: { common: "обычный ящик", rare: "редкий ящик", legendary: "легендарный ящик" },
  rarity: { common: "обычная", rare: "редкая", legendary: "легендарная" },
  hole: (n) => `чёрная дыра ещё ${plies(n)}`,
  choosePower: "Выберите силу",
  otherChooses: "Соперник выбирает силу",
  aims: (n) => n === 1 ? "затем поле: возможно одно" : `затем поле: на выбор ${n}`,
  fizzles: "цели нет: ничего не произойдёт",
  aimAt: (power) => `${power}: выберите отмеченное поле.`,
  other: "Назад",
  power: {
    Adjust: { name: "Поправка", text: "Фигура переходит на свободное соседнее поле." },
    Rewind: { name: "Перемотка", text: "Последний ход соперника отменяется; взятое им не возвращается." },
    "Second Effort": { name: "Второе усилие", text: "Та же фигура ходит ещё раз: может взять ещё ящик и даже короля." },
    Shield: { name: "Щит", text: "Фигуру нельзя взять три хода или пока она сама не возьмёт." },
    Swap: { name: "Обмен", text: "Фигура меняется местами с другой вашей." },
    "Black Hole": { name: "Чёрная дыра", text: "Свободное поле на шесть ходов становится дырой: пройти над ней можно, встать нельзя." },
    Energize: { name: "Заряд", text: "Пять ходов ваши пешки бегают по вертикалям в обе стороны, но не превращаются." },
    "Eye for an Eye": { name: "Око за око", text: "Отдайте фигуру и уничтожьте чужую не большей ценности." },
    "Safety Net": { name: "Страховочная сеть", text: "Когда фигуру возьмут, она один раз вернётся на ваш первый ряд." },
    "Send Away": { name: "Высылка", text: "Любая фигура отправляется на случайное поле своего первого ряда." },
    Armageddon: { name: "Армагеддон", text: "Все пешки исчезают; короли два хода неуязвимы." },
    Awaken: { name: "Пробуждение", text: "Фигура четыре хода ходит как ферзь, первый из них неуязвима." },
    Clone: { name: "Двойник", text: "Копия фигуры появляется на вашем первом ряду." },
    Reanimate: { name: "Возвращение", text: "Одна из потерянных фигур, по жребию, возвращается на ваш первый ряд." },
  },
  hint: { check: "Вашему королю шах.", piece: "Выберите фигуру.", aim: "Выберите, куда она пойдёт.", promote: "Выберите, кем станет пешка.", power: "Выберите одну из двух сил." },
  energized: (n) => `пешки бегут: ${n}`,
  offers: "предлагает ничью",
  reason: {
    mate: (winner) => `мат, победа: ${winner}.`,
    resignation: (winner) => `соперник сдался, победа: ${winner}.`,
    time: (winner) => (winner ? `время вышло, победа: ${winner}.` : "время вышло."),
    agreement: drawn("ничья по соглашению."),
    stalemate: drawn("пат, ничья."),
    repetition: drawn("ничья, позиция повторилась трижды."),
    fifty: drawn("ничья, пятьдесят ходов без продвижения."),
    material: drawn("ничья, мат больше невозможен."),
  },
  refusal: {
    game_over: "Игра окончена.",
    not_your_turn: "Сейчас не ваш ход.",
    choose_power: "Вы взяли ящик: сначала выберите одну из двух сил.",
    no_power: "Силы нет: сначала возьмите ящик.",
    not_your_piece: "На этом поле нет вашей фигуры.",
    cannot_go: "Эта фигура так не ходит.",
    blocked: "Так фигура ходит, но ей что-то мешает на пути или на самом поле.",
    leaves_king: "Ваш король останется под шахом.",
    promotion_needed: "Пешка дошла до края: скажите, кем она станет.",
    needs_square: "Этой силе нужна цель.",
    needs_nothing: "Этой силе цель не нужна.",
    not_box_piece: "Эта сила двигает только фигуру, взявшую ящик.",
    no_target: "На этом поле силу применить нельзя.",
  },
};

export const text: Text = say({ en, ru });

const BECOMES: Readonly<Record<string, string>> = { 1: "ферзём", 2: "ладьёй", 3: "слоном", 4: "конём" };

/** The server's words are English: only Russian composes its own. */
function moveInRussian(move: string, view: View): string | null {
  const words = move.split(" ");
  const at = placesOf(move)?.at(-1);
  const aim = at ? squareOf(at) : null;
  const to = aim === null ? "" : nameOf(aim);
  const there = view.pieces.find((piece) => piece.square === aim);
  const box = view.boxes.some((one) => one.square === aim);
  if (words[0] === "move") {
    const from = Number(words[1]);
    const piece = view.pieces.find((one) => one.square === from);
    if (!piece) return null;
    if (piece.kind === "king" && Math.abs(from - (aim ?? from)) === 2) return (aim ?? 0) > from ? "короткая рокировка" : "длинная рокировка";
    const becomes = words[3] ? `, станет ${BECOMES[words[3]] ?? ""}` : "";
    return `${text.kind[piece.kind]} ${nameOf(from)} ${there ? "берёт" : "–"} ${to}${becomes}${box ? ", берёт ящик" : ""}`;
  }
  const option = words[0] === "power" ? view.select?.options[Number(words[1])] : undefined;
  if (!option) return null;
  const becomes = words[4] ? `, станет ${BECOMES[words[4]] ?? ""}` : "";
  return text.power[option.power].name + (to ? `: ${there ? text.kind[there.kind] + " " : ""}${to}` : "") + becomes;
}

export const words: Words<View> = {
  hint(view, _seat, picks) {
    const check = view.check ? text.hint.check + " " : "";
    if (view.phase !== "select") return check + (picks.length > 1 ? text.hint.promote : picks.length ? text.hint.aim : text.hint.piece);
    const first = picks[0];
    const option = first?.startsWith("card-") ? view.select?.options[Number(first.slice(5))] : undefined;
    if (picks.length > 1) return text.hint.promote;
    return option ? text.aimAt(text.power[option.power].name) : text.hint.power;
  },
  move: lang === "ru" ? ({ move }, view) => moveInRussian(move, view) : undefined,
  event({ effects, move, words: notation = "" }) {
    const check = /[+#]$/.exec(notation)?.[0] ?? "";
    const power = effects?.find((effect) => effect.what === "power");
    if (power) {
      const place = move ? placesOf(move)?.at(-1) : undefined;
      const square = place ? squareOf(place) : null;
      return `${text.power[power.power as Power].name}${square === null ? "" : " " + nameOf(square)}${check}`;
    }
    // The server's notation: "Bxe2 {rare box}+".
    const [ply = "", box] = notation.split(/ \{(\w+) box\}/);
    return box ? `${ply}${check}, ${text.takes} ${text.box[box as Rarity]}` : (text.said[notation] ?? null);
  },
  step:
    lang === "ru"
      ? (moves, view) => {
          const [verb, a] = moves[0]?.move.split(" ") ?? [];
          if (verb === "power") {
            const option = view.select?.options[Number(a)];
            return option ? text.power[option.power].name : null;
          }
          const piece = view.pieces.find((one) => one.square === Number(a));
          return piece ? `${text.kind[piece.kind]} ${nameOf(piece.square)}` : null;
        }
      : undefined,
  facts(view, seat) {
    const side = view.sides[seat];
    if (!side) return [];
    return [...(side.energized ? [text.energized(side.energized)] : []), ...(side.offers_draw ? [text.offers] : [])];
  },
  aside: (name, view, seat) => (name === "draw" && view.sides[1 - seat]?.offers_draw ? "takeDraw" : null),
  over: (view, name) => (view.reason ? text.reason[view.reason](view.winner === undefined ? "" : name(view.winner)) : null),
  reason: (reason) => text.refusal[reason] ?? null,
};
