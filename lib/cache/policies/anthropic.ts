import { ancestors, type PrefixNode } from "../../requests/prefix-tree";
import type { Breakpoint } from "../cache-request";
import { FIVE_MINUTES, ONE_HOUR } from "../time-to-live";
import { ANTHROPIC_FACTS } from "./anthropic-facts";
import { liveReader } from "./ideal";
import { AT_LEAST_ONE, BREAKPOINTS, SECONDS, TOKENS } from "./option-values";
import {
  type CacheOutcome,
  definePolicy,
  type PolicyContext,
  type PolicyRequest,
  readOnly,
  type SetOptions,
  tokensOf,
} from "./policy";

const FACTS = ANTHROPIC_FACTS;

const OPTIONS = {
  ttl: SECONDS.optional().describe(
    "Seconds an entry lives if the request does not say; if not set, the model's value, or 300.",
  ),
  minimum: TOKENS.optional().describe(
    `Shortest prompt that is cached, in tokens; if not set, the model's value, or ${FACTS.minimum}.`,
  ),
  breakpoints: BREAKPOINTS.optional().describe(
    "`explicit`: those of the request; `assumed`: the end of the head and of the prompt; `auto`: the explicit ones and the end; `optimal`: every place at which one pays for itself. If not set, explicit if the request has any, otherwise assumed.",
  ),
  lookback: AT_LEAST_ONE.default(FACTS.lookback).describe("Positions searched back from a breakpoint."),
} as const;
type Options = SetOptions<typeof OPTIONS> & PolicyContext;

/**
 * Entries are written only at breakpoints. From each breakpoint, starting with the last, the provider searches the
 * preceding 20 positions for an entry. The time to live starts with the request that wrote or last read the entry.
 */
export const anthropicBreakpoints = definePolicy({
  id: "anthropic-breakpoints",
  title: `Anthropic: breakpoints, ${FACTS.lookback} positions of look-back`,
  short: "breakpoints",
  summary: "The prompt is cached up to each breakpoint of the request, and read up to the last one found.",
  source: FACTS.source,
  asOf: FACTS.asOf,
  isStructural: true,
  options: OPTIONS,
  optimum: { options: { breakpoints: "optimal" } },
  run: (requests, options) =>
    options.breakpoints === "optimal" ? runOptimal(requests, options) : runBreakpoints(requests, options),
});

/** `tokens`: the prompt up to the breakpoint, which may be inside the last block. */
type Placed = { readonly node: PrefixNode; readonly tokens: number; readonly ttl: number };
type Entry = { readonly tokens: number; available: number; expires: number; chain: string };
type Hit = { readonly node: PrefixNode; readonly entry: Entry } | null;

function runBreakpoints(requests: readonly PolicyRequest[], options: Options): CacheOutcome[] {
  const entries = new Map<PrefixNode, Entry>();
  return requests.map((request) => {
    const places = breakpointsOf(request, options);
    const refusal = refusalOf(places);
    if (refusal !== null) return { ...readOnly(request, 0), refusal };
    const minimum = minimumOf(request, options);
    const hit = findHit(places, entries, request, minimum, options.lookback);
    writeEntries(places, entries, request, hit, minimum);
    return bill(request, places, hit, minimum);
  });
}

/** Ideal breakpoints: reads every cached prefix and writes the rest. */
function runOptimal(requests: readonly PolicyRequest[], options: Options): CacheOutcome[] {
  const reader = liveReader();
  return requests.map((request) => {
    const ttl = ttlOf(request, options);
    const found = tokensOf(reader(request, ttl));
    const { tokens } = request.leaf;
    if (tokens < minimumOf(request, options)) return readOnly(request, 0);
    const read = found >= minimumOf(request, options) ? found : 0;
    const written = tokens - read;
    return { read, written, written1h: ttl >= ONE_HOUR ? written : 0, uncached: 0 };
  });
}

const minimumOf = (request: PolicyRequest, { minimum, modelOf }: Options): number =>
  minimum ?? modelOf(request.model)?.cache.minimumTokens ?? FACTS.minimum;

const ttlOf = (request: PolicyRequest, { ttl, modelOf }: Options): number =>
  request.ttl ?? ttl ?? modelOf(request.model)?.cache.defaultTtlSeconds ?? FIVE_MINUTES;

