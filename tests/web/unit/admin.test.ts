// The operator's plots: what is made of two readings of /metrics.
import assert from "node:assert/strict";
import { pointsOf, reading } from "../../../web/src/pages/admin/metrics";
import { ticks } from "../../../web/src/kit/plot";

const text = (asks: number, slow: number) => `# HELP meeple_connections Connections open now
meeple_connections{kind="http"} 2
meeple_connections{kind="websocket"} 3
meeple_connections_total{kind="http"} 90
meeple_hall_asks_total ${asks}
meeple_hall_sync_seconds_bucket{le="0.001"} ${100 - slow}
meeple_hall_sync_seconds_bucket{le="0.004"} 100
meeple_hall_sync_seconds_bucket{le="+Inf"} 100
`;
const last = (curve: Parameters<typeof pointsOf>[0], ...readings: ReturnType<typeof reading>[]) => pointsOf(curve, readings).at(-1)?.value;

export const tests = {
  "a gauge adds its labels up, and nothing whose name only begins alike": () => {
    assert.equal(last("connections", reading(text(0, 0), 0), reading(text(0, 0), 1000)), 5);
  },
  "a counter becomes a rate, and a restart is no negative one": () => {
    assert.equal(last("requests", reading(text(10, 0), 0), reading(text(30, 0), 2000)), 10);
    assert.equal(last("requests", reading(text(30, 0), 0), reading(text(5, 0), 2000)), 0);
  },
  "a histogram becomes the bound that 99 of 100 stayed below": () => {
    const none = reading("", 0);
    assert.equal(last("sync", none, reading(text(0, 1), 1000)), 1);
    assert.equal(last("sync", none, reading(text(0, 2), 1000)), 4);
  },
  "ticks of a plot are few and round": () => {
    assert.deepEqual(ticks(1480, 1560), [1480, 1500, 1520, 1540, 1560]);
    assert.deepEqual(ticks(0, 3, [0.5, 1, 2]), [0, 1, 2, 3]);
  },
};
