// What the specs of Small World share.
import { check } from "./kit.mjs";

/** A refused try is told by a status that browsers write to the console. */
export const tried = /422 .*\/moves/;

export const passed = (page, seq) => page.waitForFunction((old) => document.querySelector("#problem")?.textContent || Number(document.querySelector("main#table")?.dataset.seq) > old, seq);

/** In the middle of a region, where its token stands. */
export async function pressWithPointer(person, selector) {
  const { page } = person;
  if (!selector.startsWith("#region-")) return page.locator(selector).first().click();
  await page.locator(selector).scrollIntoViewIfNeeded();
  const at = await page.evaluate((id) => {
    const place = document.querySelector(id);
    const box = place.getBoundingClientRect();
    for (let i = 0; i < 400; i++) {
      const [x, y] = [box.left + (box.width * ((i * 7) % 20) + 1) / 20, box.top + (box.height * Math.floor(i / 20) + 1) / 20];
      if (document.elementFromPoint(x, y)?.closest("[data-place]") === place) return [x, y];
    }
    return null;
  }, selector);
  check(at, "nothing of", selector, "can be pressed");
  await page.mouse.click(...at);
}
