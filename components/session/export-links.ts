/** What is exported. `request` is the index of the selected request as in GET …/requests; null without requests. */
export type ExportPlace = { sessionId: string; agent: string; request: number | null };
export type Redaction = "off" | "mask" | "drop";
type Part = "session" | "agent" | "request";
type Group = { title: string; part: Part; items: readonly { format: string; label: string }[] };

/** Ids and titles of the wire formats, repeated here so that the browser need not load the codecs. */
const WIRE = [
  { format: "anthropic", label: "Anthropic Messages" },
  { format: "openai-chat", label: "OpenAI Chat Completions" },
  { format: "openai-responses", label: "OpenAI Responses" },
  { format: "ai-sdk", label: "Vercel AI SDK" },
];

export const EXPORT_GROUPS: readonly Group[] = [
  {
    title: "Session",
    part: "session",
    items: [
      { format: "raw", label: "Imported file, byte for byte" },
      { format: "winnow", label: "Winnow session" },
      { format: "html", label: "HTML page" },
      { format: "markdown", label: "Markdown" },
      { format: "csv", label: "CSV of the requests" },
    ],
  },
  { title: "Context of this request", part: "request", items: [...WIRE, { format: "markdown", label: "Markdown" }] },
  { title: "History of this agent", part: "agent", items: [...WIRE, { format: "markdown", label: "Markdown" }] },
];

export const REDACTIONS: readonly { value: Redaction; label: string }[] = [
  { value: "off", label: "Keep" },
  { value: "mask", label: "Mask each secret" },
  { value: "drop", label: "Drop each text that holds one" },
];

export function exportHref(
  { sessionId, agent, request }: ExportPlace,
  part: Part,
  format: string,
  redaction: Redaction,
): string {
  const query = new URLSearchParams({ format });
  if (part === "agent" || (part === "request" && request === null)) query.set("agent", agent);
  if (part === "request" && request !== null) query.set("request", String(request));
  if (redaction !== "off" && format !== "raw") query.set("redact", redaction);
  return `/api/sessions/${encodeURIComponent(sessionId)}/export?${query}`;
}
