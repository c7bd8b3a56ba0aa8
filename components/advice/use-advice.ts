"use client";
import { useEffect, useState } from "react";
import type { Finished } from "@/components/api/call-api";
import { readRun } from "@/components/runs/runs-store";
import type { AdviceResult } from "@/lib/api/schemas/advise";
import type { RunRow } from "@/lib/api/schemas/run";

export type AdviceRun = RunRow & { readonly result: AdviceResult };

/** Loads a saved run; null while loading. */
export function useAdviceRun(id: string | null): Finished<AdviceRun> | null {
  const [found, setFound] = useState<{ id: string; answer: Finished<AdviceRun> } | null>(null);
  useEffect(() => {
    if (id === null) return;
    let isWanted = true;
    void readRun(id).then((answer) => isWanted && setFound({ id, answer: answer as Finished<AdviceRun> }));
    return () => {
      isWanted = false;
    };
  }, [id]);
  return found !== null && found.id === id ? found.answer : null;
}
