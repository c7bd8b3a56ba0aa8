"use client";
import { useRouter } from "next/navigation";
import { useEffect, useState, useSyncExternalStore } from "react";
import { useSay } from "@/components/words/words-provider";
import { ImportQueue } from "./import-queue";
import { type ImportEntry, isUnsent } from "./import-types";

const NONE: readonly ImportEntry[] = [];

/** This browser's imports; whenever one ends, the list of sessions is reloaded. */
export function useImports(): { queue: ImportQueue; entries: readonly ImportEntry[] } {
  const router = useRouter();
  const say = useSay();
  const [queue] = useState(() => new ImportQueue(() => router.refresh(), say));
  useEffect(() => queue.resume(), [queue]);
  const entries = useSyncExternalStore(queue.subscribe, queue.snapshot, () => NONE);
  useLeaveWarning(entries.some(isUnsent));
  return { queue, entries };
}

/** Makes the browser ask before the page is closed or reloaded while files remain to be sent. */
function useLeaveWarning(isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [isWanted]);
}
