"use client";
import { Download } from "lucide-react";
import { Button } from "@/components/ui/button";
import { requestTable } from "@/lib/view-models/session/request-table";
import type { TimelineView } from "@/lib/view-models/session/timeline";
import type { RequestRow } from "../../lib/api/schemas/request-row";
import { fileName, saveCsv } from "./save-csv";

type Props = { rows: readonly RequestRow[]; view: TimelineView; title: string; agent: string };

/** Saves the timeline's table as CSV. */
export function CsvButton({ rows, view, title, agent }: Props) {
  const save = () => saveCsv(requestTable(rows, view.compactions), `${fileName(title)}-${fileName(agent)}-requests`);
  return (
    <Button size="sm" onClick={() => void save()}>
      <Download aria-hidden />
      CSV
    </Button>
  );
}
