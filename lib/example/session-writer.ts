import { PROJECT_ROOT } from "./project";
import { type MeterReading, PromptMeter, tokensOf } from "./prompt-meter";
import type { Random } from "./random";
import type { Call, Step, SubAgent } from "./steps";
import { MODELS } from "./story";

/** One line of the transcript. */
export type Row = Readonly<Record<string, unknown>>;
type Block = Readonly<Record<string, unknown>>;

const CLIENT_VERSION = "2.1.42";
/** Tokens of tools and system prompt, which all sessions of the day share and keep in the cache. */
const WARM_FLOOR = 16_604;
/** All unlogged content: tools, system prompt and the project's memory file. */
const OPAQUE_HEAD = 17_846;
/** The client compacts when the next prompt would exceed this (a window of 200k tokens minus its compaction reserve). */
const COMPACTION_TRIGGER = 168_500;
const CLEARED_TOKENS = tokensOf("[Old tool result content cleared]");

type ShownResult = { readonly callId: string; readonly position: number; readonly tokens: number };

/**
 * Writes a session's rows in the client's layout. Each content block has a row. The usage is repeated on each row of a
 * response, with a partial output count on all but the last. Sub-agents are embedded as progress rows.
 */
export class SessionWriter {
  model: string = MODELS.usual;
  #meter = new PromptMeter(WARM_FLOOR, OPAQUE_HEAD);
  #parent: string | null = null;
  #results: ShownResult[] = [];
  #sessionId: string;
  #isFirstOfTurn = true;

  constructor(
    readonly random: Random,
    public now: number,
  ) {
    this.#sessionId = random.uuid();
  }

  pass(seconds: number): void {
    this.now += Math.round(seconds * 1000) + this.random.int(0, 900);
  }

