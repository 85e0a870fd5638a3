/** Settings: account, look and sound, my data. */
import "../kit/core";
import { useSignal, type Signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { become, call, forget, me, Refused } from "../kit/api";
import { title } from "../kit/away";
import { confirm, tell } from "../kit/dialog";
import { Icon } from "../kit/more-icons";
import { dated, lang, t } from "../kit/lang";
import { animation, notify, sound, theme, themes } from "../kit/settings";
import { play } from "../kit/sound";
import type { Account } from "../wire/hall";
import sheet from "../style/pages.css";

export { sheet };

interface Session {
  readonly token: string;
  readonly account: Account;
}

/** Runs what a form asks for; its refusal stands below the fields. */
function useForm(run: (form: FormData) => Promise<void>) {
  const problem = useSignal("");
  const busy = useSignal(false);
  async function onSubmit(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    if (busy.value || !(event.currentTarget instanceof HTMLFormElement)) return;
    const form = event.currentTarget;
    busy.value = true;
    problem.value = "";
    try {
      await run(new FormData(form));
      form.reset();
    } catch (error) {
      problem.value = error instanceof Refused ? error.words : String(error);
    } finally {
      busy.value = false;
    }
  }
  return { onSubmit, problem, busy };
}

function Problem({ of, id }: { readonly of: Signal<string>; readonly id: string }) {
  return (
    <div role="alert" id={id}>
      {of.value && (
        <p class="error">
          <Icon name="warn" />
          {of.value}
        </p>
      )}
    </div>
  );
}

function Enter() {
  const login = useSignal(false);
  const { onSubmit, problem, busy } = useForm(async (form) => {
    const given = { name: form.get("name"), password: form.get("password") };
    // A guest's games come along.
    become(await (login.value ? call<Session>("POST", "/login", { body: given }) : call<Session>("POST", "/register", { body: { ...given, keep: me.value?.guest ?? false } })));
  });
  return (
    <form class="card pad stack" aria-labelledby="enter-title" onSubmit={onSubmit}>
      <h2 id="enter-title">{login.value ? t.me.login : t.me.make}</h2>
      <div class="field">
        <label for="a-name">{t.me.name}</label>
        <input class="input" id="a-name" name="name" required minlength={2} maxlength={40} autocomplete="username" aria-invalid={problem.value ? "true" : undefined} aria-describedby="enter-problem" />
      </div>
      <div class="field">
        <label for="a-pass">{t.me.password}</label>
        <input class="input" id="a-pass" name="password" type="password" required minlength={login.value ? 1 : 6} maxlength={200} autocomplete={login.value ? "current-password" : "new-password"} aria-describedby="a-pass-hint" />
        <p class="hint" id="a-pass-hint">
          {login.value ? "" : t.me.passwordHint} {!login.value && me.value?.guest && t.me.keeps}
        </p>
      </div>
      <Problem of={problem} id="enter-problem" />
      <div class="bar">
        <button class="btn btn-main" id="enter" aria-busy={busy.value ? "true" : undefined}>
          {login.value ? t.me.logIn : t.me.makeIt}
        </button>
        <button type="button" class="btn btn-quiet" onClick={() => (login.value = !login.value)}>
          {login.value ? t.me.haveNone : t.me.haveOne}
        </button>
      </div>
    </form>
  );
}

function Rename() {
  const { onSubmit, problem, busy } = useForm(async (form) => {
    me.value = await call<Account>("PATCH", "/me", { body: { name: form.get("name") } });
    tell(t.me.renamed);
  });
  return (
    <form class="card pad stack" aria-labelledby="rename-title" onSubmit={onSubmit}>
      <h2 id="rename-title">{t.me.rename}</h2>
      <div class="field">
        <label for="r-name">{t.me.name}</label>
        <input class="input" id="r-name" name="name" required minlength={2} maxlength={40} autocomplete="username" />
      </div>
      <Problem of={problem} id="rename-problem" />
      <div class="bar">
        <button class="btn" aria-busy={busy.value ? "true" : undefined}>
          {t.me.renameIt}
        </button>
      </div>
    </form>
  );
}

function Password() {
  const { onSubmit, problem, busy } = useForm(async (form) => {
    await call("POST", "/me/password", { body: { old: form.get("old"), new: form.get("new") } });
    tell(t.me.changed);
  });
  return (
    <form class="card pad stack" aria-labelledby="password-title" onSubmit={onSubmit}>
      <h2 id="password-title">{t.me.change}</h2>
      <div class="field">
        <label for="p-old">{t.me.old}</label>
        <input class="input" id="p-old" name="old" type="password" required autocomplete="current-password" />
      </div>
      <div class="field">
        <label for="p-new">{t.me.fresh}</label>
        <input class="input" id="p-new" name="new" type="password" required minlength={6} maxlength={200} autocomplete="new-password" />
      </div>
      <Problem of={problem} id="password-problem" />
      <div class="bar">
        <button class="btn" aria-busy={busy.value ? "true" : undefined}>
          {t.me.changeIt}
        </button>
      </div>
    </form>
  );
}

function Switch({ id, name, more, setting, onChange }: { readonly id: string; readonly name: string; readonly more: string; readonly setting: Signal<"on" | "off">; readonly onChange?: (on: boolean) => void }) {
  return (
    <label class="switch" for={id}>
      <span>
        {name}
        <small>{more}</small>
      </span>
      <input
        id={id}
        type="checkbox"
        role="switch"
        checked={setting.value === "on"}
        onInput={(e) => {
          setting.value = e.currentTarget.checked ? "on" : "off";
          onChange?.(e.currentTarget.checked);
        }}
      />
    </label>
  );
}

function Look() {
  async function askNotify(on: boolean): Promise<void> {
    if (!on || !("Notification" in window) || Notification.permission === "granted") return;
    if ((await Notification.requestPermission()) === "granted") return;
    notify.value = "off";
    tell(t.me.notifyNo);
  }
  return (
    <section class="card pad stack" aria-labelledby="look-title">
      <h2 id="look-title">{t.me.look}</h2>
      <fieldset>
        <legend>{t.me.theme}</legend>
        <div class="seg">
          {themes.map((one) => (
            <label key={one}>
              <input type="radio" name="theme" checked={theme.value === one} onInput={() => (theme.value = one)} />
              {t.me.themes[one]}
            </label>
          ))}
        </div>
      </fieldset>
      <fieldset>
        <legend>{t.me.language}</legend>
        <div class="seg">
          <a href="?lang=en" lang="en" hreflang="en" aria-current={lang === "en" ? "true" : undefined}>
            English
          </a>
          <a href="?lang=ru" lang="ru" hreflang="ru" aria-current={lang === "ru" ? "true" : undefined}>
            Русский
          </a>
        </div>
      </fieldset>
      <div class="switches">
        <Switch id="m-sound" name={t.me.sound} more={t.me.soundMore} setting={sound} onChange={(on) => on && play("turn")} />
        <Switch id="m-animation" name={t.me.animation} more={t.me.animationMore} setting={animation} />
        <Switch id="m-notify" name={t.me.notify} more={t.me.notifyMore} setting={notify} onChange={askNotify} />
      </div>
    </section>
  );
}

function Data() {
  const sessions = useSignal<readonly { readonly id?: string; readonly current?: boolean; readonly expires_at: number }[]>([]);
  const who = me.value;
  useEffect(() => {
    if (!who) return;
    call<{ sessions: typeof sessions.value }>("GET", "/me/sessions").then(
      (answer) => (sessions.value = answer.sessions),
      () => undefined,
    );
  }, [who?.id]);

  const complain = (error: unknown) => tell(error instanceof Refused ? error.words : String(error));

  async function exportAll(): Promise<void> {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([JSON.stringify(await call("GET", "/me/export"), null, 1)], { type: "application/json" }));
    link.download = "meeple-me.json";
    link.click();
    URL.revokeObjectURL(link.href);
  }

  async function forgetMe(form: FormData): Promise<void> {
    if (!(await confirm([t.me.forgetAsk, t.me.forgetMore, t.me.forgetYes, t.me.forgetNo]))) return;
    const password = form.get("password");
    await call("DELETE", "/me", { body: password ? { password } : {} });
    forget();
  }

  async function end(id: string): Promise<void> {
    await call("DELETE", `/me/sessions/${id}`);
    sessions.value = sessions.value.filter((one) => one.id !== id);
  }
  const { onSubmit, problem } = useForm(forgetMe);

  if (!who) return null;
  return (
    <section class="card pad stack stack-2" aria-labelledby="data-title">
      <h2 id="data-title">{t.me.data}</h2>
      <p class="small soft">{t.me.dataMore}</p>
      {sessions.value.length > 0 && (
        <>
          <h3>{t.me.sessions}</h3>
          <ul class="rows rows-flush">
            {sessions.value.map((one) => (
              <li key={one.id}>
                <span class="row-text">{t.me.session(dated(one.expires_at))}</span>
                {one.current ? (
                  <span class="badge">{t.me.thisOne}</span>
                ) : (
                  one.id && (
                    <button type="button" class="btn btn-quiet" onClick={() => end(one.id ?? "").catch(complain)}>
                      {t.me.end}
                    </button>
                  )
                )}
              </li>
            ))}
          </ul>
        </>
      )}
      <div class="bar">
        <button type="button" class="btn" onClick={() => exportAll().catch(complain)}>
          <Icon name="download" />
          {t.me.export}
        </button>
      </div>
      <form class="stack stack-2 leave-us" onSubmit={onSubmit} aria-labelledby="forget-title">
        <h3 id="forget-title">{t.me.forgetTitle}</h3>
        <p class="small soft">{t.me.forgetMore}</p>
        {!who.guest && (
          <div class="field">
            <label for="d-pass">{t.me.password}</label>
            <input class="input" id="d-pass" name="password" type="password" required autocomplete="current-password" />
          </div>
        )}
        <Problem of={problem} id="forget-problem" />
        <div class="bar">
          <button class="btn btn-bad" id="forget">
            {t.me.forget}
          </button>
        </div>
      </form>
    </section>
  );
}

export function Page() {
  const who = me.value;
  title.value = `${t.me.title} - Meeple`;

  async function logout(): Promise<void> {
    await call("POST", "/logout").catch(() => undefined);
    forget();
  }

  return (
    <main id="me" class="wrap stack stack-5">
      <div class="bar bar-3">
        <span class="face face-big seat-1" aria-hidden="true">
          {(who?.name ?? "?").charAt(0).toUpperCase()}
        </span>
        <div class="intro grow">
          <h1>{t.me.title}</h1>
          <p class="soft">{!who ? t.me.nobody : who.guest ? t.me.guest(who.name) : t.me.account(who.name)}</p>
        </div>
        {who && (
          <a class="btn" href={`/player/${encodeURIComponent(who.name)}`}>
            {t.me.profile}
          </a>
        )}
        {who && !who.guest && (
          <button type="button" class="btn" id="logout" onClick={logout}>
            {t.me.logout}
          </button>
        )}
      </div>
      <div class="cols cols-11">
        <div class="stack">
          {(!who || who.guest) && <Enter />}
          {who && <Rename />}
          {who && !who.guest && <Password />}
        </div>
        <div class="stack">
          <Look />
          <Data />
        </div>
      </div>
    </main>
  );
}
