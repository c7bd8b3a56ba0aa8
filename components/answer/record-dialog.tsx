"use client";
import type { ReactNode } from "react";
import { LazyDialog } from "@/components/ui/lazy-dialog";
import { loadLater } from "@/components/ui/load-later";
import { useSay } from "@/components/words/words-provider";
import type { CostCause } from "@/lib/api/schemas/cost-answer";

const RecordNext = loadLater(() => import("./record-next").then((module) => module.RecordNext));

type Props = {
  id: string;
  cause: CostCause;
  /** The dialog's trigger. */
  children: ReactNode;
};

/** A button that opens instructions for recording what the log lacks. */
export function RecordDialog({ id, cause, children }: Props) {
  const say = useSay();
  return (
    <LazyDialog opener={children} title={say("Record the next session")}>
      {(close) => <RecordNext id={id} cause={cause} onOpen={close} />}
    </LazyDialog>
  );
}
