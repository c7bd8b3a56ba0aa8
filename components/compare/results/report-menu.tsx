"use client";
import { Download } from "lucide-react";
import { useState } from "react";
import { downloadFile } from "@/components/session/download-file";
import type { Redaction } from "@/components/session/export-links";
import { RedactionRadio } from "@/components/session/redaction-radio";
import { saveCsv } from "@/components/session/save-csv";
import { useReaderSettings } from "@/components/shell/reader-settings";
import { Button } from "@/components/ui/button";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import { useSay } from "@/components/words/words-provider";
import type { CompareAnswer } from "@/lib/api/schemas/compare";
import { comparisonHtml } from "@/lib/exporters/comparison-html";
import {
  type ReportInput,
  reportJson,
  reportMarkdown,
  reportRecords,
} from "@/lib/view-models/compare/comparison-report";
import { toRecipe } from "@/lib/view-models/compare/strategy-choice";
import type { Chosen } from "../shared/compare-types";

type Props = { sessionId: string; data: CompareAnswer; chosen: readonly Chosen[]; force: boolean };

type Format = "html" | "csv" | "md" | "json";

const TEXTS = {
  html: { make: comparisonHtml, media: "text/html", part: "page" },
  md: { make: reportMarkdown, media: "text/markdown", part: "text" },
  json: { make: reportJson, media: "application/json", part: "json" },
} as const;

/** Exports the comparison: figures for a spreadsheet, a page to read, or everything for a program. */
export function ReportMenu({ sessionId, data, chosen, force }: Props) {
  const say = useSay();
  const [redaction, setRedaction] = useState<Redaction>(useReaderSettings().redact_exports);
  const input = (): ReportInput => ({
    title: document.title.replace(/^Compare · /, ""),
    sessionId,
    link: window.location.href,
    data,
    names: chosen.map(({ choice }) => choice.id),
    recipes: chosen.map(({ choice }) => toRecipe(choice)),
    force,
  });
  const name = `winnow-compare-${sessionId}-${data.original.number ?? 1}`;
  const save = async (format: Format) => {
    // The rules of redaction are loaded when they are asked for.
    const redact =
      redaction === "off" ? null : (await import("@/lib/exporters/redact-report")).reportRedaction(redaction);
    if (format === "csv") {
      const { columns, records } = reportRecords(input());
      return saveCsv({ columns, records: redact ? redact.cells(records) : records }, name);
    }
    const { make, media, part } = TEXTS[format];
    const text = make(input());
    downloadFile(redact ? redact[part](text) : text, media, `${name}.${format}`);
  };
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button>
          <Download aria-hidden />
          {say("Report")}
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        <RedactionRadio value={redaction} onChange={setRedaction} />
        <DropdownMenuSeparator />
        <DropdownMenuItem onSelect={() => void save("html")}>{say("HTML, one page with the chart")}</DropdownMenuItem>
        <DropdownMenuItem onSelect={() => void save("csv")}>{say("CSV, one line per strategy")}</DropdownMenuItem>
        <DropdownMenuItem onSelect={() => void save("md")}>{say("Markdown, with what was lost")}</DropdownMenuItem>
        <DropdownMenuItem onSelect={() => void save("json")}>{say("JSON, every measure")}</DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
