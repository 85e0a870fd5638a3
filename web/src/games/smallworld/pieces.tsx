/** Tokens, badges, coins and signs, composed of the sprite's symbols. Plain values
 *  in; the help and the map editor draw them too. */
import { sprite } from "./sprite";
import type { Marker, Power, Race } from "./texts";

/** Puts the symbols into the page, once: patterns and clips must not be hidden. */
export function needSprite(): void {
  if (typeof document === "undefined" || document.getElementById("sw-sprite")) return;
  const box = document.createElement("div");
  box.id = "sw-sprite";
  box.className = "sw-sprite";
  document.body.append(box);
  box.innerHTML = `<svg aria-hidden="true" focusable="false" width="0" height="0">${sprite}</svg>`;
}

interface UseProps {
  readonly name: string;
  readonly w: number;
  readonly h?: number;
  readonly at?: string;
  readonly class?: string;
}

/** A symbol around its anchor. */
export function Use({ name, w, h = w, at, class: shape }: UseProps) {
  return <use href={"#sw-" + name} x={-w / 2} y={-h / 2} width={w} height={h} transform={at} class={shape} />;
}

const TOKEN = { w: 56, h: 58 };
const tokenAt = (name: string, y: number) => <use href={"#sw-" + name} x={-TOKEN.w / 2} y={-26} width={TOKEN.w} height={TOKEN.h} transform={y ? `translate(0 ${y})` : undefined} />;

interface StackProps {
  /** null: a lost tribe. */
  readonly seat: number | null;
  readonly race: Race | "Lost Tribe";
  readonly tokens: number;
  readonly declined: boolean;
  /** Without its number: a stepper shows it. */
  readonly bare?: boolean;
}

/** A stack of tokens around 0,0. */
export function Stack({ seat, race, tokens, declined, bare }: StackProps) {
  const name = race === "Lost Tribe" ? "lost" : race;
  return (
    <g class={(seat === null ? "sw-s0" : "sw-s" + (seat + 1)) + (declined && seat !== null ? " sw-old" : "")}>
      {tokens > 3 && tokenAt("token-2", 6)}
      {tokens > 1 && tokenAt("token-2", 1)}
      {tokenAt("token", 0)}
      <g class="sw-em-u">
        <Use name={"race-" + name} w={48} />
      </g>
      {declined && seat !== null && <Use name="faded" w={48} />}
      {seat !== null && <Use name={`crest-${seat + 1}`} w={16} at="translate(-17 -17)" />}
      {!bare && (
        <>
          <Use name="count" w={24} at="translate(18 17)" />
          <text class="sw-cnt-t" x="18" y="22.3">
            {tokens}
          </text>
        </>
      )}
    </g>
  );
}

interface MarkersProps {
  readonly markers: readonly Marker[];
  readonly camps: number;
}

/** At the lower left of the token; two of them smaller, one above the other. */
export function Markers({ markers, camps }: MarkersProps) {
  const many = markers.length > 1;
  return (
    <>
      {markers.map((marker, i) => {
        const [x, y] = !many ? [-25, 15] : ([[-27, 18], [-31, -9], [0, 30]][i] ?? [-27, 18]);
        const scale = many ? 0.82 : 0.95;
        return (
          <g key={marker} transform={`translate(${x} ${y})scale(${scale})`}>
            <Use name={"m-" + marker} w={marker === "dragon" ? 40 : 32} h={marker === "dragon" ? 36 : 32} />
            {marker === "camp" && camps > 1 && (
              <g transform="translate(12 12)scale(.66)">
                <Use name="count" w={24} />
                <text class="sw-cnt-t" y="5.3">
                  {camps}
                </text>
              </g>
            )}
          </g>
        );
      })}
    </>
  );
}

interface TagProps {
  readonly need: number;
  readonly risky: boolean;
}

export function Tag({ need, risky }: TagProps) {
  return risky ? (
    <g class="sw-risky">
      <use href="#sw-tag-die" x="-28" y="-14" width="56" height="34" />
      <text class="sw-tag-t" x="-10" y="6">
        {need}?
      </text>
      <Use name="mini-die" w={16} at="translate(14 -.5)scale(1.15)" />
    </g>
  ) : (
    <>
      <use href="#sw-tag" x="-20" y="-14" width="40" height="34" />
      <Use name="sword" w={16} at="translate(-9 -.5)" />
      <text class="sw-tag-t" x="7" y="6">
        {need}
      </text>
    </>
  );
}

export function Lock() {
  return (
    <>
      <use href="#sw-tag" x="-20" y="-14" width="40" height="34" />
      <Use name="lock" w={16} at="translate(0 -.5)" />
    </>
  );
}

export function Stepper({ value }: { readonly value: number }) {
  return (
    <>
      <Use name="stepper" w={80} h={28} />
      <text class="sw-stp-t" y="6.3">
        {value}
      </text>
    </>
  );
}

/* ---- pictures for panels: an svg of their own -------------------------------- */

export function StackPicture(props: StackProps & { readonly size?: number }) {
  return (
    <svg class="sw-pic" viewBox="-30 -28 60 62" width={props.size ?? 40} height={props.size ?? 40} aria-hidden="true">
      <Stack {...props} />
    </svg>
  );
}

export function PowerPicture({ power, size = 44 }: { readonly power: Power; readonly size?: number }) {
  return (
    <svg class="sw-pic" viewBox="-22 -22 44 44" width={size} height={size} aria-hidden="true">
      <path class="sw-plq" d="M-20-14q0-6 6-6h28q6 0 6 6v28q0 6-6 6h-28q-6 0-6-6z" />
      <Use name={"pow-" + power} w={32} />
    </svg>
  );
}

export function RacePicture({ race, size = 44 }: { readonly race: Race; readonly size?: number }) {
  return (
    <svg class="sw-pic" viewBox="-23 -23 46 48" width={size} height={size} aria-hidden="true">
      <circle class="sw-plq-shade" cy="2" r="21" />
      <circle class="sw-plq" r="21" />
      <Use name={"race-" + race} w={48} />
      <circle class="sw-plq-ring" r="18.5" />
    </svg>
  );
}

export function Coin({ n, size = 24, worth = 5 }: { readonly n?: number; readonly size?: number; readonly worth?: 1 | 3 | 5 | 10 }) {
  return (
    <svg class="sw-pic" viewBox="-16 -16 32 32" width={size} height={size} aria-hidden="true">
      <Use name={"coin-" + worth} w={32} />
      {n !== undefined && (
        <text class="sw-coin-t" y="5">
          {n}
        </text>
      )}
    </svg>
  );
}

export function Die({ shows, size = 44 }: { readonly shows: number; readonly size?: number }) {
  return (
    <svg class="sw-pic" viewBox="-26 -26 52 54" width={size} height={size} aria-hidden="true">
      <use href={"#sw-rd" + shows} x="-26" y="-26" width="52" height="54" />
    </svg>
  );
}

export function MarkerPicture({ marker, size = 32 }: { readonly marker: Marker; readonly size?: number }) {
  return (
    <svg class="sw-pic" viewBox="-18 -18 36 36" width={size} height={size} aria-hidden="true">
      <Use name={"m-" + marker} w={marker === "dragon" ? 38 : 32} h={marker === "dragon" ? 34 : 32} />
    </svg>
  );
}

export function SignPicture({ sign, size = 24 }: { readonly sign: string; readonly size?: number }) {
  return (
    <svg class="sw-pic" viewBox="-12 -12 24 24" width={size} height={size} aria-hidden="true">
      <Use name={"sign-" + sign} w={24} />
    </svg>
  );
}
