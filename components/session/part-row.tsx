"use client";
import { memo } from "react";
import { cn } from "@/components/ui/cn";
import { KIND_LABEL } from "@/components/ui/content-kinds";
import { BASIS_MEANING, ProvenanceShape } from "@/components/ui/provenance-mark";
import { Swatch } from "@/components/ui/swatch";
import { useSay } from "@/components/words/words-provider";
import type { PartRow as Part } from "@/lib/api/schemas/message-row";
import { formatMoney, formatShare, formatTokens } from "@/lib/wording/number-format";
import type { Say } from "@/lib/wording/say";
import { PartBody, type PartRowProps } from "./part-body";
import { endOfPath } from "./part-text";

/** The right-aligned columns, whose headings are in the toolbar. */
export const PART_COLUMNS = "grid-cols-[64px_56px_104px_112px]";

export const PartRow = memo(function PartRow(props: PartRowProps) {
  const { part, isGone, isSelected, onSelect } = props;
  const say = useSay();
  return (
    <article
      aria-label={[say(KIND_LABEL[part.kind]), part.tool].filter(Boolean).join(say(", "))}
      aria-current={isSelected ? "true" : undefined}
      className={cn(
        "relative border-line border-b px-4 py-2 max-sm:px-3",
        isGone && "bg-s1 text-tx3",
        isSelected && "bg-accbg before:absolute before:inset-y-0 before:left-0 before:w-0.5 before:bg-acc",
      )}
    >
      <PartHead {...props} onSelect={onSelect} />
      <PartBody {...props} />
    </article>
  );
});

/** A part's heading. A click anywhere on it selects the part; a selected call has a button that shows its arguments. */
function PartHead({ part, promptTokens, isGone, isSelected, isUnfolded, onSelect, onUnfold }: PartRowProps) {
  const say = useSay();
  const hasArguments = part.kind === "tool_call" && part.text.trim() !== "";
  return (
    <div className="relative flex min-h-6 items-center gap-4 text-small max-sm:flex-col max-sm:items-stretch max-sm:gap-0">
      <span className="flex min-w-0 flex-1 items-center gap-2">
        <Swatch kind={part.kind} isOutline={isGone} />
        <button
          type="button"
          aria-pressed={isSelected}
          onClick={() => onSelect(part.id)}
          className={cn("shrink-0 text-left font-semibold after:absolute after:inset-0", isGone && "font-normal")}
        >
          {say(KIND_LABEL[part.kind])}
        </button>
        <FailureMark part={part} />
        {part.tool ? <code className="shrink-0 text-tx2">{part.tool}</code> : null}
        <Subject part={part} />
        {hasArguments && (isSelected || isUnfolded) ? (
          <button
            type="button"
            aria-expanded={isUnfolded}
            onClick={() => onUnfold(part.id, !isUnfolded)}
            className="touch-target relative z-1 min-h-6 shrink-0 px-1 text-micro text-tx3 hover:text-tx"
          >
            {isUnfolded ? say("− arguments") : say("+ arguments")}
          </button>
        ) : null}
        <Tokens part={part} className="ml-auto sm:hidden" />
      </span>
      <span className={cn("tabular hidden shrink-0 gap-2 text-right text-tx2 sm:grid", PART_COLUMNS)}>
        <Tokens part={part} />
        <span>{!promptTokens || isUnknown(part) ? "–" : formatShare(part.tokens / promptTokens)}</span>
        <span>{sentText(part)}</span>
        <span className="truncate">{statusOf(part, say)}</span>
      </span>
      <span className="tabular pl-4.5 text-micro text-tx3 sm:hidden">
        {[sentText(part), statusOf(part, say)].filter((text) => text !== "–").join(" · ")}
      </span>
    </div>
  );
}

/** Marks a failed call, and whether the log states the failure or only the output suggests it. */
function FailureMark({ part: { failure } }: { part: Part }) {
  const say = useSay();
  if (failure === null) return null;
  if (failure.basis === "marked") return <span className="shrink-0 font-medium text-bad">{say("failed")}</span>;
  const title = say("The log does not mark it as a failure; its output shows one: {cue}.", { cue: failure.cue ?? "" });
  return (
    <span className="shrink-0 font-medium text-bad" title={title}>
      {say("failed (inferred)")}
    </span>
  );
}

/** A tool call's path or command. A long path keeps its end, where paths differ; a long command its beginning. */
function Subject({ part }: { part: Part }) {
  const className = "min-w-0 truncate text-tx2";
  if (part.path === null) {
    return (
      <code className={className} title={part.command ?? undefined}>
        {part.command?.slice(0, 200)}
      </code>
    );
  }
  return (
    <>
      <code className={cn(className, "max-sm:hidden")} title={part.path}>
        {endOfPath(part.path, 52)}
      </code>
      <code className={cn(className, "sm:hidden")}>{endOfPath(part.path, 0)}</code>
    </>
  );
}

function Tokens({ part, className }: { part: Part; className?: string }) {
  const say = useSay();
  return (
    <span
      title={isUnknown(part) ? undefined : say(BASIS_MEANING[part.basis])}
      className={cn("tabular inline-flex items-center justify-end gap-1.5 text-tx", className)}
    >
      {isUnknown(part) ? null : <ProvenanceShape basis={part.basis} />}
      {isUnknown(part) ? say("unknown") : formatTokens(part.tokens, isShare(part) ? { isEstimate: true } : {})}
    </span>
  );
}

/** Encrypted reasoning that the provider did not count. Its size is unknown, not zero. */
const isUnknown = ({ type, chars, tokens }: Part): boolean => type === "reasoning" && chars === 0 && tokens === 0;

/** Reasoning whose count is a share of an answer's reported output. */
const isShare = ({ type, basis }: Part): boolean => type === "reasoning" && basis === "anchored";

function sentText(part: Part): string {
  if (part.requests_carried === 0) return "–";
  const cost = part.carry_cost && !isUnknown(part) ? ` · ${formatMoney(part.carry_cost.amount)}` : "";
  return `×${part.requests_carried}${cost}`;
}

/** A part's status in words, with requests counted from 1. */
export function statusOf(part: Part, say: Say): string {
  if (part.fate === "live") return part.requests_carried === 0 ? "–" : say("in the last prompt");
  const at = part.fate_request === null ? "" : say(" at {request}", { request: part.fate_request + 1 });
  return `${say(part.fate)}${at}`;
}
