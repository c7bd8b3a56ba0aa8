"use client";
import { useSyncExternalStore } from "react";

/** The width below which pages have one column; the same as `max-sm:` in class names. */
const PHONE = "(width < 720px)";

/**
 * For what CSS cannot decide, such as the row heights of a virtual list. `drawnFor`: the kind of screen that the server
 * rendered for.
 */
export function useIsPhone(drawnFor = false): boolean {
  return useSyncExternalStore(
    subscribe,
    () => globalThis.matchMedia(PHONE).matches,
    () => drawnFor,
  );
}

function subscribe(onChange: () => void): () => void {
  const query = globalThis.matchMedia(PHONE);
  query.addEventListener("change", onChange);
  return () => query.removeEventListener("change", onChange);
}
