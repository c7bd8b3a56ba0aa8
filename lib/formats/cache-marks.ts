import { asArray, asObject, type JsonObject } from "./json-fields";

/** A content block and its index in the conversation that was sent. */
type Block = { readonly value: JsonObject; readonly at: number };

/**
 * Moves cache marks (`cache_control`) of removed blocks to the nearest kept block, preferring the earlier one, so that
 * the provider still caches about as much. If that block already has a mark, it keeps its own and the other is lost.
 */
export function keepCacheMarks(before: readonly unknown[], after: readonly JsonObject[]): readonly JsonObject[] {
  const sent = blocksOf(before);
  const marked = sent.filter(({ value }) => asObject(value.cache_control));
  if (marked.length === 0) return after;
  const places = new Map(sent.map(({ value, at }) => [value, at]));
  const left = placed(after, places);
  // A program may use one object for all its marks, so a mark alone does not identify its block.
  const kept = new Set(left.map(({ value }) => value));
  const rebuilt = new Set(left.flatMap(({ value }) => (places.has(value) ? [] : [value.cache_control])));
  const lost = marked.filter(({ value }) => !kept.has(value) && !rebuilt.has(value.cache_control));
  const moved = new Map<JsonObject, unknown>();
  for (const { value, at } of lost) {
    const nearest = nearestTo(at, left);
    if (nearest && !nearest.cache_control && !moved.has(nearest)) moved.set(nearest, value.cache_control);
  }
  return moved.size === 0 ? after : after.map((message) => withMarks(message, moved));
}

/** All content blocks. A message whose content is a string counts as a single block. */
function blocksOf(messages: readonly unknown[]): Block[] {
  const blocks = messages.flatMap((message) => {
    const fields = asObject(message);
    return fields ? (asArray(fields.content)?.map(asObject) ?? [fields]) : [];
  });
  return blocks.flatMap((value, at) => (value ? [{ value, at }] : []));
}

/** The kept blocks at their old indexes. A new or changed block comes after its predecessor. */
function placed(messages: readonly JsonObject[], places: ReadonlyMap<JsonObject, number>): Block[] {
  let at = -1;
  return blocksOf(messages).map(({ value }) => {
    at = places.get(value) ?? at + 0.5;
    return { value, at };
  });
}

function nearestTo(at: number, blocks: readonly Block[]): JsonObject | null {
  let nearest: Block | null = null;
  for (const block of blocks.filter(({ value }) => canCarry(value)))
    if (nearest === null || Math.abs(block.at - at) < Math.abs(nearest.at - at)) nearest = block;
  return nearest?.value ?? null;
}

/** Thinking and empty texts cannot have a mark. */
function canCarry(block: JsonObject): boolean {
  if (block.type === undefined) return typeof block.content === "string" && block.content !== "";
  if (block.type === "thinking" || block.type === "redacted_thinking") return false;
  return block.type !== "text" || block.text !== "";
}

function withMarks(message: JsonObject, moved: ReadonlyMap<JsonObject, unknown>): JsonObject {
  const own = moved.get(message);
  if (own) return { ...message, content: [{ type: "text", text: message.content, cache_control: own }] };
  const blocks = asArray(message.content);
  if (!blocks?.some((block) => moved.has(block as JsonObject))) return message;
  const content = blocks.map((block) => {
    const mark = moved.get(block as JsonObject);
    return mark ? { ...(block as JsonObject), cache_control: mark } : block;
  });
  return { ...message, content };
}
