"use client";
import { parseAsString, useQueryState } from "nuqs";
import { useCallback, useMemo, useRef } from "react";
import type { RequestRange } from "@/components/charts/column-layout";
import { rangeText, readRange, zoomAround } from "@/components/charts/zoom";
import { useShortcuts } from "@/components/shell/shortcut-provider";
import type { ShortcutGroup } from "@/components/shell/shortcuts";
import { sentence } from "@/lib/wording/say";

const SHORTCUTS: readonly ShortcutGroup[] = [
  {
    title: sentence("Zoom the timeline"),
    shortcuts: [
      { does: sentence("zoom in or out"), keys: ["+", "−"] },
      { does: sentence("all requests"), keys: ["0"] },
      { does: sentence("one step out"), keys: ["Esc"] },
    ],
  },
];

/** The zoomed requests in the URL, kept by links between the tabs. */
export const useRangeText = () =>
  useQueryState("range", parseAsString.withOptions({ history: "replace", shallow: true }));

/** The zoomed requests, in the URL, with their keys. `selected`: the centre for + and −. */
export function useSpineRange(count: number, selected: number) {
  const [text, setText] = useRangeText();
  const range = useMemo(() => readRange(text, count), [text, count]);
  const before = useRef<(RequestRange | null)[]>([]);
  const setRange = useCallback(
    (next: RequestRange | null, continues = false) => {
      const wanted = next === null ? null : rangeText(next);
      if (wanted === text) return;
      if (!continues) before.current.push(range);
      void setText(wanted);
    },
    [range, text, setText],
  );
  const zoomOut = () => {
    const last = before.current.pop() ?? null;
    void setText(last === null ? null : rangeText(last));
  };
  const zoom = (factor: number) => {
    const shown = range ?? { from: 0, to: count - 1 };
    setRange(zoomAround(shown, selected, factor, count));
  };
  const keys: Record<string, () => void> = { "+": () => zoom(0.5), "-": () => zoom(2), "0": () => setRange(null) };
  useShortcuts(SHORTCUTS, range === null ? keys : { ...keys, Escape: zoomOut });
  return { range, setRange, zoomOut };
}
