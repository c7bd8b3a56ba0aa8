"use client";
import type { ReactNode } from "react";
import { useSay } from "@/components/words/words-provider";
import { Chip } from "./chip";

type Props = {
  /** `no verdict`, `unclear`; null with a verdict. */
  chip: string | null;
  sentence: ReactNode;
  /** Conditions, below the sentence. */
  children?: ReactNode;
  /** At most three buttons. */
  actions?: ReactNode;
};

/** A page's first statement: the verdict in one sentence, its conditions below, and what to do about it. */
export function VerdictStrip({ chip, sentence, children, actions }: Props) {
  const say = useSay();
  return (
    <section
      aria-label={say("Verdict")}
      className="flex min-h-11 shrink-0 items-center gap-4 border-line2 border-b bg-s1 px-4 py-2 max-md:flex-col max-md:items-stretch max-md:gap-2 max-sm:px-3"
    >
      <div className="min-w-0 flex-1">
        <p className="font-semibold text-base">
          {chip === null ? null : (
            <Chip tone="dashed" className="mr-2 align-middle">
              {chip}
            </Chip>
          )}
          {sentence}
        </p>
        {children ? <p className="text-small text-tx2">{children}</p> : null}
      </div>
      {actions ? <div className="flex shrink-0 flex-wrap items-center gap-2">{actions}</div> : null}
    </section>
  );
}
