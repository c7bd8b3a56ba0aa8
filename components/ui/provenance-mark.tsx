"use client";
import type { ReactNode } from "react";
import { useSay } from "@/components/words/words-provider";
import { type Sentence, sentence } from "@/lib/wording/say";
import { cn } from "./cn";
import { Tooltip } from "./tooltip";

export type Basis = "reported" | "exact" | "anchored" | "estimated" | "simulated";

const BASIS_NAME: Readonly<Record<Basis, Sentence>> = {
  reported: sentence("reported"),
  exact: sentence("exact"),
  anchored: sentence("anchored"),
  estimated: sentence("estimated"),
  simulated: sentence("simulated"),
};

/** How a number was obtained, in a sentence without its full stop. */
export const BASIS_MEANING: Readonly<Record<Basis, Sentence>> = {
  reported: sentence("Reported by the provider or the client"),
  exact: sentence("Exact: counted, or computed from reported figures"),
  anchored: sentence("Anchored: estimated for each part, then scaled so that the sum equals the reported total"),
  estimated: sentence("Estimated or modelled"),
  simulated: sentence("Simulated by cache rules; the log does not report it"),
};

/** A shape of 9 px for each basis: filled square, filled circle, half-filled circle, hollow circle. */
function Shape({ basis }: { basis: Basis }) {
  if (basis === "reported") return <rect x="1" y="1" width="7" height="7" fill="currentColor" />;
  if (basis === "exact") return <circle cx="4.5" cy="4.5" r="3.75" fill="currentColor" />;
  return (
    <>
      <circle cx="4.5" cy="4.5" r="3.5" fill="none" stroke="currentColor" strokeWidth="1.2" />
      {basis === "anchored" ? <path d="M4.5 1 A3.5 3.5 0 0 0 4.5 8 Z" fill="currentColor" /> : null}
    </>
  );
}

/** The mark without a tooltip, for places that have their own tooltip or show the mark in every row. */
export function ProvenanceShape({ basis, className }: { basis: Basis; className?: string }) {
  const say = useSay();
  return (
    <svg
      viewBox="0 0 9 9"
      role="img"
      aria-label={say(BASIS_NAME[basis])}
      className={cn("inline-block size-[9px] shrink-0 text-tx3", className)}
    >
      <Shape basis={basis} />
    </svg>
  );
}

type Props = {
  basis: Basis;
  detail?: ReactNode;
  className?: string;
  /**
   * The number's label, which then belongs to the hover target. Without it, only the mark is shown, for places without
   * a label.
   */
  children?: ReactNode;
};

/**
 * How a number was obtained: a mark with its label, hoverable and focusable as a whole, with a tooltip on source and
 * error. Without a label it takes 9 px of the line; its target and focus outline are 24 px.
 */
export function ProvenanceMark({ basis, detail, className, children }: Props) {
  const say = useSay();
  const content = (
    <>
      <span className="block font-medium">{say(BASIS_MEANING[basis])}</span>
      {detail ? <span className="block text-tx2">{detail}</span> : null}
    </>
  );
  if (children !== undefined)
    return (
      <Tooltip content={content}>
        <button
          type="button"
          className={cn(
            "inline-flex min-h-6 min-w-0 cursor-help items-center gap-1.5 text-left text-inherit",
            className,
          )}
        >
          <ProvenanceShape basis={basis} />
          <span className="truncate underline decoration-dotted decoration-ctl underline-offset-3">{children}</span>
        </button>
      </Tooltip>
    );
  return (
    <span className={cn("relative inline-block size-[9px] shrink-0", className)}>
      <Tooltip content={content}>
        <button
          type="button"
          aria-label={say("Source: {basis}", { basis: say(BASIS_NAME[basis]) })}
          className="absolute -inset-[7.5px] grid cursor-help place-items-center"
        >
          <svg viewBox="0 0 9 9" aria-hidden className="size-[9px] text-tx3">
            <Shape basis={basis} />
          </svg>
        </button>
      </Tooltip>
    </span>
  );
}
