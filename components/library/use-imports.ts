"use client";
import { useRouter } from "next/navigation";
import { useEffect, useState, useSyncExternalStore } from "react";
import { useSay } from "@/components/words/words-provider";
import { ImportQueue } from "./import-queue";
import type { ImportEntry } from "./import-types";

const NONE: readonly ImportEntry[] = [];

/** The tab's only queue: it continues to send files while the reader looks at other pages. */
let kept: ImportQueue | null = null;

function queueOfTab(): ImportQueue {
  if (typeof window === "undefined") return new ImportQueue();
  kept ??= new ImportQueue();
  return kept;
}

/** This tab's imports; whenever one ends, the list of sessions is reloaded. */
export function useImports(): { queue: ImportQueue; entries: readonly ImportEntry[] } {
  const router = useRouter();
  const say = useSay();
  const [queue] = useState(queueOfTab);
  useEffect(() => {
    Object.assign(queue, { onImported: () => router.refresh(), say });
    queue.resume();
  }, [queue, router, say]);
  const entries = useSyncExternalStore(queue.subscribe, queue.snapshot, () => NONE);
  return { queue, entries };
}
