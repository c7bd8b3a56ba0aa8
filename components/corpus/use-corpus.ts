"use client";
import { useEffect, useState } from "react";
import type { Finished } from "@/components/api/call-api";
import { readRun } from "@/components/runs/runs-store";
import type { CorpusResult } from "@/lib/api/schemas/corpus";
import type { RunRow } from "@/lib/api/schemas/run";

export type CorpusRun = RunRow & { readonly result: CorpusResult };

/** Loads a saved run; null while loading. */
export function useCorpusRun(id: string | null): Finished<CorpusRun> | null {
  const [found, setFound] = useState<{ id: string; answer: Finished<CorpusRun> } | null>(null);
  useEffect(() => {
    if (id === null) return;
    let isWanted = true;
    void readRun(id).then((answer) => isWanted && setFound({ id, answer: answer as Finished<CorpusRun> }));
    return () => {
      isWanted = false;
    };
  }, [id]);
  return found !== null && found.id === id ? found.answer : null;
}
