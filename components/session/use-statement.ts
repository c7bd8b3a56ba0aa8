"use client";
import { useState } from "react";
import { answerOf, callApi } from "@/components/api/call-api";
import { useSay } from "@/components/words/words-provider";
import type { ModelStatementBody } from "@/lib/api/schemas/model-statement";
import { problemText } from "@/lib/wording/problem-text";

/** Stores the reader's statement about the model. The session is then re-read, and the page reloaded. */
export function useStatement(id: string) {
  const say = useSay();
  const [progress, setProgress] = useState<{ isBusy: boolean; said: string | null }>({ isBusy: false, said: null });
  const state = async (body: Partial<ModelStatementBody>) => {
    setProgress({ isBusy: true, said: say("Reading the session again…") });
    try {
      answerOf(await callApi("PUT /api/sessions/{id}/model", { path: { id }, body }));
      globalThis.location.reload();
    } catch (error) {
      setProgress({ isBusy: false, said: problemText(error as Error, say) });
    }
  };
  return { ...progress, state: (body: Partial<ModelStatementBody>) => void state(body) };
}
