import type { WireMessage } from "../../formats/wire-context";
import type { Response, SessionMessage } from "../../transcript/session";
import type { Usage } from "../../transcript/usage";
import type { Exchange } from "./exchange";
import { readUiMetadata } from "./ui-metadata";

type WireMessages = ReadonlyMap<string, WireMessage>;

/** Every assistant message is one response; further facts about it are in the exchange or in its metadata. */
export function listResponses(messages: readonly SessionMessage[], exchange: Exchange, wire: WireMessages): Response[] {
  const usageOf = exchangeUsages(messages, exchange);
  const answersOf = countAnswers(messages, wire);
  return messages.flatMap((message, messageIndex) => {
    const { responseId: id, agent, parts } = message;
    if (id === undefined) return [];
    const raw = wire.get(message.id)?.raw;
    const facts = readUiMetadata(raw);
    // The usage of a message with many steps may be that of the last step or of all; the log does not say which.
    const stated = raw && answersOf.get(raw) === 1 ? facts?.usage : null;
    const usage = usageOf.get(message) ?? stated ?? null;
    const source = parts[0]?.source;
    return [
      { id, agent, model: exchange.model ?? facts?.model ?? null, messageIndex, usage, ...(source && { source }) },
    ];
  });
}

/** Usage is known for the answer at the end of the exchange, and for the compaction that it began with. */
function exchangeUsages(messages: readonly SessionMessage[], { hasAnswer, usage, compactionUsage }: Exchange) {
  const usages = new Map<SessionMessage, Usage>();
  const [before, last] = [messages.at(-2), messages.at(-1)];
  if (!hasAnswer || !last) return usages;
  const isOnlySummary = last.origin === "summary";
  const summary = isOnlySummary ? last : before;
  if (usage && !isOnlySummary) usages.set(last, usage);
  if (compactionUsage && summary?.origin === "summary") usages.set(summary, compactionUsage);
  return usages;
}

/** How many answers each message of the log became: a UI message holds one for each of its steps. */
function countAnswers(messages: readonly SessionMessage[], wire: WireMessages): ReadonlyMap<object, number> {
  const counts = new Map<object, number>();
  for (const { id, responseId } of messages) {
    const raw = wire.get(id)?.raw;
    if (raw && responseId !== undefined) counts.set(raw, (counts.get(raw) ?? 0) + 1);
  }
  return counts;
}
