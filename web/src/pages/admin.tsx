/** The operator's page: numbers, tables, players, connections, what has been done. */
import "../kit/core";
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { PageProps } from "../app";
import { call, me } from "../kit/api";
import { title } from "../kit/away";
import { Empty } from "../kit/empty";
import { Icon } from "../kit/more-icons";
import { say, t } from "../kit/lang";
import { admin } from "../messages/admin";
import type { Summary } from "../wire/hall";
import sheet from "../style/pages.css";
import { Audit } from "./admin/audit";
import { KEPT, Live } from "./admin/live";
import { type Reading, reading } from "./admin/metrics";
import { Banned, Connections, Players, type Sanctions } from "./admin/people";
import { Tables } from "./admin/tables";

export { sheet };

const text = say(admin);
const EVERY_MS = 2000;

interface State {
  readonly version: string;
  readonly started_at: number;
  readonly now: number;
  readonly players: number;
  readonly latest: readonly Summary[];
}

function span(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  const hours = Math.floor(minutes / 60);
  return hours ? text.days(Math.floor(hours / 24), hours % 24) : text.minutes(minutes);
}

function Desk() {
  const state = useSignal<State | null>(null);
  const readings = useSignal<readonly Reading[]>([]);
  const failed = useSignal(false);
  const sanctions = useSignal<Sanctions | null>(null);
  const changed = useSignal(0); // counts what the operator has done

  async function measure(): Promise<void> {
    try {
      state.value = await call<State>("GET", "/admin/state");
      const metrics = await fetch("/metrics");
      if (metrics.ok) readings.value = [...readings.value, reading(await metrics.text(), Date.now())].slice(-KEPT);
      failed.value = false;
    } catch {
      failed.value = true;
    }
  }
  useEffect(() => {
    void measure();
    call<Sanctions>("GET", "/admin/sanctions").then((said) => (sanctions.value = said), () => undefined);
  }, [changed.value]);
  useEffect(() => {
    const timer = setInterval(() => document.visibilityState === "visible" && void measure(), EVERY_MS);
    return () => clearInterval(timer);
  }, []);

  const now = state.value;
  const done = () => void changed.value++;
  return (
    <main id="admin" class="wrap stack stack-5" aria-busy={!now}>
      <div class="head">
        <div class="intro">
          <h1>{text.title}</h1>
          {now && (
            <p class="soft">
              {text.up(span(now.now - now.started_at), now.version)} {text.accounts(now.players)}
            </p>
          )}
        </div>
        <span class={"badge " + (failed.value ? "badge-bad" : "badge-good")}>
          <Icon name={failed.value ? "warn" : "check"} />
          {failed.value ? text.stale : text.well}
        </span>
      </div>
      <Live readings={readings.value} />
      <div class="cols cols-11">
        <Tables tables={now?.latest ?? []} reload={done} />
        <Players changed={changed} done={done} />
      </div>
      <div class="cols cols-11">
        <Connections changed={changed} done={done} />
        <Banned sanctions={sanctions.value} done={done} />
      </div>
      <Audit changed={changed} />
    </main>
  );
}

export function Page(_: PageProps) {
  title.value = `${text.title} - Meeple`;
  if (me.value?.admin) return <Desk />;
  return (
    <main id="admin" class="wrap stack">
      <h1>{text.title}</h1>
      <div class="card">
        <Empty head={text.only} text={text.onlyMore} link={{ to: "/me", name: t.nav.settings }} />
      </div>
    </main>
  );
}
