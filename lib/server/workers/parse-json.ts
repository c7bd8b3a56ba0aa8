import { parse } from "secure-json-parse";
import { Problem } from "@/lib/api/problem";
import { rememberNumbers } from "@/lib/conversation/exact-json";
import { isDeeperThan } from "@/lib/importers/json-text";
import { LIMITS } from "../process/limits";

/**
 * Parses a JSON body. Checks the depth first, because JSON.parse accepts a million nested brackets, on which recursive
 * code fails later. Removes keys `__proto__` and `constructor.prototype`; numbers keep their original text.
 */
export function parseJsonBody(bytes: Uint8Array): unknown {
  if (bytes.length === 0) throw new Problem(400, "no-body", "the request has no body; send JSON");
  if (isDeeperThan(bytes, LIMITS.jsonDepth))
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
