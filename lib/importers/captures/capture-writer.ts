import { apparentOrigin } from "../../conversation/apparent-origin";
import { ok, type Result } from "../../conversation/errors";
import type { ToolDefinition } from "../../conversation/message";
import type { Part, SourceLocation } from "../../conversation/part";
import type { Decoded } from "../../formats/codec";
import { asText, type JsonObject } from "../../formats/json-fields";
import { readPromptBlocks } from "../../formats/prompt-blocks";
import { type Response, SUMMARISER } from "../../transcript/session";
import { UNKNOWN_USAGE } from "../../transcript/usage";
import { cacheMissReason } from "../cache-miss-reason";
import type { ItemSession, PartDraft } from "../item-session";
import { readIterations } from "../iterations";
import { sharedLength } from "../model-calls/call-threads";
import { keyOf } from "../model-calls/message-key";
import type { PromptMessage } from "../model-calls/model-call";
import { toDraft } from "../part-drafts";
import { PromptRecorder, toldBlocks } from "../prompt-recorder";
import { MAIN } from "../session-draft";
import type { Capture } from "./capture";
import { ANTHROPIC, type PromptItem, type WireApi } from "./wire-api";

/** A conversation as it grows from call to call. */
type Thread = {
  readonly agent: string;
  readonly part: string | undefined;
  /** The names of its tools, which all calls of one agent loop share. */
  readonly tools: string;
  readonly system: readonly PromptMessage[];
  /** For each message with which the next prompt should begin: its key, and its place in the session. */
  keys: string[];
  places: (number | null)[];
  /** The call ids of its last answer; empty if the answer made no calls. */
  called: string;
  /** The call ids of its last prompt. */
  calls: readonly string[];
  /** The agent's last answer if that made no calls, because it may be the summary of a compaction. */
  lastAnswer: LastAnswer | null;
};

type LastAnswer = { readonly text: string; readonly place: number };
/** The message that quotes an answer, that answer, and the agent that wrote it. */
type Summary = { readonly message: SentMessage; readonly quoted: LastAnswer; readonly writer: string };

type SentMessage = PromptMessage & { readonly items: readonly PromptItem[] };

type Sent = {
  /** Content that precedes the conversation. */
  readonly system: readonly PromptMessage[];
  readonly messages: readonly SentMessage[];
  readonly tools: string;
};

/**
 * Writes captured calls as conversations that contain every message once, and each prompt as it was sent.
 *
 * If a prompt differs from its conversation at some message, the conversation was rewound to that place. But if the
 * rest is gone and the next message quotes an answer, the conversation was compacted, and that answer is the summary. A
 * prompt that begins differently from the main conversation but has its tools is a compaction, unless it still contains
 * most of its messages or calls, because when the model changes, Claude Code moves injected texts and drops reasoning.
 * Any other prompt belongs to another agent. If the log records which part of the client made a call, only calls of the
 * same part continue each other, and calls of the main part are the main agent's.
 */
export class CaptureWriter {
  private readonly threads: Thread[] = [];
  private readonly recorder = new PromptRecorder();
  private readonly tools = new Map<string, ToolDefinition>();

  constructor(private readonly session: ItemSession) {}

  /** The answer as it appears in the session; null if the call has none. */
  write(capture: Capture, source: SourceLocation, api: WireApi = ANTHROPIC): Result<Response | null> {
    const decoded = api.codec.decode(capture.body);
    if (!decoded.ok) return decoded;
    const { error, answer } = capture;
    const { conversation } = decoded.value;
    const size = this.tools.size;
    for (const tool of conversation.tools) if (!this.tools.has(tool.name)) this.tools.set(tool.name, tool);
    if (this.tools.size > size) this.session.tools = [...this.tools.values()];
    const sent = sentBy(decoded.value, api, capture.body);
    const thread = this.say(sent, capture, source);
    if (answer !== null) return ok(this.answer(thread, sent, answer, capture, source, api));
    if (error !== null) this.session.event({ type: "api-error", ...error }, source, thread.agent);
    return ok(null);
  }

  get captured() {
    return this.recorder.recorded;
  }

