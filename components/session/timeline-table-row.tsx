import { memo } from "react";
import { cn } from "@/components/ui/cn";
import type { Kind } from "@/components/ui/content-kinds";
import { formatMoney, formatShareFigure, formatTokens } from "@/lib/wording/number-format";
import type { RequestRow } from "../../lib/api/schemas/request-row";
import { readShare } from "./request-tooltip";

type Props = {
  row: RequestRow;
  position: number;
  kinds: readonly Kind[];
  /** Describes the compaction just before this request; null if there is none. */
  compaction: string | null;
  isEstimate: boolean;
  isSelected: boolean;
  onSelect: (position: number) => void;
};

const number = "tabular whitespace-nowrap px-2 text-right";

export const TimelineTableRow = memo(function TimelineTableRow(props: Props) {
  const { row, position, isSelected } = props;
  return (
    <tr
      aria-rowindex={position + 2}
      className={cn("h-6 border-line border-b hover:bg-s2", isSelected && "bg-accbg hover:bg-accbg")}
    >
      <th scope="row" className="pl-4 text-left font-normal">
        <button
          type="button"
          aria-current={isSelected ? "true" : undefined}
          className="tabular h-6 min-w-6 text-left"
          onClick={() => props.onSelect(position)}
        >
          {position + 1}
        </button>
      </th>
      <td className={number}>{formatTokens(row.prompt_tokens, { isEstimate: props.isEstimate })}</td>
      <td className={number}>{formatShareFigure(readShare(row))}</td>
      <td className={number}>{formatTokens(row.cache_read)}</td>
      <td className={number}>{formatTokens(row.cache_write)}</td>
      <td className={number}>{formatTokens(row.uncached)}</td>
      <td className={number}>{formatMoney(row.cost?.amount ?? null, { isFloor: row.cost_is_floor })}</td>
      <td className="truncate px-2">{row.break?.cause ?? ""}</td>
      <td className="tabular truncate px-2">{props.compaction ?? ""}</td>
      {props.kinds.map((kind) => (
        <td key={kind} className={number}>
          {formatTokens(row.composition[kind])}
        </td>
      ))}
    </tr>
  );
});
