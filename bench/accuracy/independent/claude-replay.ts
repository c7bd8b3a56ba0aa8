import { type Json, lines } from "./figures";

/**
 * An independent computation of what a Claude Code session would have cost if nothing had been compacted, or if the
 * oldest half of the messages had been dropped at a certain prompt size. It reads the raw rows and shares no code with
 * lib/. Messages share the growth of the reported prompt in proportion to their characters.
 */
export type Costs = {
  readonly requests: number;
  readonly compactions: number;
  readonly log: number;
  readonly keepAll: number;
  readonly truncated: number;
  readonly firings: number;
};

/** US dollars per million tokens: input, output, read, written for five minutes and for an hour (platform.claude.com, 2026-11-23). */
const PRICES: readonly (readonly [RegExp, readonly [number, number, number, number, number]])[] = [
  [/opus-4-[5-9]/, [5, 25, 0.5, 6.25, 10]],
  [/sonnet-4/, [3, 15, 0.3, 3.75, 6]],
  [/haiku-4-5/, [1, 5, 0.1, 1.25, 2]],
];
/** Above this many prompt tokens, other prices apply to the entire request. */
const LONG_PROMPT = { above: 200_000, models: /opus-4-6/, prices: [10, 37.5, 1, 12.5, 20] } as const;
const HOUR = 3_600_000;

type Call = {
  readonly model: string;
  readonly time: number;
  readonly input: number;
  readonly read: number;
  readonly short: number;
  readonly long: number;
  readonly output: number;
  /** Characters of the messages since the previous call, without summaries. */
  readonly added: readonly number[];
  readonly isCompacted: boolean;
  /** Characters of the summary that precedes the call for the first time; 0 if there is none. */
  readonly summary: number;
};

const promptOf = ({ input, read, short, long }: Call): number => input + read + short + long;

/** Null if a model has no price here, or the session has fewer than two calls. */
export function claudeReplay(file: string, trigger: number): Costs | null {
  const calls = callsOf(lines(file));
  if (calls.length < 2 || calls.some(({ model }) => !PRICES.some(([name]) => name.test(model)))) return null;
  const grown = growthOf(calls);
  const keepAll = play(calls, grown, Number.POSITIVE_INFINITY);
  const truncated = play(calls, grown, trigger);
  const log = calls.reduce((sum, call) => sum + priceOf(call, call.read, call.input, call.short, call.long), 0);
  const compactions = calls.filter(({ isCompacted }) => isCompacted).length;
  return {
    requests: calls.length,
    compactions,
    log,
    keepAll: keepAll.cost,
    truncated: truncated.cost,
    firings: truncated.firings,
  };
}

/**
 * One call per message id, with the usage of its last row. A user's message is one row; an answer is all
 * rows with its id.
 */
function callsOf(rows: readonly Json[]): Call[] {
  const usages = new Map<string, Json>();
  for (const { message } of rows) if (message?.usage) usages.set(message.id, message.usage);
  const calls: Call[] = [];
  const known = new Set<string>();
  let added: { id: string | null; characters: number }[] = [];
  let isCompacted = false;
  let summary = 0;
  for (const row of rows) {
    if (row.subtype === "compact_boundary") isCompacted = true;
    if (row.isSidechain || known.has(row.uuid) || (row.type !== "user" && row.type !== "assistant")) continue;
    known.add(row.uuid);
    const { message } = row;
    if (row.isCompactSummary) summary += lengthOf(message.content);
    if (row.isCompactSummary || message.model === "<synthetic>") continue;
    const isCall = row.type === "assistant" && usages.has(message.id);
    if (isCall && !known.has(message.id)) {
      known.add(message.id);
      const before = added.map(({ characters }) => characters);
      calls.push({ ...callOf(row, usages.get(message.id)), added: before, isCompacted, summary });
      [added, isCompacted, summary] = [[], false, 0];
    }
    const characters = lengthOf(message.content);
    const last = added.at(-1);
    if (last && isCall && last.id === message.id) last.characters += characters;
    else added.push({ id: isCall ? message.id : null, characters });
  }
  return calls;
}

function callOf({ timestamp, message }: Json, usage: Json): Omit<Call, "added" | "isCompacted" | "summary"> {
  const written = usage.cache_creation_input_tokens ?? 0;
  const long = usage.cache_creation?.ephemeral_1h_input_tokens ?? 0;
  return {
    model: message.model,
    time: Date.parse(timestamp),
    input: usage.input_tokens,
    read: usage.cache_read_input_tokens ?? 0,
    short: written - long,
    long,
    output: usage.output_tokens,
  };
}

const lengthOf = (content: Json): number =>
  typeof content === "string"
    ? content.length
    : (content as Json[]).reduce((sum, block) => {
        const inner = block.text ?? block.thinking ?? block.content ?? block.input ?? "";
        if (block.type === "image") return sum + 5_000;
        return (
          sum +
          (Array.isArray(inner)
            ? lengthOf(inner)
            : typeof inner === "string"
              ? inner.length
              : JSON.stringify(inner).length)
        );
      }, 0);

