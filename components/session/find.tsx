"use client";
import { ChevronDown, ChevronUp, Search, X } from "lucide-react";
import { type RefObject, useCallback, useEffect, useMemo, useState } from "react";
import { IconButton } from "@/components/ui/icon-button";
import { TextInput } from "@/components/ui/text-input";
import { useSay } from "@/components/words/words-provider";
import type { Say } from "@/lib/view-models/wording/say";
import { highlightAll } from "./highlight";
import type { TranscriptRow } from "./transcript-rows";

type Input = {
  rows: readonly TranscriptRow[];
  scroller: RefObject<HTMLElement | null>;
  unfold: (part: string) => void;
  goTo: (index: number) => void;
};

export type Find = {
  isOpen: boolean;
  open: () => void;
  close: () => void;
  query: string;
  setQuery: (query: string) => void;
  hits: number;
  current: number;
  step: (by: number) => void;
};

/** Searches the parts that are listed. Matches are highlighted and unfolded; nothing is hidden. */
export function useFind({ rows, scroller, unfold, goTo }: Input): Find {
  const [isOpen, setOpen] = useState(false);
  const [query, setQuery] = useState("");
  const [current, setCurrent] = useState(0);
  const hits = useMemo(() => (isOpen ? matches(rows, query) : []), [isOpen, rows, query]);
  useHighlight(scroller, isOpen ? query : "");
  const show = (at: number) => {
    const hit = hits[at];
    if (hit === undefined) return;
    setCurrent(at);
    for (const part of partsOf(rows[hit])) unfold(part.id);
    goTo(hit);
  };
  return {
    isOpen,
    open: useCallback(() => setOpen(true), []),
    close: () => setOpen(false),
    query,
    setQuery: (next) => {
      setQuery(next);
      setCurrent(-1);
    },
    hits: hits.length,
    current,
    step: (by) => hits.length > 0 && show((current + by + hits.length) % hits.length),
  };
}

const partsOf = (row: TranscriptRow | undefined) =>
  row?.type === "part" ? [row.part] : row?.type === "compaction" ? row.message.parts : [];

function matches(rows: readonly TranscriptRow[], query: string): number[] {
  const wanted = query.trim().toLowerCase();
  if (wanted.length < 2) return [];
  return rows.flatMap((row, index) => {
    const texts = partsOf(row).flatMap((part) => [part.text, part.path, part.command, part.tool]);
    return texts.some((text) => text?.toLowerCase().includes(wanted)) ? [index] : [];
  });
}

/** Highlights the matches in the rows that are rendered, again after each change of them. */
function useHighlight(scroller: RefObject<HTMLElement | null>, query: string) {
  useEffect(() => {
    const root = scroller.current;
    if (!root || query.trim().length < 2) return highlightAll(null, "");
    let frame = 0;
    const paint = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => highlightAll(root, query));
    };
    paint();
    const observer = new MutationObserver(paint);
    observer.observe(root, { childList: true, subtree: true, characterData: true });
    return () => {
      observer.disconnect();
      cancelAnimationFrame(frame);
      highlightAll(null, "");
    };
  }, [scroller, query]);
}

/** The search bar. `unread`: how many listed messages are not loaded yet; until they are, it never says "not found". */
export function FindBar({ find, unread }: { find: Find; unread: number }) {
  const say = useSay();
  const found = find.hits === 0 ? (unread > 0 ? say("none yet") : say("not found in these parts")) : hitText(find, say);
  const rest = unread > 0 ? say(", {count} messages still to read", { count: unread.toLocaleString("en") }) : "";
  const hits = find.query.trim().length < 2 ? "" : `${found}${rest}`;
  return (
    <search className="flex h-10 shrink-0 items-center gap-2 border-line border-b px-4">
      <TextInput
        autoFocus
        className="max-w-72"
        icon={<Search />}
        aria-label={say("Find in this transcript")}
        placeholder={say("Find in this transcript")}
        value={find.query}
        onChange={(event) => find.setQuery(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter") find.step(event.shiftKey ? -1 : 1);
          if (event.key === "Escape") find.close();
        }}
      />
      <IconButton label={say("Previous")} shortcut="Shift Enter" onClick={() => find.step(-1)}>
        <ChevronUp aria-hidden />
      </IconButton>
      <IconButton label={say("Next")} shortcut="Enter" onClick={() => find.step(1)}>
        <ChevronDown aria-hidden />
      </IconButton>
      <span role="status" className="tabular truncate text-micro text-tx3">
        {hits}
      </span>
      <span className="ml-auto">
        <IconButton label={say("Close find")} shortcut="Esc" onClick={find.close}>
          <X aria-hidden />
        </IconButton>
      </span>
    </search>
  );
}

const hitText = ({ hits, current }: Find, say: Say) =>
  current < 0
    ? say("{count, plural, one {# part} other {# parts}}", { count: hits })
    : say("{current} of {hits} parts", { current: current + 1, hits });
