"use client";
import { useCallback, useLayoutEffect, useRef } from "react";

/** Returns a function that stays the same between renders and always calls the action of the latest render. */
export function useLatest<Args extends readonly unknown[]>(action: (...args: Args) => void): (...args: Args) => void {
  const latest = useRef(action);
  useLayoutEffect(() => {
    latest.current = action;
  });
  return useCallback((...args: Args) => latest.current(...args), []);
}
