import { countLeading } from "../conversation/count-leading";
import { oncePerPart } from "../conversation/once-per-part";
import type { MessageRun, Session, SessionEvent } from "./session";

/**
 * Messages [start, end) inside a span but not in the prompt, as a linked list: newest first, shared between spans,
 * never overlapping.
 */
export type Gap = {
  readonly start: number;
  readonly end: number;
  /** `branch`: the conversation was rewound to a place before them; `cut`: the client removed them from the middle. */
  readonly kind: "branch" | "cut";
  readonly before: Gap | null;
};

/** A request's prompt as a slice of the session: cheap to keep for every request of a long session. */
export type PromptSpan = {
  /** Indexes into `Session.messages`; only the agent's non-hidden messages belong to the prompt. */
  readonly start: number;
  readonly end: number;
  /**
   * Messages abandoned by a rewind, or cut from the middle by the client; the same object until an event changes it.
   */
  readonly gaps: Gap | null;
  /** Tool results cleared by micro-compaction before this request. */
  readonly clearedToolCallIds: ReadonlySet<string>;
  /** Messages that precede all others of the span: a compaction's summary, followed by what the client kept. */
  readonly lead?: MessageRun;
};

/** The content of an agent's prompts starting at message `at`. */
type State = { readonly at: number } & Omit<PromptSpan, "end">;

const NOTHING_CLEARED: ReadonlySet<string> = new Set();

/**
 * The prompt spans of all responses, in order; linear in messages + events, once per session. A rewind restores the
 * state after the last remaining message, which also handles a branch of a branch and a rewind past a compaction.
 */
export const promptSpans = oncePerPart(readSpans);

function readSpans(session: Session): readonly PromptSpan[] {
  const states = new Map<string, State[]>();
  const events = session.events.filter(cuts);
  const next = new Map<string, number>();
  return session.responses.map(({ agent, messageIndex }) => {
    const history = states.get(agent) ?? [initial(0)];
    states.set(agent, history);
    let index = next.get(agent) ?? 0;
    for (; index < events.length; index += 1) {
      const event = events[index] as Cut;
      if (event.atMessage > messageIndex) break;
      if (event.agent === agent) history.push(after(event, history));
    }
    next.set(agent, index);
    const { at: _at, ...state } = history.at(-1) as State;
    return { end: messageIndex, ...state };
  });
}

/** The abandoned branches of one agent at the end of the log. */
export function leftBranches({ events }: Pick<Session, "events">, agent: string): Gap | null {
  const history = [initial(0)];
  for (const event of events)
    if (event.type === "rewind" && event.agent === agent && event.keptUntil !== undefined)
      history.push(after(event, history));
  return history.at(-1)?.gaps ?? null;
}

const initial = (at: number): State => ({ at, start: 0, gaps: null, clearedToolCallIds: NOTHING_CLEARED });

type Cut = Extract<SessionEvent, { type: "compaction" | "micro-compaction" | "rewind" }>;

const cuts = (event: SessionEvent): event is Cut =>
  event.type === "compaction" ||
  event.type === "micro-compaction" ||
  (event.type === "rewind" && event.keptUntil !== undefined);

function after(event: Cut, history: readonly State[]): State {
  const at = event.atMessage;
  const now = history.at(-1) as State;
  if (event.type === "micro-compaction")
    return { ...now, at, clearedToolCallIds: new Set([...now.clearedToolCallIds, ...event.clearedToolCallIds]) };
  if (event.type === "rewind") {
    const kept = Math.min(event.keptUntil as number, at);
    const then = stateBehind(history, kept);
    return { ...then, at, gaps: kept < at ? { start: kept, end: at, kind: "branch", before: then.gaps } : then.gaps };
  }
  if (event.kept !== undefined) return keepRuns(event.kept, event, now);
  const from = event.keptFrom ?? at;
  if (event.keptUntil === undefined || event.keptUntil <= now.start)
    return { at, start: from, gaps: cutOut(now.gaps, 0, from), clearedToolCallIds: NOTHING_CLEARED, ...leadOf(event) };
  return { ...now, at, gaps: cutOut(now.gaps, Math.min(event.keptUntil, from), from) };
}

