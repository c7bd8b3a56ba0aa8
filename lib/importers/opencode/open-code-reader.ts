import { CallIds } from "../../conversation/call-ids";
import type { SourceLocation } from "../../conversation/part";
import { asArray, asCount, asObject, asText, type JsonObject } from "../../formats/json-fields";
import { promptTokens, sumKnown, type Usage } from "../../transcript/usage";
import type { ImportRun, RowVerdict } from "../import-run";
import { isoTime } from "../iso-time";
import { ItemSession, type PartDraft } from "../item-session";
import { outputCount } from "../output-count";
import {
  fileDraft,
  opaqueDraft,
  textDraft,
  textOutput,
  toolCallDraft,
  toolResultDraft,
  urlFile,
  usageOf,
} from "../part-drafts";
import { type DraftResponse, MAIN } from "../session-draft";

/** One message with its parts, however they were stored. */
export type StoredMessage = {
  readonly info: unknown;
  readonly parts: readonly { readonly value: unknown; readonly source: SourceLocation }[];
  readonly source: SourceLocation;
};

type Compaction = { readonly isAuto: boolean; readonly tail: string | null };
type Step = { readonly said: PartDraft[]; readonly results: PartDraft[]; usage: Usage | null; calledAt: string | null };

/** True if no model made this step, because it only calls `task` and has no usage. */
const isTaskCall = ({ said, usage }: Step): boolean =>
  usage === null && said.length > 0 && said.every((part) => part.type === "tool-call" && part.toolName === "task");

/**
 * Interprets the messages of one session in order. An assistant message is one API call per step. A sub-agent's session
 * is added to the draft of its parent session.
 */
export class OpenCodeReader {
  readonly draft: ItemSession;
  private readonly agent: string;
  private readonly firstResponse: number;
  private readonly firstMessageOf = new Map<string, number>();
  private readonly pruned: { readonly at: string; readonly callId: string; readonly source: SourceLocation }[] = [];
  private readonly callIds = new CallIds();
  private compaction: Compaction | null = null;
  private mode: string | null = null;
  /** True if the last user message starts a sub-agent. */
  private isSubtask = false;

  constructor(
    private readonly info: JsonObject,
    private readonly run: ImportRun,
    parent?: { readonly draft: ItemSession; readonly agent: string },
  ) {
    this.draft = parent?.draft ?? new ItemSession("opencode", "OpenCode");
    this.agent = parent?.agent ?? MAIN;
    this.firstResponse = this.draft.responses.length;
    if (!parent) this.describe();
    const version = asText(info.version);
    if (version !== null) this.draft.versions.add(version);
    this.draft.noteTime(isoTime(asObject(info.time)?.created));
  }

  private describe() {
    this.draft.logId = asText(this.info.id) ?? "";
    this.draft.isSnapshot = true;
    this.draft.title = asText(this.info.title);
    this.draft.project = asText(this.info.directory);
  }

  read(message: StoredMessage) {
    const info = asObject(message.info);
    const id = asText(info?.id);
    if (id !== null) this.firstMessageOf.set(id, this.draft.messages.length);
    if (info?.role === "user") this.user(info, message);
    else if (info?.role === "assistant") this.assistant(info, message);
    else return this.skip(message);
    this.run.settle("interpreted", message.source);
  }

  end(source: SourceLocation) {
    this.forgetSilentCache();
    this.placePruned();
    this.compareTotals(source);
  }

  private skip({ parts, source }: StoredMessage) {
    const message = `Item ${source.line} is not a message of a user or an assistant. It was skipped; all others were kept.`;
    this.run.settle({ bad: "invalid-row", message }, source);
    for (const part of parts) this.run.settle({ kept: "part of a bad message" }, part.source);
  }

