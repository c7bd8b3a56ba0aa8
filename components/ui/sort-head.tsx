"use client";
import { ArrowDown, ArrowUp } from "lucide-react";
import { cn } from "./cn";

type Props<Column extends string> = {
  readonly column: { readonly id: Column; readonly label: string; readonly isNumeric?: boolean };
  readonly isSorted: boolean;
  readonly direction: "asc" | "desc";
  readonly onSort: (column: Column) => void;
  readonly className: string;
};

/** The heading of a sortable column; an arrow marks the current sort column. */
export function SortHead<Column extends string>({ column, isSorted, direction, onSort, className }: Props<Column>) {
  const Arrow = direction === "asc" ? ArrowUp : ArrowDown;
  return (
    <th
      scope="col"
      aria-sort={isSorted ? (direction === "asc" ? "ascending" : "descending") : "none"}
      className={cn("h-8 whitespace-nowrap font-medium first:pl-4", column.isNumeric && "text-right", className)}
    >
      <button
        type="button"
        onClick={() => onSort(column.id)}
        className={cn("touch-target inline-flex items-center gap-1 hover:text-tx", isSorted && "text-tx")}
      >
        {column.label}
        {isSorted ? <Arrow aria-hidden className="size-3" /> : null}
      </button>
    </th>
  );
}
