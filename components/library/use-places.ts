"use client";
import { useEffect, useRef, useState } from "react";
import { callApi } from "@/components/api/call-api";
import type { LibraryPlaces } from "@/lib/api/schemas/library-list";

export type Place = LibraryPlaces["places"][number];
type Places = ReadonlyMap<string, Place>;

const NONE: Places = new Map();
/** Milliseconds without scrolling before hits are loaded. */
const REST_MS = 90;
const MOST = 50;

/** Search hits within the sessions on screen; loaded as they come into view. */
export function usePlaces(words: string, ids: readonly string[]): Places {
  const [state, setState] = useState<{ words: string; places: Places }>({ words: "", places: NONE });
  const asked = useRef<{ words: string; ids: Set<string> }>({ words: "", ids: new Set() });
  const wanted = words === "" ? "" : ids.join(",");
  useEffect(() => {
    if (wanted === "") return;
    const timer = setTimeout(() => {
      if (asked.current.words !== words) asked.current = { words, ids: new Set() };
      const missing = wanted.split(",").filter((id) => !asked.current.ids.has(id));
      if (missing.length === 0) return;
      const batch = missing.slice(0, MOST);
      const wasAsked = asked.current.ids;
      for (const id of batch) wasAsked.add(id);
      void callApi("GET /api/library/places", { query: { q: words, sessions: batch.join(",") } }).then((called) => {
        if (!called.ok) for (const id of batch) wasAsked.delete(id);
        if (!called.ok || asked.current.words !== words) return;
        setState((before) => {
          const held = before.words === words ? before.places : NONE;
          return {
            words,
            places: new Map([...held, ...called.value.places.map((place) => [place.id, place] as const)]),
          };
        });
      });
    }, REST_MS);
    return () => clearTimeout(timer);
  }, [words, wanted]);
  return state.words === words ? state.places : NONE;
}
