"use client";
import type { ReactNode } from "react";
import { cn } from "@/components/ui/cn";
import { kindColor } from "@/components/ui/content-kinds";
import { Explained } from "@/components/ui/explained";
import { Swatch } from "@/components/ui/swatch";
import { useSay } from "@/components/words/words-provider";
import type { LibrarySpendRow, SpendRow } from "@/lib/api/schemas/spend";
import { AVOIDABLE, avoidableText, ROW_KIND, rowNote, rowTitle } from "@/lib/view-models/spend/spend-words";
import { figureIn, formatMoney, formatShare, formatTokens } from "@/lib/wording/number-format";

type Row = SpendRow | LibrarySpendRow;
type Props<Shown extends Row> = {
  rows: readonly Shown[];
  /** Shown next to a row's note. */
  noteOf?: (row: Shown) => ReactNode;
  chosen?: Row | undefined;
  /** Without this function, rows cannot be selected. */
  onChoose?: (key: string) => void;
};

export const rowKey = (row: Row): string =>
  [row.group, row.name, "agent" in row ? row.agent : ""].filter(Boolean).join(" ");

/** The rows, costliest first. Selecting one shows its content. */
export function SpendTable<Shown extends Row>({ rows, noteOf, chosen, onChoose }: Props<Shown>) {
  const say = useSay();
  const largest = Math.max(...rows.map(({ share }) => share), 1e-9);
  return (
    <div className="min-w-0 overflow-x-auto">
      <table className="tabular w-full text-small">
        <caption className="sr-only">{say("Who spent the tokens and the money")}</caption>
        <thead className="text-micro text-tx3">
          <tr className="h-7 border-line2 border-b">
            <th className="pl-4 text-left font-normal max-sm:pl-3">{say("what")}</th>
            <th className="text-right font-normal max-md:hidden">{say("sent")}</th>
            <th className="text-right font-normal max-md:hidden">{say("output")}</th>
            <th className="text-right font-normal">{say("cost")}</th>
            <th className="pl-3 text-right font-normal max-sm:pr-3">
              <Explained detail={say(AVOIDABLE)} metric="carried-needlessly">
                {say("outdated or repeated")}
              </Explained>
            </th>
            <th className="pr-4 pl-4 text-left font-normal max-sm:hidden">{say("share")}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr
              key={rowKey(row)}
              className={cn(
                "border-line border-b hover:bg-s2",
                row === chosen && "bg-accbg shadow-[inset_2px_0_0_var(--acc)] hover:bg-accbg",
              )}
            >
              <td className="max-w-64 py-1 pl-4 max-sm:w-full max-sm:max-w-0 max-sm:pl-3">
                {onChoose ? (
                  <button
                    type="button"
                    aria-pressed={row === chosen}
                    onClick={() => onChoose(rowKey(row))}
                    className="flex min-h-8 w-full min-w-0 items-center gap-3 text-left -outline-offset-2"
                  >
                    <RowName row={row} />
                  </button>
                ) : (
                  <span className="flex min-h-8 min-w-0 items-center gap-x-3 max-sm:flex-wrap">
                    <span className="flex min-w-0 items-center gap-3">
                      <RowName row={row} />
                    </span>
                    {noteOf?.(row)}
                  </span>
                )}
              </td>
              <td className="text-right max-md:hidden">{formatTokens(row.sent)}</td>
              <td className="text-right max-md:hidden">{row.output === 0 ? "–" : formatTokens(row.output)}</td>
              <td className="text-right font-semibold">{figureIn(say, formatMoney(row.cost))}</td>
              <td className={cn("pl-3 text-right max-sm:pr-3", !row.avoidable && "text-tx3")}>
                {avoidableText(row, say)}
              </td>
              <td className="w-40 pr-4 pl-4 max-sm:hidden">
                <span className="flex items-center gap-2">
                  <span aria-hidden className="h-2 flex-1 bg-s3">
                    <span
                      className={cn("data-fill block h-full", row.group === "not-in-log" && "hatch-unseen")}
                      style={{
                        width: `${(row.share / largest) * 100}%`,
                        ...(row.group !== "not-in-log" && { background: kindColor(ROW_KIND[row.group]) }),
                      }}
                    />
                  </span>
                  <span className="w-12 text-right">{formatShare(row.share)}</span>
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function RowName({ row }: { row: Row }) {
  const say = useSay();
  const title = rowTitle(row, say);
  return (
    <>
      <Swatch kind={ROW_KIND[row.group]} />
      <span className="proportional min-w-0">
        <span className="block truncate font-medium" title={title}>
          {title}
        </span>
        <span className="block truncate text-micro text-tx2">{rowNote(row, say)}</span>
      </span>
    </>
  );
}