  private user(info: JsonObject, { parts, source }: StoredMessage) {
    const time = isoTime(asObject(info.time)?.created);
    const said: PartDraft[] = [];
    let isTyped = false;
    this.isSubtask = parts.some(({ value }) => asObject(value)?.type === "subtask");
    for (const { value, source: place } of parts) {
      const part = asObject(value);
      const draft = part && userPart(part);
      if (part?.type === "compaction") this.noteCompaction(part);
      if (draft) said.push(draft);
      if (draft && part?.synthetic !== true) isTyped = true;
      this.run.settle(draft || part?.type === "compaction" ? "interpreted" : keptPart(part), place);
    }
    this.draft.notePrompt(time, this.agent);
    // A sub-agent's prompt was written by the agent that started it.
    const origin = isTyped && this.agent === MAIN ? "typed" : "client";
    this.draft.say({ role: "user", origin, parts: said, time, agent: this.agent }, source);
  }

  private noteCompaction(part: JsonObject) {
    this.compaction = { isAuto: part.auto === true, tail: asText(part.tail_start_id) };
  }

  private assistant(info: JsonObject, message: StoredMessage) {
    const isInside = !REASONS_APART.test(asText(info.providerID) ?? "");
    const steps = this.stepsOf(message, isInside);
    const isSummary = info.summary === true;
    const completed = isoTime(asObject(info.time)?.completed);
    const created = isoTime(asObject(info.time)?.created);
    if (this.isSubtask && steps.every(isTaskCall)) return this.subtask(steps, completed, message.source);
    if (!isSummary) this.noteMode(info, message.source);
    steps.forEach((step, index) => {
      const answer = {
        id: steps.length === 1 ? asText(info.id) : null,
        parts: step.said,
        model: asText(info.modelID),
        // A message with one step repeats that step's usage; with several steps it has the usage of one of them or a
        // sum. A step that was aborted has none.
        usage: steps.length > 1 ? step.usage : readTokens(info.tokens, isInside),
        startedAt: index === 0 ? created : null,
        time: step.calledAt ?? completed,
        agent: this.agent,
      };
      this.draft.answer({ ...answer, ...(isSummary && { origin: "summary" }) }, message.source);
      const results = {
        role: "tool",
        origin: "tool",
        parts: step.results,
        time: completed,
        agent: this.agent,
      } as const;
      this.draft.say(results, message.source);
    });
    if (isSummary) this.endCompaction(info, message.source);
    this.noteError(info, message.source);
  }

  /** OpenCode calls its modes agents: `build`, `plan`, or the user's own. */
  private noteMode(info: JsonObject, source: SourceLocation) {
    const mode = asText(info.agent) ?? asText(info.mode);
    if (mode !== null && this.mode !== null && mode !== this.mode)
      this.draft.event({ type: "mode-switch", from: this.mode, to: mode, ...at(info.time) }, source, this.agent);
    this.mode = mode ?? this.mode;
  }

  /** A command with `subtask: true` starts a sub-agent with a call that the client writes in the model's name. */
  private subtask(steps: readonly Step[], time: string | null, source: SourceLocation) {
    for (const { said, results } of steps) {
      this.draft.say({ role: "assistant", origin: "client", parts: said, time, agent: this.agent }, source);
      this.draft.say({ role: "tool", origin: "tool", parts: results, time, agent: this.agent }, source);
    }
  }

  /** The parts of an assistant message by step. Tool results are at the end of their step. */
  private stepsOf({ parts }: StoredMessage, isInside: boolean): Step[] {
    const open = (): Step => ({ said: [], results: [], usage: null, calledAt: null });
    const steps: Step[] = [open()];
    for (const { value, source } of parts) {
      const part = asObject(value);
      const step = steps.at(-1) as Step;
      const isNext = part?.type === "step-start" && step.usage !== null;
      if (isNext) steps.push(open());
      if (part?.type === "step-finish") step.usage = readTokens(part.tokens, isInside);
      this.run.settle(part ? this.assistantPart(part, step, source) : keptPart(part), source);
    }
    return steps;
  }

  private assistantPart(part: JsonObject, step: Step, source: SourceLocation): RowVerdict {
    switch (part.type) {
      case "text":
      case "reasoning":
        if (typeof part.text !== "string" || part.ignored === true) return keptPart(part);
        step.said.push(part.type === "text" ? textDraft(part.text) : { type: "reasoning", text: part.text });
        return "interpreted";
      case "tool":
        return this.tool(part, step, source);
      case "file":
        return pushed(step.said, filePart(part)) ?? keptPart(part);
      case "retry":
        this.draft.event({ type: "api-error", ...errorOf(asObject(part.error)), ...at(part.time) }, source, this.agent);
        return "interpreted";
      default:
        return keptPart(part);
    }
  }