  /** Adds the new messages of a prompt to the conversation that it continues. */
  private say(sent: Sent, capture: Capture, source: SourceLocation): Thread {
    const { startedAt } = capture;
    const keys = sent.messages.map(keyOf);
    const { thread, shared: equal } = this.threadOf(sent, keys, capture);
    const shared = equal + (repeatsAnswer(thread, equal, sent) ? 1 : 0);
    if (shared === thread.keys.length) this.completeCalls(thread.places.at(-1), sent.messages[shared - 1]);
    const isFirst = thread.keys.length === 0;
    const summary = isFirst || shared < thread.keys.length ? this.leave(thread, shared, sent, capture, source) : null;
    if (shared === 0) this.saySystem(thread, source);
    for (const message of sent.messages.slice(shared)) {
      const { role, parts } = message;
      const isSummary = message === summary?.message;
      const origin = isSummary ? "summary" : apparentOrigin(message);
      const place = this.session.say({ role, origin, parts, time: startedAt, agent: thread.agent }, source);
      thread.places.push(place);
      if (isSummary) this.nameSummary(summary, place);
    }
    thread.keys = keys;
    thread.calls = callsIn(sent);
    return thread;
  }

  /**
   * Completes an answer's calls from the prompt that sends them again, because the Gemini API gives them no ids, and
   * Claude Code fills in arguments that the model left out.
   */
  private completeCalls(place: number | null | undefined, sent: SentMessage | undefined) {
    const calls = this.session.messages[place ?? -1]?.parts.filter(({ type }) => type === "tool-call") ?? [];
    const repeated = sent?.parts.filter((part) => part.type === "tool-call") ?? [];
    if (calls.length === repeated.length) for (const [at, call] of calls.entries()) Object.assign(call, repeated[at]);
  }

  private threadOf(sent: Sent, keys: readonly string[], { part, isBeside = false }: Capture) {
    const own = isBeside ? [] : this.threads.filter((thread) => thread.part === part);
    const main = own.find(({ agent }) => agent === MAIN);
    const known = own
      .map((thread) => ({ thread, shared: sharedLength(keys, thread.keys) }))
      .filter(({ thread, shared }) => shared === thread.keys.length || thread.tools === "" || sent.tools !== "");
    const best = known.reduce<(typeof known)[number] | null>(
      (found, entry) => (entry.shared > (found?.shared ?? 0) ? entry : found),
      null,
    );
    if (best) return best;
    const isMain = part === undefined ? main !== undefined && hasToolsOf(main, sent) : part === MAIN;
    return { thread: main && isMain ? main : this.open(sent, part, isBeside), shared: 0 };
  }

  private open({ system, tools }: Sent, part: string | undefined, isBeside: boolean): Thread {
    const agent = this.nameOf(part, isBeside);
    if (agent !== MAIN) this.session.addSubAgent(agent, part === undefined ? {} : { title: agent });
    const thread = { agent, part, tools, system, keys: [], places: [], called: "", calls: [], lastAnswer: null };
    this.threads.push(thread);
    return thread;
  }

  private nameOf(part: string | undefined, isBeside: boolean): string {
    const others = this.threads.filter(({ agent }) => agent !== MAIN).length;
    if (part === undefined && (isBeside || others < this.threads.length)) return `thread-${others + 1}`;
    if (part === undefined) return MAIN;
    // The number comes first, because lists of agents show only the beginning of a name.
    return part === MAIN ? MAIN : `${this.threads.filter((thread) => thread.part === part).length + 1} ${part}`;
  }

  /**
   * Handles a prompt that begins a conversation, or that contains only its first `shared` messages. Returns the summary
   * that replaced the other messages.
   */
  private leave(
    thread: Thread,
    shared: number,
    sent: Sent,
    { startedAt }: Capture,
    source: SourceLocation,
  ): Summary | null {
    const isFirst = thread.keys.length === 0;
    if (isFirst && thread.agent !== MAIN) return null;
    const isEdit = isEditOf(thread, shared, sent);
    const summary = isEdit ? null : this.summaryIn(sent.messages.slice(shared), thread);
    if (isFirst && summary === null) return null;
    const isCompaction = summary !== null || (shared === 0 && !isEdit);
    if (isCompaction) this.compact(thread, shared, startedAt, source);
    else this.rewind(thread, shared, startedAt, source);
    thread.places = thread.places.slice(0, shared);
    return summary;
  }

