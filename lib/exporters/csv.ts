import { stringify } from "csv-stringify/browser/esm/sync";
import type { RequestRow } from "../api/schemas/request-row";
import { requestTable } from "../view-models/session/request-table";
import type { Exporter, ExportInput } from "./exporter";

/** The requests as a table, agent by agent. Text that a spreadsheet would run as a formula is escaped. */
export const csv: Exporter = {
  id: "csv",
  title: "CSV of the requests",
  extension: "csv",
  isConversation: false,
  *write(input) {
    const agents = [...new Set(input.requests().map(({ agent }) => agent))];
    yield "\ufeff"; // without it, a spreadsheet reads the file as Latin-1
    yield toCsv([requestTable([], []).columns]);
    for (const agent of agents) yield toCsv(recordsOf(agent, input));
  },
};

type Cell = string | number | boolean | null;

const toCsv = (records: readonly (readonly Cell[])[]): string =>
  records.length === 0
    ? ""
    : stringify(records as Cell[][], { escape_formulas: true, cast: { boolean: (value) => String(value) } });

function recordsOf(agent: string, { requests, compactions, redactor }: ExportInput): Cell[][] {
  const rows: RequestRow[] = [];
  for (const row of requests()) if (row.agent === agent) rows.push(row);
  // Labels count all of the agent's requests, but the rows of a selection are numbered within it.
  const first = rows[0]?.index_in_agent ?? 0;
  const labels = compactions(agent).map(({ at, label }) => ({ at: at - first, label }));
  const { records } = requestTable(rows, labels);
  if (!redactor) return records;
  return records.map((record, index) =>
    record.map((cell) => (typeof cell === "string" ? redactor.text(cell, `request ${first + index + 1}`) : cell)),
  );
}
