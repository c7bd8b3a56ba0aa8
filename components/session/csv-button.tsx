"use client";
import { Download } from "lucide-react";
import { Button } from "@/components/ui/button";
import { requestTable } from "@/lib/view-models/request-table";
import type { TimelineView } from "@/lib/view-models/timeline";
import { fileName, saveCsv } from "./save-csv";
import type { RequestRow } from "./session-data";

type Props = { rows: readonly RequestRow[]; view: TimelineView; title: string; agent: string };

/** The table as a file. */
export function CsvButton({ rows, view, title, agent }: Props) {
  const save = () => saveCsv(requestTable(rows, view.compactions), `${fileName(title)}-${fileName(agent)}-requests`);
  return (
    <Button size="sm" onClick={() => void save()}>
      <Download aria-hidden />
      CSV
    </Button>
  );
}
