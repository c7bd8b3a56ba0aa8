"use client";
import { useCallback, useLayoutEffect, useRef } from "react";

/** Returns a stable function that always calls the latest render's action. */
export function useLatest<Args extends readonly unknown[]>(action: (...args: Args) => void): (...args: Args) => void {
  const latest = useRef(action);
  useLayoutEffect(() => {
    latest.current = action;
  });
  return useCallback((...args: Args) => latest.current(...args), []);
}
