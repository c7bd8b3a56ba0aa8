import { toolOutputText } from "../../conversation/part";
import { ancestors, type Segment } from "../../requests/prefix-tree";
import type { Session } from "../../transcript/session";
import type { CacheRequest } from "../cache-request";
import type { FindingRule } from "./finding";

/**
 * Results that occur twice in a prompt. Gemini CLI 0.61 sends every result again after `--resume`; in a model server's
 * log its prompt grew by half. Each later request pays for both copies.
 */
export const doubledResults: FindingRule = ({ session, requests }) => {
  const calls = session === null ? new Map<string, string>() : callsWithCopies(session);
  if (calls.size === 0) return null;
  const doubled = requests.flatMap((request, position) => {
    const copies = copiesIn(request, calls);
    return copies.length === 0 ? [] : [{ position, results: copies.length, tokens: sumOf(copies) }];
  });
  const [most] = doubled.toSorted((one, other) => other.tokens - one.tokens);
  if (most === undefined) return null;
  return {
    id: "doubled-results",
    kind: "loss",
    requests: doubled.map(({ position }) => position),
    lostTokens: sumOf(doubled),
    lostCost: null,
    evidence: [{ id: "doubled-results", ...most, requests: doubled.length }],
  };
};

/** The call of each result part, for calls with more than one result. */
function callsWithCopies({ messages }: Session): Map<string, string> {
  const parts = new Map<string, string[]>();
  for (const { agent, parts: own } of messages)
    for (const part of own) {
      if (part.type !== "tool-result") continue;
      const call = `${agent}\0${part.toolCallId}\0${toolOutputText(part.output)}`;
      parts.set(call, [...(parts.get(call) ?? []), part.id]);
    }
  return new Map([...parts].flatMap(([call, ids]) => (ids.length > 1 ? ids.map((id) => [id, call] as const) : [])));
}

/** A prompt's results whose call has another result closer to the end. */
function copiesIn({ leaf }: CacheRequest, calls: ReadonlyMap<string, string>): Segment[] {
  const seen = new Set<string>();
  const copies: Segment[] = [];
  for (const { segment } of ancestors(leaf)) {
    const call = calls.get(segment?.id ?? "");
    if (segment === null || call === undefined) continue;
    if (seen.has(call)) copies.push(segment);
    seen.add(call);
  }
  return copies;
}

const sumOf = (items: readonly { readonly tokens: number }[]): number =>
  items.reduce((sum, { tokens }) => sum + tokens, 0);
