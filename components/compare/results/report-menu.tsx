"use client";
import { Download } from "lucide-react";
import { downloadFile } from "@/components/session/download-file";
import { saveCsv } from "@/components/session/save-csv";
import { Button } from "@/components/ui/button";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import type { CompareAnswer } from "@/lib/api/schemas/compare";
import { comparisonHtml } from "@/lib/exporters/comparison-html";
import { type ReportInput, reportJson, reportMarkdown, reportRecords } from "@/lib/view-models/comparison-report";
import { toRecipe } from "@/lib/view-models/strategy-choice";
import type { Chosen } from "../shared/compare-types";

type Props = { sessionId: string; data: CompareAnswer; chosen: readonly Chosen[]; force: boolean };

/** Exports the comparison: figures for a spreadsheet, a page to read, or everything for a program. */
export function ReportMenu({ sessionId, data, chosen, force }: Props) {
  const input = (): ReportInput => ({
    title: document.title.replace(/^Compare · /, ""),
    sessionId,
    link: window.location.href,
    data,
    names: chosen.map(({ choice }) => choice.id),
    recipes: chosen.map(({ choice }) => toRecipe(choice)),
    force,
  });
  const name = `winnow-compare-${sessionId}-${(data.original.request ?? 0) + 1}`;
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button>
          <Download aria-hidden />
          Report
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        <DropdownMenuItem onSelect={() => downloadFile(comparisonHtml(input()), "text/html", `${name}.html`)}>
          HTML, one page with the chart
        </DropdownMenuItem>
        <DropdownMenuItem onSelect={() => void saveCsv(reportRecords(input()), name)}>
          CSV, one line per strategy
        </DropdownMenuItem>
        <DropdownMenuItem onSelect={() => downloadFile(reportMarkdown(input()), "text/markdown", `${name}.md`)}>
          Markdown, with what was lost
        </DropdownMenuItem>
        <DropdownMenuItem onSelect={() => downloadFile(reportJson(input()), "application/json", `${name}.json`)}>
          JSON, every measure
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
