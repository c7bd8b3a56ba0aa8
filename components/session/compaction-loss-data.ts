"use client";
import { useEffect, useState } from "react";
import type { CompactionAnswer } from "@/lib/api/schemas/compaction";

export type CompactionLossState =
  | { readonly status: "loading" }
  | { readonly status: "done"; readonly data: CompactionAnswer }
  | { readonly status: "failed"; readonly message: string };

/** The list of the transcript is virtual: a card that scrolls away and back must not ask again. */
const answers = new Map<string, CompactionLossState>();
const MOST_KEPT = 50;

/** Measured when `isWanted` first is true. `index` counts the agent's compactions from 0. */
export function useCompactionLoss(sessionId: string, agent: string, index: number, isWanted: boolean) {
  const url = `/api/sessions/${encodeURIComponent(sessionId)}/compactions/${index}?agent=${encodeURIComponent(agent)}`;
  const [state, setState] = useState<CompactionLossState>({ status: "loading" });
  useEffect(() => {
    if (!isWanted) return;
    const known = answers.get(url);
    setState(known ?? { status: "loading" });
    if (known) return;
    const controller = new AbortController();
    void load(url, controller.signal).then((answer) => {
      if (controller.signal.aborted) return;
      if (answer.status === "done" && answers.size < MOST_KEPT) answers.set(url, answer);
      setState(answer);
    });
    return () => controller.abort();
  }, [url, isWanted]);
  return state;
}

async function load(url: string, signal: AbortSignal): Promise<CompactionLossState> {
  try {
    const response = await fetch(url, { signal });
    const answer = await response.json();
    if (response.ok) return { status: "done", data: answer as CompactionAnswer };
    return { status: "failed", message: String(answer.detail ?? "The server refused.") };
  } catch {
    return { status: "failed", message: "The server did not answer." };
  }
}
