import { type Violation, wireViolation } from "../../conversation/invariants";
import { asArray, asObject, type JsonObject } from "../json-fields";

/**
 * Checks that calls and their results form a turn of one content each. Otherwise the API responds with 400: "Please
 * ensure that function call turn comes immediately after a user turn or after a function response turn", "… function
 * response turn comes immediately after a function call turn" and "… the number of function response parts is equal to
 * the number of function call parts of the function call turn" (error messages of generateContent, 2024 to 2026;
 * ai.google.dev, function calling). Consecutive contents of one role are accepted unless they split calls or results.
 */
export function turnOrder(list: readonly unknown[], root: string): Violation[] {
  const contents = list.map(asObject);
  return contents.flatMap((content, index) =>
    isSplit(contents[index - 1], content)
      ? [wireViolation("split-turn", "calls and results must be in one content of their role", `${root}[${index}]`)]
      : [],
  );
}

/**
 * Joins consecutive contents of one role if the API would reject them as separate contents. All others stay unchanged.
 */
export function joinSplitTurns(contents: readonly JsonObject[]): JsonObject[] {
  const runs: JsonObject[][] = [];
  for (const content of contents) {
    const run = runs.at(-1);
    if (run?.[0] && isModel(run[0]) === isModel(content)) run.push(content);
    else runs.push([content]);
  }
  return runs.flatMap(joinRun);
}

/** Answers with calls become one content. A user's text after the last result may stay separate. */
function joinRun(run: readonly JsonObject[]): readonly JsonObject[] {
  const [first] = run;
  if (!first || run.length === 1) return run;
  const lastResult = run.findLastIndex((content) => holds(content, RESULTS));
  const end = isModel(first) ? (run.some((content) => holds(content, CALLS)) ? run.length : 0) : lastResult + 1;
  if (end < 2) return run;
  return [{ ...first, parts: run.slice(0, end).flatMap(partsOf) }, ...run.slice(end)];
}

/** True if two consecutive contents of one role must be joined, because their calls or results belong to one turn. */
function isSplit(previous: JsonObject | null | undefined, content: JsonObject | null): boolean {
  if (!previous || !content || isModel(previous) !== isModel(content)) return false;
  return isModel(content) ? holds(previous, CALLS) || holds(content, CALLS) : holds(content, RESULTS);
}

const CALLS = ["functionCall", "function_call"];
const RESULTS = ["functionResponse", "function_response"];

const isModel = ({ role }: JsonObject) => role === "model";

const partsOf = ({ parts }: JsonObject) => asArray(parts) ?? [];

const holds = (content: JsonObject, keys: readonly string[]): boolean =>
  partsOf(content).some((part) => keys.some((key) => asObject(part)?.[key] !== undefined));
