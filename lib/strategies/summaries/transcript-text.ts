import type { Part } from "../../conversation/part";
import { partText, toolOutputText } from "../../conversation/part";
import { isFailure } from "../grammar/selectors";
import type { View } from "../grammar/view";
import { clipMiddle } from "../previews/clip-middle";

/** Maximum characters shown to a summariser per tool output, input, and other text. */
const OUTPUT_CHARACTERS = 2_000;
const INPUT_CHARACTERS = 2_000;
const TEXT_CHARACTERS = 20_000;

/** The parts as text for a summariser: roles, shortened outputs, without images, signatures and callable tools. */
export function transcriptOf(partIds: readonly string[], view: View): string {
  const lines: string[] = [];
  let speaker = "";
  for (const id of partIds) {
    const entry = view.entry(id);
    const text = entry ? partLine(entry.part, view) : "";
    if (!entry || text === "") continue;
    const { role } = entry.message;
    if (role !== speaker) lines.push(`\n[${role}]`);
    speaker = role;
    lines.push(text);
  }
  return lines.join("\n").trim();
}

function partLine(part: Part, view: View): string {
  switch (part.type) {
    case "text":
      return cut(part.text, TEXT_CHARACTERS);
    case "tool-call":
      return `(calls ${part.toolName}: ${cut(partText(part), INPUT_CHARACTERS)})`;
    case "tool-result": {
      const name = view.toolNameOf(part) ?? "tool";
      const files = part.output.some(({ type }) => type === "file") ? " (with a file)" : "";
      return `(${isFailure(part, view) ? "error of" : "result of"} ${name}${files}: ${cut(toolOutputText(part.output), OUTPUT_CHARACTERS)})`;
    }
    case "file":
      if (part.mediaType.startsWith("image/")) return "[Referenced image in conversation]";
      return `(a file: ${part.filename ?? part.mediaType})`;
    default:
      return "";
  }
}

const cut = (text: string, most: number): string =>
  clipMiddle(text, Math.ceil(most * 0.7), Math.floor(most * 0.3), (left) => ` …${left} characters left out… `);
