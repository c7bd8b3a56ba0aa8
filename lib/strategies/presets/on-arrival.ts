import { type ToolResultPart, toolOutputText } from "../../conversation/part";
import { type CallFacts, callFacts } from "../../tools/call-facts";
import { callOf, type Selector, selectResults } from "../grammar/selectors";
import type { View } from "../grammar/view";

export const textOf = (result: ToolResultPart): string => toolOutputText(result.output);

/** Results that contain only text. An image, for example, would be lost if a text replaced it. */
export const textResults = (reason: string, test: (result: ToolResultPart, view: View) => boolean): Selector =>
  selectResults(reason, (result, view) => result.output.every(({ type }) => type === "text") && test(result, view));

/** Facts about the call that a result answers; null if the call is missing. */
export function factsOf(result: ToolResultPart, view: View): CallFacts | null {
  const call = callOf(result, view);
  return call ? callFacts(call, view.conversation.tools) : null;
}

/** For each result that repeats an earlier text: its id, and the id of the first result with that text. */
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