  /** A call that is pending or running has no result. (Often that call is the one that runs `opencode export`.) */
  private tool(part: JsonObject, step: Step, source: SourceLocation): RowVerdict {
    const logged = asText(part.callID);
    const name = asText(part.tool);
    const state = asObject(part.state);
    if (logged === null || name === null || !state) return keptPart(part);
    const callId = this.callIds.call(logged, step); // scrubbed logs have one id for all calls, but put a call and its result into one part
    step.said.push(toolCallDraft(callId, name, state.input));
    const time = asObject(state.time);
    step.calledAt = isoTime(time?.start) ?? step.calledAt;
    if (name === "task") this.noteChild(state, callId);
    const compactedAt = isoTime(time?.compacted);
    if (compactedAt !== null) this.pruned.push({ at: compactedAt, callId, source });
    const exit = asObject(state.metadata)?.exit;
    const isError = state.status === "error" || (typeof exit === "number" && exit !== 0);
    if (state.status !== "completed" && !isError) return "interpreted";
    const files = (asArray(state.attachments) ?? []).flatMap((value) => {
      const file = filePart(asObject(value) ?? {});
      return file?.type === "file" ? [file] : [];
    });
    const text = asText(state.output) ?? (isError ? asText(state.error) : null);
    step.results.push(toolResultDraft(callId, [...textOutput(text), ...files], isError, name));
    return "interpreted";
  }

  /** Records only the title of a sub-agent, whose session is a separate export. */
  private noteChild(state: JsonObject, toolCallId: string) {
    const child = asText(asObject(state.metadata)?.sessionId);
    const title = asText(state.title) ?? asText(asObject(state.input)?.description);
    if (child !== null)
      this.draft.addSubAgent(child, { parent: this.agent, toolCallId, ...(title !== null && { title }) });
  }

  /** The summary's own request still contained the entire history. Later prompts begin with the kept messages. */
  private endCompaction(info: JsonObject, source: SourceLocation) {
    const last = this.draft.responses.at(-1);
    const response = last && this.draft.messages[last.messageIndex]?.origin === "summary" ? last : undefined;
    const summaryIndex = response?.messageIndex ?? null;
    const tail = this.compaction?.tail ?? null;
    const tailIndex = tail === null ? undefined : this.firstMessageOf.get(tail);
    const trigger = this.compaction === null ? "unknown" : this.compaction.isAuto ? "auto" : "manual";
    const tokensBefore = this.promptBefore(response);
    const keptFrom = tailIndex ?? summaryIndex;
    const atMessage = this.draft.messages.length;
    const time = isoTime(asObject(info.time)?.completed);
    this.draft.compaction({ trigger, time, tokensBefore, keptFrom, atMessage, summaryIndex }, source, this.agent);
    this.compaction = null;
  }

  /**
   * Size of the last prompt before the summary's own. The summary's own prompt is much smaller, because it omits tools
   * and shortens outputs.
   */
  private promptBefore(summary: DraftResponse | undefined): number | null {
    const own = this.draft.responses.slice(this.firstResponse);
    const before = own.findLast((response) => response !== summary && response.usage !== null);
    const usage = before?.usage ?? summary?.usage ?? null;
    return usage && promptTokens(usage);
  }

  /**
   * OpenCode writes 0 if the provider reports no cache (`getUsage`), so zeros in all responses mean that it is unknown.
   */
  private forgetSilentCache() {
    const own = this.draft.responses.slice(this.firstResponse);
    if (own.some(({ usage }) => usage && (usage.cacheRead || usage.cacheWriteUnsplit))) return;
    for (const response of own)
      if (response.usage) response.usage = { ...response.usage, cacheRead: null, cacheWriteUnsplit: null };
  }

