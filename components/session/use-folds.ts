"use client";
import { useCallback, useMemo, useState } from "react";

export type Folds = {
  isUnfolded: (part: string) => boolean;
  set: (part: string, isUnfolded: boolean) => void;
  unfold: (part: string) => void;
};

/** Which parts are unfolded. Use it outside the virtual list, because rows lose their state when they scroll away. */
export function useFolds(): Folds {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const set = useCallback((part: string, isUnfolded: boolean) => {
    setOpen((before) => {
      if (before.has(part) === isUnfolded) return before;
      const after = new Set(before);
      if (isUnfolded) after.add(part);
      else after.delete(part);
      return after;
    });
  }, []);
  return useMemo(() => ({ isUnfolded: (part) => open.has(part), set, unfold: (part) => set(part, true) }), [open, set]);
}
