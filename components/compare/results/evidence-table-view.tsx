"use client";
import { useState } from "react";
import { MoreRows } from "@/components/ui/more-rows";
import { Cell, HeadCell, Table, TableHead, TableRow } from "@/components/ui/table";
import { useSay } from "@/components/words/words-provider";
import type { EvidenceRow, EvidenceTable } from "@/lib/view-models/compare/evidence-table";

type Props = {
  table: EvidenceTable;
  /** The row of a part in the aligned transcript; null if it is not there. */
  placeOf: (partId: string) => number | null;
  onPart: (place: number) => void;
};

const FIRST_SHOWN = 20;

/** One list of evidence; a row that concerns a part of the original links to that part. */
export function EvidenceTableView({ table, placeOf, onPart }: Props) {
  const say = useSay();
  const [isWhole, setWhole] = useState(false);
  const { title, columns, rows, total, none } = table;
  const shown = isWhole ? rows : rows.slice(0, FIRST_SHOWN);
  return (
    <section aria-label={say.known(title)} className="border-line border-t px-4 py-3">
      <h3 className="mb-1 font-semibold text-small">{say.known(title)}</h3>
      {rows.length === 0 ? (
        <p className="text-small text-tx2">{say.known(none)}</p>
      ) : (
        <Table>
          <TableHead>
            <tr>
              {columns.map(({ label, isNumeric }) => (
                <HeadCell key={label} isNumeric={isNumeric ?? false}>
                  {label}
                </HeadCell>
              ))}
              <HeadCell>
                <span className="sr-only">{say("Where")}</span>
              </HeadCell>
            </tr>
          </TableHead>
          <tbody>
            {shown.map((row) => (
              <Row key={row.key} row={row} columns={columns} placeOf={placeOf} onPart={onPart} />
            ))}
          </tbody>
        </Table>
      )}
      <MoreRows shown={shown.length} held={rows.length} total={total} onMore={() => setWhole(true)} />
    </section>
  );
}

type RowProps = { row: EvidenceRow; columns: EvidenceTable["columns"] } & Pick<Props, "placeOf" | "onPart">;

function Row({ row, columns, placeOf, onPart }: RowProps) {
  const say = useSay();
  const place = row.partId === null ? null : placeOf(row.partId);
  return (
    <TableRow>
      {columns.map(({ label, isNumeric, isCode, isSaid }, index) => (
        <Cell
          key={label}
          isNumeric={isNumeric ?? false}
          className={
            isCode
              ? "h-[26px] max-w-72 truncate font-mono max-sm:max-w-40"
              : "h-[26px] max-w-96 truncate max-sm:max-w-40"
          }
          title={row.cells[index]}
        >
          {isSaid ? say.known(row.cells[index] ?? "") : row.cells[index]}
        </Cell>
      ))}
      <Cell className="h-[26px] w-14 text-right">
        {place === null ? null : (
          <button
            type="button"
            onClick={() => onPart(place)}
            className="text-acc hover:underline"
            title={say("Show in the transcript")}
          >
            {say("show")}
          </button>
        )}
      </Cell>
    </TableRow>
  );
}
