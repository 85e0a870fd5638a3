/** What operators do, with its question before and its word after. */
import { call, Refused } from "../../kit/api";
import { confirm, tell } from "../../kit/dialog";
import { say } from "../../kit/lang";
import { admin } from "../../messages/admin";

const text = say(admin);

export async function attempt(what: () => Promise<unknown>, told: string): Promise<boolean> {
  try {
    await what();
    tell(told);
    return true;
  } catch (error) {
    tell(error instanceof Refused ? error.words : String(error));
    return false;
  }
}

export type Act = "ban" | "mute";
export type Whom = "players" | "addresses";

export async function sanction(act: Act, kind: Whom, whom: string, on: boolean): Promise<boolean> {
  if (act === "ban" && on && !(await confirm(kind === "players" ? text.banAsk(whom) : text.lockAsk(whom)))) return false;
  return attempt(() => call("POST", `/admin/${kind}/${encodeURIComponent(whom)}/${act}`, { body: { [act]: on } }), text.done);
}
