import type { ToolCallPart } from "../conversation/part";
import { taskOf } from "../evaluation/error-retention";
import { priceUsage } from "../models/price-usage";
import { callFacts } from "../tools/call-facts";
import { changesFiles } from "../tools/operations";
import type { SessionMessage } from "../transcript/session";
import { compactionPlaces, measureCompaction } from "./compaction-loss";
import type { LoggedRequest } from "./logged-request";
import { replayLog } from "./replay-log";
import type { PreparedReplay } from "./replay-types";

/** An agent's actions from one request until it first changed a file. */
export type Stretch = {
  /** Number of requests, including the one that changed the file. */
  readonly requests: number;
  readonly actions: number;
  /** Actions that read or search. */
  readonly lookups: number;
  /** Number of actions that repeat an earlier one verbatim. */
  readonly repeated: number;
  readonly promptTokens: number;
  /**
   * US dollars of prompts and cache, without the first request; null without prices. Old logs report too few output
   * tokens for a price.
   */
  readonly cost: number | null;
};

/** A logged compaction and what followed. */
export type CompactionCase = {
  /** Lost facts up to the next compaction, counted as in the replay of any policy. */
  readonly lost: number;
  /**
   * Facts that were gone and that the agent wrote later, and how many of them it wrote before anything had shown them
   * again.
   */
  readonly gone: number;
  readonly unseen: number;
  /** Facts of the prompt before the compaction that the agent wrote later. */
  readonly used: number;
  /** Requests up to the next compaction, or to the end. */
  readonly calls: number;
  /** Weighted share of the needed facts that were still there; null if none was needed. */
  readonly recall: number | null;
  /**
   * Share of calls up to the next compaction, except reads, that repeat an earlier one verbatim; null if
   * there are fewer than five calls.
   */
  readonly rework: number | null;
  /**
   * What followed; null if the log ends, or is compacted again, before the agent changed a file or made thirty
   * requests.
   */
  readonly after: Stretch | null;
  /** The mean of the session's stretches without a compaction; null if there are fewer than three. */
  readonly elsewhere: Stretch | null;
  /** US dollars of a request that did not follow a compaction, without its output; null without prices. */
  readonly requestCost: number | null;
};

/** Requests after which a stretch ends if no file was changed. */
const LONGEST = 30;
const FEWEST_ELSEWHERE = 3;
const FEWEST_CALLS = 5;

/** Every logged compaction of an agent between two requests. */
export function compactionCases(prepared: PreparedReplay): CompactionCase[] {
  const { session, agent, logged, readers } = prepared;
  const places = compactionPlaces(session, agent).flatMap((place) => place ?? []);
  if (places.length === 0) return [];
  const walk = new Walk(prepared);
  const { rows } = replayLog(prepared, { kind: "logged", id: "logged" });
  /** A row's facts were written in the previous answer. */
  const lostIn = (from: number, to: number) =>
    rows.slice(from + 1, to + 1).reduce((sum, row) => sum + row.lostFactsUsed, 0);
  const firsts = logged.flatMap(({ isEdited }, at) => (isEdited ? [at] : []));
  const elsewhere = meanOf(
    logged.flatMap((_, at) =>
      firsts.some((first) => at >= first && at < first + LONGEST) ? [] : (walk.from(at) ?? []),
    ),
  );
  const requestCost = meanCost(logged.filter((_, at) => at > 0 && !firsts.includes(at)));
  return places.map((place) => {
    const { used, missed, loss } = measureCompaction(session, place, readers);
    return {
      lost: lostIn(place.afterAt, place.untilAt),
      gone: missed.length,
      unseen: missed.filter(({ seenAt }) => seenAt === null).length,
      used,
      calls: place.untilAt - place.afterAt,
      recall: (loss.hindsight?.needed ?? 0) === 0 ? null : (loss.hindsight?.recall ?? null),
      rework: walk.rework(place.afterAt, place.untilAt),
      after: walk.from(place.afterAt),
      elsewhere,
      requestCost,
    };
  });
}

/** The calls of each answer, and which of them repeat earlier ones. */
class Walk {
  readonly #calls: readonly (readonly ToolCallPart[])[];
  /** Maps a call's task to the first answer that made it. */
  readonly #firstMade = new Map<string, number>();

