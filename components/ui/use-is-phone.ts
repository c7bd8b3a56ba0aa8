"use client";
import { useSyncExternalStore } from "react";

/** The width below which pages are one column; `max-sm:` of the style sheet. */
const PHONE = "(width < 720px)";

/** For what a style sheet cannot decide, such as the heights of a virtual list. On the server: no. */
export function useIsPhone(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => globalThis.matchMedia(PHONE).matches,
    () => false,
  );
}

function subscribe(onChange: () => void): () => void {
  const query = globalThis.matchMedia(PHONE);
  query.addEventListener("change", onChange);
  return () => query.removeEventListener("change", onChange);
}
