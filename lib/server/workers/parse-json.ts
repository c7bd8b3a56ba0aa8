import { parse } from "secure-json-parse";
import { Problem } from "@/lib/api/problem";
import { rememberNumbers } from "@/lib/conversation/exact-json";
import { LIMITS } from "../limits";

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN = new Set([0x5b, 0x7b]);
const CLOSE = new Set([0x5d, 0x7d]);

/**
 * Parses a JSON body. Checks the depth first, because JSON.parse accepts a million nested brackets, on which recursive code
 * fails later. Removes keys `__proto__` and `constructor.prototype`; numbers remember their text.
 */
export function parseJsonBody(bytes: Uint8Array): unknown {
  if (bytes.length === 0) throw new Problem(400, "no-body", "the request has no body; send JSON");
  const depth = depthOf(bytes, LIMITS.jsonDepth);
  if (depth > LIMITS.jsonDepth)
    throw new Problem(422, "too-deep", `the JSON is nested more than ${LIMITS.jsonDepth} deep`, {
      extra: { limit: LIMITS.jsonDepth },
    });
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new Problem(400, "invalid-utf-8", "the body is not valid UTF-8");
  }
  return parseText(text);
}

function parseText(text: string): unknown {
  try {
    return rememberNumbers(parse(text, null, { protoAction: "remove", constructorAction: "remove" }), text);
  } catch (error) {
    const position = Number((error as Error).message.match(/position (\d+)/)?.[1] ?? Number.NaN);
    const line = Number.isNaN(position) ? null : text.slice(0, position).split("\n").length;
    throw new Problem(400, "invalid-json", "the body is not JSON", {
      ...(line !== null && { errors: [{ line, detail: `not JSON at character ${position}` }] }),
    });
  }
}

/** The greatest nesting depth, or limit + 1 as soon as it is exceeded. Brackets in strings do not count. */
export function depthOf(bytes: Uint8Array, limit: number): number {
  let depth = 0;
  let greatest = 0;
  let isInString = false;
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index] as number;
    if (isInString) {
      if (byte === BACKSLASH) index += 1;
      else if (byte === QUOTE) isInString = false;
    } else if (byte === QUOTE) isInString = true;
    else if (OPEN.has(byte)) {
      depth += 1;
      if (depth > limit) return depth;
      greatest = Math.max(greatest, depth);
    } else if (CLOSE.has(byte)) depth -= 1;
  }
  return greatest;
}
