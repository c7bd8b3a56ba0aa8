import { asObject, type JsonObject } from "../json-fields";
import { typeOfItem } from "./decode-item";

export const isReasoning = (item: unknown): boolean => asObject(item)?.type === "reasoning";

/**
 * True for an item that can follow reasoning: an answer, a call (including one of a provider-run tool), or a reference
 * to either.
 */
export function isModelItem(value: unknown): boolean {
  const item = asObject(value);
  if (!item) return false;
  const type = typeOfItem(item);
  if (type === "message") return item.role === "assistant";
  const isCall = type.endsWith("_call") || type === "program";
  return isCall || type === "item_reference" || (type.startsWith("mcp_") && !type.endsWith("response"));
}

/** The items without reasoning at their end, because the API rejects reasoning that no item follows. */
export function withoutDanglingReasoning(items: readonly JsonObject[]): JsonObject[] {
  let isLed = false;
  const kept: JsonObject[] = [];
  for (const item of items.toReversed()) {
    if (!isReasoning(item)) isLed = isModelItem(item);
    if (!isReasoning(item) || isLed) kept.push(item);
  }
  return kept.reverse();
}

/**
 * The remaining items of one answer. Their ids refer to the reasoning before them. If that reasoning is gone, the ids
 * must be removed, because the API would reject the items ("was provided without its required 'reasoning' item").
 */
export function untieFromReasoning(items: readonly JsonObject[], before: readonly unknown[]): readonly JsonObject[] {
  const kept = new Set<unknown>(items);
  if (!before.some((item) => isReasoning(item) && !kept.has(item))) return items;
  return items.map((item) => {
    if (isReasoning(item) || typeof item.id !== "string" || typeOfItem(item) === "item_reference") return item;
    const { id: _id, ...rest } = item;
    return rest;
  });
}
