import type { Message } from "../../conversation/message";

/**
 * A summary in a history: a note (../grammar/notes.ts) with a tagged body and its cycle number, so that a later run
 * finds it, merges it and continues the count.
 */
const HEAD = "[Context note: summary]\n";
const OPEN = /<summary cycle="(\d+)">\n/;
const CLOSE = "\n</summary>";

export type SummaryText = {
  readonly body: string;
  readonly cycle: number;
  readonly before: string;
  readonly after: string;
};

export const summaryText = ({ body, cycle, before, after }: SummaryText): string =>
  `${HEAD}${before}\n<summary cycle="${cycle}">\n${body}${CLOSE}${after === "" ? "" : `\n${after}`}`;

/** The summary that a message contains; null if the message is not a summary. */
export function readSummary({ parts }: Message): Pick<SummaryText, "body" | "cycle"> | null {
  const [first] = parts;
  if (parts.length !== 1 || first?.type !== "text" || !first.text.startsWith(HEAD)) return null;
  const open = OPEN.exec(first.text);
  const end = first.text.lastIndexOf(CLOSE);
  if (!open || end < open.index) return null;
  return { body: first.text.slice(open.index + open[0].length, end), cycle: Number(open[1]) };
}

export const isSummary = (message: Message): boolean => readSummary(message) !== null;

/** Control and format characters (invisible tags, writing-direction marks), except those that join letters. */
const INVISIBLE = /[^\P{Cc}\t\n]|[^\P{Cf}\u200c\u200d]/gu;

/** An analysis, or thoughts in the tags that models use for them, at the start of an answer. */
const ANALYSIS = /^\s*<(analysis|think|thinking)>([\s\S]*?)<\/\1>/i;

/** The tagged analysis before a model's summary, or null; and the text without it. */
export function splitAnalysis(text: string): { readonly analysis: string | null; readonly summary: string } {
  const found = ANALYSIS.exec(text);
  const analysis = (found?.[2] ?? "").replace(INVISIBLE, "").trim();
  return { analysis: analysis === "" ? null : analysis, summary: text.slice(found?.[0].length ?? 0) };
}

/**
 * Makes a summariser's text safe to insert: removes a leading analysis, fences or tags around it, text that imitates a
 * summary's or note's frame, and invisible characters.
 */
export function cleanSummary(text: string): string {
  const visible = text.replaceAll("\r\n", "\n").replace(INVISIBLE, "");
  const result = visible.replace(ANALYSIS, "");
  const inner = /^\s*<summary>([\s\S]*)<\/summary>\s*$/i.exec(result)?.[1] ?? result;
  const plain = /^\s*```[a-z]*\n([\s\S]*)\n```\s*$/i.exec(inner)?.[1] ?? inner;
  return plain
    .replace(/<(\/?)summary/gi, "‹$1summary")
    .replaceAll("[Context note:", "(Context note:")
    .trim();
}
