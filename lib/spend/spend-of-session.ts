import { costOfSession } from "../answer/cost-of-session";
import type { Spend } from "../api/schemas/spend";
import type { ToolCallPart } from "../conversation/part";
import { apportion } from "../ledger/apportion";
import type { TokenLedger } from "../ledger/build-token-ledger";
import { modelPricesAt } from "../models/price-at";
import type { Analysis } from "../pipeline/analyze-session";
import { opaqueSegment } from "../requests/part-segment";
import { type PrefixNode, PrefixTree } from "../requests/prefix-tree";
import type { ModelRequest } from "../requests/reconstruct-requests";
import { createSegmenter } from "../requests/session-segments";
import { failureOf } from "../tools/failures/failure";
import type { Agent, Session } from "../transcript/session";
import { writtenBy } from "./answers";
import { carriedNodes } from "./carry";
import { blockReader } from "./read-block";
import { Rows } from "./rows";
import { type SourceOfPart, sourcesOfParts } from "./source";

/** A sub-agent's own rows name fewer parts. */
const MAX_ITEMS = { session: 20, agent: 5 };

/**
 * Who spent the tokens and the money of a session. Each token of each prompt and of each answer is in one row; the rows sum to
 * the totals, and to the session's cost if that is known. `ends`: as for `costOfSession`.
 */
export function spendOf(
  analysis: Omit<Analysis, "cache">,
  ends: { readonly low: number; readonly high: number } | null = null,
): Spend {
  const { session, requests } = analysis;
  const { cost } = costOfSession(analysis, ends);
  const isKnown = cost.kind === "known";
  const calls = callsOf(session);
  const sourceOf = sourcesOfParts(calls, session.agents);
  const leafOf = sentPaths(analysis);
  const agents = agentsOf(session, requests).map((agent) => {
    const own = requests.filter((request) => request.agent === agent.id);
    return { agent, requests: own, rows: rowsOf({ analysis, sourceOf, leafOf, calls }, own) };
  });
  const all = new Rows();
  for (const { agent, rows } of agents) all.addAll(rows, agent.kind === "sub-agent" ? subAgent(agent) : null);
  const nameOf = (id: string) => session.agents.find((agent) => agent.id === id)?.title ?? id;
  return {
    version: 1,
    cost,
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

/** The agents that sent something, main first. */
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
  readonly leafOf: (request: ModelRequest) => PrefixNode;
  readonly calls: ReadonlyMap<string, ToolCallPart>;
};

function rowsOf({ analysis, sourceOf, leafOf, calls }: Reading, requests: readonly ModelRequest[]): Rows {
  const { session } = analysis;
  const rows = new Rows();
  const read = blockReader(session, sourceOf);
  for (const carried of carriedNodes(requests, leafOf)) rows.addCarried(carried, read(carried.node));
  for (const written of writtenBy(analysis, requests, sourceOf)) rows.addWritten(written);
  for (const message of session.messages) {
    if (message.agent !== requests[0]?.agent) continue;
    for (const part of message.parts)
      if (part.type === "tool-call") rows.addCall(sourceOf(part, message));
      else if (part.type === "tool-result" && failureOf(part, calls.get(part.toolCallId), session.tools).failed)
        rows.addFailure(sourceOf(part, message));
  }
  return rows;
}

/** More tokens of a path than these, beyond those that the log lacks, stand for parts that it holds. */
const SLACK = 64;

/**
 * The end of each prompt as a path of what it held. The paths of the analysis tell what two prompts share; one that shrank,
 * such as the call of a compaction, may have a placeholder there for parts that the log holds. It gets a path of its own.
 */
function sentPaths({
  session,
  ledger,
  requests,
  prefixes,
}: Omit<Analysis, "cache">): (request: ModelRequest) => PrefixNode {
  const segmenter = createSegmenter(session, ledger);
  const tree = new PrefixTree();
  const hidden = hiddenTokens();
  const leaves = requests.map((request) => {
    const { leaf } = prefixes[request.index] as (typeof prefixes)[number];
    const isSent = session.responses[request.index]?.prompt !== undefined;
    const { unseen } = request.composition;
    return isSent || hidden(leaf) <= unseen + SLACK ? leaf : pathOf(request);
  });
  return ({ index }) => leaves[index] as PrefixNode;

  function pathOf({ index, agent, promptTokens: { tokens }, composition: { unseen } }: ModelRequest): PrefixNode {
    const step = ledger.steps[index] as TokenLedger["steps"][number];
    const shown = [
      ...(agent === "main" ? segmenter.tools : []),
      ...segmenter.messages(agent, step.start, step.end, step),
    ];
    const sizes = apportion(
      tokens - unseen,
      shown.map((segment) => segment.tokens),
    );
    return tree.path(`${index}`, [
      opaqueSegment(`request ${index + 1}`, unseen),
      ...shown.map((segment, at) => ({ ...segment, tokens: sizes[at] as number })),
    ]);
  }
}

/** Tokens of a path that stand for what is not known; each node is asked once. */
function hiddenTokens(): (leaf: PrefixNode) => number {
  const sums = new Map<PrefixNode, number>();
  return (leaf) => {
    const fresh: PrefixNode[] = [];
    let node = leaf;
    for (; node.parent !== null && !sums.has(node); node = node.parent) fresh.push(node);
    let sum = sums.get(node) ?? 0;
    for (const at of fresh.reverse()) {
      if (at.segment?.kind === "opaque") sum += at.segment.tokens;
      sums.set(at, sum);
    }
    return sum;
  };
}
