"use client";
import type { ReactNode } from "react";
import { CopyButton } from "@/components/ui/copy-button";
import { LazyDialog } from "@/components/ui/lazy-dialog";
import { loadLater } from "@/components/ui/load-later";
import { useSay } from "@/components/words/words-provider";
import type { CostAnswer, CostCause } from "@/lib/api/schemas/cost-answer";
import { causeLines } from "@/lib/view-models/answer/answer-lines";
import { nameOf } from "@/lib/view-models/answer/cause-words";

const CauseEvidence = loadLater(() => import("./cause-evidence").then((module) => module.CauseEvidence));

type Props = {
  id: string;
  cause: CostCause;
  answer: Pick<CostAnswer, "cache">;
  /** The dialog's trigger. */
  children: ReactNode;
};

/** A button that opens the evidence of a cause. */
export function EvidenceDialog({ id, cause, answer, children }: Props) {
  const say = useSay();
  return (
    <LazyDialog
      opener={children}
      title={say(nameOf(cause))}
      actions={<CopyButton text={() => causeLines(cause, answer, 1).join("\n").trim()} label={say("Copy")} size="sm" />}
    >
      {(close) => <CauseEvidence id={id} cause={cause} onOpen={close} />}
    </LazyDialog>
  );
}
