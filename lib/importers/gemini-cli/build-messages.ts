import type { JsonValue, Part, SourceLocation, ToolResultPart } from "../../conversation/part";
import { CallPairing, decodeParts, toolOutput } from "../../formats/gemini/decode-parts";
import { asArray, asObject, asObjects, asString, asText, type JsonObject } from "../../formats/json-fields";
import { promptTokens } from "../../transcript/usage";
import { readGeminiCliUsage } from "../gemini-usage";
import { findKept, gistOf, keptFields } from "../kept-messages";
import { MAIN, type NewMessage, SessionDraft, timeOf } from "../session-draft";
import type { HistoryStep, MessageRecord, MessageRecords } from "./message-records";

type Said = NewMessage & { readonly id: string };

/** Beginnings of the client's text before the first prompt. */
const INJECTED = ["<session_context>", "This is the Gemini CLI."];
/** Beginnings of the text that replaces the history in a compression. */
const SUMMARY = ["<summary>", "<state_snapshot>"];

/**
 * A record that the client sends as `user`: results of tools, and a prompt or what the client adds. A file that a tool
 * read follows its result.
 */
function readPrompt(record: MessageRecord, pairing: CallPairing): Said[] {
  const parts = withFiles(contentOf(record, pairing));
  const results = parts.filter((part) => part.type === "tool-result");
  const others = parts.filter((part) => part.type !== "tool-result");
  const time = timeOf(record.fields.timestamp);
  const id = results.length === 0 ? record.key : `${record.key}.added`;
  const isOwn = results.length > 0 || record.fields.type === "info";
  return [
    { role: "tool", origin: "tool", parts: results.map(markFailed), time, id: record.key },
    { role: "user", origin: isOwn ? "client" : promptOrigin(others), parts: others, time, id },
  ];
}

function promptOrigin([first]: readonly Part[]): Said["origin"] {
  const text = first?.type === "text" ? first.text.trimStart() : "";
  const begins = (prefixes: readonly string[]) => prefixes.some((prefix) => text.startsWith(prefix));
  if (begins(SUMMARY)) return "summary";
  return begins(INJECTED) ? "client" : "typed";
}

/** Moves the files behind a result into its output. */
function withFiles(parts: readonly Part[]): Part[] {
  const joined: Part[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    if (part.type === "file" && last?.type === "tool-result") {
      const { id: _, source: __, ...file } = part;
      joined[joined.length - 1] = { ...last, output: [...last.output, file] };
    } else joined.push(part);
  }
  return joined;
}

/**
 * A `gemini` record is one answer, including its calls' results. Since 0.61 the results are also in a user record,
 * which is what the client sends; `answered` contains the ids of those calls.
 */
function readAnswer(record: MessageRecord, pairing: CallPairing, answered: ReadonlySet<string>) {
  const { fields, key } = record;
  const time = timeOf(fields.timestamp);
  const content = contentOf(record, pairing);
  const said = new Set(content.flatMap((part) => (part.type === "tool-call" ? part.toolCallId : [])));
  const calls = asObjects(fields.toolCalls);
  const named = calls.map((call, index) => ({ call, index, id: asText(call.id) ?? `${record.id}.${index}` }));
  const thoughts = content.some((part) => part.type === "reasoning") ? [] : thoughtParts(record);
  const unsaid = named
    .filter(({ id }) => !said.has(id))
    .map(({ call, index, id }) => callPart(call, index, id, record));
  const results = named.flatMap(({ call, index, id }) =>
    answered.has(id) ? [] : (resultPart(call, index, id, record) ?? []),
  );
  const ended = calls.map((call) => timeOf(call.timestamp)).findLast((at) => at !== null) ?? time;
  const answer: Said = {
    role: "assistant",
    origin: "model",
    parts: [...thoughts, ...content, ...unsaid],
    time,
    id: key,
  };
  const result: Said = { id: `${key}.results`, role: "tool", origin: "tool", parts: results, time: ended };
  return { answer, result };
}

/** The ids of calls whose results are in records of the user. */
function answeredCalls(records: readonly MessageRecord[]): Set<string> {
  const parts = records.flatMap(({ fields }) => (fields.type === "user" ? (asArray(fields.content) ?? []) : []));
  return new Set(parts.flatMap((part) => asText(asObject(asObject(part)?.functionResponse)?.id) ?? []));
}

