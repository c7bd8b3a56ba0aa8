import type { Part, SourceLocation } from "../../conversation/part";
import { asArray, asCount, asObject, asString, asText, type JsonObject } from "../../formats/json-fields";
import { AGENT_NOT_IN_LOG } from "../../transcript/missing-agents";
import type { MessageRun } from "../../transcript/session";
import type { ImportRun, RowVerdict } from "../import-run";
import { placeOf } from "../place-of";
import { statusIn } from "../status-in";
import { AgentDirectory, MAIN } from "./agents";
import { attachedMessage } from "./attachments";
import { ExactRequests } from "./exact-requests";
import { freshBlocks, IFLOW, isIflowAnswer, plainResults } from "./iflow";
import { isInterruption, isNotification, isPlumbing, originOfUserRow, slashCommand } from "./origin";
import { firstText, messageOf, type Row, readRow } from "./row";
import { SessionFacts } from "./session-facts";
import { SessionRecorder } from "./session-recorder";
import { statedThinking } from "./thinking-switches";
import { serverDelta, ToolServers } from "./tool-servers";

const SYNTHETIC_MODEL = "<synthetic>";

/**
 * Turns rows into a session, one by one in file order. The tree of rows is not walked, because parallel tool calls make
 * sibling branches, and a walk from the leaf would lose real content.
 */
export class RowInterpreter {
  readonly recorder: SessionRecorder;
  readonly agents = new AgentDirectory();
  readonly facts = new SessionFacts();
  readonly requests: ExactRequests;
  /** What each typed message, command or summary says about thinking; null if it says nothing. */
  readonly thinking = new Map<string, string | null>();
  /** The places of each row by uuid: where it was first read, and the rows with the same id that added to it. */
  private readonly seen = new Map<string, readonly SourceLocation[]>();
  private readonly typedChildOf = new Set<string>();
  /** The tool servers of each agent. */
  private readonly servers = new Map<string, ToolServers>();
  /** Results of sub-agents. `isAdded`: their last answer was added, because they had rows. */
  private readonly results = new Map<
    string,
    { detail: JsonObject; time: string | null; source: SourceLocation; isAdded: boolean }
  >();
  /** For each row, how many messages the session had after reading it. A rewind to the row continues there. */
  private readonly placeBehind = new Map<string, number>();

  /** `ownFiles`: sub-agents with their own file. Their copies in progress rows are not counted again. */
  constructor(
    private readonly run: ImportRun,
    private readonly ownFiles: ReadonlySet<string>,
  ) {
    this.recorder = new SessionRecorder(run.shelf);
    this.requests = new ExactRequests(this.recorder, run);
  }

  readonly interpret = (value: unknown, source: SourceLocation): RowVerdict => {
    const row = readRow(value);
    if (!row) return { kept: Array.isArray(value) ? "array" : value === null ? "null" : `untyped-${typeof value}` };
    const known = row.uuid === null ? undefined : this.seen.get(row.uuid);
    if (known) return this.again(row, known, source);
    if (row.uuid !== null) this.seen.set(row.uuid, [source]);
    if (row.time === null && typeof row.fields.timestamp === "string")
      this.run.report("invalid-timestamp", "The row's time cannot be read; the row was imported without it.", source);
    this.facts.note(row);
    this.recorder.home = this.facts.project;
    const verdict = this.dispatch(row, source);
    if (row.uuid !== null) this.placeBehind.set(row.uuid, this.recorder.messages.length);
    return verdict;
  };

  /** Interprets the rows of a sub-agent's own file, which may not contain the agent's id. */
  readonly interpretFor =
    (agentId: string) =>
    (value: unknown, source: SourceLocation): RowVerdict => {
      const fields = asObject(value);
      return this.interpret(fields ? { agentId, ...fields, isSidechain: true } : value, source);
    };

  private dispatch(row: Row, source: SourceLocation): RowVerdict {
    // Rows that are only kept may be parents too, so their place in a sidechain must be known.
    if (row.isSidechain) this.agentOf(row, source);
    switch (row.type) {
      case "user":
        return this.user(row, source);
      case "assistant":
        return this.assistant(row, source);
      case "system":
        return this.system(row, source);
      case "progress":
        return this.progress(row, source);
      case "attachment":
        return this.attachment(row, source);
      case "api-request-shape":
        return this.requests.readShape(row);
      case "api-request-blob":
        return this.requests.readBlob(row);
      case "api-request":
        return this.requests.readRequest(row, this.agentOf(row, source), source);
      default:
        return this.facts.noteTitle(row) || this.facts.noteTotals(row) ? "interpreted" : { kept: row.type };
    }
  }

