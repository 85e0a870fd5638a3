/** What a person has chosen for this browser: theme, sound, animation,
 *  notifications. Each through a guard, so that an old or strange value in the
 *  browser's memory does no harm. */
import { effect, signal } from "@preact/signals";
import { read, write } from "./keep";

export const themes = ["system", "light", "dark", "contrast"] as const;
export type Theme = (typeof themes)[number];

function kept<Value extends string>(key: string, values: readonly Value[], normal: Value) {
  const now = read(key);
  const setting = signal<Value>(values.find((value) => value === now) ?? normal);
  effect(() => {
    if (setting.value !== (read(key) ?? normal)) write(key, setting.value);
  });
  return setting;
}

const onOff = ["on", "off"] as const;
export const theme = kept("theme", themes, "system");
export const sound = kept("sound", onOff, "off");
export const animation = kept("animation", onOff, "on");
export const notify = kept("notify", onOff, "off");

export function applyTheme(): void {
  effect(() => {
    if (theme.value === "system") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme.value;
  });
}

export function moves(): boolean {
  return animation.value === "on" && !matchMedia("(prefers-reduced-motion: reduce)").matches;
}
