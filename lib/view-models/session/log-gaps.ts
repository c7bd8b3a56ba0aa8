import type { RequestRow } from "../../api/schemas/request-row";
import { type Sentence, sentence } from "../../wording/say";

/** A fact missing from a log, and how to obtain it. */
export type LogGap = { readonly what: Sentence; readonly would: Sentence };

const USAGE: LogGap = {
  what: sentence("Usage of each call"),
  would: sentence("the provider's response with its usage, as in captures of calls; without it, Winnow counts tokens"),
};
const TIMES: LogGap = {
  what: sentence("Time of each request"),
  would: sentence(
    "a log with times; without them, expired cache entries go unnoticed, and caches are simulated without pauses",
  ),
};
const TOOLS: LogGap = {
  what: sentence("Tool definitions and their order"),
  would: sentence("the bodies of requests; without them, prompt sizes are lower bounds"),
};

const REASONING: LogGap = {
  what: sentence("Reasoning"),
  would: sentence("a log with the reasoning or its tokens; if the model reasoned, output and cost are lower bounds"),
};

type Row = Pick<RequestRow, "prompt_basis" | "started_at"> & {
  readonly composition: { readonly tools: number; readonly reasoning: number };
};

/** What is unknown about a request without reported usage; empty if the provider reported it. */
export function logGaps(row: Row): readonly LogGap[] {
  if (row.prompt_basis !== "estimated") return [];
  const { tools, reasoning } = row.composition;
  const gaps = [row.started_at === null && TIMES, tools === 0 && TOOLS, reasoning === 0 && REASONING];
  return [USAGE, ...gaps.filter((gap) => gap !== false)];
}
