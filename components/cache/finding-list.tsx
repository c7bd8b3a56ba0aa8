"use client";
import { type ReactNode, useRef } from "react";
import { useRowStops } from "@/components/shell/use-row-stops";
import { Chip } from "@/components/ui/chip";
import { cn } from "@/components/ui/cn";
import { useSay } from "@/components/words/words-provider";
import type { CachePage } from "@/lib/read-models/cache-page";
import type { FindingRow } from "@/lib/read-models/finding-rows";
import { formatMoney, formatTokens, NOT_APPLICABLE_TEXT } from "@/lib/wording/number-format";
import { type Say, sentence } from "@/lib/wording/say";

type Props = {
  findings: readonly FindingRow[];
  /** The number of requests in the whole session. */
  requests: number;
  totals: CachePage["totals"];
  chosen: string;
  onChoose: (id: string) => void;
  /** Opens Compare at the first request of the chosen one. */
  onCompare: () => void;
  /** Explains the finding of this id under its row, if there is no room beside the list. */
  below: { readonly id: string; readonly detail: ReactNode } | null;
};

const MORE_KEYS = [{ does: sentence("compare where the finding begins"), keys: ["c"] }];

const GRID =
  "grid grid-cols-[20px_minmax(0,1fr)_206px_76px_64px_56px_80px] items-center gap-x-3 px-4 max-md:grid-cols-[20px_minmax(0,1fr)_64px] max-sm:px-3";

/** Lists findings by rank, with a line of evidence, requests, tokens, money and confidence; the sum is the last row. */
export function FindingList({ findings, requests, totals, chosen, onChoose, onCompare, below }: Props) {
  const say = useSay();
  const list = useRef<HTMLOListElement>(null);
  useRowStops(list, {
    title: say("Findings"),
    row: "finding",
    more: MORE_KEYS,
    bindings: { c: onCompare },
    isPressed: true,
  });
  const most = Math.max(...findings.map(({ lost_cost }) => lost_cost?.amount ?? 0), 1e-9);
  return (
    <section aria-label={say("Findings")}>
      <div aria-hidden className={cn(GRID, "h-8 border-line2 border-b text-micro text-tx3")}>
        <span />
        <span>{say("Finding")}</span>
        <span className="max-md:hidden">
          {say("Requests concerned, 1 to {requests}", { requests: formatTokens(requests) })}
        </span>
        <span className="text-right max-md:hidden">{say("Tokens")}</span>
        <span className="text-right">{say("Money")}</span>
        <span className="max-md:hidden" />
        <span className="max-md:hidden">{say("Cause")}</span>
      </div>
      <ol ref={list}>
        {findings.map((finding, rank) => {
          const group = groupOf(finding, say);
          const before = findings[rank - 1];
          return (
            <li key={finding.id}>
              {group !== null && (before === undefined || groupOf(before, say) !== group) ? (
                <p className="border-line border-b bg-s1 px-4 py-1 text-micro text-tx3 max-sm:px-3">{group}</p>
              ) : null}
              <Row {...{ finding, rank, requests, most, onChoose }} isChosen={finding.id === chosen} />
              {below?.id === finding.id ? below.detail : null}
            </li>
          );
        })}
      </ol>
      <p className="border-line2 border-b px-4 py-3 text-small text-tx2 max-sm:px-3">
        {say("{count, plural, one {# finding} other {# findings}}; the session cost {amount}. {breaks}", {
          count: findings.length,
          amount: formatMoney(totals.cost?.amount ?? null, { isFloor: totals.cost_is_floor }),
          breaks:
            totals.breaks === null
              ? say("This log does not say what breaks lost. ")
              : say("Cache breaks cost {amount} in total, including unavoidable ones after compactions. ", {
                  amount: formatMoney(totals.lost_cost?.amount ?? null),
                }),
        })}
        {say("Findings overlap, so there is no total.")}
      </p>
    </section>
  );
}

