import type { CacheRequest } from "../../lib/cache/cache-request";
import type { TextOf } from "../../lib/cache/divergence";
import { chainKey } from "../../lib/cache/read-expectation";
import { PrefixTree, type Segment } from "../../lib/requests/prefix-tree";
import { cacheWritten, promptTokens, type Usage } from "../../lib/transcript/usage";
import { type BodyPrompt, layBody, readRequestBody } from "./request-body";

/** One call, as captured by a proxy. */
export type Capture = {
  readonly body: unknown;
  readonly agent?: string;
  readonly startedAt?: string;
  readonly firstTokenAt?: string;
  readonly endedAt?: string;
  readonly usage: Usage | null;
};

export type CapturedRequests = { readonly requests: readonly CacheRequest[]; readonly textOf: TextOf };

/** Captured calls for `simulateCache`, with their own breakpoints. Bodies of an unknown shape are left out. */
export function readCaptures(captures: readonly Capture[], count: (text: string) => number): CapturedRequests {
  const tree = new PrefixTree();
  const texts = new Map<string, string>();
  const seen = new Set<string>();
  const requests = captures.flatMap((capture, index) => {
    const prompt = readRequestBody(capture.body, count);
    if (prompt === null) return [];
    prompt.segments.forEach(({ hash }, at) => {
      texts.set(hash, prompt.texts[at] as string);
    });
    const request = toRequest(capture, index, prompt, tree);
    const isFirstOfChain = !seen.has(chainKey(request));
    seen.add(chainKey(request));
    return [{ ...request, isFirstOfChain }];
  });
  return { requests, textOf: ({ hash }: Segment) => texts.get(hash) ?? null };
}

function toRequest(
  capture: Capture,
  index: number,
  prompt: BodyPrompt,
  tree: PrefixTree,
): Omit<CacheRequest, "isFirstOfChain"> {
  const { body, usage, startedAt, firstTokenAt, endedAt, agent = "main" } = capture;
  const { model } = body as { model?: unknown };
  const name = typeof model === "string" ? model : null;
  const isCaching = usage !== null && (usage.cacheRead ?? 0) + (cacheWritten(usage) ?? 0) > 0;
  return {
    index,
    agent,
    model: name,
    ...layBody(tree, name ?? "", prompt),
    answer: null,
    ttl: null,
    tail: isCaching ? Math.min(usage.uncachedInput ?? 0, promptTokens(usage) ?? 0) : 0,
    ...(startedAt !== undefined && { startedAt }),
    ...(firstTokenAt !== undefined && { firstTokenAt }),
    ...(endedAt !== undefined && { endedAt }),
    output: usage?.output ?? null,
    usage,
  };
}
