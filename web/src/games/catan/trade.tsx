/** Cards chosen by number: an offer to all, a trade with the bank, a discard. */
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { Dialog } from "../../kit/dialog";
import { fieldsOf, moveOf } from "../../kit/forms";
import type { FormProps } from "../../kit/game";
import { Icon } from "../../kit/more-icons";
import { t } from "../../kit/lang";
import type { Form, LegalMove } from "../../wire/hall";
import type { View } from "../../wire/made/catan";
import { resources, type Resource } from "./picks";
import { CardFace, Sign } from "./pieces";
import { text } from "./texts";

type TradeForm = Form & { readonly kind: "trade" };
type CountsForm = Form & { readonly kind: "counts" };

interface StepProps {
  readonly name: string;
  readonly value: number;
  readonly most: number;
  readonly set: (value: number) => void;
}

/** A number between two buttons, one above the other. */
function Step({ name, value, most, set }: StepProps) {
  return (
    <span class={value > 0 ? "ca-step ca-on" : "ca-step"}>
      <button type="button" aria-label={text.more(name)} disabled={value >= most} onClick={() => set(value + 1)}>
        <Icon name="plus" />
      </button>
      <input type="number" inputMode="numeric" min={0} max={most} value={value} aria-label={name} onInput={(event) => set(event.currentTarget.valueAsNumber)} />
      <button type="button" aria-label={text.less(name)} disabled={!(value > 0)} onClick={() => set(value - 1)}>
        <Icon name="minus" />
      </button>
    </span>
  );
}

interface ComposeProps<F> {
  readonly form: F;
  readonly busy: boolean;
  readonly send: (move: string) => void;
  readonly first?: readonly number[];
  /** "form" where the contract's names belong: the list's own form. */
  readonly id?: string;
  readonly sendWord: string;
  readonly rows: readonly (readonly [title: string, name: (resource: string) => string])[];
  /** What the chosen numbers say, beside the button. */
  readonly state?: (numbers: readonly number[]) => string;
  /** Another button for what the numbers say. */
  readonly also?: (numbers: readonly number[]) => ComponentChildren;
  readonly children?: ComponentChildren;
}

function Compose<F extends TradeForm | CountsForm>({ form, busy, send, first = [], id, sendWord, rows, state, also, children }: ComposeProps<F>) {
  const fields = fieldsOf(form);
  const numbers = useSignal<readonly number[]>(fields.map((field, i) => Math.min(first[i] ?? 0, field.most)));
  const made = moveOf(form, numbers.value);
  const why = "why" in made ? made.why : "";
  const set = (i: number, value: number) => (numbers.value = numbers.value.map((old, k) => (k === i ? value : old)));
  return (
    <form
      id={id}
      class="ca-compose"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if ("move" in made && !busy) send(made.move);
      }}
    >
      <div class="ca-grid" data-rows={rows.length}>
        {rows.length > 1 && <span />}
        {resources.map((resource, i) => (
          <span key={resource} class="ca-have" aria-hidden="true">
            <Sign of={resource} />
            {fields[i]?.most ?? 0}
          </span>
        ))}
        {rows.map(([title, name], row) => (
          <>
            {rows.length > 1 && <span class="ca-row-name">{title}</span>}
            {resources.map((resource, i) => (
              <Step key={resource} name={name(text.resource[resource])} value={numbers.value[row * resources.length + i] ?? 0} most={fields[row * resources.length + i]?.most ?? 0} set={(value) => set(row * resources.length + i, value)} />
            ))}
          </>
        ))}
      </div>
      <div class="bar">
        {children}
        <span class="grow small soft" id={(id ?? "ca-" + form.name) + "-why"} role="status">
          {state ? state(numbers.value) : why}
        </span>
        {also?.(numbers.value)}
        <button class="btn btn-main" id={id ? id + "-send" : `ca-${form.name}-send`} disabled={why !== "" || busy} aria-describedby={(id ?? "ca-" + form.name) + "-why"}>
          {sendWord}
        </button>
      </div>
    </form>
  );
}

const offerRows = [
  [text.give, text.giveOf],
  [text.get, text.getOf],
] as const;
const discardRows = [["", (resource: string) => resource]] as const;

const given = (numbers: readonly number[]) => numbers.reduce((a, b) => a + (Number.isFinite(b) ? b : 0), 0);

/** The panel after a seven. */
export function Discard({ form, busy, send }: { readonly form: CountsForm; readonly busy: boolean; readonly send: (move: string) => void }) {
  const total = form.total ?? 0;
  return <Compose form={form} busy={busy} send={send} sendWord={text.discardSend} rows={discardRows} state={(numbers) => text.chosen(given(numbers), total)} />;
}

