"use client";
import { useEffect, useRef, useState } from "react";
import { answerOf, callApi } from "@/components/api/call-api";
import type { TokenCountAnswer } from "@/lib/api/schemas/tokens";

export type Counted = { readonly text: string; readonly counts: readonly TokenCountAnswer[] | null };
type State = { readonly counted: Counted; readonly error: Error | null };

/** Milliseconds to wait for the next keystroke before asking the server. */
const WAIT_MS = 120;

/** The text's counts from POST /api/tokens. The previous answer stays until the new one arrives. */
export function useTokenCounts(
  text: string,
  tokenizers: readonly string[],
  first: Counted,
): State & { isBusy: boolean } {
  const [state, setState] = useState<State>({ counted: first, error: null });
  const known = useRef(new Map<string, Counted>(first.counts === null ? [] : [[first.text, first]]));
  const ids = tokenizers.join(",");
  useEffect(() => {
    const before = known.current.get(text);
    if (before) return setState({ counted: before, error: null });
    const aborter = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const counted = { text, counts: await askCounts(text, ids.split(","), aborter.signal) };
        if (known.current.size > 20) known.current.clear();
        known.current.set(text, counted);
        setState({ counted, error: null });
      } catch (error) {
        if (!aborter.signal.aborted) setState((old) => ({ ...old, error: error as Error }));
      }
    }, WAIT_MS);
    return () => {
      clearTimeout(timer);
      aborter.abort();
    };
  }, [text, ids]);
  return { ...state, isBusy: state.counted.text !== text && state.error === null };
}

async function askCounts(
  text: string,
  tokenizers: string[],
  signal: AbortSignal,
): Promise<readonly TokenCountAnswer[]> {
  const body = { text, tokenizers, include: ["offsets"] };
  return answerOf(await callApi("POST /api/tokens", { body, signal })).counts;
}
