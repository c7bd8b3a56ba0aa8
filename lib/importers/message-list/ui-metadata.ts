import { asCount, asObject, asText, type JsonObject } from "../../formats/json-fields";
import type { Usage } from "../../transcript/usage";
import { isoTime } from "../iso-time";
import { usageOf } from "../part-drafts";

export type MessageFacts = {
  readonly model: string | null;
  readonly time: string | null;
  readonly usage: Usage | null;
};

/**
 * What an application wrote into the `metadata` of an AI SDK UI message, under the names of the SDK's own examples.
 * Source: ai-sdk.dev, "Message metadata" (2026). Null if there is none.
 */
export function readUiMetadata(raw: unknown): MessageFacts | null {
  const metadata = asObject(asObject(raw)?.metadata);
  if (!metadata) return null;
  return {
    model: asText(metadata.model) ?? asText(metadata.modelId),
    time: isoTime(metadata.createdAt ?? metadata.timestamp),
    usage: readUsage(asObject(metadata.usage) ?? asObject(metadata.totalUsage)),
  };
}

/**
 * `LanguageModelUsage`: version 6 says which input was cached. In earlier versions it depends on the provider whether
 * `inputTokens` includes cached tokens; if it is less than them, it does not.
 */
function readUsage(usage: JsonObject | null): Usage | null {
  const details = asObject(usage?.inputTokenDetails);
  const cacheRead = asCount(details?.cacheReadTokens) ?? asCount(usage?.cachedInputTokens);
  const written = asCount(details?.cacheWriteTokens);
  const input = asCount(usage?.inputTokens) ?? asCount(usage?.promptTokens);
  const cached = (cacheRead ?? 0) + (written ?? 0);
  const isInside = input !== null && input >= cached;
  return usageOf({
    uncachedInput: asCount(details?.noCacheTokens) ?? (isInside ? input - cached : input),
    cacheRead,
    cacheWriteUnsplit: written,
    output: asCount(usage?.outputTokens) ?? asCount(usage?.completionTokens),
    reasoning: asCount(asObject(usage?.outputTokenDetails)?.reasoningTokens) ?? asCount(usage?.reasoningTokens),
  });
}