function contentOf({ fields, key, source }: MessageRecord, pairing: CallPairing): Part[] {
  const content = Array.isArray(fields.content) ? fields.content.map(withoutInjection) : fields.content;
  return decodeParts(content, { id: (index) => `${key}.content.${index}`, source }, pairing);
}

/** A result without the audio or video that the client removes from it and sends in a separate message. */
function withoutInjection(part: unknown): unknown {
  const result = asObject(asObject(part)?.functionResponse);
  const response = asObject(result?.response);
  if (!response || !("__binary_injection__" in response)) return part;
  const { __binary_injection__: _, ...sent } = response;
  return { functionResponse: { ...result, response: sent } };
}

const markFailed = (part: Part): Part =>
  part.type === "tool-result" && hasFailed(part) ? { ...part, isError: true } : part;

function thoughtParts({ fields, source, key }: MessageRecord): Part[] {
  return (asArray(fields.thoughts) ?? []).flatMap((value, index): Part[] => {
    const thought = asObject(value);
    const text = [asText(thought?.subject), asText(thought?.description)].filter((line) => line !== null).join("\n");
    return text === "" ? [] : [{ id: `${key}.thought.${index}`, type: "reasoning", text, source }];
  });
}

const callPart = (call: JsonObject, index: number, toolCallId: string, record: MessageRecord): Part => ({
  id: `${record.key}.call.${index}`,
  type: "tool-call",
  toolCallId,
  toolName: asText(call.name) ?? "unknown",
  input: (call.args ?? {}) as JsonValue,
  source: record.source,
});

const FAILED = new Set(["error", "cancelled"]);

/** Null for a call that is still running. If the client kept nothing else, the text on the screen is used. */
function resultPart(call: JsonObject, index: number, toolCallId: string, record: MessageRecord): Part | null {
  const isFailed = FAILED.has(asText(call.status) ?? "");
  const parts = typeof call.result === "string" ? [{ text: call.result }] : (asArray(call.result) ?? []);
  const output = parts.flatMap((part) => outputOf(asObject(part)));
  const shown = asText(call.resultDisplay);
  const isOpen = parts.length === 0 && !isFailed && shown === null;
  if (isOpen) return null;
  const blocks = output.length > 0 || shown === null ? output : [{ type: "text", text: shown } as const];
  const id = `${record.key}.result.${index}`;
  const toolName = asText(call.name);
  const named = toolName === null ? {} : { toolName };
  const result = { id, type: "tool-result", toolCallId, ...named, output: blocks, isError: isFailed } as const;
  return markFailed({ ...result, source: record.source });
}

function outputOf(part: JsonObject | null): ToolResultPart["output"] {
  const response = asObject(part?.functionResponse);
  if (response) return toolOutput(response).output;
  if (typeof part?.text === "string") return [{ type: "text", text: part.text }];
  if (!part) return [];
  return toolOutput({ parts: [part] }).output;
}

/** The client's last lines in a command's output. The exit code is there only if it is not 0. */
const EXIT_CODE = /(?:^|\n)Exit Code: (-?\d+)(?:\n[^\n]*){0,4}$/;

/**
 * True if a command failed. The client marks it as a success and puts the exit code only into the text for the model.
 */
function hasFailed({ toolName, output }: ToolResultPart): boolean {
  if (toolName !== "run_shell_command") return false;
  const last = output.findLast((block) => block.type === "text");
  const code = last && EXIT_CODE.exec(last.text.slice(-500))?.[1];
  return code !== undefined && Number(code) !== 0;
}

/**
 * Builds the session from all steps of the main thread and its sub-agents. Ids are the log's own. They are unique,
 * because a rewritten message keeps its id.
 */
