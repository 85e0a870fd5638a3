/** The one voice for screen readers beside status, alerts and log. A text said
 *  twice in a row is made different, or it would not be read again. */
let region: HTMLElement | null = null;

export function announce(text: string): void {
  if (!region) {
    region = document.createElement("div");
    region.className = "vh";
    region.setAttribute("role", "status");
    region.id = "announcer";
    document.body.append(region);
  }
  region.textContent = region.textContent === text ? text + "\u00a0" : text;
}