type RowProps = Pick<Props, "requests" | "onChoose"> & {
  finding: FindingRow;
  /** The place in the list, from 0. */
  rank: number;
  /** The largest loss of all, in dollars. */
  most: number;
  isChosen: boolean;
};

function Row({ finding, rank, requests, most, isChosen, onChoose }: RowProps) {
  const money = finding.lost_cost?.amount ?? null;
  return (
    <button
      type="button"
      data-stop
      aria-current={isChosen ? "true" : undefined}
      onClick={() => onChoose(finding.id)}
      className={cn(
        GRID,
        "min-h-17 w-full border-line border-b py-1.5 text-left -outline-offset-2 hover:bg-s2",
        isChosen && "bg-accbg shadow-[inset_2px_0_0_var(--acc)] hover:bg-accbg",
      )}
    >
      <span className="tabular text-small text-tx3">{rank + 1}</span>
      <Texts finding={finding} isChosen={isChosen} />
      <span className="max-md:hidden">
        <RequestMarks finding={finding} requests={requests} isChosen={isChosen} />
      </span>
      <span className="tabular text-right text-small max-md:hidden">{formatTokens(finding.lost_tokens)}</span>
      <span className="tabular text-right font-semibold text-small">
        {finding.kind === "risk" && money === null ? (
          <span className="font-normal text-tx3">{NOT_APPLICABLE_TEXT}</span>
        ) : (
          formatMoney(money)
        )}
      </span>
      <span aria-hidden className="h-1.5 bg-s3 max-md:hidden">
        <span className="data-fill block h-full bg-tx2" style={{ width: `${((money ?? 0) / most) * 100}%` }} />
      </span>
      <span className="max-md:hidden">
        <Chip>{causeWord(finding)}</Chip>
      </span>
    </button>
  );
}

/** Two lines each at most, so that rows can be compared; the chosen one says all. On a phone the evidence is in the detail alone. */
function Texts({ finding, isChosen }: { finding: FindingRow; isChosen: boolean }) {
  const say = useSay();
  const [title, evidence, change] = [finding.title, finding.evidence[0] ?? "", finding.advice[0]].map((text) =>
    text === undefined ? null : say.known(text),
  );
  return (
    <span className="min-w-0">
      <span className="line-clamp-2 font-medium text-base" title={title ?? undefined}>
        {title}
      </span>
      <span className="line-clamp-2 text-micro text-tx2 max-sm:hidden" title={evidence ?? undefined}>
        {evidence}
      </span>
      {change ? (
        <span
          className={cn("mt-0.5 text-small", isChosen ? "block" : "line-clamp-2")}
          title={isChosen ? undefined : change}
        >
          <span className="text-tx3">{say("Change:")} </span>
          {change}
        </span>
      ) : null}
    </span>
  );
}

/** The groups after those that can be acted on: their place in the list is not by money, so a line says why. */
function groupOf({ kind, confidence }: FindingRow, say: Say): string | null {
  if (kind === "risk") return say("Risks (no cost so far)");
  return confidence === "unknown" ? say("no known cause") : null;
}

export const causeWord = ({ kind, confidence }: FindingRow): string => (kind === "risk" ? "risk" : confidence);

/** A strip of 206 × 16 px that marks where in the session the finding's requests are. */
function RequestMarks({ finding, requests, isChosen }: { finding: FindingRow; requests: number; isChosen: boolean }) {
  const say = useSay();
  const columns = [
    ...new Set(finding.requests.map(({ index }) => Math.round((index / Math.max(1, requests - 1)) * 203))),
  ];
  return (
    <svg
      width="206"
      height="16"
      role="img"
      aria-label={say("{count} requests concerned", { count: finding.requests.length })}
      className="data-fill"
    >
      <path d="M0 14.5H206" stroke="var(--line2)" />
      {columns.map((x) => (
        <rect key={x} x={x} y="2" width="3" height="12" fill={isChosen ? "var(--acc)" : "var(--tx)"} />
      ))}
    </svg>
  );
}
