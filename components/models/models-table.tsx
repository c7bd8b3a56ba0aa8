"use client";
import { memo, useRef } from "react";
import { ProviderMark, providerName } from "@/components/charts/provider-mark";
import { useRowStops } from "@/components/shell/use-row-stops";
import { Chip } from "@/components/ui/chip";
import { cn } from "@/components/ui/cn";
import { ProvenanceShape } from "@/components/ui/provenance-mark";
import { SortHead } from "@/components/ui/sort-head";
import { useSay } from "@/components/words/words-provider";
import { MODEL_COLUMNS, type ModelColumn, type ModelTableRow } from "@/lib/view-models/models/model-table";
import { formatRate } from "@/lib/wording/format-rate";
import { formatTokens } from "@/lib/wording/number-format";
import { sentence } from "@/lib/wording/say";

type Props = {
  rows: readonly ModelTableRow[];
  /** Null for the page's default order. */
  sort: ModelColumn | null;
  order: "asc" | "desc";
  onSort: (column: ModelColumn) => void;
  selected: string | null;
  onOpen: (id: string) => void;
};

/** On a phone, the window and the prices must be next to the name; the rest is in the details. */
const NOT_ON_PHONE = "max-sm:hidden";
const ON_PHONE: ReadonlySet<ModelColumn> = new Set(["id", "window", "input", "output"]);

const MORE_KEYS = [{ does: sentence("every source of its figures"), keys: ["↵"] }];

/** Every figure with its source; a row opens its details. The table scrolls sideways inside its own box. */
export const ModelsTable = memo(function ModelsTable({ rows, sort, order, onSort, selected, onOpen }: Props) {
  const say = useSay();
  const box = useRef<HTMLElement>(null);
  useRowStops(box, { title: sentence("Table of models"), row: sentence("model"), more: MORE_KEYS });
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard
    <section ref={box} aria-label={say("Models")} tabIndex={0} className="overflow-x-auto">
      <table className="w-full border-collapse text-left text-small sm:min-w-[1080px]">
        <caption className="sr-only">
          {say("Models: windows, limits, prices in dollars per million tokens, cache rules")}
        </caption>
        <thead className="border-line2 border-y text-micro text-tx3">
          <tr>
            {MODEL_COLUMNS.map((column) => (
              <SortHead
                key={column.id}
                column={{ ...column, label: say(column.label) }}
                isSorted={sort === column.id}
                direction={order}
                onSort={onSort}
                className={cn("px-2", !ON_PHONE.has(column.id) && NOT_ON_PHONE)}
              />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.id} row={row} isSelected={row.id === selected} onOpen={onOpen} />
          ))}
        </tbody>
      </table>
    </section>
  );
});

const Row = memo(function Row({
  row,
  isSelected,
  onOpen,
}: {
  row: ModelTableRow;
  isSelected: boolean;
  onOpen: (id: string) => void;
}) {
  const say = useSay();
  return (
    <tr
      id={`model-${row.id}`}
      className={cn("h-[30px] border-line border-b hover:bg-s2", (isSelected || row.isOwn) && "bg-accbg")}
    >
      <th scope="row" className="pr-2 pl-4 font-medium max-sm:pl-3 sm:whitespace-nowrap">
        <span className="flex items-center gap-2">
          <ProviderMark provider={row.provider} />
          <span className="sr-only">{providerName(row.provider, say)}</span>
          <button
            type="button"
            aria-haspopup="dialog"
            data-stop
            className="touch-target text-left text-tx hover:underline"
            onClick={() => onOpen(row.id)}
          >
            {row.id}
          </button>
          {row.isOwn ? <Chip tone="accent">{say("yours")}</Chip> : null}
          {row.sessions > 0 ? (
            <Chip tone="accent" className={NOT_ON_PHONE} title={say("your sessions with this model")}>
              {say("{count, plural, one {# session} other {# sessions}}", { count: row.sessions })}
            </Chip>
          ) : null}
          {row.disagreements > 0 ? (
            <span
              className={cn("tabular font-normal text-micro text-tx3", NOT_ON_PHONE)}
              title={say("Sources do not agree; open the row to see what each says")}
            >
              <span aria-hidden>≠ {row.disagreements}</span>
              <span className="sr-only">
                {say("sources differ on {count, plural, one {# value} other {# values}}", { count: row.disagreements })}
              </span>
            </span>
          ) : null}
        </span>
      </th>
      <td className={cn("tabular whitespace-nowrap px-2 text-tx2", NOT_ON_PHONE)}>{row.released ?? <Unknown />}</td>
      <td className="tabular whitespace-nowrap px-2 text-right font-medium">
        {row.printed !== null && row.printed !== String(row.window) ? (
          <span className={cn("mr-1.5 font-normal text-tx3", NOT_ON_PHONE)}>“{row.printed}”</span>
        ) : null}
        {row.window === null ? <Unknown /> : formatTokens(row.window)}
      </td>
      <td className={cn("tabular px-2 text-right", NOT_ON_PHONE)}>
        {row.maxOutput === null ? <Unknown /> : formatTokens(row.maxOutput)}
      </td>
      <Rate rate={row.input} stepAt={row.stepAt} hasPeriods={row.hasPeriods} isKnown={row.input !== null} />
      <Rate rate={row.output} isKnown={row.input !== null} />
      <Rate rate={row.cacheRead} isKnown={row.input !== null} className={NOT_ON_PHONE} />
      <Rate rate={row.cacheWrite} isKnown={row.input !== null} className={NOT_ON_PHONE} />
      <td className={cn("whitespace-nowrap px-2 text-tx2", NOT_ON_PHONE)}>{row.cacheRule ?? <Unknown />}</td>
      <td className={cn("whitespace-nowrap px-2 text-tx2", NOT_ON_PHONE)}>
        <span className="flex items-center gap-1.5">
          <ProvenanceShape basis={row.isExact ? "exact" : "estimated"} />
          {row.tokenizer}
        </span>
      </td>
    </tr>
  );
});

const Unknown = () => <span className="font-normal text-tx3">{useSay()("unknown")}</span>;

/** Dollars per million tokens: `–` if this kind of token has no separate price, `200k` if longer prompts cost more. */
function Rate({
  rate,
  isKnown,
  stepAt = null,
  hasPeriods = false,
  className,
}: {
  rate: number | null;
  isKnown: boolean;
  stepAt?: number | null;
  hasPeriods?: boolean;
  className?: string;
}) {
  const say = useSay();
  return (
    <td className={cn("tabular whitespace-nowrap px-2 text-right", className)}>
      {stepAt === null ? null : (
        <span
          className="mr-1.5 text-badge text-tx3"
          title={say("more expensive above {tokens} tokens", { tokens: formatTokens(stepAt) })}
        >
          {Math.round(stepAt / 1000)}k
        </span>
      )}
      {hasPeriods ? (
        <span className="mr-1.5 text-badge text-tx3" title={say("the price changed, or depends on the hour")}>
          ±
        </span>
      ) : null}
      {rate === null ? <span className="text-tx3">{isKnown ? "–" : say("unknown")}</span> : formatRate(rate)}
    </td>
  );
}
