"use client";
import { useEffect, useState } from "react";
import { keep, readKept } from "@/components/ui/browser-memory";
import type { LiveSession } from "@/lib/api/schemas/live-session";
import { breakSentence, forecastSentence, isNear } from "@/lib/view-models/session/live-words";
import type { Say } from "@/lib/wording/say";

const KEPT = "winnow-live-notice";

/** Whether the tab's title gives notice, in this browser. Off at first. */
export function useNoticeSwitch(): readonly [isOn: boolean, set: (isOn: boolean) => void] {
  const [isOn, setOn] = useState(false);
  useEffect(() => setOn(readKept(KEPT) !== null), []);
  const set = (next: boolean) => {
    keep(KEPT, next ? "on" : null);
    setOn(next);
  };
  return [isOn, set];
}

/** What the title gives notice of: a compaction that is near, or a break at the newest request; null: nothing. */
export function noticeOf(live: LiveSession, say: Say): string | null {
  if (live.last_break?.requests_ago === 0) return breakSentence(live, say);
  return isNear(live.forecast) ? forecastSentence(live.forecast, say) : null;
}

/** Puts the notice before the title of the page; null takes it away. */
export function useTitleNotice(notice: string | null, title: string): void {
  useEffect(() => {
    if (notice === null) return;
    document.title = `(!) ${notice} · ${title}`;
    return () => {
      document.title = title;
    };
  }, [notice, title]);
}
