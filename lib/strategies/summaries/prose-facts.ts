import { clip } from "../previews/clip";
import { oneLine } from "./one-line";
import { splitSentences } from "./sentences";

/** Decisions and next steps in plain prose, for histories without plan tools. English and Chinese. */

const LINE = 240;
const MAX_STEPS = 12;
/** Number of newest answers searched for a list of next steps. */
const ANSWERS = 8;

/** A choice and its alternative or reason. */
const CHOICE =
  /\b(?:use|using|used|switch(?:ed|ing)? to|go(?:ing)? with|went with|prefer|keep|replaced?)\b.{3,120}\b(?:not|instead of|rather than|because|so that|to avoid)\b|(?:改用|采用|使用).{2,60}(?:而不|不要|因为|以避免)/i;
/** An instruction that settles how to do something. */
const RULE =
  /^(?:please |ok,? |yes,? )?(?:use|keep|prefer|avoid|do not|don't|never|always)\b|^(?:请)?(?:使用|改用|采用|不要|别|必须|始终|保持)/i;

/** Sentences with a person's decision or a choice. Questions are left out, because they settle nothing. */
export const choicesIn = (text: string, isTyped: boolean): string[] =>
  splitSentences(text)
    .filter((sentence) => !/[?？]$/.test(sentence) && (CHOICE.test(sentence) || (isTyped && RULE.test(sentence))))
    .map((sentence) => clip(sentence, LINE));

const HEADING =
  /^[#*\s]*(?:[\w' ]{0,30}\b)?(?:next steps?|next|remaining(?: work)?|to-?do|still open|left to do|接下来|下一步|待办|剩余)[^\n]{0,40}$/i;
const ITEM = /^\s*(?:[-*•]|\d+[.)])\s+(?:\[ \] )?(\S.*)$/;

/** A list within a line: `Next steps: 1. fix the mocks 2. deploy`. */
const INLINE = /^([^\n:：]{1,60}[:：])\s*(?=1[.)]\s)(.*\s2[.)]\s.*)$/;
const NUMBER = /\s+(?=\d{1,2}[.)]\s)/;

/** Where the last list of next steps has its heading; -1 if there is none. */
const headingIn = (rows: readonly string[]): number =>
  rows.findLastIndex((row, index) => HEADING.test(row) && !ITEM.test(row) && ITEM.test(rows[index + 1] ?? ""));

/**
 * The text before its last list of next steps, which a summary lists separately; the entire text if nothing
 * precedes the list.
 */
export function beforeSteps(text: string): string {
  const at = headingIn(text.split("\n"));
  const start = text.split("\n").slice(0, Math.max(at, 0)).join("\n").trim();
  return start === "" ? text : start;
}

/** Items of the last list under, or on one line with, a heading about next steps. */
export function listedSteps(text: string): string[] {
  const rows = text.split("\n").flatMap(rowsIn);
  const at = headingIn(rows);
  if (at === -1) return [];
  const end = rows.findIndex((row, index) => index > at && !ITEM.test(row));
  return rows.slice(at + 1, end === -1 ? undefined : end).map((row) => oneLine(ITEM.exec(row)?.[1] ?? "", LINE));
}

/** A row, or the heading and items of an inline list. Other sentences may precede the heading. */
function rowsIn(row: string): string[] {
  const start = row.slice(0, row.search(/1[.)]\s/)).search(/[^.!?。！？\s][^.!?。！？]*$/);
  const [, heading, items] = INLINE.exec(start > 0 ? row.slice(start) : row) ?? [];
  return heading === undefined || items === undefined ? [row] : [heading, ...items.split(NUMBER)];
}

const INTENDED =
  /\b(?:I|we)(?:'ll| will|'m going to| am going to| are going to| still have to| still need to| need to)\b|^(?:next|remaining|still open|to ?do)\b|我(?:会|将|来)|接下来|下一步|还需/i;
const ASKED_NEXT = /\b(?:next|then|afterwards|after that|now)\b|接下来|下一步|然后/i;

/**
 * Next steps from the newest text: the newest list of steps, otherwise the last answer's intentions and, if typed later
 * or asking for next steps, the last request. Oldest first.
 */
export function nextSteps(typed: readonly string[], answers: readonly string[]): string[] {
  for (const answer of answers.slice(-ANSWERS).reverse()) {
    const steps = listedSteps(answer);
    if (steps.length > 0) return steps.slice(0, MAX_STEPS);
  }
  const asked = splitSentences(typed.at(-1) ?? "").filter((sentence) => ASKED_NEXT.test(sentence));
  const intended = splitSentences(answers.at(-1) ?? "").filter((sentence) => INTENDED.test(sentence));
  return [...new Set([...asked, ...intended])].slice(0, MAX_STEPS).map((step) => clip(step, LINE));
}
