/** This browser's stored text under a name; null if there is none, or if the browser stores nothing for this page. */
export function readKept(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/**
 * Stores a text in this browser; null deletes it. If the browser's storage is full or blocked, the text is lost with
 * the page.
 */
export function keep(name: string, text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(name);
    else localStorage.setItem(name, text);
  } catch {}
}
