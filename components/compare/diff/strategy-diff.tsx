"use client";
import { useVirtualizer } from "@tanstack/react-virtual";
import { ArrowLeftRight } from "lucide-react";
import { memo, type Ref, useCallback, useImperativeHandle, useLayoutEffect, useMemo, useRef, useState } from "react";
import { useShortcuts } from "@/components/shell/shortcut-provider";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { Select } from "@/components/ui/select";
import { useIsPhone } from "@/components/ui/use-is-phone";
import { useSay } from "@/components/words/words-provider";
import type { ComparedStrategy } from "@/lib/api/schemas/compare";
import type { AlignedRow } from "@/lib/view-models/compare/aligned-transcript";
import { choiceName } from "@/lib/view-models/compare/strategy-choice";
import {
  countDiff,
  type DiffCounts,
  type DiffItem,
  type DiffPair,
  nextDifference,
  toDiffItems,
  toDiffRows,
} from "@/lib/view-models/compare/strategy-diff";
import { formatTokens } from "@/lib/wording/number-format";
import { type Say, sentence } from "@/lib/wording/say";
import type { Chosen } from "../shared/compare-types";
import { StrategyMark } from "../shared/strategy-mark";
import { useLatest } from "../shared/use-latest";
import type { ListHandle } from "../side-by-side/aligned-list";
import { ChangeSteps } from "../side-by-side/change-steps";
import { DIFF_GRID, diffRowHeight, StrategyDiffRow } from "./strategy-diff-row";

type Props = {
  sessionId: string;
  rows: readonly AlignedRow[];
  results: readonly ComparedStrategy[];
  chosen: readonly Chosen[];
  /** Slots of A and B. */
  pair: DiffPair;
  onPair: (pair: DiffPair | null) => void;
  view: "all" | "changes";
  onView: (view: "all" | "changes") => void;
  status: string | null;
};

/** Compares two strategies: shows what only one of them keeps and what both changed differently, with the texts. */
export const StrategyDiff = memo(function StrategyDiff(props: Props) {
  const say = useSay();
  const { sessionId, rows, results, chosen, pair, onPair, view, onView, status } = props;
  const [a, b] = placesOf(chosen, pair);
  const diff = useMemo(() => toDiffRows(rows, results, [a, b]), [rows, results, a, b]);
  const items = useMemo(() => toDiffItems(diff, view === "all"), [diff, view]);
  const counts = useMemo(() => countDiff(diff), [diff]);
  const names = useMemo(
    () => [a, b].map((at) => choiceName(chosen[at]?.choice.id ?? "", say)) as [string, string],
    [chosen, a, b, say],
  );
  const slots = useMemo(
    (): DiffPair => [chosen[a]?.choice.slot ?? pair[0], chosen[b]?.choice.slot ?? pair[1]],
    [chosen, a, b, pair],
  );
  const list = useRef<ListHandle>(null);
  const go = useCallback((step: 1 | -1) => list.current?.go(step), []);
  return (
    <section aria-label={say("Two strategies")} className="min-w-0">
      <StrategyDiffHead chosen={chosen} pair={slots} onPair={onPair} view={view} onView={onView} onGo={go} />
      <DiffCountsLine counts={counts} names={names} status={status} />
      {counts["only-a"].rows + counts["only-b"].rows + counts.differs.rows === 0 ? (
        <p className="px-4 pb-2 text-small text-tx2 max-sm:px-3">{say("Both send exactly the same prompt.")}</p>
      ) : null}
      <DiffList ref={list} sessionId={sessionId} items={items} names={names} slots={slots} />
    </section>
  );
});

/** The pair's columns; a slot that is no longer chosen is replaced by the first free column. */
function placesOf(chosen: readonly Chosen[], [a, b]: DiffPair): [number, number] {
  const find = (slot: number) => chosen.findIndex(({ choice }) => choice.slot === slot);
  const left = Math.max(0, find(a));
  const right = find(b);
  return [left, right >= 0 && right !== left ? right : left === 0 ? 1 : 0];
}

type DiffCountsLineProps = { counts: DiffCounts; names: readonly [string, string]; status: string | null };

/** Counts agreements and differences of the two strategies, in parts and tokens. */
const DiffCountsLine = memo(function DiffCountsLine({ counts, names, status }: DiffCountsLineProps) {
  const say = useSay();
  const { kept, alike, gone, differs } = counts;
  const [a, b] = [counts["only-a"], counts["only-b"]];
  const words = [
    { label: say("kept by both"), rows: kept.rows, tokens: tokensText(kept.a, say) },
    { label: say("only in {name}", { name: names[0] }), rows: a.rows, tokens: tokensText(a.a, say) },
    { label: say("only in {name}", { name: names[1] }), rows: b.rows, tokens: tokensText(b.b, say) },
    {
      label: say("changed differently"),
      rows: differs.rows,
      tokens:
        differs.rows === 0 ? "" : say("{a} vs. {b}", { a: formatTokens(differs.a), b: tokensText(differs.b, say) }),
    },
    { label: say("gone from both"), rows: gone.rows, tokens: "" },
    ...(alike.rows > 0
      ? [{ label: say("changed the same way"), rows: alike.rows, tokens: tokensText(alike.a, say) }]
      : []),
  ];
  return (
    <div className="flex flex-wrap items-baseline gap-x-6 gap-y-1 px-4 pb-2 max-sm:px-3">
      <dl className="tabular flex flex-wrap gap-x-6 gap-y-1 text-small">
        {words.map(({ label, rows, tokens }) => (
          <div key={label} className="flex items-baseline gap-1.5">
            <dt className="text-tx3">{label}</dt>
            <dd className="font-medium">{formatTokens(rows)}</dd>
            {tokens === "" ? null : <dd className="text-micro text-tx3">{tokens}</dd>}
          </div>
        ))}
      </dl>
      <span className="text-micro text-tx3" role="status">
        {status}
      </span>
    </div>
  );
});

