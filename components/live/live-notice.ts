"use client";
import { useEffect, useRef, useState } from "react";
import { keep, readKept } from "@/components/ui/browser-memory";
import type { LiveSession } from "@/lib/api/schemas/live-session";
import { breakSentence, forecastSentence, isNear } from "@/lib/view-models/session/live-words";
import type { Say } from "@/lib/wording/say";

const KEPT = "winnow-live-notice";

/** Off by default. */
export type Notice = "off" | "title" | "sound";

const NEXT: Readonly<Record<Notice, Notice>> = { off: "title", title: "sound", sound: "off" };

/** How this browser gives notice, and a function that switches to the next method. */
export function useNoticeSwitch(): readonly [notice: Notice, next: () => void] {
  const [notice, setNotice] = useState<Notice>("off");
  useEffect(() => {
    const kept = readKept(KEPT);
    setNotice(kept === null ? "off" : kept === "sound" ? "sound" : "title");
  }, []);
  const next = () => {
    const chosen = NEXT[notice];
    keep(KEPT, chosen === "off" ? null : chosen);
    setNotice(chosen);
    if (chosen === "sound") playTone();
  };
  return [notice, next];
}

/** `event` identifies the subject of the notice, so that it sounds only once. */
type Given = { readonly event: string; readonly text: string };

/**
 * The notice in the tab's title: an imminent compaction, or a break at the newest request that cost at least
 * this much; null if there is none.
 */
export function noticeOf(live: LiveSession, fromDollars: number, say: Say): Given | null {
  const { last_break: last } = live;
  const isCostly = fromDollars === 0 || (last?.lost_cost?.amount ?? 0) >= fromDollars;
  const broken = last?.requests_ago === 0 && isCostly ? breakSentence(live, say) : null;
  if (broken !== null) return { event: `break ${last?.number}`, text: broken };
  return isNear(live.forecast) ? { event: "compaction", text: forecastSentence(live.forecast, say) } : null;
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

/** Plays a tone at each new event. */
export function useToneAt(event: string | null, isOn: boolean): void {
  const last = useRef(event);
  useEffect(() => {
    if (isOn && event !== null && event !== last.current) playTone();
    last.current = event;
  }, [event, isOn]);
}

const TONE = { hertz: 660, seconds: 0.2, volume: 0.1 };

/** Silent if the browser plays nothing before the first click on the page. */
function playTone(): void {
  const audio = new AudioContext();
  const tone = audio.createOscillator();
  const volume = audio.createGain();
  tone.frequency.value = TONE.hertz;
  volume.gain.value = TONE.volume;
  tone.connect(volume).connect(audio.destination);
  tone.onended = () => void audio.close();
  tone.start();
  tone.stop(audio.currentTime + TONE.seconds);
}
