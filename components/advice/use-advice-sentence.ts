"use client";
import { useEffect, useState } from "react";
import { useSay } from "@/components/words/words-provider";
import type { AdviceResult } from "@/lib/api/schemas/advise";

/**
 * What an advice says in one sentence; null if it advises nothing, and while it loads. It is stored in English; another
 * language makes it anew from the figures, with code that English readers need not load.
 */
export function useAdviceSentence(result: AdviceResult | null): string | null {
  const say = useSay();
  const advised = result?.verdict.reason === null ? result : null;
  const [said, setSaid] = useState<{ readonly of: AdviceResult; readonly text: string } | null>(null);
  useEffect(() => {
    if (advised === null || say.language === "en") return;
    let isWanted = true;
    void import("@/lib/view-models/advice/advice-view").then(({ toAdviceView }) => {
      if (isWanted) setSaid({ of: advised, text: toAdviceView(advised, null, [], say).sentence });
    });
    return () => {
      isWanted = false;
    };
  }, [advised, say]);
  if (advised === null) return null;
  if (say.language === "en") return advised.verdict.sentence;
  return said?.of === advised ? said.text : null;
}
