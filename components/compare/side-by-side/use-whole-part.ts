"use client";
import { useEffect, useState } from "react";
import { readPartText } from "@/components/session/read-messages";
import { useSay } from "@/components/words/words-provider";
import { problemText } from "@/lib/wording/problem-text";

export type WholePart = { readonly text: string | null; readonly failure: string | null };

/** Loads a part's full text; a null `partId` loads nothing. */
export function useWholePart(sessionId: string, partId: string | null): WholePart {
  const say = useSay();
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
          setState({
            text: null,
            failure: say("The original could not be loaded: {message}", { message: problemText(error, say) }),
          }),
      );
    return () => abort.abort();
  }, [sessionId, partId, say]);
  return state;
}
