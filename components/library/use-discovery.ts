"use client";
import { useRouter } from "next/navigation";
import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { callApi } from "@/components/api/call-api";
import type { FoundRoot } from "../../lib/api/schemas/discovery";
import { followStore } from "./follow-store";

type Discovery = { readonly roots: readonly FoundRoot[] | null; readonly failure: string | null };

/** What the server finds in the known folders; looked at again, with the library, whenever a followed file changed it. */
export function useDiscovery(): Discovery {
  const [state, setState] = useState<Discovery>({ roots: null, failure: null });
  const changes = useChanges();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the library is the reason to look again
  useEffect(() => {
    const abort = new AbortController();
    void callApi("GET /api/discover", { signal: abort.signal }).then((called) => {
      if (abort.signal.aborted) return;
      setState(
        called.ok ? { roots: called.value.roots, failure: null } : { roots: null, failure: called.failure.message },
      );
    });
    return () => abort.abort();
  }, [changes]);
  return state;
}

/** Counts the changes seen since the page was there; each of them reads the rows of the library again. */
function useChanges(): number {
  const router = useRouter();
  const count = useSyncExternalStore(
    followStore.subscribe,
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
