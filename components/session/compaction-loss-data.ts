"use client";
import { useEffect, useState } from "react";
import { callApi } from "@/components/api/call-api";
import type { CompactionAnswer } from "@/lib/api/schemas/compaction";

export type CompactionLossState =
  | { readonly status: "loading" }
  | { readonly status: "done"; readonly data: CompactionAnswer }
  | { readonly status: "failed"; readonly message: string };

/** Answers by URL. A card that scrolls out of the virtual list and back must not ask the server again. */
const answers = new Map<string, CompactionLossState>();
const MAX_KEPT = 50;

/** Measures a compaction once `isWanted` is true. `index` counts the agent's compactions from 0. */
export function useCompactionLoss(sessionId: string, agent: string, index: number, isWanted: boolean) {
  const key = JSON.stringify([sessionId, agent, index]);
  const [state, setState] = useState<CompactionLossState>({ status: "loading" });
  useEffect(() => {
    if (!isWanted) return;
    const known = answers.get(key);
    setState(known ?? { status: "loading" });
    if (known) return;
    const controller = new AbortController();
    void load({ id: sessionId, index: String(index) }, agent, controller.signal).then((answer) => {
      if (controller.signal.aborted) return;
      if (answer.status === "done" && answers.size < MAX_KEPT) answers.set(key, answer);
      setState(answer);
    });
    return () => controller.abort();
  }, [key, sessionId, agent, index, isWanted]);
  return state;
}

async function load(
  path: { readonly id: string; readonly index: string },
  agent: string,
  signal: AbortSignal,
): Promise<CompactionLossState> {
  const called = await callApi("GET /api/sessions/{id}/compactions/{index}", { path, query: { agent }, signal });
  return called.ok ? { status: "done", data: called.value } : { status: "failed", message: called.failure.message };
}
