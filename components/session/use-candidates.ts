"use client";
import { useEffect, useState } from "react";
import { callApi } from "@/components/api/call-api";
import type { ModelCandidatesAnswer } from "@/lib/api/schemas/model-statement";

type State = { readonly answer: ModelCandidatesAnswer | null; readonly failure: string | null };

/** The models that a log may have used; `ask` adds one by name. While another is asked for, the table stays. */
export function useCandidates(id: string): State & { ask: (name: string) => void } {
  const [asked, setAsked] = useState<string | null>(null);
  const [state, setState] = useState<State>({ answer: null, failure: null });
  useEffect(() => {
    const stop = new AbortController();
    const query = asked === null ? {} : { ask: asked };
    void callApi("GET /api/sessions/{id}/model", { path: { id }, query, signal: stop.signal }).then((called) => {
      if (called.ok) setState({ answer: called.value, failure: null });
      else if (called.failure.code === "unknown-model") return;
      else if (called.failure.code !== "cancelled") setState({ answer: null, failure: called.failure.message });
    });
    return () => stop.abort();
  }, [id, asked]);
  return { ...state, ask: setAsked };
}
