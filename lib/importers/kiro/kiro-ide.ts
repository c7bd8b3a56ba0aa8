import { fail, ok, type Result } from "../../conversation/errors";
import type { SourceLocation } from "../../conversation/part";
import { asArray, asObject, asString, asText, type JsonObject } from "../../formats/json-fields";
import type { Session } from "../../transcript/session";
import { reportStranger } from "../claude-code/companions";
import type { ImportRun, RowVerdict } from "../import-run";
import type { Importer, ImportFailure, Sample, TranscriptFile } from "../importer";
import { isoTime } from "../iso-time";
import { ItemSession, type PartDraft } from "../item-session";
import { readJsonFile } from "../json-file";
import { readItems } from "../json-items";
import { readJsonl } from "../jsonl-reader";
import type { TextEncodingName } from "../line-splitter";
import { looseContent } from "../loose-content";
import { oneObject } from "../one-value";
import { outputOf, textDrafts, textOutput, toolCallDraft, toolResultDraft } from "../part-drafts";
import { lineOf } from "../place-of";
import { type Step, writeStep } from "../step";
import { modelName } from "./conversation-reader";

/**
 * Kiro's IDE writes four kinds of files: `.chat` (`chat` of human, bot and tool), a session of `workspace-sessions`
 * (`history` like Continue's, with execution ids), the log of one execution (`actions`), and since 1.0 a log of events.
 * Source: kenn-io/agentsview, internal/parser/kiro_ide.go (2026-08).
 */
export const kiroIde: Importer = {
  id: "kiro-ide",
  title: "Kiro IDE",
  limitations: [
    "Kiro counts credits per turn and no tokens, so usage, cost and cache reads are unknown, and tokens are Winnow's own counts of the log's content.",
    "Before version 1.0 a session of Kiro's IDE has a stub (“On it.”) in place of the agent's work. The agent's messages and calls are in execution logs, which are separate files and are imported as separate sessions.",
    "Files from before version 1.0 contain neither the times of single messages nor the results of most tools.",
  ],
  unchecked: "all files of Kiro's IDE",
  detect(sample) {
    if (isEventLog(sample)) return "events with an id, a timestamp, and a payload with a type of Kiro's";
    const value = oneObject(sample);
    return value && (kindOf(value)?.trait ?? null);
  },
  async parse(files, sample, run) {
    if (sample.shape === "rows" && isEventLog(sample)) return parseEvents(files, sample.encoding, run);
    const [file] = files;
    const value = oneObject(sample);
    const kind = value && kindOf(value);
    if (!file || !value || !kind) throw new Error("parse is only called on what detect claimed");
    const reader = new IdeReader(value);
    const failure = readItems(asArray(value[kind.list]) ?? [], file, run, reader[kind.read]);
    return failure ? fail(failure) : ok([reader.draft.finish([file], run)]);
  },
};

async function parseEvents(
  [file, ...others]: readonly TranscriptFile[],
  encoding: TextEncodingName,
  run: ImportRun,
): Promise<Result<readonly Session[], ImportFailure>> {
  if (!file) throw new Error("an import has at least one file");
  const reader = new IdeEvents();
  const used = [file];
  for (const other of others) {
    const facts = await readJsonFile(other, "utf-8", run);
    if (!facts.ok || !reader.readFacts(facts.value)) reportStranger(other, run);
    else run.settle("interpreted", { file: used.push(other) - 1, line: 1, byteOffset: 0, byteLength: other.bytes });
  }
  const prompt = await findSystemPrompt(file, encoding, run);
  if (prompt) reader.saySystem(prompt);
  const failure = await readJsonl(file, 0, encoding, run, reader.interpret);
  reader.end();
  return failure ? fail(failure) : ok([reader.draft.finish(used, run)]);
}

/** Finds the file's first system prompt, which is logged after the messages that it was sent with. */
async function findSystemPrompt(file: TranscriptFile, encoding: TextEncodingName, run: ImportRun) {
  let prompt: SystemPrompt | null = null;
  await readJsonl(file, 0, encoding, run.forFirstPass(), (value, source) => {
    prompt ??= systemPromptIn(value, source);
    return "interpreted";
  });
  return prompt as SystemPrompt | null;
}

type Kind = { readonly list: string; readonly read: "chat" | "turn" | "action"; readonly trait: string };

