import { pathEntity } from "../evaluation/entities/classify-word";
import { PER_TOKEN } from "../models/price-unit";
import { writePrice } from "../models/price-usage";
import { calledFiles } from "../tools/call-facts";
import { messagesOf } from "../transcript/context-at";
import type { SessionMessage } from "../transcript/session";
import type { LoggedRequest } from "./logged-request";
import type { PreparedReplay } from "./replay-types";

/** What the log itself paid to fetch again what its compactions had removed. */
export type LoggedFetches = {
  /** US dollars of one fetch, on average. */
  readonly price: number;
  readonly count: number;
};

/** With fewer fetches their mean says little. */
export const FEWEST_FETCHES = 5;

type Fetch = { readonly at: number; readonly tokens: number };

/**
 * Files that were read before a compaction, that no later prompt showed any more, and that were read again before the next
 * one: each counts once per compaction. A fetch costs what its call read from the cache and wrote, and its result as a
 * new part of the prompt; calls of one request share its prompt. Null where there is none, or no prices. Linear in messages.
 */
export function loggedFetches(prepared: PreparedReplay): LoggedFetches | null {
  const fetches = prepared.logged.flatMap(({ isCompacted }, at) => (isCompacted ? fetchesAfter(prepared, at) : []));
  const sharing = new Map<number, number>();
  for (const { at } of fetches) sharing.set(at, (sharing.get(at) ?? 0) + 1);
  const prices = fetches.flatMap(({ at, tokens }) => {
    const price = fetchPrice(prepared.logged[at] as LoggedRequest, sharing.get(at) ?? 1, tokens);
    return price === null ? [] : [price];
  });
  if (prices.length === 0) return null;
  return { price: prices.reduce((sum, price) => sum + price, 0) / prices.length, count: prices.length };
}

function fetchPrice({ request, prices, oneHour }: LoggedRequest, sharing: number, result: number): number | null {
  const { usage } = request;
  if (prices === null || usage?.cacheRead == null || usage.output === null) return null;
  const call = usage.cacheRead * prices.cacheRead + usage.output * prices.output;
  return (call / sharing + result * writePrice(prices, oneHour)) * PER_TOKEN;
}

/** The fetches between the compaction before request `first` and the next one. */
function fetchesAfter({ session, agent, logged, readers }: PreparedReplay, first: number): Fetch[] {
  const span = logged[first]?.request.span;
  if (!span) return [];
  const isKept = new Set(messagesOf(session, agent, span).map(({ id }) => id));
  const isOwn = (message: SessionMessage) => message.agent === agent && !message.isHidden;
  const gone = new Set(
    session.messages
      .slice(0, logged[first - 1]?.request.span.end ?? 0)
      .filter((message) => isOwn(message) && !isKept.has(message.id))
      .flatMap((message) => readsOf(message, session.tools, readers.roots).map(({ path }) => path)),
  );
  const next = logged.findIndex(({ isCompacted }, at) => at > first && isCompacted);
  const last = next < 0 ? logged.length : next;
  const found: Fetch[] = [];
  for (let at = first; at < last; at += 1) {
    const answer = session.messages.slice(logged[at]?.request.span.end, logged[at + 1]?.request.span.end).filter(isOwn);
    for (const { path, id } of answer.flatMap((message) => readsOf(message, session.tools, readers.roots))) {
      const result = answer.flatMap(({ parts }) => parts).find(isResultOf(id));
      if (result && gone.delete(path)) found.push({ at, tokens: readers.tokensOf(result) });
    }
  }
  return found;
}

const isResultOf = (id: string) => (part: SessionMessage["parts"][number]) =>
  part.type === "tool-result" && part.toolCallId === id && !part.isError;

type Tools = PreparedReplay["session"]["tools"];

/** The files that the tool calls of an answer read. */
const readsOf = ({ role, origin, parts }: SessionMessage, tools: Tools, roots: readonly string[]) =>
  role !== "assistant" || origin !== "model"
    ? []
    : parts.flatMap((part) =>
        part.type !== "tool-call"
          ? []
          : calledFiles(part, tools)
              .filter(({ operation }) => operation === "read")
              .map(({ path }) => ({ path: pathEntity(path, roots).key, id: part.toolCallId })),
      );