  /**
   * The message that quotes the last answer of a conversation, searching the newest conversation first. A message that
   * is the answer itself does not count.
   */
  private summaryIn(messages: readonly SentMessage[], into: Thread): Summary | null {
    const answers = this.threads.flatMap(({ lastAnswer, agent }) =>
      lastAnswer === null ? [] : [{ quoted: lastAnswer, writer: agent }],
    );
    for (const { quoted, writer } of answers.sort((one, other) => other.quoted.place - one.quoted.place))
      for (const message of messages) {
        const isKept = message.role === "assistant" && writer === into.agent;
        if (!isKept && quotes(textOf(message.parts), quoted.text)) return { message, quoted, writer };
      }
    return null;
  }

  /** Marks a compaction's summary: the answer that was quoted, and the message at `place` that quotes it. */
  private nameSummary({ quoted, writer }: Summary, place: number | null) {
    const { messages, events, agents } = this.session;
    const at = writer === MAIN ? -1 : agents.findIndex(({ id }) => id === writer);
    if (agents[at]) agents[at] = { ...agents[at], title: SUMMARISER };
    const [answer, event] = [messages[quoted.place], events.at(-1)];
    if (answer) answer.origin = "summary";
    const id = messages[place ?? -1]?.id;
    if (event && id !== undefined) Object.assign(event, { summaryMessageId: id });
  }

  private compact(thread: Thread, shared: number, time: string | null, source: SourceLocation) {
    const atMessage = this.session.messages.length;
    const keptUntil = shared === 0 ? null : placeBehind(thread, shared);
    this.session.compaction(
      { trigger: "unknown", time, atMessage, summaryIndex: null, keptUntil },
      source,
      thread.agent,
    );
  }

  private saySystem({ system, agent }: Thread, source: SourceLocation) {
    for (const { parts } of system)
      this.session.say({ role: "system", origin: "system", parts, time: null, agent }, source);
  }

  private rewind(thread: Thread, shared: number, time: string | null, source: SourceLocation) {
    const keptUntil = placeBehind(thread, shared);
    const detail =
      shared === 0 ? "the prompt begins otherwise" : `the prompt goes on otherwise behind its message ${shared}`;
    this.session.event({ type: "rewind", detail, keptUntil, ...(time && { time }) }, source, thread.agent);
  }

  private answer(
    thread: Thread,
    sent: Sent,
    answer: JsonObject,
    capture: Capture,
    source: SourceLocation,
    api: WireApi,
  ): Response | null {
    const { body, startedAt, endedAt } = capture;
    const parts = api.partsOf(answer, body);
    const rest = { id: api.idOf(answer), startedAt, time: endedAt ?? startedAt, agent: thread.agent };
    const { isUnanswered = false } = capture;
    const usage = isUnanswered ? UNKNOWN_USAGE : api.usageOf(answer);
    const counted = { usage, iterations: api === ANTHROPIC ? readIterations(answer.usage) : [] };
    const model = api.modelOf(answer) ?? asText(body.model);
    const response = this.session.answer({ parts, model, ...counted, ...rest }, source);
    if (response === null) return null;
    const missed = cacheMissReason(answer);
    const prompt = this.record(body, sent, thread);
    Object.assign(response, { prompt, ...(missed && { cacheMissReason: missed }) } satisfies Partial<Response>);
    if (isUnanswered) return response;
    thread.keys.push(keyOf({ role: "assistant", parts }));
    thread.called = calledBy(parts);
    thread.lastAnswer = thread.called === "" ? { text: textOf(parts), place: response.messageIndex } : null;
    thread.places.push(response.messageIndex);
    return response;
  }

  private record(body: JsonObject, sent: Sent, thread: Thread) {
    const prompt = readPromptBlocks(body);
    if (prompt === null) throw new Error("a body that was decoded has messages");
    const parts = this.partsByItem(sent, thread);
    const told = toldBlocks(prompt, (index) => parts.get(index) ?? null);
    const partOf = (at: number) => {
      const [part] = told.get(at) ?? [];
      return part !== undefined && saysSame(part, prompt.blocks[at]?.text ?? "") ? part.id : null;
    };
    return this.recorder.add(prompt, partOf, told);
  }

