import { type Sentence, sentence } from "@/lib/wording/say";
/** What to export. `number`: the selected request's, from 1 in its agent; null without requests. */
export type ExportPlace = { sessionId: string; agent: string; number: number | null };
export type Redaction = "off" | "mask" | "drop";
type Part = "session" | "agent" | "request";
type Group = { title: Sentence; part: Part; items: readonly { format: string; label: string }[] };

/** Ids and titles of the wire formats, repeated here so that the browser need not load the codecs. */
const WIRE = [
  { format: "anthropic", label: sentence("Anthropic Messages") },
  { format: "openai-chat", label: sentence("OpenAI Chat Completions") },
  { format: "openai-responses", label: sentence("OpenAI Responses") },
  { format: "ai-sdk", label: sentence("Vercel AI SDK") },
];

export const EXPORT_GROUPS: readonly Group[] = [
  {
    title: sentence("Session"),
    part: "session",
    items: [
      { format: "raw", label: sentence("Imported file, byte for byte") },
      { format: "winnow", label: sentence("Winnow session") },
      { format: "html", label: sentence("HTML page") },
      { format: "markdown", label: "Markdown" },
      { format: "csv", label: sentence("CSV of the requests") },
    ],
  },
  {
    title: sentence("Context of this request"),
    part: "request",
    items: [...WIRE, { format: "markdown", label: "Markdown" }],
  },
  {
    title: sentence("History of this agent"),
    part: "agent",
    items: [...WIRE, { format: "markdown", label: "Markdown" }],
  },
];

export const REDACTIONS: readonly { value: Redaction; label: Sentence }[] = [
  { value: "off", label: sentence("Keep") },
  { value: "mask", label: sentence("Mask each secret") },
  { value: "drop", label: sentence("Drop each text that contains one") },
];

export function exportHref(
  { sessionId, agent, number }: ExportPlace,
  part: Part,
  format: string,
  redaction: Redaction,
): string {
  const query = new URLSearchParams({ format });
  if (part !== "session") query.set("agent", agent);
  if (part === "request" && number !== null) query.set("number", String(number));
  if (redaction !== "off" && format !== "raw") query.set("redact", redaction);
  return `/api/sessions/${encodeURIComponent(sessionId)}/export?${query}`;
}
