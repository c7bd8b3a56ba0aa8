"use client";
import { useRouter } from "next/navigation";
import { useEffect, useState, useSyncExternalStore } from "react";
import { useSay } from "@/components/words/words-provider";
import { ImportQueue } from "./import-queue";
import type { ImportEntry } from "./import-types";

const NONE: readonly ImportEntry[] = [];

/** This browser's imports; whenever one ends, the list of sessions is reloaded. */
export function useImports(): { queue: ImportQueue; entries: readonly ImportEntry[] } {
  const router = useRouter();
  const say = useSay();
  const [queue] = useState(() => new ImportQueue(() => router.refresh(), say));
  useEffect(() => queue.resume(), [queue]);
  const entries = useSyncExternalStore(queue.subscribe, queue.snapshot, () => NONE);
  return { queue, entries };
}
