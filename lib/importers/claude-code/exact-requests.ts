import type { ToolDefinition } from "../../conversation/message";
import type { SourceLocation } from "../../conversation/part";
import { asArray, asObject, asString, asText, type JsonObject } from "../../formats/json-fields";
import type { CapturedPrompt, CapturedPrompts } from "../../transcript/session";
import { isMainPart } from "../claude-code-events/query-source";
import type { ImportRun, RowVerdict } from "../import-run";
import { MAIN } from "./agents";
import { arrange, findParts, type Sent } from "./arrange-messages";
import { digestOfMessage } from "./digest";
import type { Row } from "./row";
import { type SentMessage, type SentNode, SentPrompts } from "./sent-prompts";
import type { SessionRecorder } from "./session-recorder";
import { contentOf, isPiece, ToldParts } from "./told-parts";

/** Rows of one agent since its last request, which are the messages that the next request may add. */
type Turn = { readonly answers: Map<string, unknown[]>; readonly said: unknown[][] };

/** The known requests of one agent. */
type Thread = {
  readonly told: ToldParts;
  turn: Turn;
  /** Messages of the session before this index are in `told`. */
  read: number;
  /** Texts that the last request sent before any row contained them. */
  added: ReadonlySet<string>;
  /** The parts of the system prompt, which is sent again after each compaction. */
  system: { readonly parts: readonly string[]; readonly behind: object | null } | null;
};

type Request = { readonly prompt: CapturedPrompt; readonly last: SentNode | null };

/**
 * The exact requests that Claude Code logs (since 2.1.3xx): `api-request-shape` (system prompt and tools),
 * `api-request-blob` (messages without a row) and `api-request` (parameters, marks, and the digests of the messages,
 * divided into those kept from an earlier request and new ones). All other messages are in rows: answers and results,
 * as their digests prove.
 */
export class ExactRequests {
  private readonly prompts = new SentPrompts();
  private readonly shapes = new Map<string, JsonObject>();
  private readonly blobs = new Map<string, JsonObject>();
  private readonly messages = new Map<string, SentMessage>();
  private readonly requests = new Map<string, Request>();
  private readonly threads = new Map<string, Thread>();
  private readonly tools = new Map<string, ToolDefinition>();

  constructor(
    private readonly recorder: SessionRecorder,
    private readonly run: ImportRun,
  ) {}

  get captured(): CapturedPrompts | null {
    return this.prompts.captured;
  }

  /** The main agent's tools. If a tool is defined again, its last definition counts. */
  get definitions(): readonly ToolDefinition[] {
    return [...this.tools.values()];
  }

  promptOf(requestId: string | null): CapturedPrompt | null {
    return (requestId !== null && this.requests.get(requestId)?.prompt) || null;
  }

  /** True if the last request sent these texts before their row was written. */
  hasSent(agent: string, texts: readonly string[]): boolean {
    const { added } = this.threadOf(agent);
    return added.size > 0 && texts.every((text) => added.has(text) || [...added].some((sent) => isPiece(text, sent)));
  }

  noteAnswer(agent: string, id: string, content: unknown) {
    const { answers } = this.threadOf(agent).turn;
    answers.set(id, [...(answers.get(id) ?? []), ...(asArray(content) ?? [])]);
  }

  noteInput(agent: string, message: JsonObject) {
    this.threadOf(agent).turn.said.push([...contentOf(message)]);
  }

  readShape({ fields }: Row): RowVerdict {
    const [hash, shape] = [asText(fields.shapeHash), asObject(fields.shape)];
    if (hash === null || !shape) return { kept: "api-request-shape" };
    this.shapes.set(hash, shape);
    return "interpreted";
  }

  readBlob({ fields }: Row): RowVerdict {
    const [hash, message] = [asText(fields.hash), asObject(fields.message)];
    if (hash === null || !message) return { kept: "api-request-blob" };
    this.blobs.set(hash, message);
    return "interpreted";
  }

  /**
   * Reads a request. If its base, shape or messages are not in the log it is only kept, and its prompt is reconstructed
   * from the rows.
   */
  readRequest({ fields }: Row, agent: string, source: SourceLocation): RowVerdict {
    const id = asText(fields.id);
    const shape = this.shapes.get(asText(fields.shapeHash) ?? "");
    const base = asText(fields.base);
    const from = base === null ? null : this.requests.get(base);
    const tail = (asArray(fields.tail) ?? []).flatMap((hash) => asText(hash) ?? []);
    if (id === null || !shape || from === undefined || this.requests.has(id)) return { kept: "api-request" };
    const thread = this.threadOf(agent);
    const said = this.resolve(tail, thread, source);
    if (said === null) return { kept: "api-request (a message of it is not in the log)" };
    const isOfThread = agent !== MAIN || isMainPart(asText(fields.querySource));
    // A refused request that is sent again adds nothing, because the order that it established stays.
    if (tail.length > 0) this.tell(said, thread, agent, isOfThread ? shape : null, source);
    let last = nodeAt(from?.last ?? null, typeof fields.keep === "number" ? fields.keep : 0);
    for (const hash of tail) last = this.prompts.node(last, hash, this.messages.get(hash) as SentMessage);
    const { params, cacheControl } = fields;
    const system = thread.system?.parts ?? [];
    const head = this.prompts.head(asText(fields.shapeHash) as string, shape, asObject(params) ?? {}, system);
    this.requests.set(id, { prompt: this.prompts.prompt(head, last, asArray(cacheControl) ?? []), last });
    if (agent === MAIN && isOfThread) this.noteTools(shape);
    thread.turn = newTurn();
    return "interpreted";
  }

