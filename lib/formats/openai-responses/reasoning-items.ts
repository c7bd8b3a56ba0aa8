import { asObject, type JsonObject } from "../json-fields";

export const isReasoning = (item: unknown): boolean => asObject(item)?.type === "reasoning";

/** True for what reasoning can lead to: an answer, a call (also one that the provider runs), a reference to either. */
export function isModelItem(value: unknown): boolean {
  const item = asObject(value);
  if (!item) return false;
  const type = typeof item.type === "string" ? item.type : "message";
  if (type === "message") return item.role === "assistant";
  return type.endsWith("_call") || type === "item_reference" || (type.startsWith("mcp_") && !type.endsWith("response"));
}

/** Items without reasoning that led to nothing: the API refuses it. */
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
 * What is left of one answer. The ids of items tie them to the reasoning before them; without it they have to go, or
 * the API asks for it ("was provided without its required 'reasoning' item").
 */
export function untieFromReasoning(items: readonly JsonObject[], before: readonly unknown[]): readonly JsonObject[] {
  const kept = new Set<unknown>(items);
  if (!before.some((item) => isReasoning(item) && !kept.has(item))) return items;
  return items.map((item) => {
    if (isReasoning(item) || typeof item.id !== "string" || item.type === "item_reference") return item;
    const { id: _id, ...rest } = item;
    return rest;
  });
}