const tokensText = (tokens: number, say: Say): string => say("{tokens} tokens", { tokens: formatTokens(tokens) });

type StrategyDiffHeadProps = {
  chosen: readonly Chosen[];
  pair: DiffPair;
  onPair: (pair: DiffPair | null) => void;
  view: "all" | "changes";
  onView: (view: "all" | "changes") => void;
  onGo: (step: 1 | -1) => void;
};

/** Chooses the two strategies and the shown rows, and steps from difference to difference. */
const StrategyDiffHead = memo(function StrategyDiffHead({
  chosen,
  pair: [a, b],
  onPair,
  view,
  onView,
  onGo,
}: StrategyDiffHeadProps) {
  const say = useSay();
  const options = chosen.map(({ choice }) => ({ value: String(choice.slot), label: choiceName(choice.id, say) }));
  /** Sets one side's strategy; choosing the other side's strategy swaps the two. */
  const choose = (side: 0 | 1, slot: number) =>
    onPair(side === 0 ? [slot, slot === b ? a : b] : [slot === a ? b : a, slot]);
  return (
    <div className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-2 px-4 py-2 max-sm:px-3">
      <h2 className="font-semibold text-small">{say("Two strategies")}</h2>
      <Select
        label={say("Strategy A")}
        value={String(a)}
        onValueChange={(slot) => choose(0, Number(slot))}
        options={options}
      />
      <IconButton label={say("Swap A and B")} onClick={() => onPair([b, a])}>
        <ArrowLeftRight />
      </IconButton>
      <Select
        label={say("Strategy B")}
        value={String(b)}
        onValueChange={(slot) => choose(1, Number(slot))}
        options={options}
      />
      <Button size="sm" onClick={() => onPair(null)}>
        {say("Side by side")}
      </Button>
      <ChangeSteps noun="difference" view={view} onView={onView} onGo={onGo} />
    </div>
  );
});

type DiffListProps = {
  ref: Ref<ListHandle>;
  sessionId: string;
  items: readonly DiffItem[];
  names: readonly [string, string];
  slots: DiffPair;
};

const KEYS = [
  {
    title: sentence("Compare"),
    shortcuts: [
      { does: sentence("next difference"), keys: ["n"] },
      { does: sentence("previous difference"), keys: ["p"] },
    ],
  },
];

/** Lists the differences; only visible rows are rendered. */
export function DiffList({ ref, sessionId, items, names, slots }: DiffListProps) {
  const say = useSay();
  const scroller = useRef<HTMLElement>(null);
  const [open, setOpen] = useState<string | null>(null);
  const isPhone = useIsPhone();
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    // Exact except for the open row. Measuring every row that becomes visible would cost a layout per frame.
    estimateSize: (index) => diffRowHeight(items[index]?.type ?? "row", isPhone),
    // An open row has a different key, so that its measured height is dropped when it closes.
    getItemKey: (index) => `${keyOf(items[index]) ?? index}${keyOf(items[index]) === open ? " open" : ""}`,
    overscan: 8,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height of rows depends on the width
  useLayoutEffect(() => virtual.measure(), [isPhone]);
  const toggle = useCallback((key: string) => setOpen((before) => (before === key ? null : key)), []);
  const go = useLatest((step: 1 | -1) => {
    const at = items.findIndex((item) => keyOf(item) === open);
    const first = virtual.range?.startIndex ?? 0;
    const next = nextDifference(items, at >= 0 ? at : step === 1 ? first - 1 : first, step);
    if (next === null) return;
    setOpen(keyOf(items[next]) ?? null);
    virtual.scrollToIndex(next, { align: "start" });
  });
  const isOpen = (item: DiffItem) => open !== null && keyOf(item) === open;
  useImperativeHandle(ref, () => ({ go }), [go]);
  useShortcuts(KEYS, { n: () => go(1), p: () => go(-1) });
  return (
    <section
      ref={scroller}
      aria-label={say("Differences")}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the list scrolls and must be reachable by keyboard
      tabIndex={0}
      className="relative h-[72vh] min-h-80 overflow-auto border-line2 border-y"
    >
      <div className={`${DIFF_GRID} sticky top-0 z-10 border-line2 border-b bg-bg`}>
        <span className="px-4 py-1.5 text-micro text-tx3 max-sm:hidden">{say("original")}</span>
        {slots.map((slot, side) => (
          <span
            key={slot}
            className="flex min-w-0 items-center gap-2 border-line border-l px-3 py-1.5 font-medium text-small"
          >
            <StrategyMark slot={slot} />
            <span className="truncate">{names[side]}</span>
          </span>
        ))}
      </div>
      <ul className="relative" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, key, start }) => {
          const item = items[index];
          return item ? (
            <StrategyDiffRow
              key={key}
              {...(isOpen(item) && { ref: virtual.measureElement })}
              height={isOpen(item) ? null : diffRowHeight(item.type, isPhone)}
              sessionId={sessionId}
              position={index}
              top={start}
              item={item}
              names={names}
              isOpen={isOpen(item)}
              onToggle={toggle}
            />
          ) : null;
        })}
      </ul>
    </section>
  );
}

const keyOf = (item: DiffItem | undefined): string | undefined => (item?.type === "row" ? item.row.key : item?.key);
