"use client";
import { type RefObject, useRef } from "react";
import { cn } from "@/components/ui/cn";
import { SortHead } from "@/components/ui/sort-head";
import { useSay } from "@/components/words/words-provider";
import type { Direction, LibraryColumn } from "@/lib/api/library-keys";
import { LIBRARY_COLUMNS } from "@/lib/view-models/library/library-table";
import { wideClass, widthClass } from "./library-columns";
import { LibraryRow, type RowActions } from "./library-row";
import type { LibraryRows } from "./use-library-rows";
import type { Place } from "./use-places";
import { useDrawnIds, useWindowRows } from "./use-window-rows";

/** Row height in pixels; the search hit is a separate link below the title. */
const ROW_HEIGHT = { plain: 41, hit: 53 } as const;

export type RowsProps = {
  rows: LibraryRows;
  places: ReadonlyMap<string, Place>;
  chosen: ReadonlySet<string>;
  /** null: the reader cannot change sessions. */
  actions: RowActions | null;
  /** Called with the ids of the rendered sessions. */
  onDrawn: (ids: readonly string[]) => void;
  /** Whether the rows are hits of a search in transcripts, each with its first match. */
  hasHits: boolean;
};
type Props = RowsProps & {
  sort: LibraryColumn;
  direction: Direction;
  onSort: (column: LibraryColumn) => void;
  /** The row with keyboard focus; negative for none. */
  active: number;
  /** Receives a function that scrolls a row into view. */
  scrollTo: RefObject<(index: number) => void>;
};

/** Sessions with their key figures; every heading sorts. Below 720 px, LibraryList is shown instead. */
export function LibraryTable(props: Props) {
  const say = useSay();
  const { rows, places, chosen, actions, hasHits, sort, direction, onSort, active, scrollTo } = props;
  const body = useRef<HTMLTableSectionElement>(null);
  const drawn = useWindowRows(body, rows.list.found, hasHits ? ROW_HEIGHT.hit : ROW_HEIGHT.plain, rows.want);
  scrollTo.current = drawn.scrollTo;
  useDrawnIds(body, drawn.indexes, rows, props.onDrawn);
  return (
    <div className="relative overflow-x-auto max-sm:hidden">
      <table
        aria-rowcount={rows.list.found + 1}
        aria-busy={rows.isStale}
        className={cn(
          "w-full min-w-[880px] xl:min-w-[1180px] table-fixed border-collapse text-left text-small",
          hasHits && "[&_td]:h-13",
        )}
      >
        <caption className="sr-only">{say("Imported sessions")}</caption>
        <Widths />
        <thead className="border-line2 border-b text-micro text-tx3">
          <tr aria-rowindex={1}>
            <th scope="col">
              <span className="sr-only">{say("Chosen")}</span>
            </th>
            {LIBRARY_COLUMNS.map((column) => (
              <SortHead
                key={column.id}
                column={{ ...column, label: say(column.label) }}
                isSorted={sort === column.id}
                direction={direction}
                onSort={onSort}
                className={cn(column.id !== "title" && "px-1.5", wideClass(column.id))}
              />
            ))}
            <th scope="col">
              <span className="sr-only">{say("Actions")}</span>
            </th>
          </tr>
        </thead>
        <tbody ref={body}>
          <Spacer height={drawn.before} />
          {drawn.indexes.map((index) => {
            const item = rows.rowAt(index);
            if (!item) return <LoadingRow key={index} />;
            return (
              <LibraryRow
                key={item.id}
                item={item}
                rowNumber={index + 1}
                place={places.get(item.id)}
                isChosen={chosen.has(item.id)}
                isActive={index === active}
                actions={actions}
              />
            );
          })}
          <Spacer height={drawn.after} />
        </tbody>
      </table>
    </div>
  );
}

function Widths() {
  return (
    <colgroup>
      <col className="w-9" />
      {LIBRARY_COLUMNS.map(({ id }) => (
        <col key={id} className={widthClass(id)} />
      ))}
      <col className="w-3" />
    </colgroup>
  );
}

/**
 * Takes up the height of the rows above or below the rendered ones. Its cell has no colspan: spanning columns that a
 * narrow window hides would create extra columns, which take width from the title.
 */
const Spacer = ({ height }: { height: number }) =>
  height > 0 ? (
    <tr aria-hidden style={{ height }}>
      <td />
    </tr>
  ) : null;

/** A row whose page is loading. */
const LoadingRow = () => (
  <tr aria-hidden className="border-line border-b">
    <td className="h-10 pl-4 text-tx3">…</td>
  </tr>
);