type Growth = {
  /** Tokens of the messages that each call added. */
  readonly messages: readonly (readonly number[])[];
  /** Prompt tokens that are in no row: system prompt, tools, and what preceded the start of the file. */
  readonly unseen: readonly number[];
  /**
   * Tokens of `unseen` that the client's compaction had removed: another policy sends them until it cuts the history
   * itself.
   */
  readonly removed: readonly number[];
};

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** A text has at most one token per character. If a prompt grew by more, the rest is in no row. */
const MAX_PER_CHARACTER = 1;

function growthOf(calls: readonly Call[]): Growth {
  const grown = calls.map((call, at) => {
    const before = calls[at - 1];
    return before === undefined || call.isCompacted ? null : promptOf(call) - promptOf(before);
  });
  const held = grown.map((tokens, at) =>
    tokens === null ? null : Math.min(tokens, MAX_PER_CHARACTER * sum((calls[at] as Call).added)),
  );
  const measured = held.flatMap((tokens, at) => (tokens === null || tokens < 0 ? [] : [at]));
  const characters = sum(measured.map((at) => sum((calls[at] as Call).added)));
  const perCharacter = sum(measured.map((at) => held[at] as number)) / characters;
  const messages = calls.map(({ added }, at) => {
    const all = Math.max(1, sum(added));
    const tokens = held[at] ?? perCharacter * all;
    return added.map((own) => (tokens * own) / all);
  });
  return { messages, ...unseenOf(calls, grown, messages, perCharacter) };
}

function unseenOf(
  calls: readonly Call[],
  grown: readonly (number | null)[],
  messages: Growth["messages"],
  perCharacter: number,
): Pick<Growth, "unseen" | "removed"> {
  let unseen = Math.max(0, promptOf(calls[0] as Call) - sum(messages[0] as number[]));
  let removed = 0;
  const rows = calls.map((call, at) => {
    const own = sum(messages[at] as number[]);
    if (grown[at] !== null) unseen += (grown[at] as number) - own;
    if (call.isCompacted) removed = Math.max(removed, unseen - (promptOf(call) - own - call.summary * perCharacter));
    return { unseen, removed };
  });
  return { unseen: rows.map((row) => row.unseen), removed: rows.map((row) => row.removed) };
}

/**
 * The calls with their logged outputs, pauses and evictions, but with a prompt that no compaction of the client has
 * cut.
 */
function play(calls: readonly Call[], { messages, unseen, removed }: Growth, trigger: number) {
  const long = calls.reduce((sum, call) => sum + call.long, 0);
  const all = calls.reduce((sum, call) => sum + call.long + call.short, 0);
  const longShare = all === 0 ? 0 : long / all;
  let dropped = 0;
  let [history, cached, firedAt, cost, firings]: [number[], number, number | null, number, number] = [
    [],
    0,
    null,
    0,
    0,
  ];
  for (const [at, call] of calls.entries()) {
    history.push(...(messages[at] as number[]));
    let fixed = (unseen[at] as number) - dropped;
    let prompt = fixed + history.reduce((sum, size) => sum + size, 0);
    const hasGrown = firedAt === null || prompt >= firedAt + Math.max(trigger, firedAt) / 10;
    const isDue = prompt >= trigger && hasGrown;
    if (isDue) {
      const gone = Math.floor((history.length - 1) / 2);
      const opening = history[0] as number;
      dropped = removed[at] as number;
      fixed = (unseen[at] as number) - dropped;
      history = [opening, ...history.slice(1 + gone - (gone % 2))];
      prompt = fixed + history.reduce((sum, size) => sum + size, 0);
      [cached, firedAt, firings] = [Math.min(cached, fixed + opening), prompt, firings + 1];
    }
    const { warmth, beyond } = warmthOf(call, calls[at - 1], longShare);
    const read = Math.min(prompt, cached * warmth + beyond);
    const fresh = promptOf(call) - call.read;
    const written = fresh === 0 ? 0 : ((prompt - read) * (call.short + call.long)) / fresh;
    const ownLong = call.short + call.long === 0 ? longShare : call.long / (call.short + call.long);
    cost += priceOf(call, read, prompt - read - written, written * (1 - ownLong), written * ownLong);
    cached = read + written;
  }
  return { cost, firings };
}

/**
 * The share of the cached tokens that the log read. Tokens that the log could not read because of its own
 * compaction count as read.
 */
function warmthOf(call: Call, before: Call | undefined, longShare: number) {
  if (!before) return { warmth: 0, beyond: call.read };
  const cached = before.model === call.model ? promptOf(before) - before.input : 0;
  const isPause = call.time - before.time > (longShare > 0.5 ? HOUR : HOUR / 12);
  if (call.isCompacted) return { warmth: isPause ? 0 : 1, beyond: 0 };
  return { warmth: cached === 0 ? 0 : Math.min(1, call.read / cached), beyond: Math.max(0, call.read - cached) };
}

function priceOf({ model, output }: Call, read: number, input: number, short: number, long: number): number {
  const isLong = read + input + short + long > LONG_PROMPT.above && LONG_PROMPT.models.test(model);
  const table = isLong ? LONG_PROMPT.prices : PRICES.find(([name]) => name.test(model))?.[1];
  const [plain, out, cachedRead, fiveMinutes, hour] = table ?? [0, 0, 0, 0, 0];
  return (input * plain + output * out + read * cachedRead + short * fiveMinutes + long * hour) / 1e6;
}
