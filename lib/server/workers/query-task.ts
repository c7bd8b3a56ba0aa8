import { createHash } from "node:crypto";
import fs from "node:fs";
import type { JSONValue } from "json-p3";
import { RE2JS } from "re2js";
import { Problem } from "@/lib/api/problem";
import { LIMITS } from "../process/limits";
import { selectByJsonPath } from "./json-path";

export type QueryInput = TextQuery & {
  readonly path: string;
  /** The expected hash of the output's bytes. */
  readonly sha256: string;
};

/** The requested part of a text. */
export type TextQuery = {
  /** 1-based, both inclusive. */
  readonly start: number | null;
  readonly end: number | null;
  /** A pattern in RE2 syntax, which runs in linear time, so no pattern can block the server. */
  readonly grep: string | null;
  /** RFC 9535. */
  readonly jsonPath: string | null;
};

export type QueryOutput =
  | {
      readonly ok: true;
      readonly text: string;
      readonly totalLines: number;
      readonly lines: LineMatch[] | null;
      readonly truncated: boolean;
    }
  | { readonly ok: false; readonly code: "bad-pattern" | "bad-json-path" | "not-json"; readonly message: string };

export type LineMatch = { readonly line: number; readonly text: string };

/** Reads a put-aside output, or a part of it. */
export function queryTask(input: QueryInput): QueryOutput {
  const bytes = fs.readFileSync(input.path);
  if (createHash("sha256").update(bytes).digest("hex") !== input.sha256) throw outputDamaged();
  return queryText(bytes.toString("utf8"), input);
}

/** Applies the JSON path, then the line range, then the pattern, each to the previous result. */
export function queryText(whole: string, input: TextQuery): QueryOutput {
  const chosen = input.jsonPath === null ? { ok: true as const, text: whole } : selectJson(whole, input.jsonPath);
  if (!chosen.ok) return chosen;
  const all = chosen.text.split("\n");
  const from = (input.start ?? 1) - 1;
  const range = all.slice(from, input.end ?? all.length);
  if (input.grep === null) {
    const text = input.start === null && input.end === null ? chosen.text : range.join("\n");
    return { ok: true, text, totalLines: all.length, lines: null, truncated: false };
  }
  return grepLines(range, from, input.grep, all.length);
}

const outputDamaged = () =>
  new Problem(500, "raw-damaged", "the output that is stored under this reference was changed or damaged on the disk");

function grepLines(range: readonly string[], from: number, pattern: string, totalLines: number): QueryOutput {
  let expression: RE2JS;
  try {
    expression = RE2JS.compile(pattern);
  } catch (error) {
    return { ok: false, code: "bad-pattern", message: (error as Error).message };
  }
  const matches = range.flatMap((text, index) =>
    expression.matcher(text).find() ? [{ line: from + index + 1, text }] : [],
  );
  const lines = matches.slice(0, LIMITS.grepMatches);
  const text = lines.map((match) => match.text).join("\n");
  return { ok: true, text, totalLines, lines, truncated: matches.length > lines.length };
}

function selectJson(text: string, path: string): { ok: true; text: string } | Extract<QueryOutput, { ok: false }> {
  let value: JSONValue;
  try {
    value = JSON.parse(text) as JSONValue;
  } catch {
    return { ok: false, code: "not-json", message: "the output is not JSON, so json_path cannot be used" };
  }
  try {
    const values = selectByJsonPath(path, value);
    return { ok: true, text: JSON.stringify(values.length === 1 ? values[0] : values, null, 2) ?? "null" };
  } catch (error) {
    return { ok: false, code: "bad-json-path", message: (error as Error).message };
  }
}
