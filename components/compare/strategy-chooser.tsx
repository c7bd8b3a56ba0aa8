"use client";
import { memo } from "react";
import { Checkbox } from "@/components/ui/checkbox";
import { Badge } from "@/components/ui/chip";
import { cn } from "@/components/ui/cn";
import type { ResultJson } from "@/lib/view-models/comparison-json";
import { formatCompactTokens, formatShareFigure } from "@/lib/view-models/number-format";
import { MOST_CHOICES } from "@/lib/view-models/strategy-choice";
import { type Chosen, FAMILIES, OWN_RECIPE_INFO, type StrategyInfo } from "./compare-types";
import { StrategyMark } from "./strategy-mark";

type Props = {
  strategies: readonly StrategyInfo[];
  chosen: readonly Chosen[];
  edited: string | null;
  /** The effect of each strategy with its present parameters, by id; not there yet while it is computed. */
  preview: ReadonlyMap<string, ResultJson>;
  onToggle: (id: string) => void;
  onEdit: (id: string) => void;
};

const OWN = { id: "own", title: "Own recipe", line: "strategies put together, as JSON" } as const;

/** Strategies by family, each with what it would leave. Six at most. */
export function StrategyChooser({ strategies, chosen, edited, preview, onToggle, onEdit }: Props) {
  const isFull = chosen.length >= MOST_CHOICES;
  return (
    <section aria-label="Strategies" className="min-w-0">
      <p className="flex items-center justify-between px-4 py-2 text-small text-tx3">
        <span role="status">
          {chosen.length} chosen, {MOST_CHOICES} at most
        </span>
        <span className="flex gap-4 text-micro">
          <span>tokens after</span>
          <span className="w-12 text-right">saved %</span>
        </span>
      </p>
      {[...FAMILIES, OWN].map((family) => {
        const members =
          family === OWN ? [OWN_RECIPE_INFO] : strategies.filter((strategy) => strategy.family === family.id);
        if (members.length === 0) return null;
        return (
          <div key={family.id} className="border-line border-t py-2">
            <h2 className="px-4 pb-1 text-small">
              <span className="font-semibold">{family.title}</span>{" "}
              <span className="ml-1 text-micro text-tx3">{family.line}</span>
            </h2>
            <ul>
              {members.map((info) => {
                const slot = chosen.find((entry) => entry.info.id === info.id)?.choice.slot ?? null;
                return (
                  <ChooserRow
                    key={info.id}
                    info={info}
                    slot={slot}
                    isFull={isFull}
                    isEdited={edited === info.id}
                    result={preview.get(info.id)}
                    onToggle={onToggle}
                    onEdit={onEdit}
                  />
                );
              })}
            </ul>
          </div>
        );
      })}
    </section>
  );
}

type RowProps = {
  info: StrategyInfo;
  slot: number | null;
  isFull: boolean;
  isEdited: boolean;
  result: ResultJson | undefined;
  onToggle: (id: string) => void;
  onEdit: (id: string) => void;
};

const ChooserRow = memo(function ChooserRow({ info, slot, isFull, isEdited, result, onToggle, onEdit }: RowProps) {
  const isBlocked = slot === null && (isFull || info.needs_model);
  return (
    <li
      className={cn(
        "flex h-7 items-center gap-2.5 border-transparent border-l-2 pr-4 pl-3.5 hover:bg-s2",
        isEdited && "border-acc bg-accbg",
      )}
    >
      <Checkbox
        aria-label={`Compare ${info.id}`}
        checked={slot !== null}
        disabled={isBlocked}
        onCheckedChange={() => onToggle(info.id)}
      />
      {slot === null ? <span className="w-2.5" /> : <StrategyMark slot={slot} />}
      <button
        type="button"
        onClick={() => onEdit(info.id)}
        aria-current={isEdited}
        className="flex min-w-0 flex-1 items-baseline gap-2 text-left text-small"
      >
        <span className={cn("truncate", slot !== null && "font-medium")}>{info.id}</span>
        <span className="truncate text-micro text-tx3">{info.product.name}</span>
        {info.needs_model ? <Badge>needs a model</Badge> : null}
      </button>
      <Effect result={result} />
    </li>
  );
});

/** A bar of what is left, with its figures; a word where nothing would be done. */
function Effect({ result }: { result: ResultJson | undefined }) {
  if (!result) return null;
  if (result.status !== "applied")
    return (
      <span className="text-micro text-tx3">
        {result.status === "noop" ? "unchanged" : (result.failure?.code ?? result.status)}
      </span>
    );
  const { tokens_after: after, tokens_before: before, saved_fraction: saved } = result.stats;
  return (
    <span className="tabular flex shrink-0 items-center gap-2.5 text-small">
      <span aria-hidden className="h-1.5 w-16 bg-s3 max-sm:hidden">
        <span
          className="data-fill block h-full bg-tx2"
          style={{ width: `${before === 0 ? 0 : (after / before) * 100}%` }}
        />
      </span>
      <span className="w-14 text-right">{formatCompactTokens(after)}</span>
      <span className="w-10 text-right text-tx2">−{formatShareFigure(saved)}</span>
    </span>
  );
}