/**
 * The request's own breakpoints; otherwise the ends of tools and system prompt and of the last message, where agents
 * usually put them.
 */
function breakpointsOf(request: PolicyRequest, options: Options): Placed[] {
  const own = ttlOf(request, options);
  const place = ({ node, ttl }: Breakpoint): Placed => ({ node, tokens: node.tokens, ttl: ttl ?? own });
  const mode = options.breakpoints ?? (request.breakpoints === null ? "assumed" : "explicit");
  const tail = request.breakpoints === null ? request.tail : 0;
  const end = { node: request.leaf, tokens: request.leaf.tokens - tail, ttl: own };
  if (mode === "explicit") return (request.breakpoints ?? []).map(place);
  const given = mode === "auto" ? (request.breakpoints ?? []).map(place) : headOf(request, own);
  return given.some(({ node }) => node === request.leaf) || request.leaf.parent === null ? given : [...given, end];
}

const headOf = ({ head }: PolicyRequest, ttl: number): Placed[] =>
  head === null || head.parent === null ? [] : [{ node: head, tokens: head.tokens, ttl }];

function refusalOf(places: readonly Placed[]): string | null {
  if (places.length > FACTS.maxBreakpoints) return `more than ${FACTS.maxBreakpoints} breakpoints`;
  const isMixed = places.some(({ ttl }, index) => index > 0 && ttl > (places[index - 1] as Placed).ttl);
  return isMixed ? "a shorter time to live comes before a longer one" : null;
}

function findHit(
  places: readonly Placed[],
  entries: ReadonlyMap<PrefixNode, Entry>,
  request: PolicyRequest,
  minimum: number,
  lookback: number,
): Hit {
  for (const { node } of [...places].reverse())
    for (const candidate of lookBack(node, lookback)) {
      const entry = entries.get(candidate);
      const isFound = entry && isAlive(entry, request) && entry.tokens >= minimum;
      if (isFound && entry.tokens <= request.leaf.tokens) return { node: candidate, entry };
    }
  return null;
}

/** The last block of each position, starting at the breakpoint. Consecutive calls, or results, are one position. */
function* lookBack(from: PrefixNode, positions: number): Generator<PrefixNode> {
  let position = Number.POSITIVE_INFINITY;
  for (const node of ancestors(from)) {
    if (node.position <= from.position - positions) return;
    if (node.position < position) yield node;
    position = node.position;
  }
}

const isAlive = ({ available, expires, chain }: Entry, request: PolicyRequest): boolean =>
  request.start <= expires && (chain === request.chain || available <= request.start);

function writeEntries(
  places: readonly Placed[],
  entries: Map<PrefixNode, Entry>,
  request: PolicyRequest,
  hit: Hit,
  minimum: number,
) {
  const refresh = (entry: Entry, ttl: number) => {
    entry.expires = Math.max(entry.expires, request.start + ttl);
  };
  if (hit !== null) refresh(hit.entry, (places.find(({ node }) => node === hit.node) ?? places.at(-1))?.ttl ?? 0);
  for (const { node, tokens, ttl } of places) {
    if (tokens < minimum) continue;
    const known = entries.get(node);
    if (known && request.start <= known.expires) {
      refresh(known, ttl);
      known.available = Math.min(known.available, request.ready);
    } else if (tokens > (hit?.entry.tokens ?? 0))
      entries.set(node, { tokens, available: request.ready, expires: request.start + ttl, chain: request.chain });
  }
}

/**
 * With A = highest hit, B = highest 1 h breakpoint after it (otherwise A) and C = last breakpoint, the prompt is billed
 * as A read, B − A written for 1 h, C − B written for 5 min, and the rest uncached.
 */
function bill(request: PolicyRequest, places: readonly Placed[], hit: Hit, minimum: number): CacheOutcome {
  const read = hit?.entry.tokens ?? 0;
  const last = Math.max(read, places.at(-1)?.tokens ?? 0);
  if (last < minimum) return readOnly(request, 0);
  const hours = places.filter(({ tokens, ttl }) => ttl >= ONE_HOUR && tokens > read);
  const written1h = (hours.at(-1)?.tokens ?? read) - read;
  return { read, written: last - read, written1h, uncached: request.leaf.tokens - last };
}