  /**
   * For each item of the prompt's list, the session's parts with the same content; empty if the message was stored
   * differently before. Some clients resend an answer without its reasoning.
   */
  private partsByItem({ messages }: Sent, { places }: Thread): ReadonlyMap<number, readonly Part[]> {
    const found = new Map<number, readonly Part[]>();
    messages.forEach(({ parts: sent, items }, index) => {
      const stored = this.session.messages[places[index] ?? -1]?.parts;
      const isWhole = stored?.length === sent.length;
      const parts = isWhole ? stored : stored?.filter(({ type }) => type !== "reasoning");
      if (parts?.length !== sent.length) return;
      let from = 0;
      for (const item of items) {
        found.set(item.at, parts.slice(from, from + item.parts));
        from += item.parts;
      }
    });
    return found;
  }
}

/**
 * The conversation that a body sent. Leading system messages of the list are not part of it, because other agents
 * receive them too.
 */
function sentBy({ conversation, wire }: Decoded, api: WireApi, body: JsonObject): Sent {
  const { messages, tools } = conversation;
  const first = messages.findIndex(({ role }) => role !== "system");
  const leading = first === -1 ? messages.length : first;
  const said = messages.map((message) => ({
    role: message.role,
    parts: message.parts.map(toDraft),
    items: message.id === api.systemId ? [] : api.itemsOf(message, wire, body),
  }));
  return {
    system: said.slice(0, leading),
    messages: said.slice(leading),
    tools: tools
      .map(({ name }) => name)
      .sort()
      .join("\n"),
  };
}

/**
 * True if the message repeats the thread's last answer. A client may complete a call's arguments before it resends the
 * answer, but the call ids stay the same.
 */
function repeatsAnswer({ keys, called }: Thread, at: number, { messages }: Sent): boolean {
  const message = messages[at];
  return at === keys.length - 1 && message?.role === "assistant" && called !== "" && calledBy(message.parts) === called;
}

const callsIn = ({ messages }: Sent): string[] =>
  messages.flatMap(({ parts }) =>
    parts.flatMap((part) => (part.type === "tool-call" && part.toolCallId ? [part.toolCallId] : [])),
  );

const calledBy = (parts: readonly PartDraft[]): string =>
  parts.flatMap((part) => (part.type === "tool-call" && part.toolCallId ? [part.toolCallId] : [])).join("\n");

const textOf = (parts: readonly PartDraft[]): string =>
  parts.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n");

/** Shorter lines may occur anywhere. */
const MIN_LINE = 20;

/**
 * True if a text contains more than half of another, in complete lines. Half is enough because clients strip tags from a
 * summary and add a sentence.
 */
function quotes(text: string, quoted: string): boolean {
  const lines = quoted
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line.length >= MIN_LINE);
  const sizeOf = (some: readonly string[]) => some.reduce((sum, line) => sum + line.length, 0);
  return 2 * sizeOf(lines.filter((line) => text.includes(line))) > sizeOf(lines);
}

/** Index in the session after the first `shared` messages of a thread. */
const placeBehind = ({ places }: Thread, shared: number): number =>
  (places.slice(0, shared).findLast((place) => place !== null) ?? -1) + 1;

/** Only a text part's text equals its block byte for byte. The text of other blocks is stored with the block. */
const saysSame = (part: Part, text: string): boolean => part.type === "text" && part.text === text;

/** True if a prompt has the tools of a conversation. Another model may have other tools. */
const hasToolsOf = (thread: Thread, sent: Sent): boolean =>
  sent.tools !== "" && (sent.tools === thread.tools || isEditOf(thread, 0, sent));

/** True if a prompt that differs from a conversation after `shared` messages still contains most of the rest. */
const isEditOf = (thread: Thread, shared: number, sent: Sent): boolean =>
  holdsMost(sent.messages.slice(shared).map(keyOf), thread.keys.slice(shared)) ||
  holdsMost(callsIn(sent), thread.calls);

/**
 * True if a prompt still contains more than half of a conversation's messages or calls. After a compaction it never
 * does.
 */
function holdsMost(prompt: readonly string[], conversation: readonly string[]): boolean {
  const sent = new Set(prompt);
  return 2 * conversation.filter((key) => sent.has(key)).length > conversation.length;
}
