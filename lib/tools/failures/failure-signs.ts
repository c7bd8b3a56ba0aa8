/** Words with which outputs report failure: dated facts about clients and programs. */

type Sign = {
  /** The sign in two or three words; shown as the reason. */
  readonly cue: string;
  /** The client or program that writes the sign, and the source of this fact. */
  readonly source: string;
  readonly pattern: RegExp;
  /** Outputs without a failure may also begin like this. */
  readonly isCommonWord?: true;
};

/** How clients report that the user refused or stopped a call. The user's own words often follow. */
export const REJECTED: Sign = {
  cue: "rejected by the user",
  source: "Claude Code 1.0 to 2.1; formatResponse.toolDenied of Cline, Roo Code and Kilo Code; Codex 2025 and 2026",
  pattern:
    /^(?:\[[^\]\n]{1,200}\] Result:\s*)?(?:The user doesn't want to (?:proceed|take this action)|\[Request interrupted by user|The user denied this operation|aborted by user)/i,
};

/** How clients say that they did not run a call. */
const REFUSED: Sign = {
  cue: "refused by the client",
  source: "Claude Code 2.1: auto mode",
  pattern: /^(?:Permission for this action was denied by|\S{1,80} is temporarily unavailable, so auto mode cannot)/,
};

/** Outputs that a client writes in place of a call that did not run. */
export const NOT_RUN: readonly Sign[] = [REJECTED, REFUSED];

/**
 * Signs that only count at the start of an output, whatever the tool, because files and search results may contain the
 * same words.
 */
