"use client";
import { Download } from "lucide-react";
import { Button } from "@/components/ui/button";
import { requestTable } from "@/lib/view-models/request-table";
import type { TimelineView } from "@/lib/view-models/timeline";
import { downloadFile } from "./download-file";
import type { RequestRow } from "./session-data";

type Props = { rows: readonly RequestRow[]; view: TimelineView; title: string; agent: string };

/** The table as a file; cells that a spreadsheet would run as a formula are written as text. */
export function CsvButton({ rows, view, title, agent }: Props) {
  const save = async () => {
    const { stringify } = await import("csv-stringify/browser/esm/sync");
    const { columns, records } = requestTable(rows, view.compactions);
    const text = stringify(records, {
      header: true,
      columns,
      escape_formulas: true,
      bom: true,
      cast: { boolean: String },
    });
    downloadFile(text, "text/csv", `${fileName(title)}-${fileName(agent)}-requests.csv`);
  };
  return (
    <Button size="sm" onClick={() => void save()}>
      <Download aria-hidden />
      CSV
    </Button>
  );
}

const fileName = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{Letter}\p{Number}]+/gu, "-")
    .replaceAll(/^-|-$/g, "")
    .slice(0, 60) || "session";
