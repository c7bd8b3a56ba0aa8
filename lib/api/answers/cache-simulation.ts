import { type CacheRequest, firstsOf } from "../../cache/cache-request";
import { type DivergedBlock, findDivergence, type TextOf } from "../../cache/divergence";
import { transitionsOf } from "../../cache/findings/transitions";
import type { PolicyId, PolicyOptions } from "../../cache/policies";
import type { CachePolicy } from "../../cache/policies/policy";
import { priceOutcome } from "../../cache/price-outcome";
import { isShortfall } from "../../cache/shortfall";
import type { CacheSimulation } from "../../cache/simulate-cache";
import { FIVE_MINUTES, HALF_AN_HOUR, ONE_HOUR } from "../../cache/time-to-live";
import { modelPricesAt } from "../../models/price-at";
import { type PrefixNode, PrefixTree, type Segment } from "../../requests/prefix-tree";
import { UNKNOWN_USAGE, type Usage } from "../../transcript/usage";
import type { CacheSimulateBody, CacheSimulationAnswer, SimulatedBreak } from "../schemas/cache-simulation";

type Sent = CacheSimulateBody["requests"][number];

/** The requests of a body as paths of one tree. */
export function toSimulationRequests(sent: readonly Sent[]): CacheRequest[] {
  const tree = new PrefixTree();
  const agents = sent.map(({ agent, model = null }) => ({ agent, model }));
  const isFirst = firstsOf(agents);
  return sent.map((request, index) => ({
    ...toRequest(request, index, tree),
    isFirstOfChain: isFirst(agents[index] as (typeof agents)[number]),
  }));
}

function toRequest(sent: Sent, index: number, tree: PrefixTree): Omit<CacheRequest, "isFirstOfChain"> {
  const breakpoints: { node: PrefixNode; ttl: number | null }[] = [];
  let leaf = tree.root(JSON.stringify([sent.model ?? null, sent.cache_salt ?? null]));
  let head: PrefixNode | null = null;
  sent.blocks.forEach((block, at) => {
    leaf = tree.extend(leaf, toSegment(block, at, sent.blocks));
    if (block.kind === "tools" || block.kind === "system") head = leaf;
    if (block.breakpoint !== null) breakpoints.push({ node: leaf, ttl: secondsOf(block.breakpoint) });
  });
  const { started_at, first_token_at, ended_at, output_tokens } = sent;
  return {
    index,
    agent: sent.agent,
    model: sent.model ?? null,
    leaf,
    head,
    answer: null,
    breakpoints: breakpoints.length > 0 ? breakpoints : null,
    ttl: null,
    tail: 0,
    ...(started_at !== undefined && { startedAt: started_at }),
    ...(first_token_at !== undefined && { firstTokenAt: first_token_at }),
    ...(ended_at !== undefined && { endedAt: ended_at }),
    output: output_tokens ?? null,
    usage: sent.usage === undefined ? null : toUsage(sent.usage),
  };
}

function toSegment(
  { id, kind, hash, tokens, role, message, run }: Sent["blocks"][number],
  at: number,
  blocks: Sent["blocks"],
): Segment {
  const continues = message !== undefined && message === blocks[at - 1]?.message;
  return {
    id: id ?? `block ${at + 1}`,
    kind,
    hash,
    tokens,
    ...(role !== undefined && { role }),
    ...(continues && { continues }),
    ...(run !== undefined && { run }),
  };
}

const SECONDS = { "5m": FIVE_MINUTES, "30m": HALF_AN_HOUR, "1h": ONE_HOUR } as const;
const secondsOf = (mark: true | keyof typeof SECONDS): number | null => (mark === true ? null : SECONDS[mark]);

const toUsage = (usage: NonNullable<Sent["usage"]>): Usage => ({
  ...UNKNOWN_USAGE,
  cacheRead: usage.cache_read,
  cacheWrite5m: usage.cache_write_5m,
  cacheWrite1h: usage.cache_write_1h,
  cacheWriteUnsplit: usage.cache_write,
  uncachedInput: usage.uncached,
});

/** The texts of a body's blocks; blocks without text have none. */
export function textsOf(sent: readonly Sent[]): TextOf {
  const texts = new Map<string, string>();
  for (const { blocks } of sent) for (const { hash, text } of blocks) if (text !== undefined) texts.set(hash, text);
  return ({ hash }) => texts.get(hash) ?? null;
}

/** The cast is safe: `policyOptions` has checked the value, and is derived from the policies' own options. */
export const toPolicyOptions = (options: CacheSimulateBody["options"]): PolicyOptions => options;

/**
 * One row per request, and the sums. A row has `break` if its prompt diverges from its predecessor in the chain, or if
 * it contains the predecessor but much of it was not read from the cache (expired, evicted, or beyond the look-back).
 */
export function simulationAnswer(
  { id, title, source, asOf }: CachePolicy<PolicyId>,
  requests: readonly CacheRequest[],
  { outcomes, totals }: CacheSimulation,
  textOf: TextOf = () => null,
): CacheSimulationAnswer {
  const previous = new Map(transitionsOf(requests).map((entry) => [entry.position, entry.previous]));
  const rows = requests.map((request, position) => {
    const outcome = outcomes[position] ?? null;
    const prices = modelPricesAt(request.model, request.startedAt);
    return {
      read: outcome?.read ?? null,
      written: outcome?.written ?? null,
      written_1h: outcome?.written1h ?? null,
      uncached: outcome?.uncached ?? null,
      ...(outcome?.range && { read_range: outcome.range }),
      ...(outcome?.refusal !== undefined && { refused: outcome.refusal }),
      input_cost: outcome && priceOutcome(outcome, null, prices),
      break: simulatedBreak(request, previous.get(position), outcome?.read ?? null, textOf),
    };
  });
  const { prompt, read, written, written1h, uncached } = totals;
  const readShare = prompt === 0 ? null : read / prompt;
  return {
    policy: { id, title, source, as_of: asOf },
    requests: rows,
    totals: { prompt_tokens: prompt, read, written, written_1h: written1h, uncached, read_share: readShare },
  };
}

function simulatedBreak(
  request: CacheRequest,
  previous: CacheRequest | undefined,
  read: number | null,
  textOf: TextOf,
): SimulatedBreak | null {
  if (previous === undefined) return null;
  const lostTokens = read === null ? null : Math.max(0, Math.min(previous.leaf.tokens, request.leaf.tokens) - read);
  const divergence = findDivergence(previous.leaf, request.leaf, textOf);
  if (divergence === null) {
    if (lostTokens === null || !isShortfall(lostTokens, previous.leaf.tokens)) return null;
    const { tokens } = previous.leaf;
    return {
      at_block: null,
      shared_tokens: tokens,
      lost_tokens: lostTokens,
      change: "not-read",
      before: null,
      after: null,
      difference: null,
    };
  }
  const { sharedTokens, sharedBlocks, before, after, kind, difference } = divergence;
  return {
    at_block: sharedBlocks,
    shared_tokens: sharedTokens,
    lost_tokens: lostTokens,
    change: kind,
    before: before && toBlockName(before),
    after: after && toBlockName(after),
    difference,
  };
}

/** The cast is safe: every block came from a body, whose schema restricts its kind. */
const toBlockName = ({ id, kind }: DivergedBlock) => ({ id, kind: kind as Sent["blocks"][number]["kind"] });