export const HEAD_SIGNS: readonly Sign[] = [
  ...NOT_RUN,
  {
    cue: "tool error",
    source: "Claude Code 1.0 to 2.1: tool_use_error",
    pattern: /^<tool_use_error>/,
  },
  {
    cue: "tool error",
    source: "Cline, Roo Code, Kilo Code 2025 and 2026: formatResponse.toolError",
    pattern:
      /^(?:\[[^\]\n]{1,200}\] Result:\s*)?(?:<error>|The tool execution failed|Tool execution failed|\{"status": ?"error")/,
  },
  {
    cue: "edit refused",
    source: "SWE-agent and OpenHands 2024 to 2026: windowed edit commands and str_replace_editor",
    pattern:
      /^\[?(?:No exact match found|Your proposed edit has introduced|No replacement was performed|String not found|Could not find (?:oldString|old_string|the)|The exact text in old_string was not found)/,
  },
  {
    cue: "not found or refused",
    source: "Crush, OpenCode, Gemini CLI, Qwen Code 2025 and 2026: messages of the file tools",
    pattern:
      /^(?:File|Path|Directory|Folder|Module|Tool|Command|Resource|Page)(?: \S{1,300})? (?:not found|does not exist|is not (?:absolute|a file|a directory))|^(?:Path must be absolute|Permission denied|Access denied|Operation not permitted|Not permitted|Unauthorized|Forbidden)\b/i,
  },
  {
    cue: "cancelled or timed out",
    source: "Crush, Codex, Goose, OpenHands 2025 and 2026",
    pattern:
      /^(?:Tool execution (?:cancell?ed|aborted)|Tool execution timed out|Command (?:timed out|aborted|was cancell?ed)|Code execution state reset|Request timed out)/i,
  },
  {
    cue: "starts with an error",
    isCommonWord: true,
    source: "convention of most tools: the OpenAI cookbook's and tau-bench's functions, MCP servers, OpenHands",
    pattern:
      /^[[<("']{0,2}(?:fatal )?(?:error|exception|failure|failed|erreur|fehler|错误|失败)(?: \[?[\w.-]{1,40}\]?)?(?: [\w ]{1,40})?[:：\]>]/i,
  },
  {
    cue: "starts with a failure",
    isCommonWord: true,
    source: "convention of functions and MCP servers",
    pattern:
      /^(?:Failed to|Unable to|Cannot|Can't|Could not|Couldn't|An error (?:has )?occurred|Something went wrong|Invalid (?:argument|parameter|input|request|arguments)|Missing required|Unknown (?:tool|command|function)|Execution failed|Request failed)\b/i,
  },
  {
    cue: "no changes made",
    source: "Gemini CLI 2025: the replace tool's check by a model",
    pattern: /^A secondary check by an LLM determined/,
  },
];

/** A program's error report, anywhere in a command's output. Each is at the start of a line. */
export const OUTPUT_SIGNS: readonly Sign[] = [
  {
    cue: "traceback",
    source: "Python, docs.python.org/3/library/traceback.html",
    pattern: /^\s{0,8}Traceback \(most recent call last\)/m,
  },
  {
    cue: "exception",
    source: "class and message, as Python, Node.js, Java and PHP print them",
    pattern:
      /^(?:Uncaught |PHP )?(?:Exception in thread [^\n]{1,80} )?(?:[A-Za-z_][\w.]{0,80}[.\\])?[A-Z]\w{0,60}(?:Error|Exception)(?: \[\w{1,40}\])?: \S/m,
  },
  {
    cue: "failed tests",
    source: "go test, pytest, Jest, Vitest, cargo test, TAP, JUnit",
    pattern:
      /^(?:\s{0,8}--- FAIL: |FAIL(?:$|[\t ])|FAILED |FAILURES!|not ok \d|={2,} (?:\d+ \w+, )?\d+ failed|={2,} FAILURES|test result: FAILED|Tests: {1,8}[1-9]\d* failed|\s{0,8}Tests {1,4}[1-9]\d* failed|\[ERROR\] Tests run:|# fail [1-9])/m,
  },
  {
    cue: "compiler error",
    source: "tsc, rustc, gcc, clang, go build, javac: place, then error",
    pattern:
      /^(?:[^\s:(]{1,300}[:(]\d{1,7}(?:[:,]\d{1,5})?\)?: (?:fatal )?error\b|error(?:\[E\d{4}\])?: \S|\s{0,8}\d+:\d+ +error )/m,
  },
  {
    cue: "program error",
    source: "git, gh, make, npm, apt, php, shells",
    pattern:
      /^(?:fatal: |panic: |PHP (?:Fatal|Parse) error|Fatal error: |npm ERR! |npm error |yarn error|error Command failed|make(?:\[\d+\])?: \*\*\* |E: \S|Segmentation fault|BUILD FAILED|BUILD FAILURE|error connecting to |Error: \S|ERROR: \S|\[ERROR\] |CMake Error|-- Configuring incomplete)/m,
  },
  {
    cue: "system error",
    source: "POSIX strerror, as shells and coreutils print it behind the program's name",
    pattern:
      /^(?:[\w./-]{1,80}: ){1,3}(?:[^\n]{1,300}: )?(?:No such file or directory|command not found|Permission denied|Connection refused|Is a directory|Not a directory|not found)\s*$/m,
  },
];

/** The last lines of a test run without failures. Such a run may still print errors. */
export const PASSED_TESTS: Sign = {
  cue: "passed tests",
  source: "bun test, Jest, Vitest, pytest, cargo test, node --test",
  pattern:
    /^(?: {0,4}0 fail$|Tests: {1,8}(?:\d+ skipped, )?\d+ passed, \d+ total|\s{0,8}Tests {1,4}\d+ passed|=+ \d+ passed[^\n]* in [\d.]+s|test result: ok\.|[#ℹ] fail 0$)/m,
};

/**
 * Error reports of commands that only show text. Other signs do not count, because the shown text may contain any of
 * them.
 */
export const SHOWN_SIGNS: readonly Sign[] = OUTPUT_SIGNS.filter(({ cue }) => cue === "system error").concat({
  cue: "program error",
  source: "git",
  pattern: /^fatal: /,
});

/** An HTTP status of 4xx or 5xx at the start of an answer, or as a field of its JSON (RFC 9110, section 15). `443:text` is a line of a file. */
export const STATUS_SIGN: Sign = {
  cue: "HTTP status",
  source: "RFC 9110, section 15",
  pattern:
    /^(?:HTTP\/[\d.]{1,3} |HTTP(?: status| error)?:? |Status(?: code)?:? ?|(?:Request failed with|Received) status(?: code)? )?[45]\d\d(?: |: |$)(?:[A-Z][a-z]+|$)|^(?:HTTP\/[\d.]{1,3} |HTTP(?: status| error)?:? |Status(?: code)?:? ?|(?:Request failed with|Received) status(?: code)? )[45]\d\d\b|^\{\s*"(?:status|statusCode|status_code|code)": ?[45]\d\d\b/i,
};
