/** The rules in our own words. */
import { say } from "../../kit/lang";
import { Coin, Die, Lock, MarkerPicture, needSprite, PowerPicture, RacePicture, SignPicture, StackPicture, Tag } from "./pieces";
import { type Marker, type Power, type Race, texts } from "./texts";

const help = say({
  en: {
    goal: "A land too small for everybody. Lead a race over it, retire it in time, take the next one. After the last round the most coins win.",
    turn: "A turn",
    steps: [
      "Without a race: choose a badge. The first is free; for each one that you pass over you put a coin on it. Coins that lie on yours are yours.",
      "Conquer: a new race enters at the edge of the map, then goes on to neighbours. A region takes two tokens, and one more for each token, camp, fortress, lair or mountain in it; at least one.",
      "Too few tokens for the last one? The die may help: blank three times in six, else one to three. Lucky or not, it is the last attack of the turn.",
      "Set your tokens: at least one in each region that you want to keep.",
      "Take a coin for each region, of the race in decline too, and what race and power add.",
    ],
    decline: "Decline",
    declineText: "Instead of conquering you may go into decline: the race keeps its regions with one token each, goes on paying and never moves again. Next turn you choose a new one. Only one race of yours is in decline: an older one leaves the map.",
    defend: "Who loses a region loses one token; the others go to that player's other regions.",
    signs: "Signs on the map",
    price: "Tokens that an attack takes",
    risky: "Needs the die",
    lock: "Nobody can take it",
    active: "Active race: ring in the player's colour and pattern, number of tokens",
    old: "In decline: grey and hatched",
    races: "Races",
    powers: "Powers",
    hand: "By hand",
    handText: "Press a region to attack it. Wheel, pinch or the buttons come closer; drag to move. When tokens are set, press a region, its plus or minus, or type + and -. Typing a region's number jumps to it.",
  },
  ru: {
    goal: "Земля, на которой всем не хватит места. Ведите народ, вовремя отправьте его на покой, возьмите следующий. После последнего раунда побеждает тот, у кого больше монет.",
    turn: "Ход",
    steps: [
      "Без народа: выберите его на выставке. Первый бесплатен; на каждый пропущенный кладут монету. Монеты, лежащие на вашем, достаются вам.",
      "Завоёвывайте: новый народ входит с края карты, дальше идёт к соседям. Область стоит два жетона и ещё один за каждый жетон, лагерь, крепость, логово или гору; не меньше одного.",
      "На последнюю не хватает? Поможет кубик: три грани из шести пусты, на других от одного до трёх. Повезёт или нет, это последнее нападение хода.",
      "Расставьте жетоны: хотя бы один в каждой области, которую хотите сохранить.",
      "Получите монету за каждую область, в том числе народа в упадке, и то, что добавляют народ и свойство.",
    ],
    decline: "Упадок",
    declineText: "Вместо завоеваний можно уйти в упадок: народ хранит области по одному жетону, продолжает платить и больше не ходит. В следующий ход вы выберете новый. В упадке только один ваш народ: прежний исчезает.",
    defend: "Кто теряет область, теряет один жетон; остальные уходят в другие его области.",
    signs: "Знаки на карте",
    price: "Сколько жетонов стоит нападение",
    risky: "Нужен кубик",
    lock: "Взять нельзя",
    active: "Активный народ: кольцо цвета и узора игрока, число жетонов",
    old: "В упадке: серый и заштрихованный",
    races: "Народы",
    powers: "Свойства",
    hand: "Управление",
    handText: "Нажмите область, чтобы напасть. Колесо, щипок или кнопки приближают, перетаскивание двигает. При расстановке нажимайте область, её плюс или минус или клавиши + и -. Номер области ведёт к ней.",
  },
});

const MARKERS: readonly Marker[] = ["fortress", "camp", "lair", "hole", "hero", "dragon"];

function Sample({ children, words }: { readonly children: preact.ComponentChildren; readonly words: string }) {
  return (
    <li>
      {children}
      <span>{words}</span>
    </li>
  );
}

const tag = (children: preact.ComponentChildren) => (
  <svg class="sw-pic" viewBox="-30 -16 60 38" width="60" height="38" aria-hidden="true">
    {children}
  </svg>
);

export function Help() {
  needSprite();
  return (
    <>
      <p>{help.goal}</p>
      <h3>{help.turn}</h3>
      <ol>
        {help.steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <h3>{help.decline}</h3>
      <p>{help.declineText}</p>
      <p>{help.defend}</p>
      <h3>{help.signs}</h3>
      <ul class="sw-samples">
        <Sample words={help.active}>
          <StackPicture seat={0} race="Amazons" tokens={4} declined={false} size={48} />
        </Sample>
        <Sample words={help.old}>
          <StackPicture seat={1} race="Dwarves" tokens={1} declined size={48} />
        </Sample>
        <Sample words={help.price}>{tag(<Tag need={3} risky={false} />)}</Sample>
        <Sample words={help.risky}>{tag(<Tag need={3} risky />)}</Sample>
        <Sample words={help.lock}>{tag(<Lock />)}</Sample>
        {(["mine", "magic", "cavern"] as const).map((sign) => (
          <Sample key={sign} words={texts.lands[sign]}>
            <SignPicture sign={sign} size={32} />
          </Sample>
        ))}
        {MARKERS.map((marker) => (
          <Sample key={marker} words={`${texts.markers[marker].name}: ${texts.markers[marker].text}`}>
            <MarkerPicture marker={marker} size={44} />
          </Sample>
        ))}
      </ul>
      <p class="sw-row" aria-hidden="true">
        {[0, 1, 2, 3].map((shows) => (
          <Die key={shows} shows={shows} size={36} />
        ))}
        <Coin n={1} size={28} worth={1} />
        <Coin n={5} size={28} />
      </p>
      <h3>{help.races}</h3>
      <ul class="sw-samples">
        {(Object.keys(texts.races) as Race[]).map((race) => (
          <Sample key={race} words={`${texts.races[race].name}: ${texts.races[race].text}`}>
            <RacePicture race={race} />
          </Sample>
        ))}
      </ul>
      <h3>{help.powers}</h3>
      <ul class="sw-samples">
        {(Object.keys(texts.powers) as Power[]).map((power) => (
          <Sample key={power} words={`${texts.powers[power].name}: ${texts.powers[power].text}`}>
            <PowerPicture power={power} />
          </Sample>
        ))}
      </ul>
      <h3>{help.hand}</h3>
      <p>{help.handText}</p>
    </>
  );
}
