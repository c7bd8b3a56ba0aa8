import type { EditAnswer } from "../../api/schemas/compression";

/** The text of an edit's part (plain JSON of lib/conversation). */
export function producedText(part: EditAnswer["produced"]): string {
  if (typeof part !== "object" || part === null) return "";
  const { text, output, input } = part as { text?: unknown; output?: unknown; input?: unknown };
  if (typeof text === "string") return text;
  if (Array.isArray(output)) return output.map((block: { text?: string }) => block.text ?? "").join("\n");
  return input === undefined ? "" : JSON.stringify(input);
}

/** The text of a message inserted by an edit. */
export function insertedText({ message }: Pick<EditAnswer, "message">): string {
  const parts = (message as { parts?: unknown } | undefined)?.parts;
  return Array.isArray(parts) ? parts.map(producedText).join("\n") : "";
}

/** The first line of inserted text only marks it as a context note. */
export const withoutNoteHead = (text: string): string => text.replace(/^\[Context note: [\w-]+\]\n/, "");
