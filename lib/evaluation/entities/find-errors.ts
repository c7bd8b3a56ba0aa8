import { type Entity, entityOf } from "./entity";
import { SYSTEM_ERRORS } from "./error-names";

/**
 * Class and first words of the message. Code that raises or catches an error (`TypeError(`, `except KeyError as e`)
 * does not match.
 */
const NAMED =
  /\b((?:[A-Za-z_]\w{0,60}[.\\]){0,4}[A-Z]\w{0,60}(?:Error|Exception))(?: ?\[\w{1,40}\])?(?:: ([^\n]{1,120})|(?=$|\n|\\n))/g;
/** Error code and message of a compiler, package manager or system. */
const CODED =
  /\b(TS\d{4,5}|(?<=error\[)E\d{4}(?=\])|npm ERR!|npm error|E[A-Z0-9_]{3,20})(?:\b|(?<=!))\]?(?::? {1,2}([^\n]{1,120}))?/g;
const STATUS =
  /\b(?:(?:exit(?:ed)?[ _](?:with[ _])?(?:code|status)|exit_?code|returncode|non-zero exit status)["'>]?[ :=]{0,2}(\d{1,3})|(?:status(?:[ _]?code)?|HTTP(?:\/[\d.]{1,3})?)["']?[ :=]{1,2}([45]\d\d))\b/gi;
const FAILED_TEST = /(?:^|\n)[ \t]{0,8}(?:FAILED|FAIL|✗|✘|×|not ok|--- FAIL:)[ \t:]{1,4}([^\n]{3,160})/g;
/** A line or quotation that starts like an error of a compiler or program, after a file position or program name. */
const LINE =
  /(?:^|\n|`)(?:[^\w\s]{1,3} ?)?(?:[\w./\\-]{1,160}(?:[:(][\d:,]{1,12}\)?)?: ){0,2}(?:fatal error|Fatal error|PHP Fatal error|fatal|FATAL|panic|error|ERROR|Error|erreur|ERREUR|Erreur|FEHLER|Fehler|错误|エラー)(?:\[\w{1,12}\])?[:：](?: {1,2}|\n|(?<=：))([^\n]{4,160})/g;
/** How task runners and clients mark a line as an error. */
const TAGGED = /(?:\[ERROR\]|\] ERROR|\] error:)[: ]{1,2}([^\n]{4,160})/g;
/** System error messages. The word before them is their subject. */
const REFUSAL =
  /: (No such file or directory|command not found(?:: \S{1,60})?|Permission denied|Connection refused|Is a directory|Not a directory|File exists)/g;

/** Lines of npm's report that only give the location. */
const NPM_DETAIL = /^(?:path|workspace|location|command |A complete log|$)/;
const MESSAGE_WORDS = 4;
const IS_WORTH_READING =
  /error|erreur|fehler|错误|エラー|exception|fail|fatal|panic|exit|status|http|returncode|not ok|[✗✘×]|\bE[A-Z]{3}|\bTS\d{4}|: (?:No such|command not|Permission|Connection|Is a|Not a|File ex)/i;

/**
 * Errors reported in a text: by class or code and the first words of the message, by exit code or status, or by failed
 * test.
 */
export function findErrors(text: string): Entity[] {
  if (!IS_WORTH_READING.test(text)) return [];
  return [
    ...matches(NAMED, text, namedError),
    ...matches(CODED, text, codedError),
    ...matches(STATUS, text, statusError),
    ...matches(FAILED_TEST, text, ([, name = ""]) => failure("failed", name)),
    ...matches(LINE, text, ([, message = ""]) => failure("error", message)),
    ...matches(TAGGED, text, ([, message = ""]) => failure("error", message)),
    ...matches(REFUSAL, text, refusal),
  ];
}

function matches(pattern: RegExp, text: string, toEntity: (match: RegExpMatchArray) => Entity | null): Entity[] {
  return [...text.matchAll(pattern)].flatMap((match) => toEntity(match) ?? []);
}

/**
 * A class without a message is an error only at the start of a line. Elsewhere, or with a template as its message, it
 * is code.
 */
function namedError({ 1: name = "", 2: message = "", index = 0, input = "" }: RegExpMatchArray): Entity | null {
  if (message === "" && !/(?:^|\n)[\s>|]*(?:E +)?$/.test(input.slice(Math.max(0, index - 20), index))) return null;
  return /^[{$%]/.test(message) ? null : errorOf(name.replace(/^.*[.\\]/, ""), name, message);
}

function codedError([, code = "", message = ""]: RegExpMatchArray): Entity | null {
  const isCode = code.startsWith("npm") ? !NPM_DETAIL.test(message) : /\d{4}$/.test(code) || SYSTEM_ERRORS.has(code);
  return isCode ? errorOf(code, code, message) : null;
}

const errorOf = (short: string, name: string, message: string): Entity =>
  entityOf("error", [short, ...wordsOf(message)].join(" "), message ? `${name}: ${message.trim()}` : name);

function statusError({ 0: text, 1: exit, 2: status, index = 0, input = "" }: RegExpMatchArray): Entity | null {
  const code = exit ?? status ?? "";
  const end = index + text.length;
  const isCode = isStatusInCode(text, input.slice(end, end + 4));
  return Number(code) === 0 || isCode ? null : entityOf("error", `status ${code}`, text);
}

/**
 * True for code such as `{ status: 404 }`, `{ exitCode: 1 }`, `Response(status=404)` and `status == 404`, which reports
 * no event.
 */
const isStatusInCode = (text: string, after: string): boolean =>
  /^(?:status(?:_?code)?|exit_?code|returncode)(?: ?==|[:=])/i.test(text) &&
  (text.includes("==") || /^ *[,;)}\]'"`]/.test(after));

function failure(kind: "failed" | "error", message: string): Entity | null {
  const words = /^['"`]|[,;{(]$/.test(message.trim()) ? [] : wordsOf(message.replace(/ \(\d[\d.]*m?s\)\s*$/, ""));
  return words.length === 0 ? null : entityOf("error", `${kind} ${words.join(" ")}`, message.trim());
}

function refusal({ 1: message = "", index = 0, input = "" }: RegExpMatchArray): Entity {
  const named = /^(.*): (\S+)$/.exec(message);
  if (named) return entityOf("error", `${named[2]} ${named[1]}`.toLowerCase(), message);
  const subject = /[^\s:'"`‘’]{1,100}(?=['"`’]?$)/.exec(input.slice(Math.max(0, index - 101), index))?.[0] ?? "";
  return entityOf("error", `${subject} ${message}`.toLowerCase(), `${subject}: ${message}`);
}

const wordsOf = (message: string): string[] =>
  (message.toLowerCase().match(/[\p{L}\p{N}_.]+/gu) ?? []).slice(0, MESSAGE_WORDS);
