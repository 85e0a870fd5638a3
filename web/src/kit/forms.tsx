/** Moves composed by hand where too many exist to list them. Each kind of form
 *  has a pure part (its numbers, the move they make, what is still wrong) and
 *  the fields that change the numbers. The server checks again. */
import { useSignal } from "@preact/signals";
import type { ComponentChildren, ComponentType } from "preact";
import type { Form, View } from "../wire/hall";
import type { FormProps } from "./game";
import { Icon } from "./more-icons";
import { t } from "./lang";

interface Field {
  readonly name: string;
  readonly label: string;
  readonly least: number;
  readonly most: number;
  readonly group?: string;
}

/** The numbers a form asks for, in order. */
export function fieldsOf(form: Form): readonly Field[] {
  switch (form.kind) {
    case "choose":
      return form.of.map((one) => ({ name: String(one.value), label: one.name, least: 0, most: 1 }));
    case "cells":
      return Array.from({ length: form.n }, (_, i) => ({ name: `place ${i}`, label: t.forms.place(i + 1), least: Math.min(...form.cells), most: Math.max(...form.cells) }));
    case "counts":
      return form.fields.map((one) => ({ ...one, label: one.name }));
    case "trade":
      return [
        ...form.fields.map((one) => ({ ...one, label: t.forms.giveOf(one.name), group: t.forms.give })),
        ...form.get.map((one) => ({ ...one, label: t.forms.getOf(one.name), group: t.forms.get })),
      ];
    case "redeploy":
    case "defend":
      return []; // its game has a form of its own
  }
}

export function firstNumbers(form: Form): readonly number[] {
  const fields = fieldsOf(form);
  if (form.kind === "cells") return fields.map((_, i) => form.cells[i] ?? 0);
  return fields.map((field) => field.least);
}

const sum = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0);

/** The move that the numbers make, or what is wrong with them. */
export function moveOf(form: Form, numbers: readonly number[]): { readonly move: string } | { readonly why: string } {
  const fields = fieldsOf(form);
  const bad = fields.findIndex((field, i) => !Number.isInteger(numbers[i]) || (numbers[i] ?? 0) < field.least || (numbers[i] ?? 0) > field.most);
  const wrong = fields[bad];
  if (wrong) return { why: `${wrong.label}: ${t.open.range(wrong.least, wrong.most)}` };
  const text = (args: readonly number[]) => ({ move: [form.move, ...args].join(" ") });
  switch (form.kind) {
    case "choose": {
      const chosen = form.of.filter((_, i) => numbers[i] === 1).map((one) => one.value);
      return chosen.length === form.n ? text([...chosen].sort((a, b) => a - b)) : { why: t.forms.chosen(chosen.length, form.n) };
    }
    case "cells":
      if (numbers.some((n) => !form.cells.includes(n))) return { why: t.forms.wrong };
      return new Set(numbers).size === numbers.length ? text(numbers) : { why: t.forms.twice };
    case "counts": {
      const left = form.total === undefined ? 0 : form.total - sum(numbers);
      return left === 0 ? text(numbers) : { why: t.forms.total(left) };
    }
    case "trade": {
      const give = numbers.slice(0, form.fields.length);
      const get = numbers.slice(form.fields.length);
      if (!sum(give) || !sum(get)) return { why: t.forms.bothSides };
      return give.some((n, i) => n > 0 && (get[i] ?? 0) > 0) ? { why: t.forms.sameSides } : text(numbers);
    }
    case "redeploy":
    case "defend":
      return { why: t.forms.wrong };
  }
}

interface PanelProps {
  readonly form: Form;
  readonly view: View;
  readonly own: ComponentType<FormProps> | undefined;
  readonly busy: boolean;
  readonly send: (move: string) => void;
  readonly close: () => void;
}

export function FormPanel({ form, view, own: Own, busy, send, close }: PanelProps) {
  return Own ? <Own form={form} view={view} send={send} close={close} /> : <Plain form={form} busy={busy} send={send} close={close} />;
}

function headOf(form: Form): string {
  if (form.kind === "choose") return t.forms.choose(form.n);
  return form.kind === "cells" ? t.forms.cells(form.n) : "";
}

/** One number for each field, as the contract wants it. */
export function Plain({ form, busy = false, send, close }: Omit<PanelProps, "own" | "view" | "busy"> & { readonly busy?: boolean }) {
  const numbers = useSignal(firstNumbers(form));
  const fields = fieldsOf(form);
  const set = (i: number, value: number) => (numbers.value = numbers.value.map((old, k) => (k === i ? value : old)));

  return (
    <FormFrame head={headOf(form)} made={moveOf(form, numbers.value)} busy={busy} send={send} close={close}>
      {fields.map((field, i) => (
        <div key={field.name + i}>
          {field.group && field.group !== fields[i - 1]?.group && <h3>{field.group}</h3>}
          <Stepper field={field} value={numbers.value[i] ?? 0} set={(value) => set(i, value)} />
        </div>
      ))}
    </FormFrame>
  );
}

interface FrameProps {
  readonly head: string;
  readonly made: { readonly move: string } | { readonly why: string };
  readonly busy?: boolean;
  readonly send: (move: string) => void;
  readonly close: () => void;
  readonly quick?: ComponentChildren; // buttons that fill the form
  readonly children: ComponentChildren;
}

/** Around the fields of any form: what it is about, Back, Send or why not. */
export function FormFrame({ head, made, busy = false, send, close, quick, children }: FrameProps) {
  const why = "why" in made ? made.why : "";
  return (
    <form
      id="form"
      class="stack stack-2"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if ("move" in made && !busy) send(made.move);
      }}
    >
      <p class="small soft">{head}</p>
      {children}
      <div class="bar">
        {quick}
        <button type="button" class="btn btn-quiet" onClick={close}>
          <Icon name="back" />
          {t.back}
        </button>
        <span class="grow" />
        <button class="btn btn-main" id="form-send" disabled={why !== "" || busy} aria-describedby="form-why">
          {t.forms.send}
        </button>
      </div>
      <p class="hint" id="form-why" role="status">
        {why}
      </p>
    </form>
  );
}

interface TickProps {
  readonly label: string;
  readonly ticked: boolean;
  readonly toggle: () => void;
}

export function Tick({ label, ticked, toggle }: TickProps) {
  return (
    <label class="check">
      <input type="checkbox" checked={ticked} onInput={toggle} />
      <span>{label}</span>
    </label>
  );
}

interface StepperProps {
  readonly field: Field;
  readonly value: number;
  readonly set: (value: number) => void;
}

export function Stepper({ field, value, set }: StepperProps) {
  return (
    <div class="bar between">
      <span aria-hidden="true">{field.label}</span>
      <span class="stepper">
        <button type="button" class="btn btn-icon" aria-label={t.forms.less(field.label)} disabled={value <= field.least} onClick={() => set(value - 1)}>
          <Icon name="minus" />
        </button>
        <input type="number" inputMode="numeric" value={value} min={field.least} max={field.most} aria-label={field.label} onInput={(e) => set(e.currentTarget.valueAsNumber)} />
        <button type="button" class="btn btn-icon" aria-label={t.forms.more(field.label)} disabled={value >= field.most} onClick={() => set(value + 1)}>
          <Icon name="plus" />
        </button>
      </span>
    </div>
  );
}
