"use client";
import { Download } from "lucide-react";
import { useState } from "react";
import { callApi } from "@/components/api/call-api";
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
import type { AdvisedPolicy } from "@/lib/api/schemas/advise";
import type { ClientSettingAnswer } from "@/lib/api/schemas/client-setting";
import { type AdviceView, toAdviceView } from "@/lib/view-models/advice/advice-view";
import type { AdviceRun } from "./use-advice";

type Props = { run: AdviceRun; view: AdviceView; client: string | null; window: number | null };

/** Exports the advice: one page with its chart, or all data for a program; redacted on request. */
export function AdviceReport({ run, view, client, window: room }: Props) {
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
    const { adviceHtml } = await import("@/lib/exporters/advice-html");
    const [only] = run.result.sessions;
    const page = adviceHtml({
      title: run.result.sessions.length === 1 && only ? only.title : `${run.result.sessions.length} sessions`,
      savedOn: run.created_at.slice(0, 10),
      link: globalThis.location.href,
      result: run.result,
      view: toAdviceView(run.result, view.price, undefined, undefined, view.bound.most), // reports are in English
      settings: view.hasAdvice ? await settingsOf(view.best, room, client) : [],
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

/** The settings for the policy; empty if the server does not answer. */
async function settingsOf(
  policy: AdvisedPolicy | null,
  room: number | null,
  client: string | null,
): Promise<readonly ClientSettingAnswer[]> {
  if (policy === null) return [];
  const { strategy, trigger_tokens: trigger } = policy;
  const query = {
    strategy,
    trigger: String(trigger),
    ...(room !== null && { window: String(room) }),
    ...(client !== null && { client }),
  };
  const called = await callApi("GET /api/client-settings", { query });
  return called.ok ? called.value.settings : [];
}
