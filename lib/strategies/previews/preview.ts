import { parseJson } from "../../conversation/exact-json";
import type { JsonValue } from "../../conversation/part";

/** What remains in the history of an output that was put aside. */
export type Preview = {
  readonly lines: readonly string[];
  /** Total size, in the unit that fits its kind. */
  readonly counter: string;
  /** False if the preview is complete. */
  readonly isTruncated: boolean;
};

export type PreviewLimits = {
  readonly headLines: number;
  readonly logLines: number;
  readonly entries: number;
  readonly fields: number;
  /** UTF-16 units per line and in total. */
  readonly lineCharacters: number;
  readonly characters: number;
};

/** A tool output as previews see it; `json` is undefined if the text is not JSON. */
export type ToolOutput = {
  readonly toolName: string;
  readonly text: string;
  readonly lines: readonly string[];
  readonly json: JsonValue | undefined;
};

/** Previews the outputs it recognises, null for others. The first answer wins. */
export type PreviewRule = (output: ToolOutput, limits: PreviewLimits) => Preview | null;

export function readToolOutput(toolName: string, text: string): ToolOutput {
  return { toolName, text, lines: splitLines(text), json: jsonIn(text) };
}

/** Lines without their ends; a trailing line end starts no further line. */
export function splitLines(text: string): string[] {
  const lines = text.split(text.includes("\r") ? /\r\n|\n|\r/ : "\n");
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

export const count = (value: number, unit: string) => `${value} ${unit}${value === 1 ? "" : "s"}`;

function jsonIn(text: string): JsonValue | undefined {
  const first = text.trimStart()[0];
  if (first !== "{" && first !== "[") return undefined;
  try {
    return parseJson(text) as JsonValue;
  } catch {
    return undefined;
  }
}
