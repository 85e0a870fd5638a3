/** The maps of Small World with their pictures; /maps/new and /maps/N: the editor. */
import "../kit/core";
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { PageProps } from "../app";
import { needSprite } from "../games/smallworld/pieces";
import gameSheet from "../games/smallworld/style.css";
import { title } from "../kit/away";
import { confirm } from "../kit/dialog";
import { Empty } from "../kit/empty";
import { t } from "../kit/lang";
import { Icon } from "../kit/more-icons";
import { nameOfMap } from "../kit/options";
import { loadSheet } from "../kit/sheets";
import sheet from "../style/pages.css";
import { Editor } from "./maps/editor";
import { complain, Picture } from "./maps/picture";
import { deleteMap, getMap, listMaps, type MapInfo, playOn, type WholeMap } from "./maps/server";
import mapSheet from "./maps/style.css";
import { words } from "./maps/words";

export { sheet };

function MapCard({ map, gone }: { readonly map: MapInfo; readonly gone: () => void }) {
  const name = map.built_in ? nameOfMap(map.name) : map.name;
  const whole = useSignal<WholeMap | null>(null);
  useEffect(() => {
    getMap(map.id).then((answer) => (whole.value = answer), () => undefined);
  }, [map.id]);

  async function remove(): Promise<void> {
    if (!(await confirm(words.removeAsk(map.name)))) return;
    await deleteMap(map.id).then(gone, complain);
  }

  return (
    <li class="card map-card" id={`map-${map.id}`}>
      <Picture board={whole.value?.board ?? null} name={name} />
      <div class="pad stack stack-2">
        <h2>{name}</h2>
        <p class="small soft">
          {t.open.map(map.seats, map.regions, map.turns)}
          <br />
          {map.mine ? words.yours : map.built_in ? words.builtIn : map.owner ? words.by(map.owner) : ""}
        </p>
        <div class="bar">
          {map.playable && (
            <button type="button" class="btn btn-soft" onClick={() => playOn(map).catch(complain)}>
              {words.play} <span class="vh">{words.playOf(name)}</span>
            </button>
          )}
          <a class="btn btn-quiet" href={`/maps/${map.id}`}>
            {words.copy} <span class="vh">{words.copyOf(name)}</span>
          </a>
          {map.mine && (
            <button type="button" class="btn btn-quiet" onClick={remove}>
              {words.remove} <span class="vh">{words.removeOf(map.name)}</span>
            </button>
          )}
        </div>
      </div>
    </li>
  );
}

function Maps() {
  const maps = useSignal<readonly MapInfo[] | null>(null);
  const load = () => listMaps().then((list) => (maps.value = list), complain);
  useEffect(() => void load(), []);
  title.value = `${words.title} - Meeple`;
  return (
    <main id="maps" class="wrap stack stack-5" aria-busy={maps.value ? undefined : "true"}>
      <div class="head">
        <div class="intro">
          <h1>{words.title}</h1>
          <p class="lead">{words.lead}</p>
        </div>
        <a class="btn btn-main" id="draw-map" href="/maps/new">
          <Icon name="plus" />
          {words.draw}
        </a>
      </div>
      {maps.value?.length === 0 && <Empty head={words.none} text={words.noneMore} link={{ to: "/maps/new", name: words.draw }} />}
      <ul class="maps">{[...(maps.value ?? [])].sort((a, b) => Number(b.mine) - Number(a.mine) || Number(a.built_in) - Number(b.built_in) || b.regions - a.regions).map((map) => <MapCard key={map.id} map={map} gone={load} />)}</ul>
    </main>
  );
}

export function Page({ rest }: PageProps) {
  const ready = useSignal(false);
  useEffect(() => {
    needSprite();
    void Promise.all([loadSheet(gameSheet), loadSheet(mapSheet)]).then(() => (ready.value = true));
  }, []);
  if (!ready.value) return <main id="maps" class="wrap" aria-busy="true" />;
  return rest[0] ? <Editor key={rest[0]} from={rest[0] === "new" ? null : Number(rest[0])} /> : <Maps />;
}
