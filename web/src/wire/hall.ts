/** What the hall says, in its own names: docs/openapi.yaml and the feed of
 *  docs/PROTOCOLS.md. Members with a question mark are left out by servers that
 *  do not know them yet; kit/api.ts and kit/feed.ts are the only readers that
 *  must expect so. */

export type Phase = "waiting" | "running" | "finished" | "abandoned";

export interface Seat {
  readonly kind: "empty" | "account" | "door" | "bot";
  readonly name: string;
  readonly bot?: string;
  /** A computer player's, in the page's language; not the server's (kit/lang.ts). */
  readonly level?: string;
  readonly ready: boolean;
  readonly left: boolean;
  readonly here?: boolean;
}

/** Whose time is up, and when (milliseconds since 1970, the server's clock). */
export interface Deadline {
  readonly seat: number;
  readonly at: number;
}

export interface Summary {
  readonly id: number;
  readonly game: string;
  readonly door: string;
  readonly phase: Phase;
  readonly listed: boolean;
  readonly rated: boolean;
  readonly move_seconds: number;
  readonly seats: readonly Seat[];
  readonly options: Readonly<Record<string, number | string>>;
  readonly opened_at: number;
  readonly started_at: number;
  readonly ended_at: number;
  readonly ended_how: string;
}

export interface Outcome {
  readonly seat: number;
  readonly place: number;
  readonly points: number;
  readonly rating: number | null;
  readonly change: number | null;
}

export interface Table extends Summary {
  readonly seq: number;
  readonly to_act: readonly number[];
  readonly my_seat: number | null;
  readonly mine: boolean;
  readonly invite: string | null;
  readonly moved_at: number;
  readonly rematch: number | null;
  readonly seed_hash: string;
  readonly result: readonly Outcome[] | null;
  readonly deadline?: Deadline | null;
  readonly watchers?: number;
}

/** One of my unfinished tables. */
export interface Mine extends Summary {
  readonly seq: number;
  readonly to_act: readonly number[];
  readonly my_seat: number | null;
  readonly deadline?: Deadline | null;
}

export interface LegalMove {
  readonly move: string;
  readonly words: string;
}

export interface Aside {
  /** draw, resign, leave, claim, or a word of the game's own, which is a move. */
  readonly name: string;
  readonly move: string | null;
  readonly words: string;
  readonly means?: "stand" | "abandon" | "lose" | "away";
}

export interface Count {
  readonly name: string;
  readonly least: number;
  readonly most: number;
}

interface FormOf<Kind extends string> {
  readonly name: string;
  readonly move: string;
  readonly kind: Kind;
}
export type Form =
  | (FormOf<"choose"> & { readonly n: number; readonly of: readonly { readonly value: number; readonly name: string }[] })
  | (FormOf<"cells"> & { readonly n: number; readonly cells: readonly number[] })
  | (FormOf<"counts"> & { readonly fields: readonly Count[]; readonly total?: number })
  | (FormOf<"trade"> & { readonly fields: readonly Count[]; readonly get: readonly Count[] })
  | (FormOf<"redeploy"> & {
      readonly tokens: number;
      readonly regions: readonly { readonly region: number; readonly name: string; readonly least: number }[];
      readonly encampments: number;
      readonly fortress: boolean;
      readonly heroes: number;
    })
  | (FormOf<"defend"> & { readonly tokens: number; readonly regions: readonly { readonly region: number; readonly name: string }[] });

export interface Legal {
  readonly table: number;
  readonly seq: number;
  readonly seat: number;
  readonly sample: boolean;
  readonly moves: readonly LegalMove[];
  readonly forms?: readonly Form[];
  readonly asides?: readonly Aside[];
}

/** One thing that a move did; each game names its own. */
export interface Effect {
  readonly what: string;
  readonly seat: number | null;
  readonly [name: string]: number | string | boolean | null;
}

export type EventKind =
  | "opened" | "sat" | "stood" | "ready" | "started" | "moved" | "left" | "returned" | "chat" | "finished" | "abandoned" | "rematch";

export interface TableEvent {
  readonly seq: number;
  readonly kind: EventKind;
  readonly seat: number | null;
  readonly at: number;
  readonly game?: string;
  readonly name?: string;
  readonly ready?: boolean;
  readonly move?: string;
  readonly words?: string;
  readonly text?: string;
  readonly how?: string;
  readonly rematch?: number;
  readonly effects?: readonly Effect[];
}

