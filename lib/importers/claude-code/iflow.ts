import { asArray, asObject, asString, asText, type JsonObject } from "../../formats/json-fields";

/**
 * iFlow writes rows like Claude Code's, but with its own ids: `response-<milliseconds>`, one per row instead of one per
 * answer. The next row repeats the last call of a row, and result blocks contain results of the Gemini API. Source: a
 * fixture of kenn-io/agentsview (internal/parser/testdata/iflow, 2026-01).
 */
export const IFLOW = "iFlow";

export const isIflowAnswer = (message: JsonObject): boolean => /^response-\d{10,}/.test(asText(message.id) ?? "");

/** The blocks without the calls that an earlier row already had. */
export function freshBlocks(content: unknown, hasCall: (id: string) => boolean): readonly unknown[] {
  return (asArray(content) ?? []).filter((block) => {
    const { type, id } = asObject(block) ?? {};
    return type !== "tool_use" || typeof id !== "string" || !hasCall(id);
  });
}

/** Replaces the object around a result with its text. Other blocks stay unchanged. */
export function plainResults(content: unknown): unknown {
  return asArray(content)?.map((value) => {
    const block = asObject(value);
    const text = block?.type === "tool_result" ? resultText(asObject(block.content)) : null;
    return text === null ? value : { ...block, content: text };
  });
}

function resultText(content: JsonObject | null): string | null {
  const answer = asObject(asObject(content?.responseParts)?.functionResponse);
  return asString(asObject(answer?.response)?.output) ?? null;
}
