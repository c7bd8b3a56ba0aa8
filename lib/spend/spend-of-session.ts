import { costOfSession } from "../answer/cost-of-session";
import type { Spend } from "../api/schemas/spend";
import type { Part, ToolCallPart } from "../conversation/part";
import { readProviderTool } from "../formats/provider-tool";
import { modelPricesAt } from "../models/price-at";
import type { Analysis } from "../pipeline/analyze-session";
import type { PrefixNode } from "../requests/prefix-tree";
import type { ModelRequest } from "../requests/reconstruct-requests";
import { failureOf } from "../tools/failures/failure";
import { byAgent } from "../transcript/by-agent";
import type { Agent, Session, SessionMessage } from "../transcript/session";
import { type Written, writtenBy } from "./answers";
import { carriedNodes } from "./carry";
import { type Block, blockReader } from "./read-block";
import { Rows } from "./rows";
import { sentPaths } from "./sent-paths";
import { type SourceOfPart, sourcesOfParts } from "./source";

/** Maximum number of items per row; a sub-agent's rows list fewer parts. */
const MAX_ITEMS = { session: 20, agent: 5 };

/**
 * What used a session's tokens and money. Each token of each prompt and answer is in one row; the rows add up to the
 * totals, and to the session's cost if known. `ends`: as for `costOfSession`. `wasted`: the cost of carrying each part
 * needlessly, by part id; null if unknown, for one part or for all.
 */
export function spendOf(
  analysis: Omit<Analysis, "cache">,
  ends: { readonly low: number; readonly high: number } | null = null,
  wasted: ReadonlyMap<string, number | null> | null = null,
): Spend {
  const { session, requests } = analysis;
  const { cost, cost_note } = costOfSession(analysis, ends);
  const isKnown = cost.kind === "known";
  const calls = callsOf(session);
  const sourceOf = sourcesOfParts(calls, session.agents);
  const reading = {
    analysis,
    sourceOf,
    writtenIn: writtenBy(analysis, sourceOf),
    calls,
    wasted,
    leafOf: sentPaths(analysis),
    read: blockReader(session, sourceOf),
  };
  const [messages, sent] = [byAgent(session.messages), byAgent(requests)];
  const agents = agentsOf(session, requests).map((agent) => {
    const own = sent.get(agent.id) ?? [];
    return { agent, requests: own, rows: rowsOf(reading, own, own.length > 0 ? (messages.get(agent.id) ?? []) : []) };
  });
  const all = new Rows();
  for (const { agent, rows } of agents) all.addAll(rows, agent.kind === "sub-agent" ? subAgent(agent) : null);
  const nameOf = (id: string) => session.agents.find((agent) => agent.id === id)?.title ?? id;
  return {
    version: 1,
    cost,
    cost_note,
    sent: all.sent,
    output: all.output,
    unpriced: requests.filter((request) => !isPriced(request)).length,
    rows: all.toRows(isKnown, MAX_ITEMS.session, nameOf),
    agents: agents.map(({ agent, requests: own, rows }) => ({
      agent: agent.id,
      name: nameOf(agent.id),
      requests: own.length,
      sent: rows.sent,
      output: rows.output,
      cost: isKnown ? rows.cost : null,
      rows: rows.toRows(isKnown, MAX_ITEMS.agent, nameOf),
    })),
  };
}

const subAgent = ({ id }: Agent) => ({ group: "sub-agent", name: id }) as const;

const isPriced = ({ usage, model, startedAt }: ModelRequest): boolean =>
  usage !== null && modelPricesAt(model, startedAt) !== null;

/** Agents with requests, main first. */
function agentsOf({ agents }: Session, requests: readonly ModelRequest[]): Agent[] {
  const known = new Map(agents.map((agent) => [agent.id, agent]));
  const ids = [...new Set(["main", ...requests.map(({ agent }) => agent)])];
  return ids.map((id) => known.get(id) ?? { id, kind: id === "main" ? "main" : "sub-agent", parent: null });
}

function callsOf({ messages }: Session): Map<string, ToolCallPart> {
  const calls = new Map<string, ToolCallPart>();
  for (const { parts } of messages)
    for (const part of parts) if (part.type === "tool-call") calls.set(part.toolCallId, part);
  return calls;
}

type Reading = {
  readonly analysis: Omit<Analysis, "cache">;
  readonly sourceOf: SourceOfPart;
  readonly writtenIn: (request: ModelRequest) => readonly Written[];
  readonly leafOf: (request: ModelRequest) => PrefixNode;
  readonly read: (node: PrefixNode) => Block;
  readonly calls: ReadonlyMap<string, ToolCallPart>;
  readonly wasted: ReadonlyMap<string, number | null> | null;
};

/** Whether the part calls one of the client's tools, or a tool that the provider runs. */
function isCall(part: Part): boolean {
  if (part.type === "tool-call") return true;
  const tool = part.type === "opaque" ? readProviderTool(part) : null;
  return tool !== null && tool.role !== "result";
}

function rowsOf(
  { analysis: { session }, sourceOf, writtenIn, leafOf, read, calls, wasted }: Reading,
  requests: readonly ModelRequest[],
  messages: readonly SessionMessage[],
): Rows {
  const rows = new Rows();
  for (const carried of carriedNodes(requests, leafOf)) rows.addCarried(carried, read(carried.node));
  for (const request of requests) for (const written of writtenIn(request)) rows.addWritten(written);
  for (const message of messages)
    for (const part of message.parts) {
      const waste = wasted === null ? null : wasted.get(part.id);
      if (waste !== undefined) rows.addAvoidable(sourceOf(part, message), waste);
      if (isCall(part)) rows.addCall(sourceOf(part, message));
      else if (part.type === "tool-result" && failureOf(part, calls.get(part.toolCallId), session.tools).failed)
        rows.addFailure(sourceOf(part, message));
    }
  return rows;
}