  /** The new messages of a request by their digests: from their own rows, or from the rows since the last request. */
  private resolve(tail: readonly string[], { turn }: Thread, source: SourceLocation): Map<string, JsonObject> | null {
    const fresh = tail.filter((hash) => !this.messages.has(hash));
    const open = fresh.filter((hash) => !this.blobs.has(hash));
    const said = open.length === 0 ? new Map<string, JsonObject>() : matched(open, turn);
    if (said === null) return null;
    const unproven = open.filter((hash) => digestOfMessage(said.get(hash)) !== hash).length;
    if (unproven > 0) this.run.report("request-not-proven", notProven(unproven), source);
    return new Map(fresh.map((hash) => [hash, (this.blobs.get(hash) ?? said.get(hash)) as JsonObject]));
  }

  /**
   * Finds the session's parts with the content of these messages. If `shape` is given, this request is the agent's
   * conversation, so its messages are put into the request's order.
   */
  private tell(
    said: ReadonlyMap<string, JsonObject>,
    thread: Thread,
    agent: string,
    shape: JsonObject | null,
    source: SourceLocation,
  ) {
    this.catchUp(thread, agent);
    const sent = findParts([...said.values()], thread.told);
    if (shape !== null) {
      const { recorder } = this;
      const compaction = recorder.lastCompaction(agent);
      const isAnew = thread.system === null ? !recorder.hasAnswer(agent) : thread.system.behind !== compaction;
      const { system, added } = arrange({ recorder, agent, sent, system: isAnew ? systemTexts(shape) : [], source });
      if (system.length > 0) thread.system = { parts: system, behind: compaction };
      thread.added = new Set(added);
      for (const { parts: told } of sent) for (const same of told) for (const one of same ?? []) thread.told.note(one);
      thread.read = recorder.messages.length;
    }
    [...said.keys()].forEach((hash, at) => {
      const { message, parts } = sent[at] as Sent;
      const told = parts.map((same) => same?.map(({ part }) => part.id) ?? null);
      this.messages.set(hash, this.prompts.message(message, told));
      this.blobs.delete(hash);
    });
  }

  private catchUp(thread: Thread, agent: string) {
    const { messages } = this.recorder;
    for (const message of messages.slice(thread.read))
      if (message.agent === agent && message.origin !== "system") thread.told.add(message);
    thread.read = messages.length;
  }

  private noteTools(shape: JsonObject) {
    for (const value of asArray(shape.tools) ?? []) {
      const fields = asObject(value);
      const name = asText(fields?.name);
      if (name === null) continue;
      const description = asString(fields?.description);
      const schema = (fields?.input_schema ?? {}) as ToolDefinition["schema"];
      this.tools.set(name, { name, ...(description !== null && { description }), schema });
    }
  }

  private threadOf(agent: string): Thread {
    const thread = this.threads.get(agent) ?? {
      told: new ToldParts(),
      turn: newTurn(),
      read: 0,
      added: new Set<string>(),
      system: null,
    };
    this.threads.set(agent, thread);
    return thread;
  }
}

const newTurn = (): Turn => ({ answers: new Map(), said: [] });

/** The node of the message before the place `keep`. */
function nodeAt(last: SentNode | null, keep: number): SentNode | null {
  let node = last;
  while (node !== null && node.index >= keep) node = node.before;
  return node;
}

const systemTexts = ({ system }: JsonObject): string[] =>
  contentOf({ content: system }).flatMap((block) => asString(asObject(block)?.text) ?? []);

/**
 * The messages from rows, by digest. Messages without a matching digest (in a log that was changed later) are assigned
 * in order. Null if there are too few rows.
 */
function matched(open: readonly string[], turn: Turn): Map<string, JsonObject> | null {
  const merged = turn.said.length > 1 ? [turn.said.flat()] : [];
  const answers = [...turn.answers.values()].map((content): JsonObject => ({ role: "assistant", content }));
  const inputs = [...merged, ...turn.said].map((content): JsonObject => ({ role: "user", content }));
  const found = new Map<string, JsonObject>();
  const left = new Set(open);
  for (const message of [...answers, ...inputs]) {
    const digest = digestOfMessage(message);
    if (!left.delete(digest)) continue;
    found.set(digest, message);
  }
  const rest = [...answers.slice(-1), ...inputs.slice(0, 1)].filter(
    (message) => ![...found.values()].includes(message),
  );
  for (const hash of left) {
    const message = rest.shift();
    if (!message) return null;
    found.set(hash, message);
  }
  return found;
}

const notProven = (count: number) =>
  `The rows of ${count === 1 ? "one message" : `${count} messages`} do not match the digest in the exact request. ` +
  "The log was changed after it was written, or the client sent these messages in another form.";