type Compaction = Extract<SessionEvent, { type: "compaction" }>;

/** Only these runs of the former prompt stay in it. */
function keepRuns(kept: readonly MessageRun[], event: Compaction, now: State): State {
  const at = event.atMessage;
  const runs = kept
    .map(({ start, end }) => ({ start: Math.max(start, now.start), end: Math.min(end, at) }))
    .filter(({ start, end }) => start < end);
  const start = runs[0]?.start ?? at;
  const gaps = runs.reduce(
    (known, { end }, index) => cutOut(known, end, runs[index + 1]?.start ?? at),
    cutOut(now.gaps, 0, start),
  );
  const lead = start < at ? leadOf(event) : {};
  return { at, start, gaps, clearedToolCallIds: now.clearedToolCallIds, ...lead };
}

const leadOf = ({ atMessage: start, keptBehind: end }: Compaction): { readonly lead?: MessageRun } =>
  end !== undefined && end > start ? { lead: { start, end } } : {};

/**
 * Converts items from log order to prompt order, in which items of the lead come first. `placeOf`: an item's place in
 * the span.
 */
export function inPromptOrder<T>(
  items: readonly T[],
  { lead }: Pick<PromptSpan, "lead">,
  placeOf: (item: T) => number,
): T[] {
  if (lead === undefined) return [...items];
  const isLead = (item: T) => placeOf(item) >= lead.start && placeOf(item) < lead.end;
  return [...items.filter(isLead), ...items.filter((item) => !isLead(item))];
}

/** The state when the message before `kept` was the last one. Found by bisection, because there may be many rewinds. */
function stateBehind(history: readonly State[], kept: number): State {
  // States are in log order. After a rewind, that order differs from the prompt's, but `at` still never decreases.
  const earlier = countLeading(history, ({ at }) => at < kept);
  return history[Math.max(0, earlier - 1)] as State;
}

/** The gaps with [start, end) added. A cut starting at 0 is not a gap, because it moves the start of the span. */
function cutOut(gaps: Gap | null, start: number, end: number): Gap | null {
  const tail: Gap[] = [];
  let rest = gaps;
  for (; rest && rest.end > end; rest = rest.before) tail.push(rest);
  let from = start;
  for (; rest && rest.end > start; rest = rest.before) from = Math.min(from, rest.start);
  const isMiddle = start > 0 && from < end;
  const cut: Gap | null = isMiddle ? { start: from, end, kind: "cut", before: rest } : start > 0 ? rest : null;
  return tail.reduceRight<Gap | null>((before, gap) => ({ ...gap, start: Math.max(gap.start, end), before }), cut);
}

/** The span with indexes into a list starting at the span's first message. */
export function localSpan(span: PromptSpan): PromptSpan {
  const { start } = span;
  const gaps = gapList(span.gaps).reduce<Gap | null>(
    (before, gap) => ({ ...gap, start: gap.start - start, end: gap.end - start, before }),
    null,
  );
  const lead = span.lead && { start: span.lead.start - start, end: span.lead.end - start };
  return { ...span, start: 0, end: span.end - start, gaps, ...(lead && { lead }) };
}

/** The gaps in ascending order. */
export function gapList(gaps: Gap | null): Gap[] {
  const list: Gap[] = [];
  for (let gap = gaps; gap; gap = gap.before) list.push(gap);
  return list.reverse();
}

/**
 * A test to call with ascending indexes, which is true for an index outside all gaps. Linear over all calls together.
 */
export function outsideGaps(gaps: Gap | null): (index: number) => boolean {
  const list = gapList(gaps);
  let next = 0;
  return (index) => {
    while (next < list.length && (list[next] as Gap).end <= index) next += 1;
    return next >= list.length || index < (list[next] as Gap).start;
  };
}