  /**
   * Reads a row with a known id. Logs repeat rows after a resume. A repeated row adds nothing, except for content that
   * the earlier row lacked.
   */
  private again(row: Row, known: readonly SourceLocation[], source: SourceLocation): RowVerdict {
    const message = messageOf(row);
    const repeated = { kept: `duplicate:${row.type}` };
    if (!message || (row.type !== "user" && row.type !== "assistant")) return repeated;
    const { content } = message;
    const blocks = typeof content === "string" ? [{ type: "text", text: content }] : (asArray(content) ?? []);
    const said = this.saidAt(known, row.uuid ?? "");
    const fresh = blocks.filter((block) =>
      this.recorder.partsOf([block], source).some((part) => !said.has(gist(part))),
    );
    if (fresh.length === 0) return repeated;
    // The rest is a piece of its row, not a second answer to that row's parent.
    const rest: Row = { ...row, parentUuid: null, fields: { ...row.fields, message: { ...message, content: fresh } } };
    const verdict = row.type === "user" ? this.user(rest, source) : this.assistant(rest, source);
    this.seen.set(row.uuid ?? "", [...known, source]);
    this.placeBehind.set(row.uuid ?? "", this.recorder.messages.length);
    return verdict;
  }

  /** The content of the rows at `known`, which are among the last messages before the row's place. */
  private saidAt(known: readonly SourceLocation[], uuid: string): ReadonlySet<string> {
    const behind = this.placeBehind.get(uuid) ?? this.recorder.messages.length;
    const indexes = Array.from({ length: Math.min(LOOK_BACK, behind) }, (_, back) => behind - 1 - back);
    const parts = indexes.flatMap((index) => known.flatMap((source) => this.recorder.partsFrom(index, source)));
    return new Set(parts.map(gist));
  }

  private agentOf(row: Row, source: SourceLocation): string {
    const prompt = row.type === "user" ? firstText(asObject(row.fields.message)?.content) : null;
    if (row.agentId !== null && row.isSidechain) {
      const agent = row.agentId === MAIN ? `agent-${MAIN}` : row.agentId;
      this.agents.touch(agent, prompt);
      return agent;
    }
    if (!row.isSidechain) return MAIN;
    return this.agents.agentOfSidechain(row.uuid, row.parentUuid, prompt, `sidechain-${placeOf(source)}`);
  }

  private user(row: Row, source: SourceLocation): RowVerdict {
    const message = messageOf(row);
    if (!message) return invalidRow(row);
    const agent = this.agentOf(row, source);
    const content = this.facts.client === IFLOW ? (plainResults(message.content) ?? message.content) : message.content;
    const parts = this.recorder.partsOf(content, source);
    if (parts.length === 0) return { kept: "user:empty" };
    this.requests.noteInput(agent, message);
    const text = firstText(message.content);
    const origin = originOfUserRow(row, parts, text);
    this.noteRewind(row, origin === "typed", agent, source);
    if (isInterruption(text)) this.recorder.addEvent(agent, { type: "interruption", ...when(row, source) });
    // The client shows such rows but does not send them. A compaction's summary has the same mark, but is sent.
    const isHidden = row.fields.isVisibleInTranscriptOnly === true && origin !== "summary";
    const id = this.recorder.addMessage({ role: "user", origin, parts, agent, time: row.time, isHidden }, source);
    this.recorder.notePrompt(agent, row.time);
    const isTurn = origin === "typed" || origin === "summary" || (text !== null && slashCommand(text) !== null);
    if (agent === MAIN && isTurn) this.thinking.set(id, statedThinking(row.fields));
    if (origin === "summary") this.recorder.addSummary(agent, id, row, source);
    if (agent === MAIN && text !== null) this.facts.notePrompt(text, origin);
    this.linkAgent(row, message, source);
    return "interpreted";
  }

