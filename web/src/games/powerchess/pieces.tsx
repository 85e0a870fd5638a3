/** The symbols of the drawn reference (square 100 x 100, signs 48 x 48) and what is composed of them. */
import { render } from "preact";

/** One outline a piece; the shaded side is that outline showing behind itself. */
export function Symbols() {
  return (
    <>
      <defs>
      <path id="pc-d-pawn" d="M41 47a15 15 0 1 1 18 0h3.5a4 4 0 0 1 0 8h-3c1.5 10 5 16 11.5 20 4 2.5 6 5.5 6 9.5V90H23v-5.5c0-4 2-7 6-9.5 6.5-4 10-10 11.5-20h-3a4 4 0 0 1 0-8z"/>
      <path id="pc-d-rook" d="M25 16h11v7h8v-7h12v7h8v-7h11v18c0 2-1 3-2 4l-6 5 2.5 29c5.5 2 8.5 5 8.5 10v8H22v-8c0-5 3-8 8.5-10L33 43l-6-5c-1-1-2-2-2-4z"/>
      <path id="pc-d-knight" d="M40 9l6.5 8 5.5-6 2 9c16 4 25 18 25 37 0 8-1 13-2.5 18 2 1.5 3 4 3 7v8H24v-8c0-4 2-6 5-8 1-12 10-18 17-28-5 1-9 2-12 5l-5.5 6.5c-2 2.5-5 3-8 1.5l-5-3c-3-2-3.5-5-2-8l12-19.5c1.5-2.5 3.5-4.5 6.5-6.5z"/>
      <path id="pc-d-bishop" d="M50 19c10 8 18 16 18 27 0 5-2 9-5 12h1.5a4 4 0 0 1 0 8h-4c1.5 4 4 7 8.5 9.5 5 2.5 8 5 8 9.5v5H23v-5c0-4.5 3-7 8-9.5 4.5-2.5 7-5.5 8.5-9.5h-4a4 4 0 0 1 0-8H37c-3-3-5-7-5-12 0-11 8-19 18-27z"/>
      <path id="pc-d-queen" d="M19 29l12 8 6-18 13 15 13-15 6 18 12-8-10 25c-1 2-2 3-4 3h-2.5a4 4 0 0 1 0 8h-3.5c1 4 4 8 9 11 4.5 2.5 8 5 8 9.5V90H22v-4.5c0-4.5 3.5-7 8-9.5 5-3 8-7 9-11h-3.5a4 4 0 0 1 0-8H33c-2 0-3-1-4-3z"/>
      <path id="pc-d-king" d="M50 25c4 0 7 2 9 5 9-4 21 0 21 9 0 7-6 12-11 18h-3.5a4 4 0 0 1 0 8H61c1 4 4 8 9 11 4.5 2.5 8 5 8 9.5V90H22v-4.5c0-4.5 3.5-7 8-9.5 5-3 8-7 9-11h-4.5a4 4 0 0 1 0-8H31c-5-6-11-11-11-18 0-9 12-13 21-9 2-3 5-5 9-5z"/>
      <clipPath id="pc-c-pawn"><use href="#pc-d-pawn"/></clipPath>
      <clipPath id="pc-c-rook"><use href="#pc-d-rook"/></clipPath>
      <clipPath id="pc-c-knight"><use href="#pc-d-knight"/></clipPath>
      <clipPath id="pc-c-bishop"><use href="#pc-d-bishop"/></clipPath>
      <clipPath id="pc-c-queen"><use href="#pc-d-queen"/></clipPath>
      <clipPath id="pc-c-king"><use href="#pc-d-king"/></clipPath>
      </defs>
      <symbol id="pc-pawn" viewBox="0 0 100 100"><use href="#pc-d-pawn" class="pc-shade"/><g clip-path="url(#pc-c-pawn)"><use href="#pc-d-pawn" class="pc-face" x="-6.5" y="-1"/></g><use href="#pc-d-pawn" class="pc-outline"/><path class="pc-detail" d="M31 80h38"/></symbol>
      <symbol id="pc-rook" viewBox="0 0 100 100"><use href="#pc-d-rook" class="pc-shade"/><g clip-path="url(#pc-c-rook)"><use href="#pc-d-rook" class="pc-face" x="-6.5" y="-1"/></g><use href="#pc-d-rook" class="pc-outline"/><path class="pc-detail" d="M35 43.5h30M32 73h36"/></symbol>
      <symbol id="pc-knight" viewBox="0 0 100 100"><use href="#pc-d-knight" class="pc-shade"/><g clip-path="url(#pc-c-knight)"><use href="#pc-d-knight" class="pc-face" x="-6.5" y="-1"/></g><use href="#pc-d-knight" class="pc-outline"/><path class="pc-detail" d="M57 27c8 8 11 19 9 32M31 77.5h42"/><path class="pc-eye" d="M38.5 33l5-2.5M21 54.5l2.5-2"/></symbol>
      <symbol id="pc-bishop" viewBox="0 0 100 100"><use href="#pc-d-bishop" class="pc-shade"/><g clip-path="url(#pc-c-bishop)"><use href="#pc-d-bishop" class="pc-face" x="-6.5" y="-1"/></g><use href="#pc-d-bishop" class="pc-outline"/><circle class="pc-part" cx="50" cy="13.5" r="5.5"/><path class="pc-detail" d="M57 29L47.5 41M39 58h22M31 80h38"/></symbol>
      <symbol id="pc-queen" viewBox="0 0 100 100"><use href="#pc-d-queen" class="pc-shade"/><g clip-path="url(#pc-c-queen)"><use href="#pc-d-queen" class="pc-face" x="-6.5" y="-1"/></g><use href="#pc-d-queen" class="pc-outline"/><g class="pc-part"><circle cx="17" cy="25" r="5"/><circle cx="36" cy="14.5" r="5"/><circle cx="64" cy="14.5" r="5"/><circle cx="83" cy="25" r="5"/></g><path class="pc-detail" d="M33 47.5q17 4 34 0M36 57h28M31 80h38"/></symbol>
      <symbol id="pc-king" viewBox="0 0 100 100"><path class="pc-part" d="M46 5h8v6.5h6.5v8H54v8h-8v-8h-6.5v-8H46z"/><use href="#pc-d-king" class="pc-shade"/><g clip-path="url(#pc-c-king)"><use href="#pc-d-king" class="pc-face" x="-6.5" y="-1"/></g><use href="#pc-d-king" class="pc-outline"/><path class="pc-detail" d="M41.5 32c5 6 7.5 14 8.5 22 1-8 3.5-16 8.5-22M36 57h28M31 80h38"/></symbol>
      <symbol id="pc-box1" viewBox="0 0 100 100"><ellipse class="pc-shadow" cx="52" cy="83" rx="34" ry="6"/><path class="pc-box1" d="M20 34h60v44a4 4 0 0 1-4 4H24a4 4 0 0 1-4-4z"/><path class="pc-lid1" d="M24 22h52l6 12H18z"/><path class="pc-box-line" d="M24 22h52l6 12H18zM20 34h60v44a4 4 0 0 1-4 4H24a4 4 0 0 1-4-4z"/><path class="pc-box-plank" d="M20 50h60M20 66h60"/><circle class="pc-stud" cx="50" cy="58" r="8"/></symbol>
      <symbol id="pc-box2" viewBox="0 0 100 100"><ellipse class="pc-shadow" cx="52" cy="83" rx="34" ry="6"/><path class="pc-box2" d="M20 34h60v44a4 4 0 0 1-4 4H24a4 4 0 0 1-4-4z"/><path class="pc-lid2" d="M24 22h52l6 12H18z"/><path class="pc-box-band" d="M30 22h9l-2 12v48h-9V34zM61 22h9l2 12v48h-9V34z"/><path class="pc-box-line" d="M24 22h52l6 12H18zM20 34h60v44a4 4 0 0 1-4 4H24a4 4 0 0 1-4-4z"/><circle class="pc-stud" cx="32.5" cy="58" r="8"/><circle class="pc-stud" cx="67.5" cy="58" r="8"/></symbol>
      <symbol id="pc-box3" viewBox="0 0 100 100"><ellipse class="pc-shadow" cx="52" cy="83" rx="36" ry="6"/><path class="pc-rays" d="M50 3v9M22 9l5 8M78 9l-5 8M5 27l9 4M95 27l-9 4"/><path class="pc-box3" d="M18 46h64v32a4 4 0 0 1-4 4H22a4 4 0 0 1-4-4z"/><path class="pc-lid3" d="M18 46c0-16 8-26 18-26h28c10 0 18 10 18 26z"/><path class="pc-box-line" d="M18 46c0-16 8-26 18-26h28c10 0 18 10 18 26v32a4 4 0 0 1-4 4H22a4 4 0 0 1-4-4zM18 46h64"/><circle class="pc-stud" cx="29" cy="64" r="8"/><circle class="pc-stud" cx="50" cy="64" r="8"/><circle class="pc-stud" cx="71" cy="64" r="8"/><path class="pc-lock" d="M50 33l7 7-7 7-7-7z"/></symbol>
      <symbol id="pc-hole" viewBox="0 0 100 100"><circle class="pc-hole" cx="50" cy="50" r="41"/><path class="pc-swirl" d="M50 50c3-4 9-1 9 5 0 8-9 12-16 9-10-4-12-16-6-24 8-11 25-11 33-1 9 12 6 29-6 37"/><path class="pc-swirl" d="M50 50c-3 4-9 1-9-5 0-8 9-12 16-9M30 75c-12-10-15-28-5-42"/><circle class="pc-core" cx="50" cy="50" r="5"/></symbol>
      <symbol id="pc-ring" viewBox="0 0 100 100"><circle class="pc-bubble" cx="50" cy="50" r="46"/><circle class="pc-ring" cx="50" cy="50" r="45.5"/><circle class="pc-ring2" cx="50" cy="50" r="39.5"/></symbol>
      <symbol id="pc-wings" viewBox="0 0 100 100"><path class="pc-wing" d="M42 72C22 76 5 66 2 38c5 5 9 7 13 8-2-3-3-6-3-10 8 8 22 10 30 22zM58 72c20 4 37-6 40-34-5 5-9 7-13 8 2-3 3-6 3-10-8 8-22 10-30 22z"/><path class="pc-feather" d="M11 54c7 3 14 5 22 6M17 64c6 1 11 1 17 0M89 54c-7 3-14 5-22 6M83 64c-6 1-11 1-17 0"/></symbol>
      <clipPath id="pc-netclip"><path d="M7 58q43 22 86 0q-10 37-43 37T7 58z"/></clipPath>
      <symbol id="pc-net" viewBox="0 0 100 100"><g clip-path="url(#pc-netclip)"><path class="pc-rope-edge" d="M8 56l44 44M26 56l44 44M44 56l44 44M62 56l44 44M92 56L48 100M74 56L30 100M56 56L12 100M38 56L-6 100"/><path class="pc-rope" d="M8 56l44 44M26 56l44 44M44 56l44 44M62 56l44 44M92 56L48 100M74 56L30 100M56 56L12 100M38 56L-6 100"/></g><path class="pc-rope-edge pc-rope-rim-edge" d="M7 58q43 22 86 0q-10 37-43 37T7 58z"/><path class="pc-rope pc-rope-rim" d="M7 58q43 22 86 0q-10 37-43 37T7 58z"/></symbol>
      <symbol id="pc-bolt" viewBox="0 0 100 100"><path class="pc-bolt" d="M85 4L68 27h8.5l-5 18 20-25H82l6-16z"/></symbol>
      <symbol id="pc-badge" viewBox="0 0 100 100"><circle class="pc-badge" cx="82" cy="18" r="15"/></symbol>
      <symbol id="pc-badge-low" viewBox="0 0 100 100"><circle class="pc-badge" cx="82" cy="82" r="15"/></symbol>
      <symbol id="pc-target" viewBox="0 0 100 100"><circle class="pc-dot" cx="50" cy="50" r="14"/></symbol>
      <symbol id="pc-capture" viewBox="0 0 100 100"><circle class="pc-halo pc-w11" cx="50" cy="50" r="43.5"/><circle class="pc-mark pc-w7" cx="50" cy="50" r="43.5"/></symbol>
      <symbol id="pc-chosen" viewBox="0 0 100 100"><rect class="pc-chosen-tint" width="100" height="100"/><rect class="pc-halo pc-w9" x="5" y="5" width="90" height="90" rx="7"/><rect class="pc-mark pc-w5" x="5" y="5" width="90" height="90" rx="7" stroke-dasharray="11 10.2"/></symbol>
      <symbol id="pc-last" viewBox="0 0 100 100"><rect class="pc-last-tint" width="100" height="100"/><path class="pc-halo pc-w9" d="M5 24V10q0-5 5-5h14M76 5h14q5 0 5 5v14M95 76v14q0 5-5 5H76M24 95H10q-5 0-5-5V76"/><path class="pc-ink pc-w5" d="M5 24V10q0-5 5-5h14M76 5h14q5 0 5 5v14M95 76v14q0 5-5 5H76M24 95H10q-5 0-5-5V76"/></symbol>
      <symbol id="pc-check" viewBox="0 0 100 100"><path class="pc-burst" d="M50 1L57.5 12.2L68.8 4.7L71.4 18L84.6 15.4L82 28.6L95.3 31.2L87.8 42.5L99 50L87.8 57.5L95.3 68.8L82 71.4L84.6 84.6L71.4 82L68.8 95.3L57.5 87.8L50 99L42.5 87.8L31.2 95.3L28.6 82L15.4 84.6L18 71.4L4.7 68.8L12.2 57.5L1 50L12.2 42.5L4.7 31.2L18 28.6L15.4 15.4L28.6 18L31.2 4.7L42.5 12.2z"/></symbol>
      <symbol id="pc-focus" viewBox="0 0 100 100"><rect class="pc-halo pc-w11" x="4" y="4" width="92" height="92" rx="5"/><rect class="pc-ink pc-w5" x="4" y="4" width="92" height="92" rx="5"/></symbol>
      <symbol id="pc-w-adjust" viewBox="0 0 48 48"><rect class="pc-ic-tint" x="16.5" y="16.5" width="15" height="15" rx="3"/><path class="pc-ic-solid" d="M24 2l6 8H18zM24 46l6-8H18zM2 24l8-6v12zM46 24l-8-6v12z"/><g class="pc-ic-solid"><circle cx="9" cy="9" r="2.6"/><circle cx="39" cy="9" r="2.6"/><circle cx="9" cy="39" r="2.6"/><circle cx="39" cy="39" r="2.6"/></g></symbol>
      <symbol id="pc-w-rewind" viewBox="0 0 48 48"><circle class="pc-ic-tint" cx="25" cy="26" r="11"/><path class="pc-ic-bold" d="M9.5 18A18 18 0 1 1 8 31"/><path class="pc-ic-solid" d="M3 8l3 16 14-7z"/><path class="pc-ic-line" d="M25 19v7l5 3"/></symbol>
      <symbol id="pc-w-second-effort" viewBox="0 0 48 48"><path class="pc-ic-card" d="M3 10h8l12 14-12 14H3l11-14z"/><path class="pc-ic-tint" d="M22 7h10l13 17-13 17H22l12-17z"/></symbol>
      <symbol id="pc-w-shield" viewBox="0 0 48 48"><path class="pc-ic-tint" d="M24 3c5 4 11 5 17 5v13c0 12-7 19-17 24C14 40 7 33 7 21V8c6 0 12-1 17-5z"/><path class="pc-ic-solid" d="M24 9c4 3 8 4 12 4v8c0 9-5 14-12 18z"/></symbol>
      <symbol id="pc-w-swap" viewBox="0 0 48 48"><path class="pc-ic-tint" d="M4 8.5h21V3l19 10-19 10v-5.5H4z"/><path class="pc-ic-card" d="M44 30.5H23V25L4 35l19 10v-5.5h21z"/></symbol>
      <symbol id="pc-w-black-hole" viewBox="0 0 48 48"><circle class="pc-ic-solid" cx="24" cy="24" r="21.5"/><path class="pc-sign-swirl" d="M24 24c1.5-2 4.5-.5 4.5 2.5 0 4-4.5 6-8 4.5-5-2-6-8-3-12 4-5.5 12.5-5.5 16.5-.5 4.5 6 3 14.5-3 18.5M24 24c-1.5 2-4.5.5-4.5-2.5 0-4 4.5-6 8-4.5M14 36.5c-6-5-7.5-14-2.5-21"/></symbol>
      <symbol id="pc-w-energize" viewBox="0 0 48 48"><path class="pc-ic-tint" d="M28 3L13 26h9l-4 19 17-25h-9z"/><path class="pc-ic-line" d="M3 14l5-6 5 6M8 9v11M35 34l5 6 5-6M40 39V28"/></symbol>
      <symbol id="pc-w-eye" viewBox="0 0 48 48"><path class="pc-ic-card" d="M2 24C8 14 15 9 24 9s16 5 22 15c-6 10-13 15-22 15S8 34 2 24z"/><circle class="pc-ic-tint" cx="24" cy="24" r="10"/><path class="pc-ic-line" d="M20 20l8 8M28 20l-8 8"/><path class="pc-ic-line" d="M24 2v3M10 5l2 3M38 5l-2 3"/></symbol>
      <symbol id="pc-w-net" viewBox="0 0 48 48"><path class="pc-ic-line pc-ic-thin" d="M12 26l12 13M20 29l13 9M29 29l8 6M36 26L24 39M28 29l-13 9M19 29l-8 6"/><path class="pc-ic-bold" d="M4 19v25M44 19v25"/><path class="pc-ic-line" d="M4 22c8 9 32 9 40 0M4 32c8 11 32 11 40 0"/><path class="pc-ic-tint" d="M20.5 13a6 6 0 1 1 7 0c0 4 2 6 5 9h-17c3-3 5-5 5-9z"/></symbol>
      <symbol id="pc-w-send-away" viewBox="0 0 48 48"><path class="pc-ic-line" d="M12 24C14 8 37 6 38 27" stroke-dasharray="5 4.5"/><path class="pc-ic-solid" d="M30 25h16l-8 10z"/><path class="pc-ic-tint" d="M8.5 33a5.5 5.5 0 1 1 7 0c0 3 2 6 5 9H3.5c3-3 5-6 5-9z"/><path class="pc-ic-bold" d="M30 42h15"/></symbol>
      <symbol id="pc-w-armageddon" viewBox="0 0 48 48"><path class="pc-ic-tint" d="M45 3c-3 9-5 13-9 17 3-1 5-1 8-1-5 8-8 12-12 17A15 15 0 1 1 12 16C17 12 21 8 29 4c-1 3-1 5-1 8 5-4 9-6 17-9z"/><circle class="pc-ic-card" cx="20" cy="29" r="10.5"/><circle class="pc-ic-solid" cx="17" cy="26" r="2.5"/><circle class="pc-ic-solid" cx="24" cy="31" r="3"/><circle class="pc-ic-solid" cx="17" cy="34" r="1.6"/></symbol>
      <symbol id="pc-w-awaken" viewBox="0 0 48 48"><path class="pc-ic-tint" d="M19 32C9 32 2 25 2 8c4 4 6 5 9 5-1-2-1-5-1-7 6 5 9 9 11 17zM29 32c10 0 17-7 17-24-4 4-6 5-9 5 1-2 1-5 1-7-6 5-9 9-11 17z"/><path class="pc-ic-card" d="M19.5 28a6.5 6.5 0 1 1 9 0c0 6 3 10 6 15h-21c3-5 6-9 6-15z"/></symbol>
      <symbol id="pc-w-clone" viewBox="0 0 48 48"><path class="pc-ic-card" d="M26.5 21a7.5 7.5 0 1 1 9 0c0 8 4 13 9 18h-23c5-5 5-10 5-18z" stroke-dasharray="3 5"/><path class="pc-ic-tint" d="M11.5 25a7.5 7.5 0 1 1 9 0c0 8 4 13 9 19h-27c5-6 9-11 9-19z"/></symbol>
      <symbol id="pc-w-reanimate" viewBox="0 0 48 48"><path class="pc-ic-tint" d="M8 43V20a16 16 0 0 1 32 0v23z"/><path class="pc-ic-line" d="M18.5 14l5.5-5 5.5 5"/><path class="pc-ic-card" d="M20.5 27a6 6 0 1 1 7 0c0 6 3 10 6 16h-19c3-6 6-10 6-16z"/><path class="pc-ic-bold" d="M4 43.5h40"/></symbol>
    </>
  );
}

