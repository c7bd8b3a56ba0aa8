"use client";
import { Download } from "lucide-react";
import { useState } from "react";
import { downloadFile } from "@/components/session/download-file";
import type { Redaction } from "@/components/session/export-links";
import { RedactionRadio } from "@/components/session/redaction-radio";
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
import { type AdviceView, adviceRanges, toAdviceView } from "@/lib/view-models/advice/advice-view";
import { english } from "@/lib/wording/say";
import { readClientSettings } from "./client-settings";
import type { AdviceRun } from "./use-advice";

type Props = {
  run: AdviceRun;
  view: AdviceView;
  /** The price of a lost fact and the bound on lost facts that the reader chose; null uses the run's. */
  chosen: { price: number | null; bound: number | null };
  client: string | null;
  window: number | null;
};

/** Exports the advice: one page with its chart, or all data for a program; redacted on request. */
export function AdviceReport({ run, view, chosen, client, window: room }: Props) {
  const say = useSay();
  const [redaction, setRedaction] = useState<Redaction>(useReaderSettings().redact_exports);
  const name = `winnow-advice-${run.session_id ?? "sessions"}`;
  const save = async (format: "html" | "json") => {
    const redact =
      redaction === "off" ? null : (await import("@/lib/exporters/redact-report")).reportRedaction(redaction);
    if (format === "json") {
      const text = JSON.stringify({ object: "winnow.advice", saved: run.created_at, advice: run.result }, null, 2);
      return downloadFile(redact ? redact.json(text) : text, "application/json", `${name}.json`);
    }
    const { price, bound } = chosen;
    const settings = view.hasAdvice && view.best ? await readClientSettings(view.best, room, client) : null;
    const { adviceHtml } = await import("@/lib/exporters/advice-html");
    const [only] = run.result.sessions;
    const page = adviceHtml({
      title: run.result.sessions.length === 1 && only ? only.title : `${run.result.sessions.length} sessions`,
      savedOn: run.created_at.slice(0, 10),
      link: globalThis.location.href,
      result: run.result,
      view: toAdviceView(run.result, price, adviceRanges(run.result, bound), english, bound),
      settings: settings ?? [],
    });
    downloadFile(redact ? redact.page(page) : page, "text/html", `${name}.html`);
  };
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button>
          <Download aria-hidden />
          {say("Report")}
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end" className="w-72">
        <RedactionRadio value={redaction} onChange={setRedaction} />
        <DropdownMenuSeparator />
        <DropdownMenuItem onSelect={() => void save("html")}>{say("HTML, one page with the chart")}</DropdownMenuItem>
        <DropdownMenuItem onSelect={() => void save("json")}>{say("JSON, every measure")}</DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