  private assistant(row: Row, source: SourceLocation): RowVerdict {
    const message = messageOf(row);
    if (!message) return invalidRow(row);
    const agent = this.agentOf(row, source);
    if (message.model === SYNTHETIC_MODEL || row.fields.isApiErrorMessage === true)
      return this.clientAnswer(row, message, agent, source);
    if (isIflowAnswer(message)) return this.iflowAnswer(row, message, agent, source);
    const prompt = this.requests.promptOf(asText(row.fields.requestRef));
    this.recorder.addResponseRow(row, message, agent, source, prompt);
    this.requests.noteAnswer(agent, asText(message.id) ?? "", message.content);
    for (const block of asArray(message.content) ?? []) this.noteCall(asObject(block), agent);
    return "interpreted";
  }

  /** Consecutive iFlow rows are one answer, whatever their ids. */
  private iflowAnswer(row: Row, message: JsonObject, agent: string, source: SourceLocation): RowVerdict {
    this.facts.client = IFLOW;
    const content = freshBlocks(message.content, (id) => this.recorder.hasCall(id));
    if (content.length === 0) return { kept: "assistant (repeated call)" };
    const place = this.recorder.messages.findLastIndex(({ origin }) => origin !== "model");
    this.recorder.addResponseRow(row, { ...message, id: `answer-${place}`, content }, agent, source, null);
    return "interpreted";
  }

  /** An answer that the client wrote without an API call. The client does not send its own error texts to the model. */
  private clientAnswer(row: Row, message: JsonObject, agent: string, source: SourceLocation): RowVerdict {
    const parts = this.recorder.partsOf(message.content, source);
    const isError = row.fields.isApiErrorMessage === true;
    const text = firstText(message.content) ?? "API error";
    if (isError) this.addApiError(agent, text, statusIn(text), row, source);
    if (parts.length === 0) return { kept: "assistant:empty" };
    const draft = { role: "assistant", origin: "client", parts, agent, time: row.time, isHidden: isError } as const;
    this.recorder.addMessage(draft, source);
    return "interpreted";
  }

  private system(row: Row, source: SourceLocation): RowVerdict {
    const subtype = asText(row.fields.subtype) ?? "unknown";
    const agent = this.agentOf(row, source);
    switch (subtype) {
      case "compact_boundary":
        return this.compactBoundary(row, agent, source);
      case "microcompact_boundary":
        return this.microcompactBoundary(row, agent, source);
      case "api_error":
        this.addApiError(agent, errorText(row.fields.error), errorStatus(row.fields.error), row, source);
        return "interpreted";
      case "local_command":
        return this.localCommand(row, agent, source);
      default:
        return { kept: `system:${subtype}` };
    }
  }

  /** Output of a local command, which the client sends as a user message. */
  private localCommand(row: Row, agent: string, source: SourceLocation): RowVerdict {
    const text = asText(row.fields.content);
    if (text === null) return { kept: "system:local_command" };
    const parts = this.recorder.partsOf(text, source);
    this.recorder.addMessage({ role: "user", origin: "client", parts, agent, time: row.time }, source);
    return "interpreted";
  }

  private compactBoundary(row: Row, agent: string, source: SourceLocation): RowVerdict {
    const metadata = asObject(row.fields.compactMetadata);
    const trigger = metadata?.trigger === "auto" || metadata?.trigger === "manual" ? metadata.trigger : "unknown";
    const tokensBefore = asCount(metadata?.preTokens);
    const kept = this.keptRuns(metadata);
    this.recorder.addEvent(agent, {
      type: "compaction",
      trigger,
      ...(kept && { kept }),
      ...(tokensBefore !== null && { tokensBefore }),
      ...when(row, source),
    });
    return "interpreted";
  }

  /** The messages that a compaction keeps, which the client lists since 2.1.3xx; null if it lists none. */
  private keptRuns(metadata: JsonObject | null): MessageRun[] | null {
    const rows = asArray(asObject(metadata?.preservedMessages)?.uuids);
    const places = rows?.flatMap((uuid) => this.seen.get(asText(uuid) ?? "") ?? []);
    return places ? this.recorder.runsOf(places) : null;
  }

