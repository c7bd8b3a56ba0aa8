"use client";
import { useEffect, useState } from "react";
import { callApi } from "@/components/api/call-api";
import { useSay } from "@/components/words/words-provider";
import { nameClient } from "@/lib/read-models/library-item";
import type { PaletteItem } from "@/lib/view-models/shell/palette";
import { formatDay } from "@/lib/wording/format-day";

type Found = { readonly items: readonly PaletteItem[]; readonly total: number };
/** Milliseconds that typing may pause before the words are searched for. */
const TYPING_MS = 120;
const SESSIONS = 6;

/** The sessions with these words in title or transcript; without words the newest. Null until the answer is there. */
export function usePaletteSessions(typed: string): Found | null {
  const say = useSay();
  const [found, setFound] = useState<Found | null>(null);
  useEffect(() => {
    const abort = new AbortController();
    const ask = async () => {
      const query = { q: typed, limit: SESSIONS };
      const called = await callApi("GET /api/library/sessions", { query, signal: abort.signal });
      if (abort.signal.aborted || !called.ok) return;
      const items = called.value.sessions.map(({ id, title, client, format, started_at }) => ({
        id: `session-${id}`,
        label: title,
        note: `${nameClient(client ?? format)} · ${formatDay(started_at, "day", say)}`,
        href: `/sessions/${id}`,
      }));
      setFound({ items, total: called.value.found });
    };
    const timer = setTimeout(() => void ask(), typed === "" ? 0 : TYPING_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [typed, say]);
  return found;
}

/** Every strategy, to run on the present session in Compare; none if no session is open. */
export function usePaletteStrategies(session: string | null): readonly PaletteItem[] {
  const say = useSay();
  const [items, setItems] = useState<readonly PaletteItem[]>([]);
  useEffect(() => {
    setItems([]);
    if (session === null) return;
    const abort = new AbortController();
    void callApi("GET /api/strategies", { signal: abort.signal }).then((called) => {
      if (!called.ok) return;
      const toItem = ({ id, title, product }: (typeof called.value.strategies)[number]) => ({
        id: `strategy-${id}`,
        label: say("Compare {id} on this session", { id }),
        note: title,
        words: say("{title} {name} strategy", { title, name: product.name }),
        href: `/sessions/${session}/compare?s=1.${id}`,
      });
      setItems(called.value.strategies.map(toItem));
    });
    return () => abort.abort();
  }, [session, say]);
  return items;
}
