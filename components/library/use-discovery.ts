"use client";
import { useRouter } from "next/navigation";
import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { callApi } from "@/components/api/call-api";
import { useMay } from "@/components/shell/access";
import type { FoundRoot } from "../../lib/api/schemas/discovery";
import { followStore } from "./follow-store";

type Discovery = {
  /** Whether the reader may see the folders at all. */
  readonly isOffered: boolean;
  readonly roots: readonly FoundRoot[] | null;
  readonly failure: string | null;
};

/**
 * The transcripts that the server finds in known folders. Searches again whenever a followed file changes the library.
 * Skipped for readers who may not see the folders of the server's machine, and if not wanted.
 */
export function useDiscovery(isWanted = true): Discovery {
  const isOffered = useMay("GET /api/discover") && isWanted;
  const [state, setState] = useState<Omit<Discovery, "isOffered">>({ roots: null, failure: null });
  const changes = useChanges();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the library is the reason to search again
  useEffect(() => {
    if (!isOffered) return;
    const abort = new AbortController();
    void callApi("GET /api/discover", { signal: abort.signal }).then((called) => {
      if (abort.signal.aborted) return;
      setState(
        called.ok ? { roots: called.value.roots, failure: null } : { roots: null, failure: called.failure.message },
      );
    });
    return () => abort.abort();
  }, [changes, isOffered]);
  return { isOffered, ...state };
}

const subscribeToNothing = () => () => {};

/**
 * Counts changes of the library since the page was loaded, and reloads its rows at each. Sends no requests
 * for readers who may not see what is followed.
 */
function useChanges(): number {
  const router = useRouter();
  const isOpen = useMay("GET /api/follow");
  const count = useSyncExternalStore(
    isOpen ? followStore.subscribe : subscribeToNothing,
    () => followStore.snapshot()?.changes ?? null,
    () => null,
  );
  const seen = useRef<number | null>(null);
  const [changes, setChanges] = useState(0);
  useEffect(() => {
    const before = seen.current;
    seen.current = count;
    if (before === null || count === null || before === count) return;
    setChanges((all) => all + 1);
    router.refresh();
  }, [count, router]);
  return changes;
}
