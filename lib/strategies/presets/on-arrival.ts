import { type ToolResultPart, toolOutputText } from "../../conversation/part";
import { type CallFacts, callFacts } from "../../tools/call-facts";
import { callOf, type Selector, selectResults } from "../grammar/selectors";
import type { View } from "../grammar/view";

export const textOf = (result: ToolResultPart): string => toolOutputText(result.output);

/** Whether the result holds text alone. An image, for example, would be lost when a text takes its place. */
export const textResults = (reason: string, test: (result: ToolResultPart, view: View) => boolean): Selector =>
  selectResults(reason, (result, view) => result.output.every(({ type }) => type === "text") && test(result, view));

/** What the call that a result answers does; null if the call is missing. */
export function factsOf(result: ToolResultPart, view: View): CallFacts | null {
  const call = callOf(result, view);
  return call ? callFacts(call, view.conversation.tools) : null;
}

/** Of each result, by its id, the text that an earlier result has brought word for word: the id of the first. */
export function firstOfEqual(
  view: View,
  isCandidate: (result: ToolResultPart) => boolean,
): ReadonlyMap<string, string> {
  const first = new Map<string, string>();
  const later = new Map<string, string>();
  for (const result of view.results()) {
    if (!isCandidate(result)) continue;
    const text = textOf(result);
    const known = first.get(text);
    if (known === undefined) first.set(text, result.id);
    else later.set(result.id, known);
  }
  return later;
}
