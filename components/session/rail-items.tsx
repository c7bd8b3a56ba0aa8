"use client";
import { MessageSquare } from "lucide-react";
import { memo } from "react";
import { useRequestCause } from "@/components/answer/answer-context";
import { type HoverStore, useIsHovered } from "@/components/charts/hover-store";
import { BreakLetter } from "@/components/ui/break-letter";
import { cn } from "@/components/ui/cn";
import { useSay } from "@/components/words/words-provider";
import { formatChange, formatCompactTokens, formatShareFigure } from "@/lib/wording/number-format";
import type { RequestRow } from "../../lib/api/schemas/request-row";
import type { PromptRow } from "../../lib/read-models/prompt-rows";
import { breakName } from "./break-name";
import { clockMinutes, shortDuration } from "./local-time";
import { plainText } from "./part-text";
import { readShare } from "./request-tooltip";

export function PromptHead({ prompt, requests }: { prompt: PromptRow; requests: number }) {
  const say = useSay();
  const text = plainText(prompt.text.slice(0, 300)).replace(/\s+/g, " ");
  return (
    <div className="flex h-full flex-col justify-center border-line border-b bg-s1 px-3" title={text}>
      <p className="truncate font-medium text-small">{text}</p>
      <p className="tabular flex justify-between text-micro text-tx3">
        <span>{say("{count, plural, one {# request} other {# requests}}", { count: requests })}</span>
        <time suppressHydrationWarning>{clockMinutes(prompt.time)}</time>
      </p>
    </div>
  );
}

type Props = {
  row: RequestRow;
  before: RequestRow | undefined;
  position: number;
  limit: number;
  reserveFrom: number | null;
  isSelected: boolean;
  onSelect: (position: number) => void;
  hover: HoverStore;
  isCommented: boolean;
};

export const RailRequest = memo(function RailRequest(props: Props) {
  const { row, before, position, limit, reserveFrom, isSelected, onSelect, hover, isCommented } = props;
  const say = useSay();
  const answered = useRequestCause(row.index);
  const isHovered = useIsHovered(hover, position);
  const percent = (tokens: number) => `${Math.min(100, (tokens / limit) * 100)}%`;
  return (
    <button
      type="button"
      tabIndex={isSelected ? 0 : -1}
      aria-current={isSelected ? "true" : undefined}
      onClick={() => onSelect(position)}
      onPointerEnter={() => hover.set(position)}
      className={cn(
        "tabular relative grid h-full w-full grid-cols-[var(--rail-number)_56px_40px_minmax(0,1fr)_36px] items-center gap-1.5 px-3 text-right text-small text-tx2 -outline-offset-2",
        isHovered && "bg-s2",
        isSelected && "bg-accbg before:absolute before:inset-y-0 before:left-0 before:w-0.5 before:bg-acc",
      )}
    >
      <span className={cn("text-left", isSelected && "font-semibold text-tx")}>
        <span className="sr-only">{say("Request")} </span>
        {position + 1}
        {isCommented ? (
          <>
            <MessageSquare aria-hidden className="absolute top-2 left-[3px] size-2 text-acc" />
            <span className="sr-only">{say(", has a comment")}</span>
          </>
        ) : null}
      </span>
      <span className="relative h-1.5 bg-s3">
        <span className="data-fill absolute inset-y-0 left-0 bg-tx2" style={{ width: percent(row.prompt_tokens) }} />
        {reserveFrom === null ? null : (
          <span className="absolute inset-y-0 w-px bg-ctl" style={{ left: percent(reserveFrom) }} />
        )}
      </span>
      <span className="flex justify-end">
        {answered || row.break ? (
          <>
            <BreakLetter
              letter={answered?.letter ?? row.break?.letter ?? "?"}
              isExpected={answered?.isExpected ?? row.break?.is_expected ?? false}
            />
            <span className="sr-only">
              {say(", cache break: {cause}", {
                cause: say.known(answered?.cause?.name ?? breakName(row.break?.cause ?? "unknown")),
              })}
            </span>
          </>
        ) : row.cache_read === null ? (
          <span className="text-tx3">–</span>
        ) : (
          <>
            {formatShareFigure(readShare(row))}
            <span className="sr-only"> {say("% read")}</span>
          </>
        )}
      </span>
      <span className="text-tx">
        {before ? (
          <>
            {changeOf(row, before)}
            <span className="sr-only"> {say("tokens")}</span>
          </>
        ) : null}
      </span>
      <span>{shortDuration(row.started_at, row.ended_at)}</span>
    </button>
  );
});

/** The change in tokens since the previous request, in full as long as it fits into the column. */
function changeOf(row: RequestRow, before: RequestRow): string {
  const change = row.prompt_tokens - before.prompt_tokens;
  if (Math.abs(change) < 100_000) return formatChange(change);
  return `${change > 0 ? "+" : ""}${formatCompactTokens(change)}`;
}
