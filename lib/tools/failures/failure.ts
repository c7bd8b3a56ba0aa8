import type { ToolDefinition } from "../../conversation/message";
import { type ToolCallPart, type ToolResultPart, toolOutputText } from "../../conversation/part";
import { callFacts } from "../call-facts";
import { splitCommands } from "../split-commands";
import { statedExitCode } from "./exit-code";
import { HEAD_SIGNS, OUTPUT_SIGNS, SHOWN_SIGNS, STATUS_SIGN } from "./failure-signs";
import { saysFailureInJson } from "./json-failure";

/**
 * Whether a call failed. `marked`: the format says so, either way. `inferred`: it is read from the output, by its exit
 * code, a client's words, a traceback, an HTTP status; such a failure never becomes a mark in an encoded body.
 */
export type Failure = {
  readonly failed: boolean;
  readonly basis: "marked" | "inferred";
  /** What showed the failure, in a few words; null if nothing did. */
  readonly cue: string | null;
};

const MARKED: Failure = { failed: true, basis: "marked", cue: "marked by the format" };
const SUCCEEDED: Failure = { failed: false, basis: "marked", cue: null };
const NO_SIGN: Failure = { failed: false, basis: "inferred", cue: null };

/** A file may begin with the word error; a tool that refuses to show one says so in few words. */
const LONGEST_REFUSAL = 600;

/** Characters at both ends of an output that are searched for what a command reports. */
const SEARCHED = 20_000;

type Known = { readonly call: ToolCallPart | undefined; readonly failure: Failure };
const known = new WeakMap<ToolResultPart, Known>();

/**
 * Whether a result reports a failure. The call tells what kind of text to expect: a file that was read may hold a
 * traceback without reporting one. `tools`: the request's definitions, for tools that the table does not have.
 */
export function failureOf(result: ToolResultPart, call?: ToolCallPart, tools: readonly ToolDefinition[] = []): Failure {
  const before = known.get(result);
  if (before && before.call === call) return before.failure;
  const failure = judge(result, call, tools);
  known.set(result, { call, failure });
  return failure;
}

export const hasFailed = (result: ToolResultPart, call?: ToolCallPart, tools?: readonly ToolDefinition[]): boolean =>
  failureOf(result, call, tools).failed;

function judge(result: ToolResultPart, call: ToolCallPart | undefined, tools: readonly ToolDefinition[]): Failure {
  if (result.isError === true) return MARKED;
  const cue = cueIn(toolOutputText(result.output), call, tools);
  if (cue !== null) return { failed: true, basis: "inferred", cue };
  return result.isError === false ? SUCCEEDED : NO_SIGN;
}

function cueIn(whole: string, call: ToolCallPart | undefined, tools: readonly ToolDefinition[]): string | null {
  const text = whole.trimStart();
  const head = text.slice(0, 1_000);
  const facts = call && callFacts(call, tools);
  const command = facts?.operation === "run" ? facts.command : null;
  const exit = facts === undefined || facts.operation === "run" ? statedExitCode(text) : null;
  if (exit !== null && exit !== 0 && !isNoMatch(exit, command, text)) return `exit code ${exit}`;
  // The exit code of a list of commands is that of the last one alone.
  if (exit === 0 && !(command !== null && /[|;]/.test(command))) return null;
  const shows = facts?.operation === "search" || facts?.showsFile === true;
  const first = HEAD_SIGNS.find(({ pattern }) => pattern.test(head));
  if (first && !(shows && first.isCommonWord && text.length > LONGEST_REFUSAL)) return first.cue;
  if (STATUS_SIGN.pattern.test(head)) return STATUS_SIGN.cue;
  if (facts?.operation !== "run" && saysFailureInJson(text)) return "answer in JSON";
  return isPrinted(facts?.operation) ? printedCue(text, command) : null;
}

/** Operations whose result is what a program printed. A tool that nobody knows may be one. */
const isPrinted = (operation: string | undefined): boolean =>
  operation === undefined || operation === "run" || operation === "other";

function printedCue(text: string, command: string | null): string | null {
  const printed = text.length <= 2 * SEARCHED ? text : `${text.slice(0, SEARCHED)}\n${text.slice(-SEARCHED)}`;
  const signs = command !== null && onlyShows(command) ? SHOWN_SIGNS : OUTPUT_SIGNS;
  return signs.find(({ pattern }) => pattern.test(printed))?.cue ?? null;
}

const SHOWS =
  /^(?:cat|head|tail|sed|grep|egrep|fgrep|rg|ag|awk|find|fd|ls|tree|less|more|nl|wc|jq|bat|echo|printf|cd|pwd|sort|uniq|cut|tr|xargs|git|diff|history|curl)$/;
const GIT_SHOWS = /^(?:log|show|diff|blame|grep|status|ls-files|branch|rev-parse)$/;

/** True for a line of commands that show text, so that what they print may speak of anything. */
function onlyShows(command: string): boolean {
  return splitCommands(command).every(({ words: [program = "", ...rest] }) => {
    if (program === "git") return GIT_SHOWS.test(rest.find((word) => !word.startsWith("-")) ?? "");
    return SHOWS.test(program.slice(program.lastIndexOf("/") + 1));
  });
}

/** A search that finds nothing ends with 1 and prints nothing: that is its answer. */
function isNoMatch(exit: number, command: string | null, text: string): boolean {
  if (exit !== 1 || command === null) return false;
  const last = splitCommands(command).at(-1)?.words[0] ?? "";
  return /^(?:grep|egrep|fgrep|rg|ag|diff|cmp|test|\[|which|pgrep)$/.test(last) && text.length < 300;
}