  constructor(readonly prepared: PreparedReplay) {
    const { session, agent, logged } = prepared;
    this.#calls = logged.map(({ request }, at) =>
      callsIn(
        session.messages
          .slice(request.span.end, logged[at + 1]?.request.span.end)
          .filter((message) => message.agent === agent),
      ),
    );
    for (const [at, calls] of this.#calls.entries())
      for (const call of calls) {
        const task = taskOf(call);
        if (task !== null && !this.#firstMade.has(task)) this.#firstMade.set(task, at);
      }
  }

  /** From request `first` until a file is changed; null if a compaction or the end of the log comes first. */
  from(first: number): Stretch | null {
    const { logged } = this.prepared;
    const found = { requests: 0, actions: 0, lookups: 0, repeated: 0, promptTokens: 0 };
    for (let at = first; at < first + LONGEST; at += 1) {
      const entry = logged[at];
      if (entry === undefined || (at > first && entry.isEdited)) return null;
      found.requests += 1;
      found.promptTokens += entry.request.promptTokens.tokens;
      for (const call of this.#calls[at] ?? []) {
        if (this.#changes(call)) return this.#priced(found, first);
        found.actions += 1;
        found.lookups += this.#looksUp(call) ? 1 : 0;
        found.repeated += this.#isMadeBefore(call, first) ? 1 : 0;
      }
    }
    return this.#priced(found, first);
  }

  rework(first: number, end: number): number | null {
    const calls = this.#calls
      .slice(first, end)
      .flat()
      .filter((call) => this.#facts(call).operation !== "read");
    if (calls.length < FEWEST_CALLS) return null;
    return calls.filter((call) => this.#isMadeBefore(call, first)).length / calls.length;
  }

  #priced(found: Omit<Stretch, "cost">, first: number): Stretch {
    const rest = this.prepared.logged.slice(first + 1, first + found.requests);
    const mean = rest.length === 0 ? 0 : meanCost(rest);
    return { ...found, cost: mean === null ? null : mean * rest.length };
  }

  #facts = (call: ToolCallPart) => callFacts(call, this.prepared.session.tools);

  #changes(call: ToolCallPart): boolean {
    const { operation, files } = this.#facts(call);
    return changesFiles(operation) || files.some((file) => file.operation !== "read");
  }

  #looksUp(call: ToolCallPart): boolean {
    const { operation, files, command } = this.#facts(call);
    if (operation === "run") return files.length > 0 || SEARCHES.test(command ?? "");
    return operation === "read" || operation === "search" || operation === "fetch";
  }

  #isMadeBefore(call: ToolCallPart, first: number): boolean {
    const task = taskOf(call);
    return task !== null && (this.#firstMade.get(task) ?? Number.POSITIVE_INFINITY) < first;
  }
}

const SEARCHES = /^\s*(?:cd [^;&|]+(?:&&|;)\s*)?(?:rg|grep|find|fd|ls|tree|git (?:log|show|diff|status|grep|blame))\b/;

const callsIn = (messages: readonly SessionMessage[]): ToolCallPart[] =>
  messages.flatMap(({ role, origin, parts }) =>
    role === "assistant" && origin === "model" ? parts.filter((part) => part.type === "tool-call") : [],
  );

/** US dollars of prompts and cache; null if none has a price. */
function meanCost(entries: readonly LoggedRequest[]): number | null {
  const known = entries.flatMap(({ request: { usage }, prices }) =>
    usage && prices ? (priceUsage({ ...usage, output: 0, reasoning: null }, prices)?.amount ?? []) : [],
  );
  return known.length === 0 ? null : known.reduce((sum, amount) => sum + amount, 0) / known.length;
}

function meanOf(stretches: readonly Stretch[]): Stretch | null {
  if (stretches.length < FEWEST_ELSEWHERE) return null;
  const mean = (pick: (stretch: Stretch) => number) =>
    stretches.reduce((sum, stretch) => sum + pick(stretch), 0) / stretches.length;
  return {
    requests: mean(({ requests }) => requests),
    actions: mean(({ actions }) => actions),
    lookups: mean(({ lookups }) => lookups),
    repeated: mean(({ repeated }) => repeated),
    promptTokens: mean(({ promptTokens }) => promptTokens),
    cost: stretches.some(({ cost }) => cost === null) ? null : mean(({ cost }) => cost ?? 0),
  };
}
