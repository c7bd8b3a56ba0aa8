import type { Result } from "../../conversation/errors";
import type { SourceLocation } from "../../conversation/part";
import { detectFormat } from "../../formats/index";
import { asArray, asObject, asText, type JsonObject } from "../../formats/json-fields";
import type { Capture } from "../captures/capture";
import type { CaptureWriter } from "../captures/capture-writer";

/** A request body that a program logged without its response; null for anything else. */
export function bareBody(row: unknown): JsonObject | null {
  const body = asObject(row);
  return body && Array.isArray(body.messages) && asText(body.model) !== null ? body : null;
}

/** True if the first two rows are Messages API bodies and the second continues the first. */
export function areGrowingBodies([first, second]: readonly unknown[]): boolean {
  const [before, after] = [bareBody(first), bareBody(second)];
  if (before === null || after === null || !goesOn(before, after)) return false;
  const format = detectFormat(after);
  return format.ok && format.value.id === "anthropic";
}

const messagesIn = ({ messages }: JsonObject): readonly unknown[] => asArray(messages) ?? [];
const contentOf = (message: unknown): string => JSON.stringify(asObject(message)?.content ?? null);

/** True if the later body begins with all messages of the earlier one and has more. Cache marks may have moved. */
function goesOn(before: JsonObject, after: JsonObject): boolean {
  const [earlier, later] = [messagesIn(before), messagesIn(after)];
  return earlier.length < later.length && earlier.every((message, at) => isSame(message, later[at]));
}

const isSame = (one: unknown, other: unknown): boolean => unmarked(contentOf(one)) === unmarked(contentOf(other));

const unmarked = (json: string): string => json.replaceAll(/,?"cache_control":\{[^{}]*\}/g, "");

/**
 * Bodies in the order in which they were sent. A call's answer appears in the next body. It is unknown for the last
 * call, and for any call that is not continued.
 */
export class GrowingBodies {
  private pending: { readonly body: JsonObject; readonly source: SourceLocation } | null = null;

  constructor(private readonly writer: CaptureWriter) {}

  add(body: JsonObject, source: SourceLocation): Result<unknown> | null {
    const written = this.write(body);
    this.pending = { body, source };
    return written;
  }

  end(): Result<unknown> | null {
    return this.write(null);
  }

  private write(next: JsonObject | null): Result<unknown> | null {
    if (this.pending === null) return null;
    const { body, source } = this.pending;
    const answer = next && goesOn(body, next) ? answerIn(messagesIn(next)[messagesIn(body).length]) : null;
    const capture: Capture = { body, answer: answer ?? UNKNOWN, error: null, startedAt: null, endedAt: null };
    return this.writer.write(answer ? capture : { ...capture, isUnanswered: true }, source);
  }
}

const UNKNOWN: JsonObject = { content: [] };

function answerIn(message: unknown): JsonObject | null {
  const fields = asObject(message);
  if (fields?.role !== "assistant") return null;
  const { content } = fields;
  return { content: typeof content === "string" ? [{ type: "text", text: content }] : (content ?? []) };
}
