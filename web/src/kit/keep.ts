/** Small things kept in the browser. A browser that keeps nothing (private
 *  windows, full disks) still plays: then they last as long as the page. */
const memory = new Map<string, string>();

function storage(name: "localStorage" | "sessionStorage"): Storage | null {
  try {
    return window[name];
  } catch {
    return null;
  }
}

function get(where: "localStorage" | "sessionStorage", key: string): string | null {
  try {
    return storage(where)?.getItem("meeple." + key) ?? memory.get(key) ?? null;
  } catch {
    return memory.get(key) ?? null;
  }
}

function set(where: "localStorage" | "sessionStorage", key: string, value: string | null): void {
  if (value === null) memory.delete(key);
  else memory.set(key, value);
  try {
    if (value === null) storage(where)?.removeItem("meeple." + key);
    else storage(where)?.setItem("meeple." + key, value);
  } catch {
    // It lasts as long as the page.
  }
}

export const read = (key: string) => get("localStorage", key);
export const write = (key: string, value: string | null) => set("localStorage", key, value);
/** The same for this tab only. */
export const readTab = (key: string) => get("sessionStorage", key);
export const writeTab = (key: string, value: string | null) => set("sessionStorage", key, value);
