import type { CommentJson } from "@/lib/api/schemas/comment";
import type { CostAnswer } from "@/lib/api/schemas/cost-answer";
import { EXPORTERS, findExporter } from "@/lib/exporters";
import { type ExportQuery, exportSession } from "@/lib/exporters/export-session";
import { readerOf } from "@/lib/exporters/select-session";
import { toCompactionRows } from "@/lib/read-models/compactions";
import { toRequestRows } from "@/lib/read-models/request-rows";
import type { Session, SessionMessage } from "@/lib/transcript/session";
import { analyzeSketch } from "@/tests/support/analyze-sketch";
import { sketchSession } from "@/tests/support/sketch-session";

export const FORMATS = EXPORTERS.map(({ id }) => id);

export function exportAs(
  format: string,
  session: Session,
  query: Partial<ExportQuery> = {},
  comments: readonly CommentJson[] = [],
  answer: CostAnswer | null = null,
) {
  const exporter = findExporter(format);
  if (!exporter) throw new Error(`no exporter ${format}`);
  const analysis = () => analyzeSketch("user nothing", session);
  const tables = {
    requests: () => toRequestRows(analysis()),
    compactions: (agent: string) => toCompactionRows(analysis(), agent),
    comments,
    answer: () => answer,
  };
  return exportSession(exporter, readerOf(session), tables, { agent: null, request: null, redact: null, ...query });
}

/** The full text of an export that must succeed. */
export function exportText(
  format: string,
  session: Session,
  query: Partial<ExportQuery> = {},
  comments: readonly CommentJson[] = [],
): string {
  const exported = exportAs(format, session, query, comments);
  if (!exported.ok) throw new Error(exported.error.message);
  return [...exported.value.text].join("");
}

/** A session with one typed message and an answer with call, result and reasoning, all containing `texts`. */
export function sessionOf(texts: readonly string[], title = "A title"): Session {
  const base = sketchSession("user hello");
  const messages = texts.flatMap((text, index): SessionMessage[] => {
    const id = (name: string) => `${name}${index}`;
    const toolCallId = id("call");
    return [
      {
        id: id("u"),
        role: "user",
        agent: "main",
        origin: "typed",
        parts: [
          { id: id("u.t"), type: "text", text },
          { id: id("u.f"), type: "file", mediaType: "image/png", byteLength: 3, url: text, filename: text },
        ],
      },
      {
        id: id("a"),
        role: "assistant",
        agent: "main",
        origin: "model",
        responseId: id("r"),
        parts: [
          { id: id("a.r"), type: "reasoning", text },
          {
            id: id("a.c"),
            type: "tool-call",
            toolCallId,
            toolName: "bash",
            input: { command: text, [text]: [1, text] },
          },
          { id: id("a.o"), type: "opaque", value: { note: text } },
        ],
      },
      {
        id: id("t"),
        role: "tool",
        agent: "main",
        origin: "tool",
        parts: [
          {
            id: id("t.r"),
            type: "tool-result",
            toolCallId,
            toolName: text,
            output: [{ type: "text", text }],
            isError: false,
          },
        ],
      },
    ];
  });
  const responses = texts.map((_, index) => ({
    id: `r${index}`,
    agent: "main",
    model: "claude-sonnet-4-5",
    messageIndex: index * 3 + 1,
    usage: null,
  }));
  const events = texts.map((text, index) => ({
    type: "api-error" as const,
    agent: "main",
    atMessage: index * 3,
    message: text,
  }));
  return { ...base, title, messages, responses, events };
}
