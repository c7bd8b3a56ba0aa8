import { asArray, asCount, asObject, asString, type JsonObject } from "../../formats/json-fields";
import { parsedObject } from "../part-drafts";
import type { Assembler } from "./assembler";

type Block = Record<string, unknown>;

/** Fields whose text grows from delta to delta. */
const GROWING = ["text", "thinking", "signature"];

/**
 * Assembles a message of Anthropic's Messages API. The counters of `message_delta` replace those of `message_start`,
 * including input. The SDKs write null for a counter that the event lacks. Source: Anthropic, "Streaming messages" (API
 * reference, 2026-08).
 */
export class MessageAssembler implements Assembler {
  isComplete = false;
  private message: JsonObject = {};
  private readonly blocks = new Map<number, Block>();
  private last = 0;
  private delta: JsonObject = {};
  private usage: JsonObject = {};

  add(event: JsonObject): void {
    switch (event.type) {
      case "message_start":
        this.message = { ...asObject(event.message), ...this.message };
        break;
      case "content_block_start":
        this.last = asCount(event.index) ?? this.blocks.size;
        this.blocks.set(this.last, { ...asObject(event.content_block), partial: "" });
        break;
      case "content_block_delta":
        extend(this.blocks.get(asCount(event.index) ?? this.last), asObject(event.delta));
        break;
      case "message_delta":
        this.delta = { ...this.delta, ...asObject(event.delta) };
        this.usage = { ...this.usage, ...given(asObject(event.usage)) };
        break;
      case "message_stop":
        this.isComplete = true;
    }
  }

  body(): JsonObject {
    const content = [...this.blocks].sort(([a], [b]) => a - b).map(([, block]) => finish(block));
    const usage = { ...asObject(this.message.usage), ...this.usage };
    return { ...this.message, ...this.delta, content, usage };
  }
}

const given = (counters: JsonObject | null): JsonObject =>
  Object.fromEntries(Object.entries(counters ?? {}).filter(([, counter]) => counter !== null));

function extend(block: Block | undefined, delta: JsonObject | null): void {
  if (!block || !delta) return;
  for (const key of GROWING) {
    const more = asString(delta[key]);
    if (more !== null) block[key] = (asString(block[key]) ?? "") + more;
  }
  if (delta.citation !== undefined) block.citations = [...(asArray(block.citations) ?? []), delta.citation];
  block.partial = (asString(block.partial) ?? "") + (asString(delta.partial_json) ?? "");
}

/** A tool call's input arrives as pieces of JSON text. Truncated input stays text. */
function finish({ partial, ...block }: Block): JsonObject {
  if (partial === "") return block;
  return { ...block, input: parsedObject(partial) ?? partial };
}
