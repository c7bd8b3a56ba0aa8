"use client";
import { useEffect, useState } from "react";
import { keep, readKept } from "@/components/ui/browser-memory";
import type { LiveSession } from "@/lib/api/schemas/live-session";
import { breakSentence, forecastSentence, isNear } from "@/lib/view-models/session/live-words";
import type { Say } from "@/lib/wording/say";

const KEPT = "winnow-live-notice";

/** Whether this browser shows notices in the tab's title. Off by default. */
export function useNoticeSwitch(): readonly [isOn: boolean, set: (isOn: boolean) => void] {
  const [isOn, setOn] = useState(false);
  useEffect(() => setOn(readKept(KEPT) !== null), []);
  const set = (next: boolean) => {
    keep(KEPT, next ? "on" : null);
    setOn(next);
  };
  return [isOn, set];
}

/** The title's notice: a near compaction, or a break at the newest request; null if there is none. */
export function noticeOf(live: LiveSession, say: Say): string | null {
  if (live.last_break?.requests_ago === 0) return breakSentence(live, say);
  return isNear(live.forecast) ? forecastSentence(live.forecast, say) : null;
}

/** Prefixes the page title with the notice; null removes it. */
export function useTitleNotice(notice: string | null, title: string): void {
  useEffect(() => {
    if (notice === null) return;
    document.title = `(!) ${notice} · ${title}`;
    return () => {
      document.title = title;
    };
  }, [notice, title]);
}
