/** What the live plots show: numbers of /metrics, taken one after the other. Pure. */

/** One reading: each line's number by its name with labels. */
export type Reading = { readonly at: number; readonly of: ReadonlyMap<string, number> };

export function reading(text: string, at: number): Reading {
  const of = new Map<string, number>();
  for (const line of text.split("\n")) {
    const space = line.lastIndexOf(" ");
    if (space > 0 && line[0] !== "#") of.set(line.slice(0, space), Number(line.slice(space + 1)));
  }
  return { at, of };
}

/** The sum over all labels. */
function total({ of }: Reading, name: string): number {
  let sum = 0;
  for (const [key, value] of of) if (key === name || key.startsWith(name + "{")) sum += value;
  return sum;
}

/** How fast a counter grew; a restart begins at nothing. */
function rate(before: Reading, now: Reading, name: string): number {
  const seconds = (now.at - before.at) / 1000;
  return seconds > 0 ? Math.max(0, total(now, name) - total(before, name)) / seconds : 0;
}

/** What 99 of 100 stayed below, of what a histogram counted between two readings. */
function p99(before: Reading, now: Reading, name: string): number {
  const buckets: (readonly [number, number])[] = [];
  for (const [key, value] of now.of) {
    const le = key.startsWith(name + "_bucket{") && /le="([^"]+)"/.exec(key)?.[1];
    if (le) buckets.push([le === "+Inf" ? Infinity : Number(le), value - (before.of.get(key) ?? 0)]);
  }
  buckets.sort(([a], [b]) => a - b);
  const all = buckets.at(-1)?.[1] ?? 0;
  const found = all > 0 ? buckets.findIndex(([, n]) => n >= all * 0.99) : -1;
  const bound = buckets[found]?.[0] ?? 0;
  return bound === Infinity ? (buckets[found - 1]?.[0] ?? 0) : bound;
}

export const CURVES = {
  connections: { digits: 0, of: (_: Reading, now: Reading) => total(now, "meeple_connections") },
  requests: { digits: 1, of: (before: Reading, now: Reading) => rate(before, now, "meeple_hall_asks_total") },
  moves: { digits: 1, of: (before: Reading, now: Reading) => rate(before, now, "meeple_hall_moves_total") },
  tables: { digits: 0, of: (_: Reading, now: Reading) => total(now, "meeple_hall_tables") },
  sync: { digits: 2, of: (before: Reading, now: Reading) => 1000 * p99(before, now, "meeple_hall_sync_seconds") },
  jobs: { digits: 0, of: (_: Reading, now: Reading) => total(now, "meeple_hall_jobs") },
  sent: { digits: 1, of: (before: Reading, now: Reading) => rate(before, now, "meeple_sent_bytes_total") / 1024 },
  refused: { digits: 0, of: (before: Reading, now: Reading) => ["meeple_requests_malformed_total", "meeple_requests_unknown_total", "meeple_connections_turned_away_total", "meeple_cut_off_total"].reduce((sum, name) => sum + rate(before, now, name), 0) },
} as const;

export type Curve = keyof typeof CURVES;
export const curves = Object.keys(CURVES) as readonly Curve[];

/** A curve's points: one for each reading that has one before it. */
export function pointsOf(curve: Curve, readings: readonly Reading[]): readonly { readonly at: number; readonly value: number; readonly spread: number }[] {
  return readings.slice(1).map((now, i) => ({ at: now.at, value: CURVES[curve].of(readings[i] ?? now, now), spread: 0 }));
}