  private noteError(info: JsonObject, source: SourceLocation) {
    const error = asObject(info.error);
    if (!error || error.name === "MessageAbortedError") return;
    this.draft.event({ type: "api-error", ...errorOf(error), ...at(info.time) }, source, this.agent);
  }

  /** Outputs that were pruned are missing in every later prompt. */
  private placePruned() {
    const left = this.pruned.sort((a, b) => (a.at < b.at ? 1 : -1));
    const place = (time: string | undefined, atMessage: number) => {
      const calls: typeof left = [];
      while (left.length > 0 && (time === undefined || (left.at(-1)?.at ?? "") < time)) calls.push(...left.splice(-1));
      const [first] = calls;
      if (!first) return;
      const clearedToolCallIds = calls.map(({ callId }) => callId);
      const detail = { type: "micro-compaction", clearedToolCallIds, time: first.at } as const;
      this.draft.event(detail, first.source, this.agent, atMessage);
    };
    this.draft.messages.forEach(({ time, agent }, index) => {
      if (time !== undefined && agent === this.agent) place(time, index);
    });
    place(undefined, this.draft.messages.length);
  }

  /** Reverted turns are not exported, but the session's own totals include them. */
  private compareTotals(source: SourceLocation) {
    const stated = readTokens(this.info.tokens, false);
    if (stated === null) return;
    const total = (usages: readonly Usage[]) =>
      sumKnown(usages.flatMap((usage) => [promptTokens(usage), usage.output])) ?? 0;
    const ours = total(this.draft.responses.slice(this.firstResponse).flatMap(({ usage }) => usage ?? []));
    const theirs = total([stated]);
    // Sums over messages of the first versions contain the reasoning twice.
    if (ours === theirs || ours === theirs - (stated.reasoning ?? 0)) return;
    const message = `The session states ${theirs} tokens in all, its messages ${ours}: turns that were undone are not there. Winnow shows the messages' sum.`;
    this.run.report("session-totals-differ", message, source);
  }
}

function userPart(part: JsonObject): PartDraft | null {
  if (part.type === "text" && typeof part.text === "string" && part.ignored !== true) return textDraft(part.text);
  if (part.type === "file") return filePart(part);
  return part.type === "subtask" ? opaqueDraft(part) : null;
}

function filePart(part: JsonObject): PartDraft | null {
  const url = asText(part.url);
  return url === null ? null : fileDraft(urlFile(url, asText(part.mime)), asText(part.filename));
}

function pushed(list: PartDraft[], part: PartDraft | null): RowVerdict | null {
  if (part) list.push(part);
  return part && "interpreted";
}

const keptPart = (part: JsonObject | null): RowVerdict => ({ kept: `part:${asText(part?.type) ?? "unknown"}` });

const at = (time: unknown) => {
  const fields = asObject(time);
  const iso = isoTime(fields?.completed) ?? isoTime(fields?.created);
  return iso === null ? {} : { time: iso };
};

function errorOf(error: JsonObject | null) {
  const data = asObject(error?.data);
  const status = asCount(data?.statusCode);
  const message = asText(data?.message) ?? asText(error?.name) ?? "API error";
  return { message: message.slice(0, 500), ...(status !== null && { status }) };
}

/** Providers that report reasoning apart from the answer. The others include it. */
const REASONS_APART = /google|gemini|vertex/;

/**
 * The counters are disjoint. Until 1.3, however, the output includes the reasoning if the provider counts it so
 * (`isInside`). The total decides this, but the first versions do not write one.
 */
function readTokens(value: unknown, isInside: boolean): Usage | null {
  const tokens = asObject(value);
  const cache = asObject(tokens?.cache);
  const [input, cacheRead, cacheWriteUnsplit] = [asCount(tokens?.input), asCount(cache?.read), asCount(cache?.write)];
  const [answer, reasoning, total] = [asCount(tokens?.output), asCount(tokens?.reasoning), asCount(tokens?.total)];
  const prompt = sumKnown([input, cacheRead, cacheWriteUnsplit]);
  const output = outputCount({ prompt, answer, reasoning, total }, isInside && total === null);
  return usageOf({ uncachedInput: input, cacheRead, cacheWriteUnsplit, output, reasoning });
}
