import { type Gap, promptSpans } from "../transcript/prompt-spans";
import type { MessageRun, Response, Session } from "../transcript/session";
import { promptTokens } from "../transcript/usage";
import { type AgentThread, positionInThread } from "./agent-threads";

/** A prompt below this share of the previous one was rewritten entirely. */
export const COMPACTED_SHARE = 0.7;

/**
 * How one request's prompt follows from the last reported one of the same agent:
 *
 *     first       nothing before it                       T₁ = tokens not in the log + visible tokens
 *     append      same model, same start, prompt grew     ΔT = tokens of what was appended
 *     re-anchor   compaction, cleared results, rewind, restart of the client, another model, a prompt that shrank, or
 *                 growth that the visible parts cannot account for
 *     unreported  the log contains no usage for it
 */
export type PromptStep = {
  readonly kind: "first" | "append" | "re-anchor" | "unreported";
  /** Index into `Session.responses`. */
  readonly request: number;
  /** The agent's last request before it with reported usage. */
  readonly previous: number | null;
  readonly agent: string;
  readonly model: string | null;
  /** Reported. */
  readonly promptTokens: number | null;
  /** Growth since `previous`, only for an append. */
  readonly delta: number | null;
  /** Positions in the agent's thread: the prompt is [start, end), and its new messages begin at `newFrom`. */
  readonly start: number;
  readonly end: number;
  readonly newFrom: number;
  /** Positions between start and end that the prompt lacks; the same object until they change. */
  readonly gaps: Gap | null;
  /** Tool results that the client has cleared so far; the same object until they change. */
  readonly clearedToolCallIds: ReadonlySet<string>;
  /** Positions that precede all others in the prompt. */
  readonly lead?: MessageRun;
  /** True if the previous prompt was the first one after a compaction. */
  readonly isAfterCompacted?: true;
};

/** One step per response, in their order. Linear in responses (times the binary search in the thread). */
export function promptSteps(session: Session, threads: ReadonlyMap<string, AgentThread>): PromptStep[] {
  const spans = promptSpans(session);
  const resets = resetsByAgent(session);
  const last = new Map<string, PromptStep>();
  const known = new WeakMap<Gap, Gap>();
  return session.responses.map((response, request) => {
    const thread = threads.get(response.agent);
    const span = spans[request] as (typeof spans)[number];
    const start = positionInThread(thread, span.start);
    const end = Math.max(start, positionInThread(thread, span.end));
    const previous = last.get(response.agent);
    const reported = response.usage === null ? null : promptTokens(response.usage);
    const draft = { request, previous: previous?.request ?? null, agent: response.agent, model: response.model };
    const gaps = positionGaps(span.gaps, thread, known);
    const place = { start, end, gaps, clearedToolCallIds: span.clearedToolCallIds, promptTokens: reported };
    const lead = span.lead && {
      start: positionInThread(thread, span.lead.start),
      end: positionInThread(thread, span.lead.end),
    };
    const newFrom = previous === undefined ? start : Math.max(start, Math.min(previous.end, end));
    const isReset = previous !== undefined && hasReset(resets, session, previous.request, response);
    const kind = isReset ? "re-anchor" : kindOfStep(previous, place, response.model);
    const delta = kind === "append" ? (reported as number) - (previous?.promptTokens as number) : null;
    const isAfterCompacted = previous?.kind === "re-anchor" && previous.newFrom === previous.start;
    const step: PromptStep = {
      ...{ kind, newFrom, delta, ...draft, ...place },
      ...(lead && { lead }),
      ...(isAfterCompacted && { isAfterCompacted }),
    };
    if (reported !== null) last.set(response.agent, step);
    return step;
  });
}

type Place = Pick<PromptStep, "start" | "end" | "gaps" | "clearedToolCallIds" | "promptTokens">;

function kindOfStep(previous: PromptStep | undefined, place: Place, model: string | null): PromptStep["kind"] {
  if (place.promptTokens === null) return "unreported";
  if (previous === undefined) return "first";
  const continues =
    previous.model === model &&
    previous.start === place.start &&
    previous.gaps === place.gaps &&
    previous.end <= place.end &&
    previous.clearedToolCallIds.size === place.clearedToolCallIds.size;
  return continues && place.promptTokens > (previous.promptTokens as number) ? "append" : "re-anchor";
}

/** Converts gaps to positions of the thread, each gap once. */
function positionGaps(gaps: Gap | null, thread: AgentThread | undefined, known: WeakMap<Gap, Gap>): Gap | null {
  const fresh: Gap[] = [];
  let gap = gaps;
  for (; gap && !known.has(gap); gap = gap.before) fresh.push(gap);
  let before = gap ? (known.get(gap) as Gap) : null;
  for (const one of fresh.reverse()) {
    before = { ...one, start: positionInThread(thread, one.start), end: positionInThread(thread, one.end), before };
    known.set(one, before);
  }
  return before;
}

/**
 * Rewinds and restarts of the client. A client that was started again injects other text: in the corpus, the prompt then
 * grew by 1.4 times the visible parts (median of 39; 0.8 to 2.8 in most), and by 1.0 times otherwise.
 */
function resetsByAgent({ events }: Session): Map<string, number[]> {
  const resets = new Map<string, number[]>();
  for (const { type, agent, atMessage } of events) {
    if (type !== "rewind" && type !== "resume") continue;
    const known = resets.get(agent);
    if (known) known.push(atMessage);
    else resets.set(agent, [atMessage]);
  }
  return resets;
}

function hasReset(resets: Map<string, number[]>, session: Session, previous: number, response: Response): boolean {
  const after = session.responses[previous]?.messageIndex ?? 0;
  return (resets.get(response.agent) ?? []).some((at) => at > after && at <= response.messageIndex);
}