export type Kind = "king" | "queen" | "rook" | "bishop" | "knight" | "pawn";
export type Colour = "white" | "black";

/** The symbols are in the page once, for the board, the cards and the help. */
export function needSymbols(): void {
  if (document.getElementById("pc-symbols")) return;
  const box = document.createElement("div");
  box.id = "pc-symbols";
  render(
    <svg class="pc-defs" width="0" height="0" aria-hidden="true">
      <Symbols />
    </svg>,
    box,
  );
  document.body.append(box);
}

interface UseProps {
  readonly name: string;
  readonly class?: string;
  readonly x?: number;
  readonly y?: number;
  readonly size?: number;
}

export function Use({ name, x = 0, y = 0, size = 100, ...rest }: UseProps) {
  return <use href={"#pc-" + name} x={x} y={y} width={size} height={size} class={rest.class} />;
}

export function Man({ kind, colour, ...rest }: { readonly kind: Kind; readonly colour: Colour; readonly x?: number; readonly y?: number; readonly size?: number }) {
  return <Use name={kind} class={"pc-" + colour} {...rest} />;
}

/** A power's name as its sign's: "Eye for an Eye" is w-eye. */
export function signOf(power: string): string {
  const word = power === "Eye for an Eye" ? "eye" : power === "Safety Net" ? "net" : power.toLowerCase().replaceAll(" ", "-");
  return "w-" + word;
}

export function Sign({ power }: { readonly power: string }) {
  return (
    <svg class="pc-sign" viewBox="0 0 48 48" aria-hidden="true">
      <Use name={signOf(power)} size={48} />
    </svg>
  );
}

/** One, two or three studs. */
export function Studs({ n }: { readonly n: number }) {
  return (
    <svg class="pc-studs" viewBox={`0 0 ${n * 14} 14`} width={n * 14} height="14" aria-hidden="true">
      {Array.from({ length: n }, (_, i) => (
        <circle key={i} class="pc-rarity-stud" cx={7 + i * 14} cy="7" r="5" />
      ))}
    </svg>
  );
}
