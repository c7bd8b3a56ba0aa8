/** What this browser keeps under a name; null if there is nothing, or if the browser keeps nothing for this page. */
export function readKept(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** Keeps a text in this browser; null forgets it. Where the browser's storage is full or forbidden, it is lost with the page. */
export function keep(name: string, text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(name);
    else localStorage.setItem(name, text);
  } catch {
    // Only the convenience is lost.
  }
}
