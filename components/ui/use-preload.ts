"use client";
import { useEffect } from "react";

/** The wait if the browser stays busy or, as in Safari, does not report when it is idle. */
const MAX_WAIT_MS = 3000;

/**
 * Loads code once the browser is idle, so that what needs it later opens without delay, even if the server has stopped.
 * Takes the same list on every render.
 */
export function usePreload(loads: readonly (() => Promise<unknown>)[]): void {
  useEffect(() => {
    const loadAll = () => {
      for (const load of loads) load().catch(() => {}); // the first use reports a failure
    };
    if (typeof requestIdleCallback === "undefined") {
      const timer = setTimeout(loadAll, MAX_WAIT_MS);
      return () => clearTimeout(timer);
    }
    const request = requestIdleCallback(loadAll, { timeout: MAX_WAIT_MS });
    return () => cancelIdleCallback(request);
  }, [loads]);
}
