"use client";
import { Check, TriangleAlert } from "lucide-react";
import { memo, useRef } from "react";
import { useRowStops } from "@/components/shell/use-row-stops";
import { Badge, Chip } from "@/components/ui/chip";
import { cn } from "@/components/ui/cn";
import { ProvenanceShape } from "@/components/ui/provenance-mark";
import { useSay } from "@/components/words/words-provider";
import { rowBasis } from "@/lib/view-models/compare/comparison-evidence";
import type { MatrixRow } from "@/lib/view-models/compare/comparison-matrix";
import type { MatrixCell } from "@/lib/view-models/compare/matrix-cells";
import { choiceName, OWN_RECIPE } from "@/lib/view-models/compare/strategy-choice";
import { fieldText } from "@/lib/view-models/compare/strategy-form";
import { formatShare } from "@/lib/wording/number-format";
import { sentence } from "@/lib/wording/say";
import type { Chosen } from "../shared/compare-types";
import { StrategyMark, seriesColor } from "../shared/strategy-mark";

type Props = {
  rows: readonly MatrixRow[];
  chosen: readonly Chosen[];
  onColumn: (column: number) => void;
  column: number;
  /** The table's label. */
  label: string;
  /** The column of the strategy in the verdict; null: none. */
  recommended: number | null;
  /** Whether a model wrote the summaries of this run. */
  isByModel: boolean;
  /** Opens a cell's evidence. */
  onCell: (row: string, slot: number) => void;
};

const MORE_KEYS = [
  { does: sentence("previous or next strategy"), keys: ["h", "l"] },
  { does: sentence("evidence for the measure"), keys: ["↵"] },
];

/** A table with one column per strategy after the original; the best value of a row is marked by a word. */
export const Matrix = memo(function Matrix({
  chosen,
  onColumn,
  column,
  recommended,
  isByModel,
  label,
  ...body
}: Props) {
  const say = useSay();
  const box = useRef<HTMLElement>(null);
  const aside = (step: number) => onColumn(Math.max(0, Math.min(chosen.length - 1, column + step)));
  const bindings = { h: () => aside(-1), l: () => aside(1) };
  useRowStops(box, { title: sentence("Table of measures"), row: sentence("measure"), more: MORE_KEYS, bindings });
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls sideways must be reachable by keyboard
    <section ref={box} aria-label={label} tabIndex={0} className="overflow-x-auto border-line2 border-b">
      <table className="w-full table-fixed border-collapse text-left sm:min-w-max">
        <colgroup>
          <col className="w-52 max-sm:w-32" />
          <col className="w-28 max-sm:hidden" />
          {chosen.map(({ choice }, index) => (
            <col key={choice.slot} className={cn("w-[170px] max-sm:w-auto", index !== column && "max-sm:hidden")} />
          ))}
        </colgroup>
        <thead>
          <tr className="border-line2 border-b align-top">
            <th scope="col" className="sticky left-0 bg-bg">
              <span className="sr-only">{say("Measure")}</span>
            </th>
            <th scope="col" className="px-3 py-2 font-semibold text-base max-sm:hidden">
              {say("original")}
            </th>
            {chosen.map((entry, index) => (
              <ColumnHead
                key={entry.choice.slot}
                entry={entry}
                isByModel={isByModel}
                isRecommended={index === recommended}
                isHiddenOnPhone={index !== column}
                onClick={() => onColumn(index)}
              />
            ))}
          </tr>
        </thead>
        <tbody>
          {body.rows.map((row) => (
            <MeasureRow key={row.id} row={row} {...{ chosen, column, recommended }} onCell={body.onCell} />
          ))}
        </tbody>
      </table>
    </section>
  );
});

type RowProps = Pick<Props, "chosen" | "column" | "recommended" | "onCell"> & { row: MatrixRow };

function MeasureRow({ row, chosen, column, recommended, onCell }: RowProps) {
  const say = useSay();
  return (
    <tr className="border-line border-b last:border-b-0">
      <th scope="row" className="sticky left-0 bg-bg px-4 py-1.5 text-left font-normal max-sm:px-3">
        <span className="block text-base">{say.known(row.label)}</span>
        <span className="flex items-start gap-1.5 text-micro text-tx3">
          <ProvenanceShape basis={rowBasis(row.id)} className="mt-[3.5px]" />
          {say.known(row.unit)}
        </span>
        <KindKey bars={row.cells.find((cell) => cell.bars)?.bars ?? []} className="max-sm:hidden" />
      </th>
      <td className="tabular px-3 py-1.5 align-top text-base text-tx2 max-sm:hidden">{say.known(row.original)}</td>
      {row.cells.map((cell, index) => (
        <Cell
          key={chosen[index]?.choice.slot ?? index}
          cell={cell}
          label={say("{label} of {id}: evidence", {
            label: say.known(row.label),
            id: choiceName(chosen[index]?.choice.id ?? "", say),
          })}
          isRecommended={index === recommended}
          isHiddenOnPhone={index !== column}
          isStop={index === column}
          onOpen={() => onCell(row.id, chosen[index]?.choice.slot ?? 1)}
        />
      ))}
    </tr>
  );
}

/** Meaning of the letters under the bars, in order: shown once next to all bars or, on a phone, below them. */
function KindKey({ bars, className }: { bars: NonNullable<MatrixCell["bars"]>; className: string }) {
  const say = useSay();
  if (bars.length === 0) return null;
  const names = bars.map(({ label }) => say.known(label)).join(say(", "));
  return <span className={cn("block text-micro text-tx3", className)}>{names}</span>;
}

