"use client";
import { ChevronDown, Copy, Download } from "lucide-react";
import { memo, useState } from "react";
import { callApi } from "@/components/api/call-api";
import { downloadFile } from "@/components/session/download-file";
import type { Redaction } from "@/components/session/export-links";
import { RedactionRadio } from "@/components/session/redaction-radio";
import { saveCsv } from "@/components/session/save-csv";
import { useReaderSettings } from "@/components/shell/reader-settings";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { copyText } from "@/components/ui/copy-text";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import { Select } from "@/components/ui/select";
import { useSay } from "@/components/words/words-provider";
import type { CompareAnswer } from "@/lib/api/schemas/compare";
import { comparisonHtml } from "@/lib/exporters/comparison-html";
import {
  type ReportInput,
  reportJson,
  reportMarkdown,
  reportRecords,
} from "@/lib/view-models/compare/comparison-report";
import type { SessionRequest } from "@/lib/view-models/compare/session-request";
import { choiceName, toRecipe } from "@/lib/view-models/compare/strategy-choice";
import {
  type CompressCall,
  curlText,
  pythonText,
  recipeText,
  sentOf,
  typescriptText,
} from "@/lib/view-models/compare/take-away";
import { problemText } from "@/lib/wording/problem-text";
import type { Say } from "@/lib/wording/say";
import type { Chosen } from "../shared/compare-types";
import { StrategyMark } from "../shared/strategy-mark";

type Props = {
  session: SessionRequest;
  force: boolean;
  data: CompareAnswer;
  chosen: readonly Chosen[];
  column: number;
};

/** Copies the compressed conversation in any wire format, the recipe, or the API call, and exports the report. */
export const TakeAway = memo(function TakeAway({ session, force, data, chosen, column }: Props) {
  const say = useSay();
  const [picked, setPicked] = useState<string | null>(null);
  const entry = chosen.find(({ choice }) => choice.id === picked) ?? chosen[column] ?? chosen[0];
  if (!entry) return null;
  const call = { session, force, choice: entry.choice, model: data.model_calls?.[0]?.model ?? null };
  return (
    <section
      aria-label={say("Use the result")}
      className="flex flex-wrap items-center gap-2 border-line border-b px-4 py-2 max-sm:px-3"
    >
      <h2 className="mr-2 font-semibold text-small">{say("Use the result")}</h2>
      <StrategyMark slot={entry.choice.slot} />
      <Select
        label={say("Strategy whose result to use")}
        value={entry.choice.id}
        onValueChange={setPicked}
        options={chosen.map(({ choice }) => ({ value: choice.id, label: choiceName(choice.id, say) }))}
      />
      <CopyMenu
        label={say("Conversation")}
        items={FORMATS.map((format) => ({
          label: say("as {format}", { format }),
          text: () => compressed(call, format, say),
        }))}
      />
      <CopyButton label={say("Recipe JSON")} text={() => recipeText(entry.choice)} />
      <CopyMenu
        label={say("Call")}
        items={CALLS.map(({ label, text }) => ({
          label,
          text: async () => ({ text: text(call, origin()), said: label }),
        }))}
      />
      <span className="ml-auto max-sm:ml-0">
        <ReportMenu sessionId={session.id} data={data} chosen={chosen} force={force} />
      </span>
    </section>
  );
});

const FORMATS = ["anthropic", "openai-chat", "openai-responses", "gemini", "ai-sdk"] as const;
const CALLS = [
  { label: "curl", text: curlText },
  { label: "TypeScript", text: typescriptText },
  { label: "Python", text: pythonText },
] as const;
const origin = () => window.location.origin;

/** A text to copy with a short note; if `text` is null, `said` is the reason. */
type Copied = { readonly text: string | null; readonly said: string };
type CopyItem = { readonly label: string; readonly text: () => Promise<Copied> };

/** Asks the server for the compressed conversation; `said` is its size, or the reason for a rejection. */
async function compressed(call: CompressCall, format: string, say: Say): Promise<Copied> {
  const around = { session: call.session, force: call.force, model: call.model };
  const body = { ...JSON.parse(recipeText(call.choice, around)), format };
  const called = await callApi("POST /api/compress", { body });
  if (!called.ok) {
    const { status, message } = called.failure;
    return {
      text: null,
      said:
        status === null
          ? say("The server did not respond")
          : say("Refused: {message}", { message: problemText({ message }, say) }),
    };
  }
  const { text, items } = sentOf(called.value);
  return { text, said: say("{items, plural, one {# item} other {# items}} as {format}", { items, format }) };
}

/** A menu of texts to copy; the button shows what was copied last. */
function CopyMenu({ label, items }: { label: string; items: readonly CopyItem[] }) {
  const say = useSay();
  const [said, setSaid] = useState<string | null>(null);
  const copy = async (item: CopyItem) => {
    setSaid(say("Copying…"));
    const copied = await item.text();
    if (copied.text === null) return setSaid(copied.said);
    const isCopied = await copyText(copied.text);
    setSaid(isCopied ? say("Copied: {said}", { said: copied.said }) : say("Could not copy"));
  };
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button title={say("Copy: {name}", { name: label.toLowerCase() })}>
          <Copy aria-hidden />
          {label}
          <ChevronDown aria-hidden />
          <span aria-live="polite" className="font-normal text-tx3">
            {said}
          </span>
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="start">
        {items.map((item) => (
          <DropdownMenuItem key={item.label} onSelect={() => void copy(item)}>
            {item.label}
          </DropdownMenuItem>
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

type ReportMenuProps = { sessionId: string; data: CompareAnswer; chosen: readonly Chosen[]; force: boolean };

type Format = "html" | "csv" | "md" | "json";

const TEXTS = {
  html: { make: comparisonHtml, media: "text/html", part: "page" },
  md: { make: reportMarkdown, media: "text/markdown", part: "text" },
  json: { make: reportJson, media: "application/json", part: "json" },
} as const;

/** Exports the comparison: figures for a spreadsheet, a page to read, or all data for a program. */
function ReportMenu({ sessionId, data, chosen, force }: ReportMenuProps) {
  const say = useSay();
  const [redaction, setRedaction] = useState<Redaction>(useReaderSettings().redact_exports);
  const input = (): ReportInput => ({
    title: document.title.replace(`${say("Compare")} · `, ""),
    sessionId,
    link: window.location.href,
    data,
    names: chosen.map(({ choice }) => choiceName(choice.id)),
    recipes: chosen.map(({ choice }) => toRecipe(choice)),
    force,
  });
  const name = `winnow-compare-${sessionId}-${data.original.number ?? 1}`;
  const save = async (format: Format) => {
    // The redaction rules are loaded on demand.
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
