"use client";
import { useEffect, useState } from "react";
import { readPartText } from "@/components/session/read-messages";

export type WholePart = { readonly text: string | null; readonly failure: string | null };

/** Loads the whole text of one part; `partId` null loads nothing. */
export function useWholePart(sessionId: string, partId: string | null): WholePart {
  const [state, setState] = useState<WholePart>({ text: null, failure: null });
  useEffect(() => {
    setState({ text: null, failure: null });
    if (partId === null) return;
    const abort = new AbortController();
    readPartText(sessionId, partId, abort.signal)
      .then((text) => setState({ text, failure: null }))
      .catch(
        (error: Error) =>
          abort.signal.aborted ||
          setState({ text: null, failure: `The original could not be loaded: ${error.message}` }),
      );
    return () => abort.abort();
  }, [sessionId, partId]);
  return state;
}
