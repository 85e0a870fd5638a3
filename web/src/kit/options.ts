/** What a game's options are called: the server's English words, or ours. */
import type { Extra, Option } from "../wire/hall";
import { t } from "./lang";

export function titleOfOption(option: Option | Extra): string {
  return t.open.optionTexts[option.name]?.[0] ?? option.title ?? option.help.charAt(0).toUpperCase() + option.help.slice(1);
}

export function helpOfOption(option: Option | Extra): string {
  return t.open.optionTexts[option.name]?.[1] ?? option.help;
}

export function wordOfOption(word: string | number): string | number {
  return t.open.optionWords[word] ?? word;
}
