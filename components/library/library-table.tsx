"use client";
import { SortHead } from "@/components/ui/sort-head";
import { type Direction, LIBRARY_COLUMNS, type LibraryColumn, type LibraryItem } from "@/lib/view-models/library-table";
import { LibraryRow } from "./library-row";

type Props = {
  items: readonly LibraryItem[];
  sort: LibraryColumn;
  direction: Direction;
  onSort: (column: LibraryColumn) => void;
  onDelete: (item: LibraryItem) => void;
};

/** Lists sessions with their key figures; every heading sorts. Below 720 px, LibraryList is shown instead. */
export function LibraryTable({ items, sort, direction, onSort, onDelete }: Props) {
  return (
    <div className="relative overflow-x-auto max-sm:hidden">
      <table className="w-full min-w-[1080px] table-fixed border-collapse text-left text-small">
        <caption className="sr-only">Imported sessions</caption>
        <colgroup>
          <col />
          <col className="w-[86px]" />
          <col className="w-[88px]" />
          <col className="w-[72px]" />
          <col className="w-[66px]" />
          <col className="w-[114px]" />
          <col className="w-[72px]" />
          <col className="w-[68px]" />
          <col className="w-[62px]" />
          <col className="w-[80px]" />
          <col className="w-[50px]" />
          <col className="w-[52px]" />
          <col className="w-[56px]" />
          <col className="w-9" />
        </colgroup>
        <thead className="border-line2 border-b text-micro text-tx3">
          <tr>
            {LIBRARY_COLUMNS.map((column) => (
              <SortHead
                key={column.id}
                column={column}
                isSorted={sort === column.id}
                direction={direction}
                onSort={onSort}
                className="px-1.5"
              />
            ))}
            <th scope="col">
              <span className="sr-only">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <LibraryRow key={item.id} item={item} onDelete={onDelete} />
          ))}
        </tbody>
      </table>
    </div>
  );
}
