import { type ToolResultPart, toolOutputText } from "../../conversation/part";
import { callFacts } from "../../tools/call-facts";
import { callOf } from "../grammar/selectors";
import type { PartEntry, View } from "../grammar/view";
import { clip } from "../previews/clip";
import { oneLine } from "./one-line";

const LINE = 240;
/** Test tools print their summary within this many characters of the end. */
const END = 6_000;
const MAX_NAMES = 3;

const RUNS_TESTS =
  /\b(?:pytest|jest|vitest|mocha|rspec|phpunit|tox|ctest)\b|\b(?:go|cargo|npm|pnpm|yarn|bun|deno|make|mvn|gradle|dotnet|mix|swift)\s+(?:run\s+)?test\b/;
const PASSED = /\d+ (?:tests? )?(?:pass(?:ed|ing|es)?|ok|succeeded)\b/gi;
const FAILED = /\d+ (?:tests? )?(?:fail(?:ed|ing|ures?|s)?)\b/gi;
const FAILED_NAME = /^(?:\s{0,8}--- FAIL: |FAILED |FAIL\s+|not ok \d+ -? ?|\s{0,4}[✗✘×] )(\S[^\n]{0,100})/gm;

/** Latest state of each test command: how many passed and failed, in the log's words, and the first failures. */
export function testStates(entries: readonly PartEntry[], view: View): string[] {
  const states = new Map<string, string>();
  for (const { part } of entries) {
    const call = part.type === "tool-result" ? callOf(part, view) : undefined;
    const command = call ? callFacts(call, view.conversation.tools).command : null;
    if (part.type !== "tool-result" || command === null || !RUNS_TESTS.test(command)) continue;
    const state = stateOf(part);
    if (state === null) continue;
    const name = oneLine(command, 80);
    states.delete(name);
    states.set(name, clip(`Tests: ${name}: ${state}`, LINE));
  }
  return [...states.values()].slice(-3);
}

function stateOf({ output }: ToolResultPart): string | null {
  const end = toolOutputText(output).slice(-END);
  const passed = end.match(PASSED)?.at(-1);
  const failed = end.match(FAILED)?.at(-1);
  const names = [...new Set([...end.matchAll(FAILED_NAME)].map(([, name = ""]) => name.trim()))].slice(0, MAX_NAMES);
  const counts = [passed, failed].filter((count) => count !== undefined);
  if (counts.length === 0 && names.length === 0) return /^ok\s/m.test(end) ? "passed" : null;
  const said = counts.length > 0 ? counts.join(", ") : "failed";
  return names.length > 0 ? `${said} (${names.join("; ")})` : said;
}