function kindOf(value: JsonObject): Kind | null {
  const has = (list: string, test: (item: JsonObject) => boolean) =>
    (asArray(value[list]) ?? []).some((item) => test(asObject(item) ?? {}));
  if (has("chat", ({ role }) => role === "human" || role === "bot") && "executionId" in value)
    return { list: "chat", read: "chat", trait: "executionId, and a chat of human and bot" };
  if (isKiroHistory(value)) return { list: "history", read: "turn", trait: "a history of messages with executionId" };
  if (has("actions", (action) => "actionType" in action) && "executionId" in value)
    return { list: "actions", read: "action", trait: "executionId, and actions" };
  return null;
}

/** Continue's sessions have the same shape, but no executions. */
export const isKiroHistory = (value: JsonObject): boolean =>
  asText(value.sessionId) !== null &&
  (asArray(value.history) ?? []).some((item) => asText(asObject(item)?.executionId) !== null);

const SYSTEM = /^(?:# System Prompt|# Identity|<identity>|## Included Rules|You are operating in a workspace)/;

class IdeReader {
  readonly draft = new ItemSession("kiro-ide", "Kiro");
  private readonly model: string | null;

  constructor(value: JsonObject) {
    const metadata = asObject(value.metadata);
    this.draft.logId = asText(value.sessionId) ?? asText(value.executionId) ?? "";
    // A chat and the log of its execution share an id, but are not copies of each other.
    this.draft.isSnapshot = asText(value.sessionId) !== null;
    this.draft.title = asText(value.title);
    this.draft.project = asText(value.workspaceDirectory);
    this.model = modelName(metadata?.modelId);
    for (const time of [metadata?.startTime, metadata?.endTime, value.startTime]) this.draft.noteTime(isoTime(time));
  }

  readonly chat = (value: unknown, source: SourceLocation): RowVerdict => {
    const message = asObject(value);
    const text = asString(message?.content) ?? "";
    if (message?.role === "bot") return this.answer(textDrafts(text), source);
    if (message?.role !== "human") return { kept: `message:${asText(message?.role) ?? "unknown"}` };
    return this.prompt(textDrafts(text), SYSTEM.test(text) ? "client" : "typed", source);
  };

  readonly turn = (value: unknown, source: SourceLocation): RowVerdict => {
    const item = asObject(value);
    const message = asObject(item?.message);
    const parts = looseContent(message?.content);
    if (message?.role === "user") return this.prompt(parts, "typed", source);
    if (message?.role !== "assistant") return { kept: `message:${asText(message?.role) ?? "unknown"}` };
    const logged = (asArray(item?.promptLogs) ?? []).flatMap((log) => textDrafts(asText(asObject(log)?.completion)));
    return this.answer(parts.length > 0 ? parts : logged, source);
  };

  readonly action = (value: unknown, source: SourceLocation): RowVerdict => {
    const action = asObject(value);
    const type = asText(action?.actionType);
    const output = asObject(action?.output);
    if (!action || type === null) return { bad: "invalid-row", message: `Item ${source.line} is not a Kiro action.` };
    const message = asText(output?.message);
    if (type === "say") return this.answer(textDrafts(message), source);
    if (!asObject(action.input)) return { kept: `action:${type}` };
    const id = asText(action.actionId) ?? `action-${source.line}`;
    this.answer([toolCallDraft(id, type, action.input)], source);
    const result = message ?? (output ? JSON.stringify(output) : null);
    const parts = result === null ? [] : [toolResultDraft(id, textOutput(result), false, type)];
    this.draft.say({ role: "tool", origin: "tool", parts, time: null }, source);
    return "interpreted";
  };

  private prompt(parts: readonly PartDraft[], origin: "typed" | "client", source: SourceLocation): RowVerdict {
    const index = this.draft.say({ role: "user", origin, parts, time: null }, source);
    return index === null ? { kept: "message:user (empty)" } : "interpreted";
  }

  private answer(parts: readonly PartDraft[], source: SourceLocation): RowVerdict {
    const answer = this.draft.answer({ parts, model: this.model, usage: null, time: null }, source);
    return answer ? "interpreted" : { kept: "message:assistant (empty)" };
  }
}

/** Types of events that no other client uses. */
const OWN_EVENTS = new Set(["session_start", "turn_start", "turn_end", "usage_summary", "session_metadata"]);

/**
 * Rows of `sess_<id>/messages.jsonl`: an id, a time, and a payload that contains its type. In Codex's rows the type is
 * next to the payload.
 */
const isEventLog = (sample: Sample): boolean =>
  sample.shape === "rows" && sample.rows.some((row) => !("type" in row) && OWN_EVENTS.has(eventOf(row)?.type ?? ""));

type Event = { readonly type: string; readonly payload: JsonObject };

function eventOf(row: JsonObject | null): Event | null {
  const payload = asObject(row?.payload);
  const type = asText(payload?.type);
  return payload && type !== null && asText(row?.timestamp) !== null ? { type, payload } : null;
}

/** The system prompt of a session, which Kiro logs when the turn is over. */
type SystemPrompt = { readonly text: string; readonly source: SourceLocation };

function systemPromptIn(value: unknown, source: SourceLocation): SystemPrompt | null {
  const event = eventOf(asObject(value));
  const text = event?.type === "session_start" ? asText(event.payload.content) : null;
  return text === null ? null : { text, source };
}

/**
 * The event log of Kiro's IDE since 1.0 (2026): `~/.kiro/sessions/<hash>/sess_<id>/messages.jsonl` with `session.json`.
 * The model's texts and tool calls are separate rows that precede the results. Sources: getagentseal/codeburn,
 * docs/providers/kiro.md; notes on files of Kiro 1.0.411 (2026-09).
 */
class IdeEvents {
  readonly draft = new ItemSession("kiro-ide", "Kiro");
  private model: string | null = null;
  private step: Step | null = null;

  /** Reads the session's own description; false for any other value. */
  readFacts(value: unknown): boolean {
    const facts = asObject(value);
    if (!facts || !("workspacePaths" in facts || "modelId" in facts)) return false;
    this.draft.logId = asText(facts.id) ?? "";
    this.draft.title = asText(facts.title);
    this.draft.project = asText((asArray(facts.workspacePaths) ?? [])[0]);
    this.model = modelName(facts.modelId);
    this.draft.noteTime(isoTime(facts.createdAt));
    return true;
  }

  saySystem({ text, source }: SystemPrompt) {
    this.draft.say({ role: "system", origin: "system", parts: textDrafts(text), time: null }, source);
  }

  readonly interpret = (value: unknown, source: SourceLocation): RowVerdict => {
    const row = asObject(value);
    const event = eventOf(row);
    if (!event) return { bad: "invalid-row", message: `Line ${source.line} is not an event of Kiro.` };
    const time = isoTime(row?.timestamp);
    this.draft.noteTime(time);
    return this.read(event, time, source) ? "interpreted" : { kept: event.type };
  };

  end() {
    if (this.step) writeStep(this.draft, this.step, { agent: "main", model: this.model });
    this.step = null;
  }

  private read({ type, payload }: Event, time: string | null, source: SourceLocation): boolean {
    switch (type) {
      case "user":
        return this.prompt(payload, time, source);
      case "assistant":
        return this.add(contentOf(payload), time, source);
      case "tool_call":
        return this.add([callOf(payload, source)], time, source);
      case "tool_result":
        return this.result(payload, time, source);
      case "turn_start":
      case "turn_end":
        this.end();
        return true;
      case "session_start":
        return asText(payload.content) !== null;
      default:
        return false;
    }
  }

  private prompt(payload: JsonObject, time: string | null, source: SourceLocation): boolean {
    this.end();
    const parts = [payload.content, payload.images, payload.documents].flatMap(looseContent);
    return this.draft.say({ role: "user", origin: "typed", parts, time }, source) !== null;
  }

  /** Adds content by the model. After results, the next call begins. */
  private add(parts: readonly PartDraft[], time: string | null, source: SourceLocation): boolean {
    if (this.step && this.step.results.length > 0) this.end();
    if (parts.length === 0) return false;
    this.step ??= { source, startedAt: null, parts: [], results: [], endedAt: null, id: null, usage: null };
    this.step.parts.push(...parts);
    this.step.endedAt = time;
    return true;
  }

  private result(payload: JsonObject, time: string | null, source: SourceLocation): boolean {
    const output = looseContent(payload.content).flatMap(outputOf);
    const part = toolResultDraft(asText(payload.toolCallId) ?? "", output, payload.success === false);
    if (this.step) this.step.results.push({ part, time, source });
    else this.draft.say({ role: "tool", origin: "tool", parts: [part], time }, source);
    return true;
  }
}

/** The content of an event. Reasoning that the provider hides is written as three dots. */
function contentOf(payload: JsonObject): PartDraft[] {
  const isThought = payload.operationType === "Reasoning";
  if (!isThought) return looseContent(payload.content);
  const text = asString(payload.content) ?? "";
  const signature = asText(payload.reasoningSignature);
  return [{ type: "reasoning", text: text === "..." ? "" : text, ...(signature !== null && { signature }) }];
}

function callOf(payload: JsonObject, source: SourceLocation): PartDraft {
  const id = asText(payload.toolCallId) ?? `call-${lineOf(source)}`;
  return toolCallDraft(id, asText(payload.toolName) ?? "unknown", payload.args ?? payload.input);
}
