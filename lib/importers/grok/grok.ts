import { fail, ok, type Result } from "../../conversation/errors";
import type { SourceLocation } from "../../conversation/part";
import { asArray, asCount, asObject, asString, asText, type JsonObject } from "../../formats/json-fields";
import type { Origin } from "../../transcript/session";
import type { Usage } from "../../transcript/usage";
import { reportStranger } from "../claude-code/companions";
import type { ImportFailure } from "../import-failure";
import type { ImportRun, RowVerdict } from "../import-run";
import type { Importer, Sample, TranscriptFile } from "../importer";
import { ItemSession, type PartDraft } from "../item-session";
import { readJsonl } from "../jsonl-reader";
import { looseContent } from "../loose-content";
import { opaqueDraft, outputOf, textCallDraft, textDrafts, textOutput, toolResultDraft } from "../part-drafts";
import { readSampleRows, rowsOf } from "../sample-rows";
import type { DraftResponse } from "../session-draft";
import { takeSample } from "../take-sample";
import { type GrokTurn, UpdatesReader } from "./updates-reader";

/**
 * Grok's command line: `~/.grok/sessions/<folder>/<id>/chat_history.jsonl`, one message per line. The client rewrites
 * the file when it compacts or rewinds, so the file shows what the next prompt contains. Next to it are `updates.jsonl`
 * (times, and usage per turn) and `signals.json` (the window). Source: xai-org/grok-build at 19d42e3 (read 2026-08).
 */
export const grok: Importer = {
  id: "grok",
  title: "Grok CLI",
  limitations: [
    "The chat history has no usage and no timestamps; updates.jsonl in the same folder has both per turn. An answer has usage only if its turn had only one call.",
    "Messages before a compaction or a rewind are no longer in the chat history.",
  ],
  unchecked: "real sessions (checked only against a made-up example)",
  detect(sample) {
    const rows = rowsOf(sample).slice(0, 20).map(asObject);
    return rows.some(isOwn) && rows.every((row) => row !== null && TYPES.has(asText(row.type) ?? ""))
      ? "messages with type, and model_id or prompt_index"
      : null;
  },
  async parse(files, sample, run) {
    const [file, ...others] = files;
    if (!file) throw new Error("an import has at least one file");
    const beside = await readBeside(others, run);
    if (!beside.ok) return beside;
    const { turns, window, sessionId, used } = beside.value;
    const reader = new HistoryReader(turns);
    reader.draft.logId = sessionId;
    reader.draft.isSnapshot = true;
    const failure = await readSampleRows(file, sample, run, reader.interpret);
    if (failure) return fail(failure);
    bookUsage(reader.draft, reader.answersOf, turns, run);
    stateWindow(reader.draft, window);
    return ok([reader.draft.finish([file, ...used], run)]);
  },
};

const TYPES = new Set(["system", "user", "assistant", "tool_result", "backend_tool_call", "reasoning"]);

/** Fields that no other client has in rows of these types. */
const isOwn = (row: JsonObject | null) =>
  (row?.type === "assistant" && asText(row.model_id) !== null && typeof row.content === "string") ||
  (row?.type === "user" && ("prompt_index" in row || "synthetic_reason" in row));

class HistoryReader {
  readonly draft = new ItemSession("grok", "Grok CLI");
  /** The answers to each prompt, by its index. */
  readonly answersOf = new Map<number, DraftResponse[]>();
  private turn: number | null = null;
  /** Reasoning, and provider-run calls, which are in separate rows before their answer. */
  private before: PartDraft[] = [];

  constructor(private readonly turns: ReadonlyMap<number, GrokTurn>) {}

  readonly interpret = (value: unknown, source: SourceLocation): RowVerdict => {
    const row = asObject(value);
    if (!row || typeof row.type !== "string")
      return { bad: "invalid-row", message: `Line ${source.line} is not a message with a type.` };
    return this.read(row, source) ? "interpreted" : { kept: row.type };
  };

  private read(row: JsonObject, source: SourceLocation): boolean {
    switch (row.type) {
      case "system":
        return this.say("system", "system", looseContent(row.content), source);
      case "user":
        return this.prompt(row, source);
      case "reasoning":
        this.before.push(reasoningOf(row));
        return true;
      case "backend_tool_call":
        this.before.push(opaqueDraft(row.kind ?? row));
        return true;
      case "assistant":
        return this.answer(row, source);
      case "tool_result":
        return this.say("tool", "tool", [resultOf(row)], source);
      default:
        return false;
    }
  }

  private prompt(row: JsonObject, source: SourceLocation): boolean {
    const index = asCount(row.prompt_index);
    this.turn = index ?? this.turn;
    const time = (index !== null && this.turns.get(index)?.promptedAt) || null;
    const parts = contentOf(row);
    return this.draft.say({ role: "user", origin: originOf(row, parts), parts, time }, source) !== null;
  }

  private say(role: "system" | "tool", origin: "system" | "tool", parts: PartDraft[], source: SourceLocation): boolean {
    return this.draft.say({ role, origin, parts, time: null }, source) !== null;
  }

  private answer(row: JsonObject, source: SourceLocation): boolean {
    const calls = (asArray(row.tool_calls) ?? []).map(callOf);
    const parts = [...this.before, ...textDrafts(asText(row.content)), ...calls];
    this.before = [];
    const answer = this.draft.answer({ parts, model: asText(row.model_id), usage: null, time: null }, source);
    if (answer && this.turn !== null) this.answersOf.set(this.turn, [...(this.answersOf.get(this.turn) ?? []), answer]);
    return answer !== null;
  }
}

/**
 * Users can add to a running turn (`interjection`). Only the first words of a text distinguish a summary from other
 * texts of a compaction.
 */
