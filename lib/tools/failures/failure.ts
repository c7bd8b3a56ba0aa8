import type { ToolDefinition } from "../../conversation/message";
import { type ToolCallPart, type ToolResultPart, toolOutputText } from "../../conversation/part";
import { callFacts } from "../call-facts";
import { splitCommands } from "../split-commands";
import { HEAD_SIGNS, NOT_RUN, OUTPUT_SIGNS, PASSED_TESTS, REJECTED, SHOWN_SIGNS, STATUS_SIGN } from "./failure-signs";

/**
 * The outcome of a call. `marked`: the format records success or failure. `inferred`: derived from the exit code, a
 * client's words, a traceback or an HTTP status in the output. An inferred failure is never written as a mark into an
 * encoded body.
 */
export type Failure = {
  readonly failed: boolean;
  readonly basis: "marked" | "inferred";
  /** The evidence in a few words; null if there is none. */
  readonly cue: string | null;
};

const MARKED: Failure = { failed: true, basis: "marked", cue: "marked by the format" };
const SUCCEEDED: Failure = { failed: false, basis: "marked", cue: null };
const NO_SIGN: Failure = { failed: false, basis: "inferred", cue: null };

/** A file may begin with the word "error", but a tool's refusal to show a file is short. */
const LONGEST_REFUSAL = 600;

/** Number of characters at each end of an output that are searched for signs of a failure. */
const SEARCHED = 20_000;

type Known = { readonly call: ToolCallPart | undefined; readonly failure: Failure };
const known = new WeakMap<ToolResultPart, Known>();

/**
 * Determines if a result reports a failure. The call shows which kind of text to expect, because a file that was read
 * may contain a traceback although nothing failed. `tools`: the request's definitions, for tools missing from the
 * table.
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

/** True if the user refused or stopped the call. */
export const isRejection = ({ output }: ToolResultPart): boolean =>
  REJECTED.pattern.test(toolOutputText(output).trimStart());

/** Whether the client wrote the output, because the call did not run. */
export const isUnrun = ({ output }: ToolResultPart): boolean => {
  const text = toolOutputText(output).trimStart();
  return NOT_RUN.some(({ pattern }) => pattern.test(text));
};

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
  // The exit code of a list of commands is only the last one's.
  if (exit === 0 && !(command !== null && /[|;]/.test(command))) return null;
  const shows = facts?.operation === "search" || facts?.showsFile === true;
  const first = HEAD_SIGNS.find(({ pattern }) => pattern.test(head));
  if (first && !(shows && first.isCommonWord && text.length > LONGEST_REFUSAL)) return first.cue;
  if (STATUS_SIGN.pattern.test(head)) return STATUS_SIGN.cue;
  if (facts?.operation !== "run" && saysFailureInJson(text)) return "answer in JSON";
  return isPrinted(facts?.operation) ? printedCue(text, command) : null;
}

/** Operations that return a program's output. An unknown tool may be one. */
const isPrinted = (operation: string | undefined): boolean =>
  operation === undefined || operation === "run" || operation === "other";

function printedCue(text: string, command: string | null): string | null {
  if (command !== null && !command.includes(";") && PASSED_TESTS.pattern.test(text.slice(-END))) return null;
  const printed = text.length <= 2 * SEARCHED ? text : `${text.slice(0, SEARCHED)}\n${text.slice(-SEARCHED)}`;
  const signs = command !== null && onlyShows(command) ? SHOWN_SIGNS : OUTPUT_SIGNS;
  return signs.find(({ pattern }) => pattern.test(printed))?.cue ?? null;
}

const SHOWS =
  /^(?:cat|head|tail|sed|grep|egrep|fgrep|rg|ag|awk|find|fd|ls|tree|less|more|nl|wc|jq|bat|echo|printf|cd|pwd|sort|uniq|cut|tr|xargs|git|diff|history|curl)$/;
const GIT_SHOWS = /^(?:log|show|diff|blame|grep|status|ls-files|branch|rev-parse)$/;

/** True for a line of commands that only show text, so their output may contain anything. */
function onlyShows(command: string): boolean {
  return splitCommands(command).every(({ words: [program = "", ...rest] }) => {
    if (program === "git") return GIT_SHOWS.test(rest.find((word) => !word.startsWith("-")) ?? "");
    return SHOWS.test(program.slice(program.lastIndexOf("/") + 1));
  });
}

/** A search without hits exits with 1 and prints nothing, which is not a failure. */
function isNoMatch(exit: number, command: string | null, text: string): boolean {
  if (exit !== 1 || command === null) return false;
  const last = splitCommands(command).at(-1)?.words[0] ?? "";
  return /^(?:grep|egrep|fgrep|rg|ag|diff|cmp|test|\[|which|pgrep)$/.test(last) && text.length < 300;
}

/** Maximum characters of an output parsed as JSON; a longer one is a page of data, not a failure report. */
const LONGEST = 20_000;

/** True if a JSON answer reports the call's failure in a field. */
function saysFailureInJson(text: string): boolean {
  const start = text.trimStart();
  if (!start.startsWith("{") || start.length > LONGEST) return false;
  const value = parsed(start);
  if (typeof value !== "object" || value === null) return false;
  const { error, errors, success, ok, isError, is_error, status } = value as Readonly<Record<string, unknown>>;
  if (success === false || ok === false || isError === true || is_error === true) return true;
  if (typeof status === "string" && /^(?:error|failed|failure)$/i.test(status)) return true;
  const isTold = (said: unknown) =>
    (typeof said === "string" && said !== "") || (typeof said === "object" && said !== null);
  const isAlone = Object.keys(value).length <= 3 && success !== true && ok !== true;
  return isAlone && (isTold(error) || (Array.isArray(errors) && errors.length > 0));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null; // not JSON, or more than one value
  }
}

/**
 * How clients and shells write a command's exit code into its output, each with a number in its group. Read in the
 * clients' sources and in recorded sessions of 2025 and 2026.
 */
const STATED: readonly RegExp[] = [
  // Codex: `Exit code: 1`, `Process exited with code 1`, `"exit_code":1`; Gemini CLI and Qwen Code: `Exit Code: 1`
  /^(?:Exit code|Exit Code|Process exited with code):? ?(-?\d{1,5})\b/m,
  /"(?:exit_code|exitCode|returncode)": ?(-?\d{1,5})\b/,
  // mini-swe-agent
  /<(?:returncode|exit_code)>(-?\d{1,5})<\//,
  // Copilot CLI `<shellId: 8 completed with exit code 1>`, OpenHands `[The command completed with exit code 1.]`, pi `Command
  // exited with code 1`, Kimi `Command failed with exit code: 1.`, Crush `Exit code 1`
  /(?:completed|exited|failed|finished) with (?:exit )?code:? (-?\d{1,5})\b/,
  /^Exit code (-?\d{1,5})\b/m,
  // git, gh, npm: `failed to run git: exit status 128`, `npm error code 2`
  /\bexit status (\d{1,5})\s*$/,
  /^npm (?:error|ERR!) (?:code (?:E[A-Z]+|(?=[1-9]))|errno )(\d{0,5})/m,
];

/**
 * Number of characters at each end of an output that are searched, because an exit code precedes or follows the output.
 */
const END = 400;

/** The exit code stated in an output; null if there is none. */
function statedExitCode(text: string): number | null {
  const ends = text.length <= 2 * END ? text : `${text.slice(0, END)}\n${text.slice(-END)}`;
  for (const pattern of STATED) {
    const code = pattern.exec(ends)?.[1];
    if (code !== undefined) return code === "" ? 1 : Number(code);
  }
  return null;
}
