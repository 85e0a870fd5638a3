/** Live numbers: small curves of the server's metrics, the chosen one large. */
import { useSignal } from "@preact/signals";
import { Plot } from "../../kit/plot";
import { lang, say } from "../../kit/lang";
import { admin } from "../../messages/admin";
import { type Curve, CURVES, curves, pointsOf, type Reading } from "./metrics";

const text = say(admin);
export const KEPT = 150; // readings in a plot

/** A curve of the latest values; the newest at the right. */
function Spark({ values }: { readonly values: readonly number[] }) {
  if (values.length === 0) return <span class="spark" />;
  const most = Math.max(1, ...values);
  const points = values.map((value, i) => `${(240 - (values.length - 1 - i) * (240 / Math.max(29, values.length - 1))).toFixed(1)} ${(48 - (44 * value) / most).toFixed(1)}`);
  const line = "M" + points.join("L");
  return (
    <svg class="spark" viewBox="0 0 240 50" preserveAspectRatio="none" aria-hidden="true">
      <path class="fill" d={`${line}V50H${points[0]?.split(" ")[0] ?? 0}z`} />
      <path d={line} />
    </svg>
  );
}

export function Live({ readings }: { readonly readings: readonly Reading[] }) {
  const chosen = useSignal<Curve>("requests");
  const said = (curve: Curve, value: number) => value.toLocaleString(lang, { maximumFractionDigits: CURVES[curve].digits });
  const points = pointsOf(chosen.value, readings);
  const clock = new Intl.DateTimeFormat(lang, { timeStyle: "medium" });
  return (
    <section class="stack" aria-labelledby="live-title">
      <h2 id="live-title" class="vh">
        {text.live}
      </h2>
      <ul class="tiles">
        {curves.map((curve) => {
          const values = pointsOf(curve, readings).map(({ value }) => value);
          return (
            <li key={curve}>
              <button type="button" class="card tile-card" data-curve={curve} aria-pressed={chosen.value === curve} onClick={() => (chosen.value = curve)}>
                <span class="small soft">{text.curves[curve]}</span>
                <b>{said(curve, values.at(-1) ?? 0)}</b>
                <span class="small soft">{text.most(said(curve, Math.max(0, ...values)))}</span>
                <Spark values={values} />
              </button>
            </li>
          );
        })}
      </ul>
      <div class="card pad stack">
        <h3>{text.curves[chosen.value]}</h3>
        {points.length < 2 && <p class="soft">{text.measuring}</p>}
        {points.length > 1 && (
          <div class="scroll" tabindex={0} role="group" aria-label={text.curves[chosen.value]}>
            <Plot points={points} label={text.plot(text.curves[chosen.value], said(chosen.value, points.at(-1)?.value ?? 0))} when={(at) => clock.format(at)} fine />
          </div>
        )}
      </div>
    </section>
  );
}