function originOf({ synthetic_reason: reason }: JsonObject, [first]: readonly PartDraft[]): Origin {
  if (asText(reason) === null || reason === "interjection") return "typed";
  const isSummary = reason === "compaction_meta" && first?.type === "text" && first.text.startsWith(SUMMARY);
  return isSummary ? "summary" : "client";
}

const SUMMARY = "This session is being continued from a previous conversation";

/** The content of a row. An image is a block of a special type: `{ type: "image", url }`. */
function contentOf(row: JsonObject): PartDraft[] {
  const blocks = asArray(row.content);
  if (!blocks) return looseContent(row.content);
  return blocks.flatMap((value) => {
    const block = asObject(value);
    const url = block?.type === "image" ? asText(block.url) : null;
    return looseContent([url === null ? value : { type: "image_url", image_url: { url } }]);
  });
}

function reasoningOf(row: JsonObject): PartDraft {
  const text = (asArray(row.summary) ?? []).flatMap((item) => asText(asObject(item)?.text) ?? []).join("\n\n");
  const signature = asText(row.encrypted_content);
  return { type: "reasoning", text, ...(signature && { signature }) };
}

function callOf(value: unknown): PartDraft {
  const call = asObject(value);
  const [id, name, given] = [asText(call?.id), asText(call?.name), asString(call?.arguments)];
  return id === null || name === null || given === null ? opaqueDraft(value) : textCallDraft(id, name, given);
}

function resultOf(row: JsonObject): PartDraft {
  const text = asString(row.content);
  const output = text === null ? looseContent(row.content).flatMap(outputOf) : textOutput(text);
  const images = contentOf({ content: row.images }).flatMap(outputOf);
  return toolResultDraft(asText(row.tool_call_id) ?? "", [...output, ...images], false);
}

/** The window of the model used last. */
type StatedWindow = { readonly tokens: number; readonly model: string | null };

type Beside = {
  readonly turns: ReadonlyMap<number, GrokTurn>;
  readonly window: StatedWindow | null;
  readonly sessionId: string;
  /** The files that belong to the session. */
  readonly used: readonly TranscriptFile[];
};

/** Reads `updates.jsonl` and `signals.json` among the other files. */
async function readBeside(files: readonly TranscriptFile[], run: ImportRun): Promise<Result<Beside, ImportFailure>> {
  const updates = new UpdatesReader();
  const used: TranscriptFile[] = [];
  let window: StatedWindow | null = null;
  for (const file of files) {
    const taken = await takeSample(file, run);
    const sample = taken.ok ? taken.value : null;
    const signals = sample && signalsIn(sample);
    if (signals) {
      window = windowIn(signals);
      used.push(file);
      run.settle("interpreted", { file: used.length, line: 1, byteOffset: 0, byteLength: file.bytes });
    } else if (sample?.shape === "rows" && sample.rows.some(isUpdate)) {
      const failure = await readJsonl(file, used.push(file), sample.encoding, run, updates.interpret);
      if (failure) return fail(failure);
    } else reportStranger(file, run);
  }
  return ok({ turns: updates.turns, window, sessionId: updates.sessionId, used });
}

const isUpdate = (row: JsonObject): boolean => asText(asObject(asObject(row.params)?.update)?.sessionUpdate) !== null;

function signalsIn(sample: Sample): JsonObject | null {
  const value =
    sample.shape === "rows" && sample.rows.length === 1 ? sample.rows[0] : sample.shape === "value" && sample.value;
  const signals = asObject(value);
  return signals && "contextWindowTokens" in signals ? signals : null;
}

/** For a session with several models, the file contains only the window of the newest one. */
function windowIn(signals: JsonObject): StatedWindow | null {
  const tokens = asCount(signals.contextWindowTokens);
  const isOnly = (asArray(signals.modelsUsed) ?? []).length <= 1;
  return tokens ? { tokens, model: isOnly ? null : asText(signals.primaryModelId) } : null;
}

function stateWindow({ responses }: ItemSession, window: StatedWindow | null) {
  if (!window) return;
  for (const response of responses)
    if (window.model === null || response.model === window.model) response.limits = { window: window.tokens };
}

/** Grok reports usage per turn. If a turn was one call, the usage is that call's; the rest is reported as a sum. */
function bookUsage(
  draft: ItemSession,
  answersOf: ReadonlyMap<number, readonly DraftResponse[]>,
  turns: ReadonlyMap<number, GrokTurn>,
  run: ImportRun,
) {
  const sums: Usage[] = [];
  for (const [index, { usage, calls, endedAt, isIncomplete }] of turns) {
    const answers = answersOf.get(index) ?? [];
    const last = answers.at(-1);
    if (last && endedAt !== null) last.endedAt = endedAt;
    draft.noteTime(endedAt);
    const isOne = calls === 1 && answers.length === 1 && !isIncomplete;
    if (usage && last && isOne) last.usage = usage;
    else if (usage) sums.push(usage);
  }
  const source = { file: 1, line: 1, byteOffset: 0, byteLength: 0 };
  if (sums.length > 0) run.report("usage-only-as-sum", sumText(sums), source);
}

function sumText(sums: readonly Usage[]): string {
  const sum = (key: keyof Usage) => sums.reduce((total, usage) => total + (usage[key] ?? 0), 0);
  const turns = sums.length === 1 ? "one turn" : `${sums.length} turns`;
  return `Grok states tokens by turn. Of ${turns} with several calls, with sub-agents, or not in the chat history any more: ${sum("uncachedInput")} in, ${sum("cacheRead")} read from the cache, ${sum("cacheWriteUnsplit")} written to it, ${sum("output")} out. No answer has a part of them.`;
}
