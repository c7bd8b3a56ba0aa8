"use client";
import { useDeferredValue, useMemo, useState } from "react";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { MoreRows } from "@/components/ui/more-rows";
import { ProvenanceShape } from "@/components/ui/provenance-mark";
import { Select } from "@/components/ui/select";
import { Cell, HeadCell, Table, TableHead, TableRow } from "@/components/ui/table";
import { useSay } from "@/components/words/words-provider";
import type { CompareAnswer } from "@/lib/api/schemas/compare";
import type { CostWish } from "@/lib/view-models/compare/comparison-costs";
import { toCellEvidence } from "@/lib/view-models/compare/comparison-evidence";
import type { MatrixRow } from "@/lib/view-models/compare/comparison-matrix";
import type { CellEvidence, EvidenceRow, EvidenceTable } from "@/lib/view-models/compare/evidence-table";
import { choiceName } from "@/lib/view-models/compare/strategy-choice";
import type { Chosen } from "../shared/compare-types";
import { cellText, readCell } from "./cell-place";

type Props = {
  /** The cell in the URL, for example `recall-2`. */
  cell: string | null;
  data: CompareAnswer;
  matrix: readonly MatrixRow[];
  chosen: readonly Chosen[];
  wish: CostWish;
  onCell: (cell: string | null) => void;
  /** Shows a part of the original in the aligned transcript, given its row. */
  onPart: (row: number) => void;
};

/** The evidence behind one number of the matrix: its figures, its lists, and their sources. */
export function CellEvidenceDialog({ cell, data, matrix, chosen, wish, onCell, onPart }: Props) {
  const say = useSay();
  const place = readCell(cell);
  const column = chosen.findIndex(({ choice }) => choice.slot === place?.slot);
  const row = matrix.find(({ id }) => id === place?.row);
  const result = data.results[column];
  const evidence = useMemo(
    () => (row && result ? toCellEvidence(row.id, result, data, say, wish) : null),
    [row, result, data, say, wish],
  );
  const isOpen = evidence !== null && row !== undefined;
  return (
    <Dialog open={isOpen} onOpenChange={(next) => !next && onCell(null)}>
      {isOpen && place ? (
        <DialogContent
          title={say.known(row.label)}
          description={say.known(row.unit)}
          className="max-w-240"
          actions={
            <Select
              label={say("Strategy")}
              value={`${place.slot}`}
              onValueChange={(slot) => onCell(cellText({ row: row.id, slot: Number(slot) }))}
              options={chosen.map(({ choice }) => ({ value: `${choice.slot}`, label: choiceName(choice.id, say) }))}
            />
          }
        >
          <EvidenceBody key={cell} evidence={evidence} data={data} onPart={onPart} />
        </DialogContent>
      ) : null}
    </Dialog>
  );
}

type BodyProps = { evidence: CellEvidence; data: CompareAnswer; onPart: (row: number) => void };

const NO_TABLES: readonly EvidenceTable[] = [];

/** Renders the figures immediately, and the long lists after the first paint. */
function EvidenceBody({ evidence, data, onPart }: BodyProps) {
  const say = useSay();
  const tables = useDeferredValue(evidence.tables, NO_TABLES);
  const places = useMemo(
    () => new Map((data.results[0]?.provenance ?? []).map(({ part_id }, index) => [part_id, index])),
    [data],
  );
  return (
    <section
      aria-label={say("Evidence")}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the lists scroll and must be reachable by keyboard
      tabIndex={0}
      className="min-h-0 flex-1 overflow-auto"
    >
      <dl className="tabular flex flex-wrap gap-x-6 gap-y-2 px-4 py-3">
        {evidence.figures.map(({ label, value }) => (
          <div key={label} className="flex flex-col-reverse">
            <dt className="text-micro text-tx3">{label}</dt>
            <dd className="font-semibold text-figure">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="flex items-baseline gap-2 border-line border-t px-4 py-2 text-micro text-tx2">
        <ProvenanceShape basis={evidence.basis} />
        <span>
          <span className="font-medium">{say(evidence.basis)}</span>
          {say(": ")}
          {evidence.source}
        </span>
      </p>
      {tables.map((table) => (
        <EvidenceTableView
          key={table.title}
          table={table}
          placeOf={(partId) => places.get(partId) ?? null}
          onPart={onPart}
        />
      ))}
    </section>
  );
}

type EvidenceTableViewProps = {
  table: EvidenceTable;
  /** A part's row in the aligned transcript; null if it is not in the transcript. */
  placeOf: (partId: string) => number | null;
  onPart: (place: number) => void;
};

const FIRST_SHOWN = 20;

/** A list of evidence; rows about a part of the original link to it. */
function EvidenceTableView({ table, placeOf, onPart }: EvidenceTableViewProps) {
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

type RowProps = { row: EvidenceRow; columns: EvidenceTable["columns"] } & Pick<
  EvidenceTableViewProps,
  "placeOf" | "onPart"
>;

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
