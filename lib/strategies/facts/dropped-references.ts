import { partText } from "../../conversation/part";
import { callFacts } from "../../tools/call-facts";
import type { View } from "../grammar/view";
import { clip } from "../previews/clip";

const LONGEST_TITLE = 100;
const TITLE = "Put aside before, still to be read with get_tool_output:";
const HEAD = /\[([^[\]\n]{1,200}?) put aside as (out_[0-9a-f]+); ([^;,\]\n]{1,60})/g;
const LISTED = /^- (out_[0-9a-f]+): (.*)$/gm;
const LEFT_OUT = /^- \((\d+) older references left out\)$/m;

/**
 * A line for each put-aside output whose reference is dropped with these parts, so that the output can still be read.
 * Keeps the newest, in at most `tokens` tokens, and counts the others. Empty if there are none.
 */
export function listReferences(partIds: readonly string[], view: View, tokens: number): string {
  const { lines, older } = referencesIn(partIds, view);
  if (lines.length === 0) return "";
  const { count } = view.environment;
  let left = tokens;
  const shown = lines.toReversed().filter((line) => {
    left -= left > 0 ? count(line) + 1 : 0;
    return left > 0;
  });
  const hidden = older + lines.length - shown.length;
  if (shown.length === 0) return "";
  return [TITLE, ...(hidden > 0 ? [`- (${hidden} older references left out)`] : []), ...shown.reverse()].join("\n");
}

/** The output's title: its reference, its tool, and the files of its call, because the call is dropped as well. */
function titleOf(partId: string, about: string, view: View): string {
  const call = view.callOf(partId)?.part;
  if (call?.type !== "tool-call") return about;
  const { paths } = callFacts(call, view.conversation.tools);
  return clip(`${call.toolName} ${paths.join(", ")}`.trim(), LONGEST_TITLE).concat(" output");
}

/** References in these parts and in an earlier list among them; `older` counts those that the earlier list omitted. */
function referencesIn(partIds: readonly string[], view: View) {
  const lines = new Map<string, string>();
  let older = 0;
  for (const id of partIds) {
    const part = view.entry(id)?.part;
    const text = part ? partText(part) : "";
    if (!text.includes("out_")) continue;
    const isList = text.includes(TITLE);
    if (isList) older += Number(LEFT_OUT.exec(text)?.[1] ?? 0);
    for (const [, reference = "", about] of isList ? text.matchAll(LISTED) : [])
      lines.set(reference, `- ${reference}: ${about}`);
    for (const [, about = "", reference = "", size] of text.matchAll(HEAD))
      lines.set(reference, `- ${reference}: ${titleOf(id, about, view)}, ${size}`);
  }
  return { lines: [...lines.values()], older };
}
