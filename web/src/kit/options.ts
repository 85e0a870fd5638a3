/** What a game's options are called: the server's English words, or ours. */
import type { Choice, Extra, Option } from "../wire/hall";
import { t } from "./lang";

export function titleOfOption(option: Option | Extra): string {
  return t.open.optionTexts[option.name]?.[0] ?? option.title ?? option.help.charAt(0).toUpperCase() + option.help.slice(1);
}

export function helpOfOption(option: Option | Extra): string {
  return t.open.optionTexts[option.name]?.[1] ?? option.help;
}

/** The maps that come with a game have names for programs. */
export function nameOfMap(name: string): string {
  return t.open.mapNames[name] ?? name;
}

export function titleOfChoice({ value, title, seats, regions, turns }: Choice): string {
  return seats && regions && turns ? `${nameOfMap(value)}: ${t.open.map(seats, regions, turns)}` : title;
}

export function wordOfOption(word: string | number): string | number {
  return t.open.optionWords[word] ?? word;
}
