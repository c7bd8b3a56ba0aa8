import { fail } from "../../conversation/errors";
import type { SourceLocation } from "../../conversation/part";
import { asArray, asObject, asText, type JsonObject } from "../../formats/json-fields";
import { finishAll } from "../envelopes";
import type { RowVerdict } from "../import-run";
import type { Importer } from "../importer";
import { ItemSession, type PartDraft } from "../item-session";
import { readJsonl } from "../jsonl-reader";
import { looseContent } from "../loose-content";
import { parsedObject, textDrafts, textOutput, toolCallDraft, toolResultDraft } from "../part-drafts";
import { lineOf } from "../place-of";
import { readTextLines } from "../text-lines";
import { typedText } from "./typed-text";

/**
 * Transcripts of Cursor's agent, `~/.cursor/projects/<project>/agent-transcripts/`: rows `{role, message: {content}}`
 * and `{type: "turn_ended", status}`, or text with `user:` and `assistant:` lines (until early 2026). Each row becomes
 * one answer, because the transcript drops content between two answers. Sources: kenn-io/agentsview,
 * internal/parser/cursor.go (2026-09); agitHQ/agit#165 and melagiri/code-insights#312 on tool calls and `turn_ended`.
 */
export const cursorTranscript: Importer = {
  id: "cursor-transcript",
  title: "Cursor transcript",
  limitations: [
    "Cursor's transcripts have no tool results, models, times or usage (and older ones no tool calls or reasoning). Prompts here are shorter than what was sent, so tokens, cost, cache and window describe the text that was kept, not the session.",
    "Text between two omitted tool calls is counted as one model answer, so the number of requests is an estimate.",
    "Cursor's databases (state.vscdb, store.db) contain more of the same conversation.",
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
    const parts = blocks.flatMap((block, index) => partsOf(block, `call-${lineOf(source)}-${index}`));
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

/** Calls have no ids, so their place is used. */
function partsOf(value: unknown, place: string): PartDraft[] {
  const block = asObject(value);
  const isCall = block?.type === "tool_use" && asText(block.id) === null;
  return looseContent([isCall ? { ...block, id: place } : value]);
}

type Kind = "text" | "thinking" | "call" | "result";
type Block = { readonly kind: Kind; readonly name: string; readonly lines: string[]; readonly source: SourceLocation };
type Speaker = "user" | "assistant";

const SPEAKER = /^(user|assistant):\s*$/;
const MARKER = /^\[(Thinking|Tool call|Tool result)\] ?(.*)$/;
const KINDS: Readonly<Record<string, Kind>> = { Thinking: "thinking", "Tool call": "call", "Tool result": "result" };

/**
 * Reads the text form of a transcript. Within an answer, `[Thinking]`, `[Tool call] name` and `[Tool result] name`
 * begin blocks whose further lines are indented; a line without indentation is text again. A user's message is entirely
 * text.
 */
class TextTranscript {
  private readonly draft = new ItemSession("cursor-transcript", "Cursor");
  private speaker: Speaker | null = null;
  private blocks: Block[] = [];
  private unanswered: { readonly id: string; readonly name: string }[] = [];

  readonly interpret = (line: string, source: SourceLocation): RowVerdict => {
    const speaker = SPEAKER.exec(line)?.[1] as Speaker | undefined;
    if (speaker) {
      this.endTurn();
      this.speaker = speaker;
      return "interpreted";
    }
    if (this.speaker === null) return { kept: "before the first speaker" };
    this.add(line, source);
    return "interpreted";
  };

  finish(): ItemSession {
    this.endTurn();
    return this.draft;
  }

  private add(line: string, source: SourceLocation) {
    const marker = this.speaker === "assistant" ? MARKER.exec(line) : null;
    const last = this.blocks.at(-1);
    if (marker) {
      const kind = KINDS[marker[1] as string] as Kind;
      const rest = marker[2] ?? "";
      this.blocks.push({
        kind,
        name: kind === "thinking" ? "" : rest.trim(),
        lines: kind === "thinking" ? [rest] : [],
        source,
      });
    } else if (last && (last.kind === "text" || line.trim() === "" || /^\s/.test(line))) last.lines.push(line);
    else this.blocks.push({ kind: "text", name: "", lines: [line], source });
  }

  private endTurn() {
    if (this.speaker === "user") this.prompt();
    else if (this.speaker === "assistant") this.answers();
    this.blocks = [];
  }

  private prompt() {
    const [first] = this.blocks;
    if (!first) return;
    const text = textOf(first);
    const typed = typedText(text);
    this.draft.title ??= typed;
    const origin = typed === null ? "client" : "typed";
    this.draft.say({ role: "user", origin, parts: textDrafts(text), time: null }, first.source);
  }

  /** A result begins the next answer. So does anything else that follows a call, except another call. */
  private answers() {
    let said: PartDraft[] = [];
    let place: SourceLocation | null = null;
    const flush = () => {
      if (place && said.length > 0) this.draft.answer({ parts: said, model: null, usage: null, time: null }, place);
      said = [];
      place = null;
    };
    for (const block of this.blocks) {
      const isAfterCall = said.at(-1)?.type === "tool-call";
      if (block.kind === "result" || (isAfterCall && block.kind !== "call" && textOf(block) !== "")) flush();
      if (block.kind === "result") this.result(block);
      else {
        said.push(...this.partsOf(block));
        place ??= block.source;
      }
    }
    flush();
  }

  private partsOf(block: Block): PartDraft[] {
    const text = textOf(block);
    if (block.kind === "text") return textDrafts(text);
    if (block.kind === "thinking") return text === "" ? [] : [{ type: "reasoning", text }];
    const id = `call-${lineOf(block.source)}`;
    this.unanswered.push({ id, name: block.name });
    return [toolCallDraft(id, block.name || "unknown", inputOf(text))];
  }

  private result(block: Block) {
    const call = this.unanswered.find(({ name }) => name === block.name) ?? this.unanswered[0];
    this.unanswered = this.unanswered.filter((other) => other !== call);
    const parts = [
      toolResultDraft(call?.id ?? `call-${lineOf(block.source)}`, textOutput(textOf(block)), false, block.name),
    ];
    this.draft.say({ role: "tool", origin: "tool", parts, time: null }, block.source);
  }
}

const textOf = ({ lines }: Block): string => lines.join("\n").trim();

/** Parses JSON, or lines of `key=value`. Anything else stays text. */
function inputOf(text: string): unknown {
  const json = parsedObject(text);
  if (json) return json;
  const pairs = text.split("\n").map((line) => /^\s*([A-Za-z_]\w*)\s*=\s?(.*)$/.exec(line));
  if (text === "" || pairs.some((pair) => !pair)) return text === "" ? {} : { text };
  return Object.fromEntries(pairs.map((pair) => [pair?.[1], pair?.[2]]));
}
