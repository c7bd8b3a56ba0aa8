"use client";
import { ChevronLeft, ChevronRight, List } from "lucide-react";
import { IconButton } from "@/components/ui/icon-button";
import { useSay } from "@/components/words/words-provider";
import { formatShare, formatTokens } from "@/lib/wording/number-format";
import type { RequestRow } from "../../lib/api/schemas/request-row";
import { readShare } from "./request-tooltip";

type Props = {
  row: RequestRow;
  selected: number;
  count: number;
  onSelect: (position: number) => void;
  onList: () => void;
};

/** Replaces the request list on narrow screens: previous, current and next request, and a button for the list. */
export function RequestStrip({ row, selected, count, onSelect, onList }: Props) {
  const say = useSay();
  return (
    <nav
      aria-label={say("Request")}
      className="flex h-10 shrink-0 items-center gap-1 border-line border-b bg-s1 px-2 md:hidden"
    >
      <IconButton label={say("Previous request")} disabled={selected === 0} onClick={() => onSelect(selected - 1)}>
        <ChevronLeft aria-hidden />
      </IconButton>
      <p className="tabular min-w-0 flex-1 truncate text-center text-base">
        <span className="font-semibold">{say("Request {selected}", { selected: selected + 1 })}</span>{" "}
        <span className="text-tx2">
          {formatTokens(row.prompt_tokens, { isEstimate: row.prompt_basis === "estimated" })}
          {row.cache_read === null ? "" : say(" · read {share}", { share: formatShare(readShare(row)) })}
        </span>
      </p>
      <IconButton label={say("All requests")} onClick={onList}>
        <List aria-hidden />
      </IconButton>
      <IconButton label={say("Next request")} disabled={selected >= count - 1} onClick={() => onSelect(selected + 1)}>
        <ChevronRight aria-hidden />
      </IconButton>
    </nav>
  );
}