  private microcompactBoundary(row: Row, agent: string, source: SourceLocation): RowVerdict {
    const metadata = asObject(row.fields.microcompactMetadata);
    const tokensBefore = asCount(metadata?.preTokens);
    const tokensSaved = asCount(metadata?.tokensSaved);
    const clearedToolCallIds = (asArray(metadata?.compactedToolIds) ?? []).flatMap((id) => asText(id) ?? []);
    this.recorder.addEvent(agent, {
      type: "micro-compaction",
      clearedToolCallIds,
      ...(tokensBefore !== null && { tokensBefore }),
      ...(tokensSaved !== null && { tokensSaved }),
      ...when(row, source),
    });
    return "interpreted";
  }

  /** Rows of a sub-agent that are embedded in progress rows of the main thread (2.1.x). */
  private progress(row: Row, source: SourceLocation): RowVerdict {
    const data = asObject(row.fields.data);
    if (isResume(data)) return this.resume(row, source);
    const kind = asText(data?.type) ?? "unknown";
    const agentId = asText(data?.agentId);
    const inner = asObject(data?.message);
    if (kind !== "agent_progress" || agentId === null || !inner) return { kept: `progress:${kind}` };
    const call = asText(row.fields.parentToolUseID);
    if (call !== null) this.agents.link(agentId, call);
    if (this.ownFiles.has(agentId)) return { kept: "progress:agent_progress (read from the agent's own file)" };
    const timestamp = inner.timestamp ?? row.fields.timestamp;
    return this.embedded(readRow({ ...inner, agentId, isSidechain: true, timestamp }), source);
  }

  /** Notes a resume. Each hook has its own row, but together they are one event. */
  private resume(row: Row, source: SourceLocation): RowVerdict {
    const agent = this.agentOf(row, source);
    const last = this.recorder.events.at(-1);
    const isNoted = last?.type === "resume" && last.atMessage === this.recorder.messages.length;
    if (!isNoted) this.recorder.addEvent(agent, { type: "resume", ...when(row, source) });
    return "interpreted";
  }

  private embedded(row: Row | null, source: SourceLocation): RowVerdict {
    if (!row || (row.type !== "user" && row.type !== "assistant")) return { kept: "progress:agent_progress" };
    const known = row.uuid === null ? undefined : this.seen.get(row.uuid);
    if (known) return this.again(row, known, source);
    if (row.uuid !== null) this.seen.set(row.uuid, [source]);
    return row.type === "user" ? this.user(row, source) : this.assistant(row, source);
  }

  private attachment(row: Row, source: SourceLocation): RowVerdict {
    const attachment = asObject(row.fields.attachment);
    const kind = asText(attachment?.type) ?? "unknown";
    const attached = attachment && attachedMessage(row.fields, attachment);
    const isResumed = isResume(attachment) && this.resume(row, source);
    const hasServers = this.noteServers(row, attachment, source);
    if (!attached) return isResumed || (hasServers && "interpreted") || { kept: `attachment:${kind}` };
    const agent = this.agentOf(row, source);
    const [text = ""] = attached.texts;
    if (this.requests.hasSent(agent, attached.texts)) return { kept: `attachment:${kind} (read from the request)` };
    const isTyped = kind === "queued_command" && agent === MAIN && !isNotification(attachment) && !isPlumbing(text);
    const origin = isTyped ? "typed" : "client";
    const parts = this.recorder.partsOf(attached.texts, source);
    this.recorder.addMessage({ role: attached.role, origin, parts, agent, time: row.time }, source);
    return "interpreted";
  }

  /** True if the attachment concerns tool servers, even if none came or went. */
  private noteServers(row: Row, attachment: JsonObject | null, source: SourceLocation): boolean {
    const delta = serverDelta(attachment);
    if (!delta) return false;
    const agent = this.agentOf(row, source);
    const servers = this.servers.get(agent) ?? new ToolServers();
    this.servers.set(agent, servers);
    const changes = servers.apply(delta);
    if (changes) this.recorder.addEvent(agent, { type: "tool-servers", ...changes, ...when(row, source) });
    return true;
  }

  /** Two typed messages with the same parent mean that the user went back and continued differently. */
  private noteRewind(row: Row, isTyped: boolean, agent: string, source: SourceLocation) {
    if (!isTyped || row.parentUuid === null) return;
    if (this.typedChildOf.has(row.parentUuid)) {
      const keptUntil = this.placeBehind.get(row.parentUuid);
      const detail = `back to row ${row.parentUuid}`;
      const place = keptUntil === undefined ? {} : { keptUntil };
      this.recorder.addEvent(agent, { type: "rewind", detail, ...place, ...when(row, source) });
    }
    this.typedChildOf.add(row.parentUuid);
  }

