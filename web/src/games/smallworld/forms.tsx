/** "By hand..." of the list: the same draft as on the map, by numbers. */
import { FormFrame, Stepper, Tick } from "../../kit/forms";
import type { FormProps } from "../../kit/game";
import type { View } from "../../wire/made/smallworld";
import { change, draftOf, evenly, moveOf, put, set, type TokenForm } from "./deploy";
import { regionName, tokens } from "./texts";
import { text } from "./words";

function Orders({ form, view }: { readonly form: TokenForm; readonly view: View }) {
  if (form.kind !== "redeploy") return null;
  const draft = draftOf(form, view);
  const name = (n: string) => regionName(n);
  return (
    <>
      {form.encampments > 0 && (
        <>
          <h3>{text.tool.camp}</h3>
          {form.regions.map((one) => (
            <Stepper key={one.region} field={{ name: `camp ${one.region}`, label: text.campsAt(name(one.name)), least: 0, most: form.encampments }} value={draft.camps.get(one.region) ?? 0} set={(n) => change(set(draft, "camps", one.region, n))} />
          ))}
        </>
      )}
      {form.fortress && (
        <>
          <h3>{text.tool.fortress}</h3>
          {form.regions
            .filter((one) => !view.regions[one.region - 1]?.fortress)
            .map((one) => (
              <Tick key={one.region} label={text.fortressAt(name(one.name))} ticked={draft.fortress === one.region} toggle={() => change({ ...put(form, { ...draft, tool: "fortress" }, one.region, 1), tool: draft.tool })} />
            ))}
        </>
      )}
      {form.heroes > 0 && (
        <>
          <h3>{text.tool.hero}</h3>
          {form.regions.map((one) => (
            <Tick key={one.region} label={text.heroAt(name(one.name))} ticked={draft.heroes.includes(one.region)} toggle={() => change({ ...put(form, { ...draft, tool: "hero" }, one.region, 1), tool: draft.tool })} />
          ))}
        </>
      )}
    </>
  );
}

export function TokensForm({ form, view, send, close }: FormProps<View>) {
  if (form.kind !== "redeploy" && form.kind !== "defend") return null;
  const draft = draftOf(form, view);
  const quick = (
    <button type="button" class="btn btn-quiet" onClick={() => change(evenly(form, draft))}>
      {text.evenly}
    </button>
  );
  return (
    <FormFrame head={tokens(form.tokens)} made={moveOf(form, draft)} send={send} close={close} quick={quick}>
      {form.regions.map((one) => (
        <Stepper key={one.region} field={{ name: String(one.region), label: regionName(one.name), least: 0, most: form.tokens }} value={draft.tokens.get(one.region) ?? 0} set={(n) => change(set(draft, "tokens", one.region, n))} />
      ))}
      <Orders form={form} view={view} />
    </FormFrame>
  );
}
