/** The hall API over HTTP. The one place that makes requests; answers are our
 *  types from here on, refusals are `Refused`. */
import { signal } from "@preact/signals";
import type { Account, Refusal } from "../wire/hall";
import { t } from "./lang";
import { read, write } from "./keep";

export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly refusal: Refusal,
  ) {
    super(refusal.message);
  }

  /** For people, in the page's language where we have the words. */
  get words(): string {
    return t.problem[this.refusal.code] ?? this.refusal.message;
  }

  /** May the same request succeed later, with nothing changed meanwhile? */
  get passes(): boolean {
    return this.status === 0 || this.status === 503 || this.status === 502 || this.status === 429;
  }
}

interface Request {
  readonly body?: unknown;
  readonly key?: string;
  readonly query?: Readonly<Record<string, string | number | boolean | null | undefined>>;
}

export const token = signal<string | null>(read("token"));
export const me = signal<Account | null>(null);

function address(path: string, query: Request["query"]): string {
  const asked = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) if (value !== null && value !== undefined && value !== "") asked.set(name, String(value));
  const text = asked.toString();
  return "/api/v1" + path + (text ? "?" + text : "");
}

function refusalOf(status: number, body: unknown): Refused {
  const said = (body as { error?: Refusal } | null)?.error;
  return new Refused(status, said ?? { code: status >= 500 ? "busy" : "network", message: t.problem.network ?? "" });
}

export async function call<Answer>(method: "GET" | "POST" | "PATCH" | "PUT" | "DELETE", path: string, { body, key, query }: Request = {}): Promise<Answer> {
  const headers: Record<string, string> = {};
  if (token.value) headers.Authorization = "Bearer " + token.value;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (key) headers["Idempotency-Key"] = key;
  let answer: Response;
  let said: unknown = null;
  try {
    answer = await fetch(address(path, query), { method, headers, body: body === undefined ? null : JSON.stringify(body) });
    const text = await answer.text();
    said = text ? JSON.parse(text) : null;
  } catch {
    throw new Refused(0, { code: "network", message: t.problem.network ?? "" });
  }
  if (answer.ok) return said as Answer;
  const refused = refusalOf(answer.status, said);
  if (refused.refusal.code === "session_over") forget();
  throw refused;
}

/** Is somebody else from now on, or nobody. */
export function become(session: { token: string; account: Account } | null): void {
  token.value = session?.token ?? null;
  me.value = session?.account ?? null;
  write("token", token.value);
}

export function forget(): void {
  become(null);
}

/** Who the kept token belongs to. */
export async function whoAmI(): Promise<void> {
  if (!token.value) return;
  try {
    me.value = await call<Account>("GET", "/me");
  } catch (error) {
    if (error instanceof Refused && error.status === 401) forget();
  }
}

let asking: Promise<void> | null = null;

/** Somebody who may sit down: a guest is made without asking. */
export function ensureMe(): Promise<void> {
  if (token.value) return Promise.resolve();
  asking ??= call<{ token: string; account: Account }>("POST", "/guest", { body: {} })
    .then(become)
    .finally(() => (asking = null));
  return asking;
}
