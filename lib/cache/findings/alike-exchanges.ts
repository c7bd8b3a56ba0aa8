import { type AlikeRun, alikeRuns } from "../../conversation/alike-exchanges";
import type { ToolCallPart, ToolResultPart } from "../../conversation/part";
import type { Session } from "../../transcript/session";
import type { FindingRule } from "./finding";

type Exchange = {
  readonly agent: string;
  readonly call: ToolCallPart;
  readonly result: ToolResultPart;
  readonly message: number;
};

const SHOWN = 5;

/** Runs of similar exchanges. The model tends to continue such a pattern even when it no longer fits. */
export const alikeExchanges: FindingRule = ({ session, requests, calls }) => {
  if (session === null) return null;
  const runs = session.agents.flatMap(({ id }) => alikeRuns(exchangesOf(session, id)));
  if (runs.length === 0) return null;
  const positions = new Map(requests.map(({ index }, position) => [session.responses[index]?.messageIndex, position]));
  const longest = runs.toSorted((a, b) => b.count - a.count);
  return {
    id: "alike-exchanges",
    kind: "risk",
    requests: runs.flatMap(({ first }) => positions.get(first.message) ?? []),
    lostTokens: 0,
    lostCost: null,
    evidence: longest
      .slice(0, SHOWN)
      .map((run) => evidenceOf(run, calls[positions.get(run.first.message) ?? -1]?.indexInAgent)),
  };
};

const evidenceOf = ({ first: { call, agent }, count }: AlikeRun<Exchange>, from: number | undefined) =>
  ({ id: "alike-exchanges", tool: call.toolName, count, agent, from: from ?? null }) as const;

/** The first call of each of an agent's answers, with its result: parallel calls are one exchange. */
function* exchangesOf({ messages }: Session, agent: string): Generator<Exchange> {
  const results = new Map<string, ToolResultPart>();
  const own = messages.map((message, index) => ({ message, index })).filter(({ message }) => message.agent === agent);
  for (const { message } of own)
    for (const part of message.parts) if (part.type === "tool-result") results.set(part.toolCallId, part);
  for (const { message, index } of own) {
    const call = message.parts.find((part) => part.type === "tool-call");
    const result = call && results.get(call.toolCallId);
    if (result) yield { agent, call, result, message: index };
  }
}
