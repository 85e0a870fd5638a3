/** What a game's folder gives to the kit. One object a game, made by
 *  `defineGame`, registered by one line in games/index.ts; see web/README.md.
 *
 *  The server knows the rules. A game here only says how its views look, which
 *  places a move names, and how things are called. */
import type { ComponentChildren, ComponentType } from "preact";
import type { Remark } from "./guide";
import type { Effect, Form, Legal, LegalMove, Seat, TableEvent, View } from "../wire/hall";

/** The id of a place on the board, equal to the id in the page. */
export type Place =
  | `cell-${number}`
  | `tile-${number}`
  | `vertex-${number}`
  | `edge-${number}-${number}`
  | `region-${number}`
  | `card-${number}`;

/** What a board is drawn from. The same in a running game, a replay and help. */
export interface BoardProps<V = View, B = unknown> {
  readonly view: V;
  /** What never changes during the game (S7); null where the server tells none. */
  readonly board: B | null;
  /** Whose eyes: my seat, the seat chosen in a replay, or null for a spectator. */
  readonly seat: number | null;
  readonly seats: readonly Seat[];
  /** Seats that owe a move. */
  readonly toAct: readonly number[];
  /** Picked so far. */
  readonly picks: readonly Place[];
  /** Places that may be picked next, with the moves that go through each. */
  readonly targets: ReadonlyMap<Place, readonly string[]>;
  /** The moves that fit the picks so far; for buttons that a board has beside its places. */
  readonly moves: readonly LegalMove[];
  readonly forms: readonly Form[];
  /** The move being sent, until its fate is told. */
  readonly pending: string | null;
  /** What the latest move did. */
  readonly effects: readonly Effect[];
  /** Number of the next event: with it a board tells a new view from an old one. */
  readonly seq: number;
  readonly pick: (place: Place) => void;
  readonly back: () => void;
  readonly send: (move: string) => void;
  /** Is it a running game (and not a replay)? */
  readonly live: boolean;
}

/** A thing that moved, came or went, for the animation (kit/anim.ts). The
 *  picture is final at once; a step shows how it came about. */
export interface Step {
  /** data-key of the element. */
  readonly key: string;
  readonly kind: "move" | "appear" | "drop" | "grow" | "flash" | "ghost" | "roll";
  /** Milliseconds after the beginning, and how long. */
  readonly at: number;
  readonly ms: number;
  /** move: where it came from, relative to where it is, in units of the board. */
  readonly dx?: number;
  readonly dy?: number;
  /** move: highest point of the way, upwards. */
  readonly arc?: number;
  readonly ease?: string;
}

export type Sound = "move" | "hit" | "dice" | "turn" | "end";

export interface Words<V = View> {
  /** What one may do now, as a sentence behind "Your turn." */
  readonly hint?: (view: V, seat: number, picks: readonly Place[]) => string;
  /** A listed move in the page's language. Undefined, or null: the server's words. */
  readonly move?: (move: LegalMove, view: V, seat: number) => string | null;
  /** A line of the log in the page's language; the same. */
  readonly event?: (event: TableEvent, name: (seat: number) => string) => string | null;
  /** A group of moves that have the first word, or the first picks, in common. */
  readonly step?: (moves: readonly LegalMove[], view: V, depth: number) => string | null;
  /** Numbers beside a player's name: "7 points", "5 cards". */
  readonly facts?: (view: V, seat: number) => readonly string[];
  /** What an aside means now, where that changes: "takeDraw" while the other side's offer stands. */
  readonly aside?: (name: string, view: V, seat: number) => "takeDraw" | null;
  /** "Game over:" and then this; null: the kit's own. */
  readonly over?: (view: V, name: (seat: number) => string) => string | null;
  /** A refusal's fixed word with its arguments, in the page's language. */
  readonly reason?: (reason: string, args: Readonly<Record<string, number | string>>) => string | null;
}

export interface FormProps<V = View> {
  readonly form: Form;
  readonly view: V;
  readonly send: (move: string) => void;
  readonly close: () => void;
}

export interface GameModule<V = View, B = unknown> {
  readonly Board: ComponentType<BoardProps<V, B>>;
  /** The places that a move names, in the order of picking; [] or null: it is made from the list or a button. */
  readonly picks: (move: string, view: V, seat: number) => readonly Place[] | null;
  /** Moves beyond a list that is a sample, composed from its forms, for the board. */
  readonly more?: (legal: Legal, view: V) => readonly string[];
  /** The move that somebody seems to mean who picks a place that is no target: the server is asked why not. */
  readonly attempt?: (picks: readonly Place[], place: Place, view: V, seat: number) => string | null;
  /** How the picture came about. */
  readonly plan?: (before: V | null, after: V, effects: readonly Effect[], board: B | null) => readonly Step[];
  readonly sound?: (effects: readonly Effect[]) => Sound | null;
  readonly words: Words<V>;
  /** Forms of its own, by name, instead of the kit's. */
  readonly forms?: Readonly<Record<string, ComponentType<FormProps<V>>>>;
  /** What stands on the button of one of several moves that share all picks, where a picture says more than the move's words; null: those. */
  readonly choice?: (move: string, view: V) => ComponentChildren | null;
  /** What belongs below the board (cards, a hand) and beside it (gods, captured pieces). */
  readonly Below?: ComponentType<BoardProps<V, B>>;
  readonly Beside?: ComponentType<BoardProps<V, B>>;
  /** What the game counts, drawn, beside a player's name; instead of `words.facts`. */
  readonly Facts?: ComponentType<{ readonly view: V; readonly seat: number }>;
  /** More keys than the board's own ("f": turn the board). */
  readonly keys?: readonly { readonly key: string; readonly help: string; readonly run: () => void }[];
  readonly Help: ComponentType;
  /** Remarks for a first game (kit/guide.tsx). */
  readonly guide?: readonly Remark<V>[];
  /** Its style sheet's address. */
  readonly sheet?: string;
}

/** The one place where a game's own types become the kit's. */
export function defineGame<V, B>(game: GameModule<V, B>): GameModule {
  return game as unknown as GameModule;
}
