"use client";
import { useCallback, useLayoutEffect, useRef } from "react";

/** A function that stays the same and always does what the last render meant. */
export function useLatest<Args extends readonly unknown[]>(action: (...args: Args) => void): (...args: Args) => void {
  const latest = useRef(action);
  useLayoutEffect(() => {
    latest.current = action;
  });
  return useCallback((...args: Args) => latest.current(...args), []);
}
