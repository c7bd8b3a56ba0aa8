import { fail } from "../../conversation/errors";
import type { SourceLocation } from "../../conversation/part";
import { asArray, asObject, asText, type JsonObject } from "../../formats/json-fields";
import { finishAll } from "../envelopes";
import type { RowVerdict } from "../import-run";
import type { Importer } from "../importer";
import { ItemSession, type PartDraft } from "../item-session";
import { readJsonl } from "../jsonl-reader";
import { looseContent } from "../loose-content";
import { readTextLines } from "../text-lines";
import { TextTranscript } from "./text-transcript";
import { typedText } from "./typed-text";

/**
 * Transcripts of Cursor's agent, `~/.cursor/projects/<project>/agent-transcripts/`: rows `{role, message: {content}}` and
 * `{type: "turn_ended", status}`, or text with `user:` and `assistant:` lines (until early 2026). Each row is read as one
 * answer, because the transcript drops what was between two of them. Sources: kenn-io/agentsview, internal/parser/cursor.go
 * (2026-09); agitHQ/agit#165 and melagiri/code-insights#312 on tool calls and `turn_ended`.
 */
export const cursorTranscript: Importer = {
  id: "cursor-transcript",
  title: "Cursor transcript",
  limitations: [
    "Cursor's transcripts hold no results of tools, models, times or usage (and older ones no tool calls or reasoning): prompts here are shorter than what was sent, so tokens, cost, cache and window describe the text that was kept, not the session.",
    "Text between two dropped tools is counted as one answer of the model, so the number of requests is an estimate.",
    "Cursor's databases (state.vscdb, store.db) hold more of the same conversation.",
  ],
  detect(sample) {
    if (sample.shape === "rows") return isTranscript(sample.rows) ? "rows of nothing but role and message" : null;
    if (sample.shape !== "text") return null;
    return /^user:\r?\n/.test(sample.head) && /\nassistant:\r?\n/.test(sample.head)
      ? "text with user: and assistant: lines"
      : null;
  },
  async parse(files, sample, run) {
    const [file] = files;
    if (!file || (sample.shape !== "rows" && sample.shape !== "text")) throw new Error("only what detect claimed");
    if (sample.shape === "text") {
      const reader = new TextTranscript();
      const failure = await readTextLines(file, sample.encoding, run, reader.interpret);
      return failure ? fail(failure) : finishAll([reader.finish()], file, run);
    }
    const reader = new TranscriptRows();
    const failure = await readJsonl(file, 0, sample.encoding, run, reader.interpret);
    return failure ? fail(failure) : finishAll([reader.draft], file, run);
  },
};

/** Rows of Claude Code have the same two keys, but many more. */
const isTranscript = (rows: readonly JsonObject[]): boolean =>
  rows.some(isMessage) && rows.every((row) => row.type === "turn_ended" || Object.keys(row).join() === "role,message");

function isMessage(row: JsonObject): boolean {
  const content = asObject(row.message)?.content;
  const hasRole = row.role === "user" || row.role === "assistant";
  return hasRole && (Array.isArray(content) || typeof content === "string");
}

class TranscriptRows {
  readonly draft = new ItemSession("cursor-transcript", "Cursor");

  readonly interpret = (value: unknown, source: SourceLocation): RowVerdict => {
    const row = asObject(value);
    const message = asObject(row?.message);
    if (row?.type === "turn_ended") return this.turnEnd(row, source);
    const type = asText(row?.type);
    if (type !== null && !message) return { kept: type };
    if (!row || !message || (row.role !== "user" && row.role !== "assistant"))
      return { bad: "invalid-row", message: `Line ${source.line} is not a message of Cursor. It was skipped.` };
    const blocks = typeof message.content === "string" ? [message.content] : (asArray(message.content) ?? []);
    const parts = blocks.flatMap((block, index) => partsOf(block, `call-${source.line}-${index}`));
    return row.role === "user" ? this.prompt(parts, source) : this.answer(parts, source);
  };

  private prompt(parts: readonly PartDraft[], source: SourceLocation): RowVerdict {
    if (parts.length > 0 && parts.every((part) => part.type === "tool-result")) {
      this.draft.say({ role: "tool", origin: "tool", parts, time: null }, source);
      return "interpreted";
    }
    const typed = typedText(parts.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n"));
    this.draft.title ??= typed;
    const origin = typed === null ? "client" : "typed";
    const index = this.draft.say({ role: "user", origin, parts, time: null }, source);
    return index === null ? { kept: "user (empty)" } : "interpreted";
  }

  private answer(parts: readonly PartDraft[], source: SourceLocation): RowVerdict {
    const answer = this.draft.answer({ parts, model: null, usage: null, time: null }, source);
    return answer ? "interpreted" : { kept: "assistant (empty)" };
  }

  private turnEnd(row: JsonObject, source: SourceLocation): RowVerdict {
    if (row.status === "success") return { kept: "turn_ended" };
    const said = asText(row.error) ?? asText(asObject(row.error)?.message) ?? asText(row.status) ?? "error";
    const isAbort = /abort|cancel/i.test(said);
    const event = isAbort
      ? ({ type: "interruption", detail: said.slice(0, 500) } as const)
      : ({ type: "api-error", message: said.slice(0, 500) } as const);
    this.draft.event(event, source);
    return "interpreted";
  }
}

/** Calls have no ids; their place is used instead. */
function partsOf(value: unknown, place: string): PartDraft[] {
  const block = asObject(value);
  const isCall = block?.type === "tool_use" && asText(block.id) === null;
  return looseContent([isCall ? { ...block, id: place } : value]);
}
