import { JSONPathEnvironment } from "json-p3";
import { RE2JS } from "re2js";
import { type Failure, fail, ok, type Result } from "../../lib/conversation/errors";
import { jsonText, parseJson } from "../../lib/conversation/exact-json";
import type { JsonValue } from "../../lib/conversation/part";
import { splitLines } from "../../lib/strategies/previews/preview";

/** The requested part of a put-aside output: `jsonPath` first, then the lines that match `grep`, then `start`..`end`. */
export type OutputQuery = {
  /** 1-based lines, both ends included. */
  readonly start?: number;
  readonly end?: number;
  /** RE2 syntax: linear time, no look-around, no back-references. */
  readonly grep?: string;
  /** RFC 9535, without its `match` and `search` functions (they would run a backtracking regular expression). */
  readonly jsonPath?: string;
};

export type OutputSlice = {
  readonly text: string;
  /** Lines of the entire output, or of the JSON selected by `jsonPath`. */
  readonly totalLines: number;
  /** Line numbers of the lines in `text` with `grep`; otherwise the first and the last. */
  readonly lines: readonly number[] | { readonly start: number; readonly end: number };
};

/** Maximum nodes that a JSON path may select. */
const MAX_NODES = 10_000;
/** Maximum descendant segments (`..`) of a path: each multiplies the work by the document's size. */
const MAX_DESCENTS = 2;

const paths = new JSONPathEnvironment({ maxRecursionDepth: 200 });
for (const name of ["match", "search"]) paths.functionRegister.delete(name);

/** Failure codes: `invalid-pattern`, `invalid-json-path`, `not-json`, `too-many-nodes`, `invalid-range`. */
export function readStoredOutput(content: string, query: OutputQuery): Result<OutputSlice, Failure> {
  const chosen = query.jsonPath === undefined ? ok(content) : selectJson(content, query.jsonPath);
  if (!chosen.ok) return chosen;
  const numbered = splitLines(chosen.value).map((line, index) => ({ line, number: index + 1 }));
  const inRange = selectRange(numbered, query);
  if (!inRange.ok) return inRange;
  const matching = query.grep === undefined ? inRange : selectMatching(inRange.value, query.grep);
  if (!matching.ok) return matching;
  const numbers = matching.value.map(({ number }) => number);
  const isWhole = query.grep === undefined && numbers.length === numbered.length;
  return ok({
    text: isWhole ? chosen.value : matching.value.map(({ line }) => line).join("\n"),
    totalLines: numbered.length,
    lines: query.grep === undefined ? { start: numbers[0] ?? 0, end: numbers.at(-1) ?? 0 } : numbers,
  });
}

type NumberedLine = { readonly line: string; readonly number: number };

function selectRange(lines: readonly NumberedLine[], { start = 1, end = Math.max(start, lines.length) }: OutputQuery) {
  if (!Number.isInteger(start) || !Number.isInteger(end) || start < 1 || end < start)
    return fail({ code: "invalid-range", message: "start and end are 1-based lines, start at most end", at: "start" });
  return ok(lines.slice(start - 1, end));
}

function selectMatching(lines: readonly NumberedLine[], grep: string): Result<readonly NumberedLine[], Failure> {
  try {
    const pattern = RE2JS.compile(grep);
    return ok(lines.filter(({ line }) => pattern.matcher(line).find()));
  } catch (error) {
    return fail({ code: "invalid-pattern", message: messageOf(error), at: "grep" });
  }
}

function selectJson(content: string, path: string): Result<string, Failure> {
  if (path.split("..").length - 1 > MAX_DESCENTS)
    return fail({
      code: "invalid-json-path",
      message: `at most ${MAX_DESCENTS} descendant segments`,
      at: "json_path",
    });
  const document = parse(content);
  if (document === undefined)
    return fail({ code: "not-json", message: "the stored output is not JSON", at: "json_path" });
  try {
    const values: JsonValue[] = [];
    for (const node of paths.lazyQuery(path, document as never)) {
      values.push(node.value as JsonValue);
      if (values.length > MAX_NODES)
        return fail({ code: "too-many-nodes", message: `more than ${MAX_NODES} nodes match`, at: "json_path" });
    }
    return ok(values.map((value) => (typeof value === "string" ? value : jsonText(value, 2))).join("\n"));
  } catch (error) {
    return fail({ code: "invalid-json-path", message: messageOf(error), at: "json_path" });
  }
}

function parse(content: string): JsonValue | undefined {
  try {
    return parseJson(content) as JsonValue;
  } catch {
    return undefined;
  }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
