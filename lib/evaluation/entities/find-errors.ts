import { type Entity, entityOf } from "./entity";

/** What makes a tool output an error where the log does not say so. */
export const ERROR_CUE =
  /Traceback|Error:|Exception|FAILED|\bpanic|error\[E\d+\]|npm ERR!|AssertionError|Segmentation fault|command not found/;

/** An error's class or code, and the head of its message. Bounded repetitions only: linear on any text. */
const NAMED =
  /\b((?:[A-Za-z_]\w{0,60}\.){0,4}[A-Z]\w{0,60}(?:Error|Exception)|E[A-Z]{4,14}|TS\d{4}|E\d{4}|npm ERR!)(?:\b|(?<=!))\]?(?:[: ]{1,2}([^\n]{0,120}))?/g;
const STATUS =
  /\b(?:exit(?:ed)?(?: with)?(?: code| status)?|status(?: code)?|HTTP(?:\/[\d.]{1,3})?)[ :=]{1,2}(\d{1,3})\b/gi;
const FAILED_TEST = /(?:^|\n)[ \t]{0,8}(?:FAILED|FAIL|✗|✘|×|not ok)[ \t:]{1,4}([^\n]{3,160})/g;

const MESSAGE_WORDS = 4;

/** Errors that a text reports: by class and the first words of the message, by exit code or status, by failed test. */
export function findErrors(text: string): Entity[] {
  return [
    ...matches(NAMED, text, namedError),
    ...matches(STATUS, text, statusError),
    ...matches(FAILED_TEST, text, failedTest),
  ];
}

function matches(pattern: RegExp, text: string, toEntity: (match: RegExpMatchArray) => Entity | null): Entity[] {
  return [...text.matchAll(pattern)].flatMap((match) => toEntity(match) ?? []);
}

function namedError([, name = "", message = ""]: RegExpMatchArray): Entity {
  const head = wordsOf(message);
  const shortName = name.slice(name.lastIndexOf(".") + 1);
  return entityOf("error", [shortName, ...head].join(" "), message ? `${name}: ${message.trim()}` : name);
}

const statusError = ([text, code = ""]: RegExpMatchArray): Entity | null =>
  Number(code) === 0 || (Number(code) >= 200 && Number(code) < 400) ? null : entityOf("error", `status ${code}`, text);

const failedTest = ([, name = ""]: RegExpMatchArray): Entity =>
  entityOf("error", `failed ${wordsOf(name).join(" ")}`, name.trim());

const wordsOf = (message: string): string[] =>
  (message.toLowerCase().match(/[\p{L}\p{N}_.]+/gu) ?? []).slice(0, MESSAGE_WORDS);
