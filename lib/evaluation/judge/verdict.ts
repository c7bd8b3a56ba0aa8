import * as z from "zod";
import { type Failure, fail, ok, type Result } from "../../conversation/errors";
import type { Criterion } from "./criteria";

const score = z.number().min(0).max(5);

/** A judge's answer. The labels and criteria in it are checked against the request. */
const verdictSchema = z.object({
  verdicts: z.array(z.object({ answer: z.string(), scores: z.record(z.string(), score) })),
});

/** Scores from 0 to 5 by answer label and criterion id. */
export type Verdict = ReadonlyMap<string, Readonly<Record<string, number>>>;

/**
 * Parses a judge's text. A verdict must be complete: every label once, with every criterion. Text around the JSON is
 * ignored. Codes: `verdict-unreadable`, `verdict-incomplete`.
 */
export function readVerdict(
  text: string,
  labels: readonly string[],
  criteria: readonly Criterion[],
): Result<Verdict, Failure> {
  const parsed = verdictSchema.safeParse(jsonIn(text));
  if (!parsed.success) return fail({ code: "verdict-unreadable", message: "the judge did not answer in the form" });
  const { verdicts } = parsed.data;
  const found = new Map(verdicts.map(({ answer, scores }) => [answer, scores]));
  const isWhole = ({ id }: Criterion, label: string) => found.get(label)?.[id] !== undefined;
  const isComplete =
    verdicts.length === labels.length &&
    labels.every((label) => criteria.every((criterion) => isWhole(criterion, label)));
  return isComplete
    ? ok(found)
    : fail({ code: "verdict-incomplete", message: "the judge left out an answer or a criterion, or made one up" });
}

/** The outermost braces of the text as JSON; undefined if there are none. */
function jsonIn(text: string): unknown {
  const [start, end] = [text.indexOf("{"), text.lastIndexOf("}")];
  if (start < 0 || end <= start) return undefined;
  try {
    return JSON.parse(text.slice(start, end + 1));
  } catch {
    return undefined;
  }
}