type HeadProps = {
  entry: Chosen;
  isByModel: boolean;
  isRecommended: boolean;
  isHiddenOnPhone: boolean;
  onClick: () => void;
};

function ColumnHead({ entry, isByModel, isRecommended, isHiddenOnPhone, onClick }: HeadProps) {
  const say = useSay();
  const { choice, info } = entry;
  const [name, value] = Object.entries(choice.params)[0] ?? [];
  return (
    <th
      scope="col"
      className={cn(
        "border-line border-l px-3 pt-2 pb-2 font-normal",
        isRecommended && "bg-accbg",
        isHiddenOnPhone && "max-sm:hidden",
      )}
      style={{ boxShadow: `inset 0 3px ${seriesColor(choice.slot)}` }}
    >
      <button
        type="button"
        onClick={onClick}
        className="flex w-full items-start gap-2 text-left font-semibold text-base"
        title={choiceName(choice.id, say)}
      >
        <span className="pt-1">
          <StrategyMark slot={choice.slot} />
        </span>
        <span className="line-clamp-2 min-w-0">{choiceName(choice.id, say)}</span>
      </button>
      <span className="mt-0.5 flex min-w-0 flex-wrap items-center gap-x-1.5 gap-y-0.5 text-micro text-tx3">
        {isRecommended ? <Chip tone="accent">{say("recommended")}</Chip> : null}
        {info.model === "none" || info.id === OWN_RECIPE ? null : (
          <Badge>{isByModel ? say("summary by model") : say("summary by rule")}</Badge>
        )}
        {name ? (
          <span className="min-w-0 truncate">
            {info.id === OWN_RECIPE ? JSON.stringify(value) : `${name} ${fieldText(value)}`}
          </span>
        ) : null}
      </span>
    </th>
  );
}

const TONE = { valid: "text-good", invalid: "text-bad", dearer: "text-bad", quiet: "text-tx3" } as const;

type CellProps = {
  cell: MatrixCell;
  label: string;
  isRecommended: boolean;
  isHiddenOnPhone: boolean;
  /** Whether row keys focus this cell: it is in the chosen column. */
  isStop: boolean;
  onOpen: () => void;
};

/** A cell that is itself the button for its evidence. */
function Cell({ cell, label, isRecommended, isHiddenOnPhone, isStop, onOpen }: CellProps) {
  const say = useSay();
  return (
    <td
      className={cn(
        "h-px border-line border-l p-0 align-top",
        // A phone shows one column, where a tint would not stand out; the column heading marks it instead.
        isRecommended && "sm:bg-accbg",
        isHiddenOnPhone && "max-sm:hidden",
      )}
    >
      <button
        type="button"
        title={label}
        data-stop={isStop || undefined}
        aria-haspopup="dialog"
        onClick={onOpen}
        className="flex h-full w-full flex-col items-start px-3 py-1.5 text-left hover:bg-s2"
      >
        <span
          className={cn(
            "tabular flex items-center gap-2 text-base",
            cell.isBest && "font-semibold",
            cell.tone && TONE[cell.tone],
          )}
        >
          {cell.tone === "valid" ? <Check aria-hidden className="size-3.5" /> : null}
          {cell.tone === "invalid" ? <TriangleAlert aria-hidden className="size-3.5" /> : null}
          {say.known(cell.value)}
          {cell.isBest ? <span className="font-medium text-good text-micro">{say("best")}</span> : null}
        </span>
        {cell.bars ? <SurvivalBars bars={cell.bars} /> : null}
        <KindKey bars={cell.bars ?? []} className="sm:hidden" />
        {cell.note ? <span className="block text-micro text-tx3">{say.known(cell.note)}</span> : null}
      </button>
    </td>
  );
}

type SurvivalBarsProps = { bars: readonly { readonly label: string; readonly share: number | null }[] };

const WIDTH = 15;
const GAP = 2;
const HEIGHT = 26;

/**
 * Eight small bars, one per kind of fact, with two letters or a character under each; a kind missing from the original
 * has no background.
 */
function SurvivalBars({ bars }: SurvivalBarsProps) {
  const say = useSay();
  const text = bars
    .flatMap(({ label, share }) => (share === null ? [] : `${say.known(label)} ${formatShare(share)}`))
    .join(say(", "));
  return (
    <svg role="img" aria-label={text} width={bars.length * (WIDTH + GAP)} height={HEIGHT + 13} className="block">
      <title>{text}</title>
      {bars.map(({ label, share }, index) => {
        const height = Math.max(share === null ? 0 : 1, (share ?? 0) * HEIGHT);
        return (
          <g key={label} transform={`translate(${index * (WIDTH + GAP)} 0)`} className="data-fill">
            {share === null ? null : <rect width={WIDTH} height={HEIGHT} fill="var(--s2)" />}
            <rect y={HEIGHT - height} width={WIDTH} height={height} fill="var(--tx2)" />
            <text x={WIDTH / 2} y={HEIGHT + 10} textAnchor="middle" fontSize={9} fill="var(--tx3)">
              {say.known(label).slice(0, say.language === "zh" ? 1 : 2)}
            </text>
          </g>
        );
      })}
    </svg>
  );
}
