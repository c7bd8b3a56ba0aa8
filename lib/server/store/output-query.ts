import { Problem } from "@/lib/api/problem";
import { integerParam } from "../http/query-params";
import type { OutputQuery } from "./stored-outputs";

const MAX_PATTERN = 1_000;

/**
 * The requested reference: `?ref=`, from a loop that passes all inputs of the tool through, else the id in the path.
 */
export const referenceIn = (url: URL, id: string): string => textParam(url, "ref") ?? id;

/** `?start=&end=&grep=&json_path=` of GET /api/refs/:id; lines are 1-based and inclusive. */
export function parseOutputQuery(url: URL): OutputQuery {
  const start = lineParam(url, "start");
  const end = lineParam(url, "end");
  if (start !== null && end !== null && end < start) throw new Problem(422, "bad-parameter", "end is before start");
  return { start, end, grep: textParam(url, "grep"), jsonPath: textParam(url, "json_path") };
}

function lineParam(url: URL, name: string): number | null {
  if (!url.searchParams.has(name)) return null;
  return integerParam(url, name, { min: 1, max: 1e9, default: 1 });
}

function textParam(url: URL, name: string): string | null {
  const text = url.searchParams.get(name);
  if (text !== null && text.length > MAX_PATTERN)
    throw new Problem(422, "bad-parameter", `${name} is longer than ${MAX_PATTERN} characters`);
  return text === "" ? null : text;
}