export function draftSession(main: MessageRecords, subAgents: readonly MessageRecords[] = []): SessionDraft {
  const { header } = main;
  const draft = new SessionDraft("gemini-cli", "Gemini CLI");
  draft.logId = main.sessionId;
  draft.title = asText(header.summary);
  draft.project = asText(asArray(header.directories)?.[0]);
  for (const time of [header.startTime, header.lastUpdated]) draft.noteTime(timeOf(time));
  const callers = [main, ...subAgents].flatMap(callersIn);
  for (const { sessionId } of subAgents) {
    const caller = callers.find(({ started }) => started === sessionId);
    const { parent = MAIN, ...rest } = caller?.detail ?? {};
    draft.agents.push({ id: sessionId, kind: "sub-agent", parent: parent === main.sessionId ? MAIN : parent, ...rest });
  }
  for (const records of [main, ...subAgents]) {
    const agent = records === main ? MAIN : records.sessionId;
    const writer = new HistoryWriter(draft, agent, records);
    for (const step of records.steps) writer.take(step);
  }
  return draft;
}

/** The calls that started agents, with the agent's id. */
function callersIn({ steps, sessionId }: MessageRecords) {
  const calls = recordsOf(steps).flatMap(({ fields }) => asObjects(fields.toolCalls));
  return calls.flatMap((call) => {
    const [started, toolCallId] = [asText(call.agentId), asText(call.id)];
    const title = asText(asObject(call.args)?.agent_name) ?? asText(call.name);
    const detail = { parent: sessionId, ...(toolCallId && { toolCallId }), ...(title && { title }) };
    return started === null ? [] : [{ started, detail }];
  });
}

const recordsOf = (steps: readonly HistoryStep[]) =>
  steps.flatMap((step) => (step.type === "message" ? step.record : []));

/** Writes the steps of a history into the draft, tracking which messages the client would send now. */
class HistoryWriter {
  private readonly pairing = new CallPairing();
  /** Indexes into the draft's messages. */
  private sent: number[] = [];
  private readonly placeOf = new Map<string, number>();

  private readonly answered: ReadonlySet<string>;
  /** True if an agent wrote the prompts. */
  private readonly isSubAgent: boolean;

  constructor(
    private readonly draft: SessionDraft,
    private readonly agent: string,
    { steps, header }: MessageRecords,
  ) {
    this.answered = answeredCalls(recordsOf(steps));
    this.isSubAgent = header.kind === "subagent";
  }

  take(step: HistoryStep) {
    if (step.type === "rewind") this.rewind(step.to, step.source);
    else if (step.type === "replacement") this.replace(step.records, step.source);
    else this.add(step.record);
  }

  private add(record: MessageRecord) {
    const { fields, source, id } = record;
    this.placeOf.set(id, this.draft.messages.length);
    if (fields.type === "gemini") this.addAnswer(record);
    else if (fields.type === "error") this.addError(record);
    else for (const said of readPrompt(record, this.pairing)) this.say(said, source);
  }

  private say(said: Said, source: SourceLocation) {
    const origin = said.origin === "typed" && this.isSubAgent ? "client" : said.origin;
    if (this.draft.addMessage({ ...said, origin, agent: this.agent }, source))
      this.sent.push(this.draft.messages.length - 1);
  }

  private addAnswer(record: MessageRecord) {
    const { fields, source, id } = record;
    const { answer, result } = readAnswer(record, this.pairing, this.answered);
    const usage = readGeminiCliUsage(fields.tokens);
    const model = asText(fields.model);
    // An answer by the model states the model's name. The client itself writes the others, which are replies to a file
    // that a tool returned.
    if (model === null && usage === null) this.say({ ...answer, origin: "client" }, source);
    else if (answer.parts.length > 0 || usage !== null) {
      const empty = { id: `${id}.content.0`, type: "text", text: "", source } as const;
      const parts = answer.parts.length > 0 ? answer.parts : [empty];
      const response = { id, model, time: answer.time, parts, usage, messageId: id, agent: this.agent };
      this.draft.addResponse(response, source);
      this.sent.push(this.draft.messages.length - 1);
    }
    this.say(result, source);
  }

  private addError({ fields, source }: MessageRecord) {
    const message = (asString(fields.content) ?? "Error").slice(0, 500);
    const time = timeOf(fields.timestamp);
    this.draft.addEvent({ type: "api-error", message, source, ...(time && { time }) }, this.agent);
  }

  /** The client returns to the place before this message. */
  private rewind(to: string, source: SourceLocation) {
    const keptUntil = this.placeOf.get(to);
    const place = keptUntil === undefined ? {} : { keptUntil };
    this.draft.addEvent({ type: "rewind", detail: `back to message ${to}`, ...place, source }, this.agent);
    if (keptUntil !== undefined) this.sent = this.sent.filter((index) => index < keptUntil);
  }

