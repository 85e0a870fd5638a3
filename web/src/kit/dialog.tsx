/** Dialogs: the browser's own modal element, which keeps the focus inside and
 *  gives it back. `confirm` asks a question that has a safe answer. */
import { signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { t } from "./lang";
import { Icon } from "./icons";

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
  readonly foot?: ComponentChildren;
  readonly role?: "dialog" | "alertdialog";
  readonly id?: string;
}

export function Dialog({ title, onClose, children, foot, role, id }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  const titleId = (id ?? "dialog") + "-title";

  useEffect(() => {
    const dialog = element.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);

  return (
    <dialog
      ref={element}
      id={id}
      class="dialog"
      role={role}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === element.current) onClose();
      }}
    >
      <div class="dialog-head">
        <h2 id={titleId} tabindex={-1} autofocus={role !== "alertdialog"}>
          {title}
        </h2>
        {role !== "alertdialog" && (
          <button type="button" class="btn btn-quiet btn-icon" aria-label={t.close} onClick={onClose}>
            <Icon name="close" />
          </button>
        )}
      </div>
      {/* Long texts without anything to focus are scrolled by keys too. */}
      <div class="dialog-body" tabindex={role === "alertdialog" ? undefined : 0}>
        {children}
      </div>
      {foot && <div class="dialog-foot">{foot}</div>}
    </dialog>
  );
}

/* ---- questions --------------------------------------------------------- */

interface Question {
  readonly words: readonly [title: string, text: string, yes: string, no: string];
  readonly answer: (yes: boolean) => void;
}

const question = signal<Question | null>(null);

export function confirm(words: Question["words"]): Promise<boolean> {
  question.value?.answer(false);
  return new Promise((resolve) => {
    question.value = {
      words,
      answer(yes) {
        question.value = null;
        resolve(yes);
      },
    };
  });
}

export function Confirmation() {
  const now = question.value;
  if (!now) return null;
  const [title, text, yes, no] = now.words;
  return (
    <Dialog
      id="confirm"
      role="alertdialog"
      title={title}
      onClose={() => now.answer(false)}
      foot={
        <>
          <button type="button" class="btn" id="confirm-no" autofocus onClick={() => now.answer(false)}>
            {no}
          </button>
          <button type="button" class="btn btn-bad" id="confirm-yes" onClick={() => now.answer(true)}>
            {yes}
          </button>
        </>
      }
    >
      <p class="soft">{text}</p>
    </Dialog>
  );
}

/* ---- toasts ------------------------------------------------------------ */

const TOAST_MS = 4000;
const toast = signal<string>("");
let timer = 0;

export function tell(text: string): void {
  toast.value = text;
  clearTimeout(timer);
  timer = window.setTimeout(() => (toast.value = ""), TOAST_MS);
}

export function Toast() {
  return (
    <div class="toasts" role="status">
      {toast.value && <div class="toast">{toast.value}</div>}
    </div>
  );
}
