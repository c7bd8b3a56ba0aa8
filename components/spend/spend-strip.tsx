"use client";
import { cn } from "@/components/ui/cn";
import { kindColor } from "@/components/ui/content-kinds";
import { useSay } from "@/components/words/words-provider";
import type { SpendRow } from "@/lib/api/schemas/spend";
import { ROW_KIND, rowTitle } from "@/lib/view-models/spend/spend-words";
import { formatMoney, formatShare } from "@/lib/wording/number-format";
import { rowKey } from "./spend-table";

type Props = { rows: readonly SpendRow[]; chosen: SpendRow | undefined; onChoose: (key: string) => void };

/** Minimum share of the strip for a name. */
const NAMED_FROM = 0.07;

/**
 * The rows side by side, each as wide as its share, with its files and commands below. Screen readers get the same from
 * the table.
 */
export function SpendStrip({ rows, chosen, onChoose }: Props) {
  const say = useSay();
  const total = rows.reduce((sum, { share }) => sum + share, 0);
  if (total === 0) return null;
  return (
    <div aria-hidden className="mx-4 mb-3 flex h-16 gap-px overflow-hidden max-sm:hidden">
      {rows.map((row) => {
        const share = row.share / total;
        const name = rowTitle(row, say);
        return (
          <button
            key={rowKey(row)}
            type="button"
            tabIndex={-1}
            title={`${name} · ${row.cost === null ? "" : `${formatMoney(row.cost)} · `}${formatShare(row.share)}`}
            onClick={() => onChoose(rowKey(row))}
            style={{ flexGrow: share, flexBasis: 0 }}
            className={cn(
              "flex min-w-0 flex-col gap-px text-left",
              row === chosen && "outline-2 outline-acc -outline-offset-2",
            )}
          >
            <Tint row={row} strength={28}>
              {share < NAMED_FROM ? null : (
                <span className="relative truncate bg-s1 px-1 text-micro">
                  <b className="font-semibold">{name}</b> {formatShare(row.share)}
                </span>
              )}
            </Tint>
            <span className="flex h-7 gap-px">
              {row.items.slice(0, 8).map(({ label, sent }) => (
                <span key={label} style={{ flexGrow: sent, flexBasis: 0 }} className="min-w-0">
                  <Tint row={row} strength={14} />
                </span>
              ))}
              <span style={{ flexGrow: Math.max(0, row.sent - sentOf(row)), flexBasis: 0 }} className="min-w-0">
                <Tint row={row} strength={8} />
              </span>
            </span>
          </button>
        );
      })}
    </div>
  );
}

const sentOf = ({ items }: SpendRow): number => items.slice(0, 8).reduce((sum, { sent }) => sum + sent, 0);

function Tint({ row, strength, children }: { row: SpendRow; strength: number; children?: React.ReactNode }) {
  const kind = ROW_KIND[row.group];
  const isHidden = kind === "unseen";
  const color = `color-mix(in oklab, ${kindColor(kind)} ${strength}%, transparent)`;
  return (
    <span
      className={cn("flex h-full min-h-7 min-w-0 flex-1 items-center", isHidden && "hatch-unseen")}
      style={isHidden ? undefined : { background: color }}
    >
      {children}
    </span>
  );
}
