"use client";
import type { Route } from "next";
import Link from "next/link";
import { useAdviceRun } from "@/components/advice/use-advice";
import { useRuns } from "@/components/runs/runs-store";
import { Button } from "@/components/ui/button";
import { VerdictStrip } from "@/components/ui/verdict-strip";
import { useSay } from "@/components/words/words-provider";
import { formatRequestReference } from "@/lib/view-models/number-format";
import type { SessionVerdict } from "@/lib/view-models/session-verdict";
import { type NavPlace, viewHref } from "./session-nav";

type Props = {
  verdict: SessionVerdict;
  place: NavPlace;
  /** The fullest request, a position within the agent from 0, where Compare says most. */
  fullest: number;
};

/** The session's first sentence, with the way to its cause, to Compare and to the advice. */
export function SessionVerdictStrip({ verdict, place, fullest }: Props) {
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
      {verdict.details.map((text) => `${text} `)}
      <SavedAdvice id={place.id} />
    </VerdictStrip>
  );
}

/** What the newest saved advice says; nothing where there is none, or it is stale. */
function SavedAdvice({ id }: { id: string }) {
  const say = useSay();
  const newest = useRuns({ session: id, kind: "advice" })?.[0];
  const run = useAdviceRun(newest && newest.stale.length === 0 ? newest.id : null);
  if (!run?.ok || run.value.result.verdict.reason !== null) return null;
  return (
    <Link href={viewHref("advice", { id }) as Route} className="text-acc">
      {say.known(run.value.result.verdict.sentence)}
    </Link>
  );
}