  #row(fields: Row): Row {
    const uuid = this.random.uuid();
    const row = {
      parentUuid: this.#parent,
      isSidechain: false,
      userType: "external",
      cwd: PROJECT_ROOT,
      sessionId: this.#sessionId,
      version: CLIENT_VERSION,
      gitBranch: "retry-queue",
      slug: "patient-humming-crane",
      ...fields,
      uuid,
      timestamp: new Date(this.now).toISOString(),
    };
    this.#parent = uuid;
    return row;
  }

  /** A prompt typed by the engineer, preceded by the client's snapshot row. */
  *typed(text: string): Iterable<Row> {
    yield {
      type: "file-history-snapshot",
      messageId: this.random.uuid(),
      snapshot: { trackedFileBackups: {}, timestamp: new Date(this.now).toISOString() },
      isSnapshotUpdate: false,
    };
    this.#meter.add(text);
    this.#isFirstOfTurn = true;
    yield this.#row({ type: "user", message: { role: "user", content: text }, permissionMode: "default", todos: [] });
  }

  /** A slash command and its output, both of which the client sends as user text. */
  *command(name: string, argument: string, output: string): Iterable<Row> {
    const caveat =
      "<local-command-caveat>The messages below come from commands the user ran. Do not answer them.</local-command-caveat>";
    const call = `<command-name>${name}</command-name>\n<command-message>${name.slice(1)}</command-message>\n<command-args>${argument}</command-args>`;
    const printed = `<local-command-stdout>${output}</local-command-stdout>`;
    for (const text of [caveat, call, printed]) {
      this.#meter.add(text);
      yield this.#row({
        type: "user",
        message: { role: "user", content: text },
        ...(text === caveat && { isMeta: true }),
      });
    }
  }

  /** Two attempts that the provider rejected, which the client writes in a separate row. */
  *apiError(): Iterable<Row> {
    for (const attempt of [1, 2]) {
      this.pass(attempt * 2);
      yield this.#row({
        type: "system",
        subtype: "api_error",
        level: "error",
        error: { status: 529 },
        retryInMs: attempt * 540,
        retryAttempt: attempt,
        maxRetries: 10,
      });
    }
    this.pass(4);
    const text = 'API Error: 529 {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}';
    const usage = { input_tokens: 0, cache_creation_input_tokens: 0, cache_read_input_tokens: 0, output_tokens: 0 };
    const message = {
      id: this.random.uuid(),
      model: "<synthetic>",
      role: "assistant",
      type: "message",
      stop_reason: "stop_sequence",
      content: [{ type: "text", text }],
      usage,
    };
    yield this.#row({ type: "assistant", isApiErrorMessage: true, message });
    this.pass(21);
  }

  /** Makes the next request read only tools and system prompt. No row gives the reason. */
  collapseCache(): void {
    this.#meter.collapse();
  }

  /** Clears the oldest large results, as the client does to make room without a summary. */
  *microCompact(): Iterable<Row> {
    const cleared = this.#results.filter((result) => result.tokens > 900).slice(5, 13);
    const first = cleared[0];
    if (!first) return;
    const saved = cleared.reduce((sum, result) => sum + result.tokens - CLEARED_TOKENS, 0);
    const before = this.#meter.prompt;
    this.#meter.cut(first.position, saved);
    this.#results = this.#results.filter((result) => !cleared.includes(result) && result.position < first.position);
    const metadata = {
      trigger: "auto",
      preTokens: before,
      tokensSaved: saved,
      compactedToolIds: cleared.map((result) => result.callId),
      clearedAttachmentUUIDs: [],
    };
    yield this.#row({
      type: "system",
      subtype: "microcompact_boundary",
      content: "Context microcompacted",
      level: "info",
      isMeta: false,
      microcompactMetadata: metadata,
    });
  }

  get isFull(): boolean {
    return this.#meter.prompt >= COMPACTION_TRIGGER;
  }

  /** An automatic compaction: the boundary, then the summary from which the context restarts. */
  *compact(summary: string): Iterable<Row> {
    const preTokens = this.#meter.prompt + this.random.int(40, 900);
    this.pass(this.random.int(58, 96));
    const logicalParentUuid = this.#parent;
    this.#parent = null;
    yield this.#row({
      logicalParentUuid,
      type: "system",
      subtype: "compact_boundary",
      content: "Conversation compacted",
      isMeta: false,
      level: "info",
      compactMetadata: { trigger: "auto", preTokens },
    });
    this.#meter.compact();
    this.#results = [];
    this.#meter.add(summary);
    yield this.#row({
      type: "user",
      message: { role: "user", content: summary },
      isVisibleInTranscriptOnly: true,
      isCompactSummary: true,
    });
  }

  /** An API response, and the results of the tools that it called. */
  *respond(step: Step): Iterable<Row> {
    const reading = this.#meter.request(this.model, this.now, this.#isFirstOfTurn ? 3 : 1);
    this.#isFirstOfTurn = false;
    const calls = step.calls.map((call) => ({ call, id: `toolu_01${this.random.base62(22)}` }));
    const blocks = blocksOf(step, calls, this.random);
    for (const block of blocks) this.#meter.add(visibleText(block));
    yield* this.#responseRows(blocks, reading, this.model, (fields) => this.#row(fields));
    const source = this.#parent;
    for (const { call, id } of calls) yield* this.#resultRows(call, id, source);
  }

  *#responseRows(
    blocks: readonly Block[],
    reading: MeterReading,
    model: string,
    wrap: (fields: Row) => Row,
  ): Iterable<Row> {
    const id = `msg_01${this.random.base62(22)}`;
    const requestId = `req_011C${this.random.base62(20)}`;
    const output = blocks.reduce((sum, block) => sum + tokensOf(visibleText(block)), 0);
    this.pass(3 + output / 30);
    for (const [index, block] of blocks.entries()) {
      const isLast = index === blocks.length - 1;
      const usage = usageOf(reading, isLast ? output : Math.min(output, 1 + (index % 3) * 8));
      const message = {
        model,
        id,
        type: "message",
        role: "assistant",
        content: [block],
        stop_reason: null,
        stop_sequence: null,
        usage,
      };
      yield wrap({ type: "assistant", message, requestId });
      if (!isLast) this.pass(0.4);
    }
  }

  *#resultRows(call: Call, id: string, source: string | null): Iterable<Row> {
    const content = call.subAgent
      ? yield* this.#runSubAgent(call.subAgent, id)
      : { text: call.result, detail: call.detail };
    if (!call.subAgent) this.pass(call.seconds);
    const position = this.#meter.prompt;
    this.#meter.add(content.text);
    this.#results.push({ callId: id, position, tokens: tokensOf(content.text) });
    const block = {
      tool_use_id: id,
      type: "tool_result",
      content: content.text,
      ...(call.name === "Bash" && { is_error: call.isError ?? false }),
      ...(call.isError && { is_error: true }),
    };
    yield this.#row({
      type: "user",
      message: { role: "user", content: [block] },
      toolUseResult: content.detail,
      sourceToolAssistantUUID: source,
    });
  }

  *#runSubAgent(agent: SubAgent, parentCall: string): Generator<Row, { text: string; detail: unknown }> {
    const agentId = `a${this.random.hex(6)}`;
    const meter = new PromptMeter(9_760, 10_420);
    const started = this.now;
    const progress = (message: Row) =>
      this.#row({
        type: "progress",
        data: {
          message: { ...message, uuid: this.random.uuid(), timestamp: new Date(this.now).toISOString() },
          normalizedMessages: [],
          type: "agent_progress",
          prompt: agent.prompt,
          agentId,
        },
        toolUseID: `agent_${parentCall}`,
        parentToolUseID: parentCall,
      });
    meter.add(agent.prompt);
    yield progress({ type: "user", message: { role: "user", content: [{ type: "text", text: agent.prompt }] } });
    let calls = 0;
    for (const step of [...agent.steps, { text: agent.report, calls: [] }]) {
      calls += step.calls.length;
      yield* this.#subAgentStep(step, meter, progress);
    }
    const detail = {
      status: "completed",
      prompt: agent.prompt,
      agentId,
      content: [{ type: "text", text: agent.report }],
      totalDurationMs: this.now - started,
      totalTokens: meter.prompt,
      totalToolUseCount: calls,
    };
    return { text: agent.report, detail };
  }

  *#subAgentStep(step: Step, meter: PromptMeter, progress: (message: Row) => Row): Iterable<Row> {
    const reading = meter.request(MODELS.small, this.now, 3);
    const calls = step.calls.map((call) => ({ call, id: `toolu_01${this.random.base62(22)}` }));
    const blocks = blocksOf({ calls: step.calls, ...(step.text && { text: step.text }) }, calls, this.random);
    for (const block of blocks) meter.add(visibleText(block));
    yield* this.#responseRows(blocks, reading, MODELS.small, progress);
    for (const { call, id } of calls) {
      this.pass(call.seconds);
      meter.add(call.result);
      const block = {
        tool_use_id: id,
        type: "tool_result",
        content: call.result,
        ...(call.isError && { is_error: true }),
      };
      yield progress({ type: "user", message: { role: "user", content: [block] } });
    }
  }
}

function usageOf({ read, written, uncached }: MeterReading, output: number) {
  return {
    input_tokens: uncached,
    cache_creation_input_tokens: written,
    cache_read_input_tokens: read,
    cache_creation: { ephemeral_5m_input_tokens: 0, ephemeral_1h_input_tokens: written },
    output_tokens: output,
    service_tier: "standard",
  };
}

function blocksOf(step: Step, calls: readonly { call: Call; id: string }[], random: Random): Block[] {
  return [
    ...(step.thinking ? [{ type: "thinking", thinking: step.thinking, signature: `E${random.base62(160)}==` }] : []),
    ...(step.text ? [{ type: "text", text: step.text }] : []),
    ...calls.map(({ call, id }) => ({ type: "tool_use", id, name: call.name, input: call.input })),
  ];
}

/** The text of a block that the tokenizer counts. */
const visibleText = (block: Block): string =>
  typeof block.text === "string"
    ? block.text
    : typeof block.thinking === "string"
      ? block.thinking
      : `${String(block.name)}${JSON.stringify(block.input)}`;
