"use client";
import type { Route } from "next";
import dynamic from "next/dynamic";
import Link from "next/link";
import { useAdviceRun } from "@/components/advice/use-advice";
import { useAdviceSentence } from "@/components/advice/use-advice-sentence";
import { useRuns } from "@/components/runs/runs-store";
import { Button } from "@/components/ui/button";
import { VerdictStrip } from "@/components/ui/verdict-strip";
import { useSay } from "@/components/words/words-provider";
import type { RequestRow } from "@/lib/api/schemas/request-row";
import type { SessionVerdict } from "@/lib/view-models/session/session-verdict";
import { formatRequestReference } from "@/lib/wording/number-format";
import { type NavPlace, viewHref } from "./session-nav";

/** Only a log without usage has it. */
const WhatIsMissing = dynamic(() => import("./what-is-missing").then((module) => module.WhatIsMissing));

type Props = {
  verdict: SessionVerdict;
  place: NavPlace;
  /** The fullest request, a position within the agent from 0, where Compare says most. */
  fullest: number;
  /** The request that is shown. */
  row: RequestRow;
  /** What the format of the log lacks, in sentences. */
  notes: readonly string[];
};

/** The session's first sentence, with the way to its cause, to Compare and to the advice. */
export function SessionVerdictStrip({ verdict, place, fullest, row, notes }: Props) {
  const say = useSay();
  const { request } = verdict;
  return (
    <VerdictStrip
      chip={verdict.chip}
      sentence={verdict.sentence}
      actions={
        <>
          {request === null ? null : (
            <Button asChild variant="primary">
              <Link href={viewHref("cache", { ...place, position: request }) as Route}>{say("See why")}</Link>
            </Button>
          )}
          {verdict.isUnreported ? <WhatIsMissing row={row} notes={notes} /> : null}
          <Button asChild>
            <Link href={viewHref("compare", { ...place, position: fullest }) as Route}>
              {say("Compare at {fullest}", { fullest: formatRequestReference(fullest) })}
            </Link>
          </Button>
          <Button asChild>
            <Link href={viewHref("advice", place) as Route}>{say("Advice")}</Link>
          </Button>
        </>
      }
    >
      {verdict.details.map((text) => (say.language === "en" ? `${text} ` : text))}
      <SavedAdvice id={place.id} />
    </VerdictStrip>
  );
}

/** What the newest saved advice says; nothing if there is none, or it is stale. */
function SavedAdvice({ id }: { id: string }) {
  const newest = useRuns({ session: id, kind: "advice" })?.[0];
  const run = useAdviceRun(newest && newest.stale.length === 0 ? newest.id : null);
  const sentence = useAdviceSentence(run?.ok ? run.value.result : null);
  if (sentence === null) return null;
  return (
    <Link href={viewHref("advice", { id }) as Route} className="text-acc underline">
      {sentence}
    </Link>
  );
}
