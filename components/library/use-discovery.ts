"use client";
import { useEffect, useState } from "react";
import type { DiscoveredRootJson } from "./import-types";

/** What the server finds in the known folders; asked for once, after the page is there. */
export function useDiscovery(): { roots: readonly DiscoveredRootJson[] | null; failure: string | null } {
  const [state, setState] = useState<{ roots: readonly DiscoveredRootJson[] | null; failure: string | null }>({
    roots: null,
    failure: null,
  });
  useEffect(() => {
    const abort = new AbortController();
    fetch("/api/discover", { signal: abort.signal })
      .then((response) => (response.ok ? response.json() : Promise.reject(new Error(`answer ${response.status}`))))
      .then((body: { roots: readonly DiscoveredRootJson[] }) => setState({ roots: body.roots, failure: null }))
      .catch((error: Error) => abort.signal.aborted || setState({ roots: null, failure: error.message }));
    return () => abort.abort();
  }, []);
  return state;
}
