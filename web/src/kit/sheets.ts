/** Style sheets that come with a chunk. */
const loaded = new Map<string, Promise<void>>();

export function loadSheet(address: string): Promise<void> {
  let promise = loaded.get(address);
  if (!promise) {
    promise = new Promise((resolve) => {
      const link = document.createElement("link");
      link.rel = "stylesheet";
      link.href = address;
      // A sheet that does not come must not keep the page away.
      link.onload = link.onerror = () => resolve();
      document.head.append(link);
    });
    loaded.set(address, promise);
  }
  return promise;
}