  /** The history changes from here on. The part that it shares with the current one stays, and the rest is added. */
  private replace(records: readonly MessageRecord[], source: SourceLocation) {
    const answered = answeredCalls(records);
    const said = records.flatMap((record) => this.saidAgain(record, answered)).filter(({ parts }) => parts.length > 0);
    const present = this.sent.map((index) => gistOf(this.draft.messages[index]?.parts ?? []));
    const other = said.findIndex(({ parts }, at) => gistOf(parts) !== present[at]);
    const common = other < 0 ? said.length : other;
    const hasSummary = said.some(({ origin, parts }) => origin === "summary" && !present.includes(gistOf(parts)));
    if (hasSummary) this.compact(said, common, present, source);
    else this.rewrite(said.slice(common), common, present, source);
  }

  private saidAgain(record: MessageRecord, answered: ReadonlySet<string>): Said[] {
    if (record.fields.type === "error") return [];
    if (record.fields.type !== "gemini") return readPrompt(record, this.pairing);
    const { answer, result } = readAnswer(record, this.pairing, answered);
    return [answer, result];
  }

  private sayAgain(said: readonly Said[], present: readonly string[], source: SourceLocation) {
    const known = new Set(present);
    for (const message of said) this.say({ ...message, origin: originAgain(message, known), time: null }, source);
  }

  private rewrite(fresh: readonly Said[], common: number, present: readonly string[], source: SourceLocation) {
    if (common < this.sent.length) {
      const detail = hasRepeatedResults(fresh) ? SENT_TWICE : REWRITTEN;
      this.draft.addEvent({ type: "rewind", detail, keptUntil: this.endOf(common), source }, this.agent);
      this.sent = this.sent.slice(0, common);
    }
    this.sayAgain(fresh, present, source);
  }

  /** The summary replaces the history. The newest messages may stay after it. */
  private compact(said: readonly Said[], common: number, present: readonly string[], source: SourceLocation) {
    const usage = this.draft.responses.findLast(({ agent }) => agent === this.agent)?.usage;
    const tokensBefore = usage ? promptTokens(usage) : null;
    const detail = { trigger: "unknown", ...(tokensBefore !== null && { tokensBefore }), source } as const;
    const event = this.draft.addEvent({ type: "compaction", ...detail }, this.agent);
    const tail = findKept(said.slice(common), this.sent, this.draft);
    const { kept } = tail.behind.length === 0 ? tail : NOTHING_KEPT;
    const keptUntil = this.endOf(common);
    const before = kept.length > 0 ? [] : this.sent.slice(0, common);
    this.sent = before;
    const atMessage = this.draft.messages.length;
    this.sayAgain(said.slice(before.length, said.length - kept.length), present, source);
    const end = this.draft.messages.length;
    const summaryMessageId = this.draft.messages.slice(atMessage).find(({ origin }) => origin === "summary")?.id;
    this.sent.push(...kept);
    Object.assign(event, {
      ...(summaryMessageId !== undefined && { summaryMessageId }),
      ...keptFields(kept, atMessage, end),
      ...(before.length > 0 && { keptUntil }),
    });
  }

  private endOf(common: number): number {
    return common === 0 ? 0 : (this.sent[common - 1] as number) + 1;
  }
}

const NOTHING_KEPT = { kept: [] } as const;
const SENT_TWICE = "the client resumed the session, and sends each result of a tool twice from here on";
const REWRITTEN = "the client wrote its history anew";

/**
 * The origin of a message in a rewritten history. A prompt in it was resent by the client, not typed again, and an
 * answer that was not known before is the client's own reply to its summary.
 */
function originAgain({ role, origin, parts }: Said, known: ReadonlySet<string>): Said["origin"] {
  if (origin === "typed") return "client";
  return role === "assistant" && !known.has(gistOf(parts)) ? "client" : origin;
}

function hasRepeatedResults(said: readonly Said[]): boolean {
  const ids = said.flatMap(({ parts }) =>
    parts.flatMap((part) => (part.type === "tool-result" ? part.toolCallId : [])),
  );
  return new Set(ids).size < ids.length;
}
