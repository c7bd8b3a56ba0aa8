import { ancestors, type PrefixNode } from "../../requests/prefix-tree";
import { HALF_AN_HOUR } from "../time-to-live";
import { idealPrefix, liveReader } from "./ideal";
import { AT_LEAST_ONE, BREAKPOINTS, SECONDS, TOKENS } from "./option-values";
import { type CacheOutcome, definePolicy, type PolicyContext, type PolicyRequest, readOnly, tokensOf } from "./policy";

const SOURCE = "platform.openai.com, prompt caching (editions of 2025 to late 2026)";
const AS_OF = "2026-11-21";

const AUTO = {
  /** "Regular, model-dependent" and unpublished before GPT-5.5. */
  spacing: 128,
  spacingOf: new Map([
    ["gpt-5.5", 2048],
    ["gpt-5.5-pro", 2048],
  ]),
  reported: 128,
  hidden: 0,
  ttl: 600,
  /** The minimum by the date of the request. A model's own minimum is never below it. */
  minimums: [
    { from: "2026-07-01", tokens: 2048 },
    { from: "", tokens: 1024 },
  ],
};

/** Facts needed by other modules. */
export const openaiFacts = { ttl: AUTO.ttl };

/** GPT-5.5 and older: implicit breakpoints at fixed intervals, counted from the start of the hidden system message. */
export const openaiAuto = definePolicy({
  id: "openai-auto",
  title: "OpenAI up to GPT-5.5: implicit, at fixed intervals",
  short: "automatic",
  summary: "The provider caches automatically, at fixed intervals of tokens from the start of the prompt.",
  source: SOURCE,
  asOf: AS_OF,
  isStructural: true,
  options: {
    ttl: SECONDS.optional().describe(
      `Seconds an entry lives after its last use; if not set, the model's value, or ${AUTO.ttl}.`,
    ),
    minimum: TOKENS.optional().describe(
      "Shortest prefix that is read, in tokens; if not set, the model's value, or the minimum in force on that day if that is higher.",
    ),
    hidden: TOKENS.default(AUTO.hidden).describe("Size of the hidden system message, in tokens."),
    spacing: AT_LEAST_ONE.optional().describe(
      `Tokens between implicit breakpoints; if not set, the model's value, or ${AUTO.spacing}.`,
    ),
  },
  run(requests, options) {
    const reader = liveReader();
    const { hidden } = options;
    return requests.map((request) => {
      const model = options.modelOf(request.model);
      const spacing = options.spacing ?? AUTO.spacingOf.get(model?.id ?? "") ?? AUTO.spacing;
      const common = tokensOf(reader(request, options.ttl ?? model?.cache.defaultTtlSeconds ?? AUTO.ttl));
      const matched = spacing * Math.floor((hidden + common) / spacing) - hidden;
      if (matched < minimumOf(request, options)) return readOnly(request, 0);
      return readOnly(request, AUTO.reported * Math.floor(matched / AUTO.reported));
    });
  },
});

type Least = Pick<PolicyContext, "modelOf"> & { readonly minimum?: number | undefined };

function minimumOf({ model, startedAt = "" }: PolicyRequest, { minimum, modelOf }: Least): number {
  const dated = AUTO.minimums.find(({ from }) => startedAt >= from)?.tokens ?? 0;
  return minimum ?? Math.max(dated, modelOf(model)?.cache.minimumTokens ?? 0);
}

const EXACT = { minimum: 1024, ttl: HALF_AN_HOUR, writes: 4, lookup: 50, endings: 20 } as const;

/**
 * GPT-5.6 and later: entries exist only at exact boundaries, which are the end of the latest user or tool message and
 * explicit marks. A long common prefix without an entry at its end is not read, and a message that is extended loses
 * its entry.
 */
export const openaiBreakpoints = definePolicy({
  id: "openai-breakpoints",
  title: "OpenAI from GPT-5.6: exact breakpoints",
  short: "automatic or breakpoints",
  summary: "A prompt is cached at the end of its latest message and at marks; only an identical prefix is read.",
  source: SOURCE,
  asOf: AS_OF,
  isStructural: true,
  options: {
    ttl: SECONDS.default(EXACT.ttl).describe("Seconds an entry lives after its last use."),
    minimum: TOKENS.default(EXACT.minimum).describe("Shortest prompt that is cached, in tokens."),
    breakpoints: BREAKPOINTS.optional().describe(
      "`explicit`: only those of the request; otherwise also the end of the latest message.",
    ),
    lookup: AT_LEAST_ONE.default(EXACT.lookup).describe("Number of explicit marks that are searched."),
  },
  /** Breakpoints are exact, so the optimum has one at every prefix. */
  optimum: { policy: idealPrefix, options: { minimum: EXACT.minimum, ttl: EXACT.ttl } },
  run(requests, options) {
    const entries = new Map<PrefixNode, { expires: number; ready: number; chain: string }>();
    const { ttl, minimum } = options;
    return requests.map((request): CacheOutcome => {
      const isHit = (node: PrefixNode) => {
        const entry = entries.get(node);
        const isAlive = entry && request.start <= entry.expires;
        return isAlive && (entry.chain === request.chain || entry.ready <= request.start);
      };
      const ends = messageEndings(request.leaf, EXACT.endings + 1);
      const marks = (request.breakpoints ?? []).map(({ node }) => node);
      const found = [...marks.slice(-options.lookup), ...ends].filter(isHit);
      const read = Math.max(0, ...found.map((node) => node.tokens).filter((tokens) => tokens >= minimum));
      const implicit = options.breakpoints === "explicit" ? [] : ends.slice(0, 1);
      const places = inOrder([...marks, ...implicit]).slice(-EXACT.writes);
      for (const node of [...places, ...found]) {
        const ready = Math.min(entries.get(node)?.ready ?? request.ready, request.ready);
        entries.set(node, { expires: request.start + ttl, ready, chain: request.chain });
      }
      const last = tokensOf(places.at(-1) ?? null);
      const written = last >= minimum ? Math.max(0, last - read) : 0;
      return { read, written, written1h: 0, uncached: request.leaf.tokens - read - written };
    });
  },
});

const inOrder = (nodes: readonly PrefixNode[]) => [...new Set(nodes)].sort((a, b) => a.tokens - b.tokens);

/** Ends of user, tool and system messages, latest first; assistant messages are not eligible. */
function messageEndings(leaf: PrefixNode, count: number): PrefixNode[] {
  const endings: PrefixNode[] = [];
  let below: PrefixNode | null = null;
  for (const node of ancestors(leaf)) {
    const isEnd = below?.segment?.continues !== true;
    if (isEnd && node.segment?.role !== "assistant" && isMessage(node)) endings.push(node);
    if (endings.length === count) break;
    below = node;
  }
  return endings;
}

const isMessage = ({ segment }: PrefixNode) => segment?.kind === "message" || segment?.kind === "system";
