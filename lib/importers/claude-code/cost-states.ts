import { asCount, asObject, type JsonObject } from "../../formats/json-fields";
import { moveEvent } from "../../transcript/move-event";
import type {
  ClientTotals,
  ModelTotals,
  Response,
  Session,
  SessionEvent,
  SessionMessage,
} from "../../transcript/session";
import { promptTokens, UNKNOWN_USAGE, type Usage } from "../../transcript/usage";
import { NOWHERE, placeOf } from "../place-of";

/** A `cost-state` row: the client's running totals. They continue when a session is resumed. */
export type CostState = {
  readonly totals: ClientTotals;
  /** The time of the last row before it. */
  readonly time: string | null;
};

/** Null if the row contains no usage by model. Source: rows of Claude Code 2.1.331. */
export function readTotals(fields: JsonObject): ClientTotals | null {
  const models = asObject(fields.modelUsage);
  if (!models) return null;
  const byModel = Object.entries(models).flatMap(([name, value]): ModelTotals[] => {
    const entry = asObject(value);
    return entry ? [{ model: plainName(name), usage: usageOf(entry), cost: asCount(entry.costUSD) }] : [];
  });
  return { models: byModel, cost: asCount(fields.totalCostUSD) };
}

function usageOf(entry: JsonObject): Usage {
  const written = asCount(entry.cacheCreationInputTokens);
  const [five, hour] = [
    asCount(entry.cacheCreationEphemeral5mInputTokens),
    asCount(entry.cacheCreationEphemeral1hInputTokens),
  ];
  const isSplit = five !== null && hour !== null && five + hour === (written ?? five + hour);
  return {
    ...UNKNOWN_USAGE,
    uncachedInput: asCount(entry.inputTokens),
    ...(isSplit ? { cacheWrite5m: five, cacheWrite1h: hour } : { cacheWriteUnsplit: written }),
    cacheRead: asCount(entry.cacheReadInputTokens),
    output: asCount(entry.outputTokens),
  };
}

/** The model name without the client's suffix for a larger window. */
const plainName = (name: string): string => name.replace(/\[1m\]$/i, "");

/**
 * Adds the calls that made the summaries of compactions. They have no row, but are in the client's totals. If exactly
 * one compaction lies between two rows of totals, the excess of the totals over the logged calls is that call, provided
 * that it is about as large as the compacted prompt. If there are several compactions, nothing is added.
 */
export function withCompactionCalls(session: Session, states: readonly CostState[]): Session {
  const last = states.at(-1);
  if (last === undefined) return session;
  const made = states.flatMap((state, index) => callBefore(session, states[index - 1] ?? null, state));
  const whole = made.reduceRight(withCall, session);
  return { ...whole, totals: last.totals };
}

type Call = { readonly event: Compaction; readonly model: string; readonly usage: Usage };
type Compaction = Extract<SessionEvent, { type: "compaction" }>;

function callBefore(session: Session, from: CostState | null, state: CostState): Call[] {
  const isBetween = (time: string | undefined) =>
    !isAfter(time, state.time) && (from === null || isAfter(time, from.time));
  const [event, another] = session.events.filter(
    (one): one is Compaction => one.type === "compaction" && isBetween(one.time),
  );
  if (!event || another) return [];
  const own = session.responses.filter(({ endedAt }) => isBetween(endedAt));
  return state.totals.models.flatMap(({ model, usage }): Call[] => {
    const earlier = from?.totals.models.find((entry) => entry.model === model)?.usage ?? null;
    const logged = own.filter((response) => response.model === model).map((response) => response.usage);
    const rest = [earlier, ...logged].reduce<Usage | null>((left, used) => left && minus(left, used), usage);
    return rest !== null && isAsLarge(rest, event) ? [{ event, model, usage: rest }] : [];
  });
}

const COUNTERS = ["uncachedInput", "cacheWrite5m", "cacheWrite1h", "cacheWriteUnsplit", "cacheRead", "output"] as const;

/** Null if the totals are below the usage of the logged calls, because they then describe other calls. */
function minus(usage: Usage, used: Usage | null): Usage | null {
  const left = COUNTERS.map(
    (key) => [key, usage[key] === null ? null : (usage[key] as number) - (used?.[key] ?? 0)] as const,
  );
  return left.every(([, value]) => value === null || value >= 0) ? { ...usage, ...Object.fromEntries(left) } : null;
}

/** Bounds for the call's prompt as a share of the compacted prompt, whose size the client only estimates. */
const LEAST_SHARE = 0.7;
const MAX_SHARE = 1.4;

function isAsLarge(usage: Usage, { tokensBefore }: Compaction): boolean {
  const size = promptTokens(usage) ?? 0;
  if (size === 0 || usage.output === null || usage.output === 0) return false;
  return tokensBefore === undefined || (size >= LEAST_SHARE * tokensBefore && size <= MAX_SHARE * tokensBefore);
}

const isAfter = (time: string | undefined, limit: string | null): boolean =>
  time !== undefined && limit !== null && Date.parse(time) > Date.parse(limit);

/**
 * Places the call directly before its compaction, as an answer that is never sent, because the summary repeats its
 * content.
 */
function withCall(session: Session, { event, model, usage }: Call): Session {
  const { agent, atMessage: at, source = NOWHERE, time } = event;
  const id = `compaction-${placeOf(source)}`;
  const part = { id: `p${id}`, type: "opaque", value: { type: "compaction" }, source } as const;
  const draft = { id: `m${id}`, role: "assistant", origin: "model", agent, responseId: id, isHidden: true } as const;
  const message: SessionMessage = { ...draft, parts: [part], ...(time && { time }) };
  const call: Response = {
    id,
    agent,
    model,
    messageIndex: at,
    usage,
    source,
    ...(time && { startedAt: time, endedAt: time }),
  };
  const place = (index: number) => (index >= at ? index + 1 : index);
  const moved = session.responses.map((one) => ({ ...one, messageIndex: place(one.messageIndex) }));
  const next = moved.findIndex(({ messageIndex }) => messageIndex > at);
  const position = next < 0 ? moved.length : next;
  return {
    ...session,
    messages: [...session.messages.slice(0, at), message, ...session.messages.slice(at)],
    responses: [...moved.slice(0, position), call, ...moved.slice(position)],
    events: session.events.map((one) => moveEvent(one, place)),
  };
}

/** By how much the client's totals exceed the session's calls, by model. Leaves out models without a difference. */
export function uncounted({ totals, responses }: Session): readonly ModelTotals[] {
  return (totals?.models ?? []).flatMap(({ model, usage, cost }): ModelTotals[] => {
    const own = responses.filter((response) => response.model === model);
    const left = COUNTERS.map((key) => {
      const used = own.reduce((sum, response) => sum + (response.usage?.[key] ?? 0), 0);
      return [key, usage[key] === null ? null : (usage[key] as number) - used] as const;
    });
    const isEqual = left.every(([, value]) => value === null || value === 0);
    return isEqual ? [] : [{ model, usage: { ...usage, ...Object.fromEntries(left) }, cost }];
  });
}
