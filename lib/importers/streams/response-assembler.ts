import { asArray, asCount, asObject, asString, asText, type JsonObject } from "../../formats/json-fields";
import type { Assembler } from "./assembler";

/** The events that end a response. Each contains the entire response, though its list of items may be empty. */
const FINAL = new Set(["response.completed", "response.incomplete", "response.failed"]);

/** An item while its pieces arrive: its first version, and its texts by place. */
type Item = { begun: JsonObject; done: JsonObject | null; readonly texts: Map<string, string> };

/** The texts of an item that come in pieces: the event, and the text's place in the item. */
const DELTAS: Readonly<Record<string, (event: JsonObject) => string>> = {
  "response.output_text.delta": (event) => `content.${asCount(event.content_index) ?? 0}.text`,
  "response.refusal.delta": (event) => `content.${asCount(event.content_index) ?? 0}.refusal`,
  "response.reasoning_text.delta": (event) => `content.${asCount(event.content_index) ?? 0}.text`,
  "response.reasoning_summary_text.delta": (event) => `summary.${asCount(event.summary_index) ?? 0}.text`,
  "response.function_call_arguments.delta": () => "arguments",
  "response.custom_tool_call_input.delta": () => "input",
};

/** The type of a content piece, by its list and its text's name. */
const PIECE_TYPES: Readonly<Record<string, string>> = {
  "content.text": "output_text",
  "content.refusal": "refusal",
  "summary.text": "summary_text",
};

/**
 * Assembles a response of OpenAI's Responses API. A complete item (`output_item.done`) takes precedence over its
 * pieces, and the last event over both, unless its list of items is empty. Source: OpenAI, "Streaming events" (API
 * reference, 2026-08).
 */
export class ResponseAssembler implements Assembler {
  isComplete = false;
  private response: JsonObject = {};
  private readonly items = new Map<number, Item>();

  add(event: JsonObject): void {
    const type = asText(event.type) ?? "";
    const response = asObject(event.response);
    if (response) this.response = response;
    this.isComplete ||= FINAL.has(type);
    const index = asCount(event.output_index);
    if (index === null) return;
    const item = this.items.get(index) ?? { begun: {}, done: null, texts: new Map() };
    this.items.set(index, item);
    if (type === "response.output_item.added") item.begun = asObject(event.item) ?? {};
    if (type === "response.output_item.done") item.done = asObject(event.item);
    const place = DELTAS[type]?.(event);
    if (place !== undefined) item.texts.set(place, (item.texts.get(place) ?? "") + (asString(event.delta) ?? ""));
  }

  body(): JsonObject {
    const listed = asArray(this.response.output) ?? [];
    const gathered = [...this.items].sort(([a], [b]) => a - b).map(([, item]) => item.done ?? withTexts(item));
    return { ...this.response, object: "response", output: listed.length > 0 ? listed : gathered };
  }
}

function withTexts({ begun, texts }: Item): JsonObject {
  const item: Record<string, unknown> = { ...begun };
  for (const [place, text] of texts) {
    const [list = "", index, name] = place.split(".");
    if (name === undefined) item[list] = text;
    else
      item[list] = withPiece(asArray(item[list]) ?? [], Number(index), {
        type: PIECE_TYPES[`${list}.${name}`],
        [name]: text,
      });
  }
  return item;
}

function withPiece(list: readonly unknown[], index: number, piece: JsonObject): unknown[] {
  const pieces = [...list];
  pieces[Math.min(index, pieces.length)] = piece;
  return pieces;
}
