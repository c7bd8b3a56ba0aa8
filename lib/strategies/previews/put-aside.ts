import { previewOutput } from "./";
import { clip } from "./clip";
import type { PreviewLimits } from "./preview";

/** First line of what remains of an output that was put aside. */
export const PUT_ASIDE = /^\[[^\n]* put aside as out_[0-9a-f]+;/;

/** Openings of `manus` placeholders. Only the first is used unless the form is varied. */
export const FORMS = [
  "Content left out; it is",
  "Left out to save room: the content is",
  "Not shown again, the content is",
] as const;

/** Placeholder of a part that was left out later, not on arrival. */
export const LEFT_OUT = new RegExp(
  `^\\[(?:(?:output|text) put aside as out_[0-9a-f]+; \\d+ lines?(?:, some below)?\\]|(?:${FORMS.join("|")}) still (?:at|in|kept as) )`,
);

/** First line: tool, reference, counters. Then the preview. */
export function writePreview(toolName: string, text: string, limits: PreviewLimits) {
  const { lines, counter, isTruncated } = previewOutput(toolName, text, limits);
  const name = clip(toolName.replace(/[\s\]]+/g, " "), 80);
  const counters = `${counter}, ${text.length} characters, truncated: ${isTruncated ? "yes" : "no"}`;
  return (referenceId: string) =>
    [`[${name} output put aside as ${referenceId}; ${counters}; read it with get_tool_output]`, ...lines].join("\n");
}
