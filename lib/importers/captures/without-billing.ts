import { asArray, asObject, asString, type JsonObject } from "../../formats/json-fields";

/**
 * Claude Code puts a text with a checksum of the request before its system prompt. The text differs in each call, and
 * Anthropic removes it before checking its cache. Source: github.com/anthropics/claude-code/issues/68900 and 24168.
 */
const BILLING = "x-anthropic-billing-header:";

/** The request as Anthropic's cache sees it. */
export function withoutBilling(request: JsonObject): JsonObject {
  const system = asArray(request.system);
  if (!system) return request;
  return { ...request, system: system.filter((block) => !asString(asObject(block)?.text)?.startsWith(BILLING)) };
}