  private noteCall(block: JsonObject | null, agent: string) {
    const id = block?.type === "tool_use" ? asText(block.id) : null;
    const input = asObject(block?.input);
    if (id !== null && input) this.agents.noteCall(id, agent, input);
  }

  /**
   * `toolUseResult` repeats the result with more detail: which agent produced it, and the usage of that agent's last
   * answer.
   */
  private linkAgent(row: Row, message: JsonObject, source: SourceLocation) {
    const detail = asObject(row.fields.toolUseResult);
    const agentId = asText(detail?.agentId);
    if (!detail || agentId === null) return;
    const result = asArray(message.content)
      ?.map(asObject)
      .find((block) => block?.type === "tool_result");
    const call = asText(result?.tool_use_id);
    if (call !== null) this.agents.link(agentId, call);
    if (this.ownFiles.has(agentId)) return;
    // In a stream, the call that started the agent identifies it.
    const agent = call !== null && this.recorder.hasAnswer(call) ? call : agentId;
    const isAdded = this.recorder.hasAnswer(agent);
    if (isAdded) this.recorder.addLastAnswer(agent, detail, row.time, source);
    this.results.set(agent, { detail, time: row.time, source, isAdded });
  }

  /**
   * A sub-agent's rows may follow its result, or be missing except for its last answer, which the result contains. The
   * rows of one in the background may end with a call.
   */
  finishAgents() {
    for (const [agent, { detail, time, source, isAdded }] of this.results) {
      const hasRows = this.recorder.hasAnswer(agent);
      if (!isAdded) this.recorder.addLastAnswer(agent, detail, time, source);
      const hasLast = this.recorder.hasAnswer(agent);
      if (hasLast && !isAdded) this.agents.touch(agent, asText(detail.prompt));
      const isWhole = hasRows ? !this.recorder.endsInCall(agent) : hasLast && asCount(detail.totalToolUseCount) === 0;
      if (!isWhole)
        this.run.report(AGENT_NOT_IN_LOG, notInLog(agent, hasRows ? "first" : hasLast ? "last" : null), source);
    }
  }

  private addApiError(agent: string, text: string, status: number | null, row: Row, source: SourceLocation) {
    const message = text.slice(0, 500);
    this.recorder.addEvent(agent, {
      type: "api-error",
      message,
      ...(status !== null && { status }),
      ...when(row, source),
    });
    this.recorder.notePrompt(agent, row.time); // the request is sent again
  }
}

/** `logged`: which of its requests the log has; null: none. */
function notInLog(agent: string, logged: "first" | "last" | null): string {
  const lack = logged
    ? `Of sub-agent ${agent}, this log has only the ${logged === "first" ? "first requests" : "last request"}. The cost of the others is in no figure here.`
    : `The requests of sub-agent ${agent} are not in this log, so their cost is in no figure here.`;
  return `${lack} Import its own file, in the folder subagents beside the session's, together with it.`;
}

/** How many messages back to look for a row of the same answer, because results may come between them. */
const LOOK_BACK = 50;

/** A part's content without its id and place. */
const gist = ({ id: _, source: __, ...said }: Part): string => JSON.stringify(said);

const when = (row: Row, source: SourceLocation) => ({ source, ...(row.time !== null && { time: row.time }) });

const isResume = (hook: JsonObject | null): boolean => hook?.hookName === "SessionStart:resume";

const invalidRow = (row: Row): RowVerdict => ({
  bad: "invalid-row",
  message: `A row of type ${row.type} has no message with content. It was skipped, all other rows were kept.`,
});

function errorText(error: unknown): string {
  const fields = asObject(error);
  const nested = asObject(fields?.error);
  const deeper = asObject(nested?.error);
  return (
    asText(deeper?.message) ?? asText(nested?.message) ?? asText(fields?.message) ?? asString(error) ?? "API error"
  );
}

function errorStatus(error: unknown): number | null {
  return asCount(asObject(error)?.status) ?? statusIn(errorText(error));
}
