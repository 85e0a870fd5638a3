/** A curve with a band around it, by hand: a rating over time, a metric. */
import { lang } from "./lang";

export interface Point {
  readonly at: number;
  readonly value: number;
  readonly spread: number;
}

const W = 720;
const H = 238;
const LEFT = 44;
const RIGHT = 712;
const TOP = 14;
const BOTTOM = 210;

const STEPS = [10, 20, 25, 50, 100, 200, 250, 500, 1000];
const FINE_STEPS = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, ...STEPS, 2000, 5000, 10_000];

/** Round numbers between two values, a few of them. */
export function ticks(least: number, most: number, steps: readonly number[] = STEPS): readonly number[] {
  const step = steps.find((size) => (most - least) / size <= 5) ?? 2 * (steps.at(-1) ?? 1);
  const list: number[] = [];
  for (let v = Math.floor(least / step) * step; v <= Math.ceil(most / step) * step; v += step) list.push(v);
  return list;
}

interface PlotProps {
  readonly points: readonly Point[];
  readonly label: string;
  readonly when?: (at: number) => string; // what stands below the first and the last point; else their days
  readonly fine?: boolean; // from nothing up, in steps below ten where they are needed
}

export function Plot({ points, label, when, fine }: PlotProps) {
  const first = points[0];
  const last = points.at(-1);
  if (!first || !last) return null;
  const top = Math.max(...points.map((p) => p.value + p.spread));
  const lines = fine ? ticks(0, Math.max(top, 0.05), FINE_STEPS) : ticks(Math.min(...points.map((p) => p.value - p.spread)), top);
  const least = lines[0] ?? 0;
  const most = lines.at(-1) ?? 1;
  const span = Math.max(1, last.at - first.at);
  const x = (at: number) => (points.length === 1 ? (LEFT + RIGHT) / 2 : LEFT + ((at - first.at) / span) * (RIGHT - LEFT)).toFixed(1);
  const y = (value: number) => (BOTTOM - ((value - least) / (most - least || 1)) * (BOTTOM - TOP)).toFixed(1);
  const path = (list: readonly (readonly [number, number])[]) => list.map(([at, value], i) => `${i ? "L" : "M"}${x(at)} ${y(value)}`).join("");
  const band = [...points.map((p) => [p.at, p.value + p.spread] as const), ...[...points].reverse().map((p) => [p.at, p.value - p.spread] as const)];
  const day = new Intl.DateTimeFormat(lang, { day: "numeric", month: "short" });
  const said = when ?? ((at: number) => day.format(at));

  return (
    <svg class="plot" viewBox={`0 0 ${W} ${H}`} role="img" aria-label={label}>
      {lines.map((value) => (
        <g key={value}>
          <path class="grid" d={`M${LEFT} ${y(value)}H${RIGHT}`} />
          <text x={LEFT - 8} y={Number(y(value)) + 4} text-anchor="end">
            {fine ? value.toLocaleString(lang, { maximumFractionDigits: 2 }) : value}
          </text>
        </g>
      ))}
      <text x={LEFT} y={230}>
        {said(first.at)}
      </text>
      {(when || last.at - first.at > 86_400_000) && (
        <text x={RIGHT} y={230} text-anchor="end">
          {said(last.at)}
        </text>
      )}
      <path class="band" d={path(band) + "z"} />
      <path class="curve" d={path(points.map((p) => [p.at, p.value] as const))} />
      <circle class="point" cx={x(last.at)} cy={y(last.value)} r="5" />
    </svg>
  );
}