/** The game as one seat sees it: each game's own, see its schema. */
export type View = Readonly<Record<string, unknown>>;

export interface Option {
  readonly name: string;
  readonly help: string;
  readonly title?: string;
  readonly kind?: "flag" | "choice" | "number" | "minutes";
  readonly rare?: boolean;
  readonly least?: number;
  readonly most?: number;
  readonly words?: readonly string[];
  readonly normal: number | string;
}

export interface Choice {
  readonly value: string;
  readonly title: string;
  /** A map brings its number of seats. */
  readonly seats?: number;
  readonly regions?: number;
  readonly turns?: number;
}

export interface Extra {
  readonly name: string;
  readonly help: string;
  readonly title?: string;
  readonly choices?: readonly Choice[];
}

export interface Bot {
  readonly name: string;
  readonly title: string;
  /** How strong it is at most; absent: unknown. */
  readonly level?: number;
  /** Empty: it plays always the same. Chosen as NAME:LEVEL. */
  readonly levels?: readonly { readonly level: number; readonly title: string }[];
}

export interface Game {
  readonly name: string;
  readonly title: string;
  readonly blurb: string;
  readonly min_seats: number;
  readonly max_seats: number;
  readonly usual_seats?: number;
  readonly traits: readonly string[];
  readonly options: readonly Option[];
  readonly extras: readonly Extra[];
  readonly bots: readonly Bot[];
}

export interface Rating {
  readonly game: string;
  readonly system: "glicko2" | "wenglin";
  readonly rating: number;
  readonly deviation: number;
  readonly games: number;
  readonly wins: number;
  readonly played_at: number;
}

export interface Account {
  readonly id: number;
  readonly name: string;
  readonly guest: boolean;
  readonly admin?: boolean;
  readonly created_at: number;
}

export interface Player {
  readonly name: string;
  readonly guest: boolean;
  readonly robot: boolean;
  readonly created_at: number;
  readonly ratings: readonly Rating[];
}

export interface Leader {
  readonly place: number;
  readonly name: string;
  readonly rating: number;
  readonly deviation: number;
  readonly games: number;
  readonly wins: number;
}

export interface PastTable extends Summary {
  readonly seat: number;
  readonly place: number | null;
  readonly points: number | null;
  readonly change: number | null;
}

export interface RatingPoint {
  readonly at: number;
  readonly rating: number;
  readonly deviation: number;
  readonly table: number;
}

export interface Frame {
  readonly event: TableEvent;
  readonly to_act: readonly number[];
  readonly view?: View | null;
}

export interface Refusal {
  readonly code: string;
  readonly message: string;
  readonly field?: string;
  readonly seq?: number;
  readonly reason?: string;
  readonly args?: Readonly<Record<string, number | string>>;
}

/** What the feed says. */
export type Message =
  | { readonly type: "hello"; readonly server: string; readonly now: number; readonly assets: string }
  | { readonly type: "auth"; readonly name: string }
  | { readonly type: "watching"; readonly from: number; readonly table: Table; readonly board?: unknown }
  | LiveEvent
  | (LiveEvent & { readonly type: "made"; readonly key: string })
  | { readonly type: "view"; readonly table: number; readonly seq: number; readonly to_act: readonly number[]; readonly view?: View | null; readonly phase?: Phase; readonly deadline?: Deadline | null; readonly legal?: Legal }
  | { readonly type: "unwatched"; readonly table: number }
  | { readonly type: "presence"; readonly table: number; readonly here: readonly boolean[]; readonly watchers: number }
  | { readonly type: "lobby"; readonly change: "all" | "opened" | "changed" | "closed" | "none"; readonly tables?: readonly Summary[]; readonly table?: Summary }
  | { readonly type: "mine"; readonly change: "all" | "changed" | "closed" | "none"; readonly tables?: readonly Mine[]; readonly table?: Mine }
  | { readonly type: "tried"; readonly key: string; readonly table: number; readonly words: string }
  | { readonly type: "error"; readonly error: Refusal; readonly key?: string; readonly table?: number };

export interface LiveEvent extends TableEvent {
  readonly type: "event" | "made";
  readonly table: number;
  readonly key?: string;
  /** Only events that happen now carry these. */
  readonly phase?: Phase;
  readonly to_act?: readonly number[];
  readonly seats?: readonly Seat[];
  readonly view?: View | null;
  readonly deadline?: Deadline | null;
  readonly legal?: Legal;
  readonly board?: unknown;
}
