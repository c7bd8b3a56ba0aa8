import { useCallback, useSyncExternalStore } from "react";

/** The request under the pointer, shared by timeline and request list without re-rendering the page. */
export type HoverStore = {
  get: () => number | null;
  set: (position: number | null) => void;
  subscribe: (listener: () => void) => () => void;
};

export function createHoverStore(): HoverStore {
  let hovered: number | null = null;
  const listeners = new Set<() => void>();
  return {
    get: () => hovered,
    set: (position) => {
      if (position === hovered) return;
      hovered = position;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

const nothing = () => null;

export const useHovered = (store: HoverStore): number | null =>
  useSyncExternalStore(store.subscribe, store.get, nothing);

/** Whether a request is under the pointer. Re-renders only when that changes. */
export function useIsHovered(store: HoverStore, position: number): boolean {
  const isHovered = useCallback(() => store.get() === position, [store, position]);
  return useSyncExternalStore(store.subscribe, isHovered, () => false);
}