/** The same two for "By hand..." of the list. */
export function ListForm({ form, send, close }: FormProps<View>) {
  const back = (
    <button type="button" class="btn btn-quiet" onClick={close}>
      <Icon name="back" />
      {t.back}
    </button>
  );
  if (form.kind === "trade")
    return (
      <Compose form={form} busy={false} send={send} id="form" sendWord={text.offer} rows={offerRows}>
        {back}
      </Compose>
    );
  if (form.kind !== "counts") return null;
  return (
    <Compose form={form} busy={false} send={send} id="form" sendWord={text.discardSend} rows={discardRows}>
      {back}
    </Compose>
  );
}

/* ---- the bank ------------------------------------------------------------------- */

interface Rate {
  readonly give: Resource;
  readonly n: number;
  readonly ways: readonly { readonly get: Resource; readonly move: string }[];
}

/** The cheapest way for each resource that the bank would take now. */
export function rates(moves: readonly LegalMove[]): readonly Rate[] {
  const found = new Map<Resource, { n: number; ways: Map<Resource, string> }>();
  for (const { move, words } of moves) {
    const [word, , a, b] = move.split(" ");
    const give = resources[Number(a)];
    const get = resources[Number(b)];
    const n = Number(/\d+/.exec(words)?.[0]);
    if (word !== "bank" || !give || !get || !n) continue;
    const old = found.get(give);
    if (!old || n < old.n) found.set(give, { n, ways: new Map([[get, move]]) });
    else if (n === old.n) old.ways.set(get, move);
  }
  return [...found].map(([give, { n, ways }]) => ({ give, n, ways: [...ways].map(([get, move]) => ({ get, move })) }));
}

function Bank({ moves, busy, send }: { readonly moves: readonly LegalMove[]; readonly busy: boolean; readonly send: (move: string) => void }) {
  const list = rates(moves);
  return (
    <section class="ca-bank" aria-labelledby="ca-bank-title">
      <h3 id="ca-bank-title">{text.withBank}</h3>
      {list.length === 0 && <p class="small soft">{text.bankNone}</p>}
      {list.map(({ give, n, ways }) => (
        <div key={give} class="ca-rate-row">
          <span class="ca-rate-give" aria-hidden="true">
            <b>{n}</b>
            <Sign of={give} />
            <Icon name="arrow" />
          </span>
          {ways.map(({ get, move }) => (
            <button key={get} type="button" class="ca-dev" disabled={busy} aria-label={text.bankOf(text.some(n, give), text.some(1, get))} onClick={() => send(move)}>
              <CardFace kind={get} sign={"r-" + get} />
            </button>
          ))}
        </div>
      ))}
    </section>
  );
}

/** The bank's move that the numbers of an offer come to, if there is one. */
export function bankMove(moves: readonly LegalMove[], numbers: readonly number[]): { readonly move: string; readonly give: string; readonly get: string } | null {
  const some = resources.map((resource, i) => ({ resource, give: numbers[i] ?? 0, get: numbers[resources.length + i] ?? 0 }));
  const [give, ...moreGiven] = some.filter((one) => one.give > 0);
  const [get, ...moreWanted] = some.filter((one) => one.get > 0);
  if (!give || !get || moreGiven.length || moreWanted.length || get.get !== 1) return null;
  const way = rates(moves).find((rate) => rate.give === give.resource && rate.n === give.give)?.ways.find((one) => one.get === get.resource);
  return way ? { move: way.move, give: text.some(give.give, give.resource), get: text.some(1, get.resource) } : null;
}

interface DialogProps {
  readonly form: Form | undefined;
  readonly moves: readonly LegalMove[];
  readonly first: readonly number[];
  readonly busy: boolean;
  readonly send: (move: string) => void;
  readonly close: () => void;
}

export function TradeDialog({ form, moves, first, busy, send, close }: DialogProps) {
  function also(numbers: readonly number[]): ComponentChildren {
    const bank = bankMove(moves, numbers);
    return (
      bank && (
        <button type="button" class="btn" disabled={busy} onClick={() => send(bank.move)}>
          {text.bankOf(bank.give, bank.get)}
        </button>
      )
    );
  }

  return (
    <Dialog id="ca-trading" title={text.offerTitle} onClose={close}>
      <div class="ca-trade">
        {form?.kind === "trade" && <Compose form={form} busy={busy} send={send} first={first} sendWord={text.offer} rows={offerRows} also={also} />}
        <Bank moves={moves} busy={busy} send={send} />
      </div>
    </Dialog>
  );
}
