"use client";
import { useRouter } from "next/navigation";
import { useEffect, useRef, useState, useTransition } from "react";
import { reportServerAway } from "@/components/api/server-away";
import { addressOf } from "@/lib/api/address-of";
import type { LiveSession } from "@/lib/api/schemas/live-session";

/** Delay before reconnecting after the server refuses the stream, for example because too many are open. */
const RETRY_MS = 5_000;

/**
 * Re-renders the page whenever its session has grown, and notices when the server stops answering. Uses one connection,
 * and only while the page is visible, because browsers allow six per server. `isNeeded` keeps it open in a hidden tab.
 */
export function useGrowth(id: string, drawn: string, isNeeded = false): void {
  const revision = useRevision(id, isNeeded);
  const router = useRouter();
  const [isDrawing, draw] = useTransition();
  const asked = useRef<string | null>(null);
  useEffect(() => {
    if (revision === null || revision === drawn || revision === asked.current || isDrawing) return;
    asked.current = revision;
    draw(() => router.refresh());
  }, [revision, drawn, isDrawing, router]);
}

/** The newest revision from the server; null before the first one. */
function useRevision(id: string, isNeeded: boolean): string | null {
  const [revision, setRevision] = useState<string | null>(null);
  useEffect(() => {
    let source: EventSource | null = null;
    let retry: ReturnType<typeof setTimeout> | undefined;
    const close = () => {
      clearTimeout(retry);
      source?.close();
      source = null;
    };
    const open = () => {
      close();
      source = new EventSource(addressOf("GET /api/sessions/{id}/events", { path: { id } }));
      source.addEventListener("session", ({ data }) => {
        setRevision((JSON.parse(data) as LiveSession).revision);
      });
      source.addEventListener("gone", () => {
        close();
        setRevision("gone");
      });
      source.onerror = () => {
        reportServerAway();
        if (source?.readyState === EventSource.CLOSED) retry = setTimeout(open, RETRY_MS);
      };
    };
    const heed = () => {
      const isWanted = isNeeded || !document.hidden;
      if (isWanted && source === null) open();
      if (!isWanted) close();
    };
    heed();
    document.addEventListener("visibilitychange", heed);
    return () => {
      document.removeEventListener("visibilitychange", heed);
      close();
    };
  }, [id, isNeeded]);
  return revision;
}
