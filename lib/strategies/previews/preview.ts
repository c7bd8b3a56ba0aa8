import type { JsonValue } from "../../conversation/part";

/** What stays in the history of an output that was put aside. */
export type Preview = {
  readonly lines: readonly string[];
  /** Size of the whole, in the unit that fits its kind. */
  readonly counter: string;
  /** False when the preview says all there is to say. */
  readonly isTruncated: boolean;
};

/** How much a preview may hold. */
export type PreviewLimits = {
  readonly headLines: number;
  readonly logLines: number;
  readonly entries: number;
  readonly fields: number;
  /** UTF-16 units of one line and of all lines. */
  readonly lineCharacters: number;
  readonly characters: number;
};

/** A tool output as the previews see it; `json` is undefined if the text is not JSON. */
export type ToolOutput = {
  readonly toolName: string;
  readonly text: string;
  readonly lines: readonly string[];
  readonly json: JsonValue | undefined;
};

/** Makes a preview of the outputs it knows, null for the others. The first that answers wins. */
export type PreviewRule = (output: ToolOutput, limits: PreviewLimits) => Preview | null;

export function readToolOutput(toolName: string, text: string): ToolOutput {
  return { toolName, text, lines: splitLines(text), json: parseJson(text) };
}

/** Lines without their ends; a line end at the very end opens no further line. */
export function splitLines(text: string): string[] {
  const lines = text.split(text.includes("\r") ? /\r\n|\n|\r/ : "\n");
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

export const count = (value: number, unit: string) => `${value} ${unit}${value === 1 ? "" : "s"}`;

function parseJson(text: string): JsonValue | undefined {
  const first = text.trimStart()[0];
  if (first !== "{" && first !== "[") return undefined;
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}
