import { oncePerPart } from "../../conversation/once-per-part";
import { type ToolCallPart, toolOutputText } from "../../conversation/part";
import { clip } from "../previews/clip";
import { callOf } from "../selectors";
import { factsOf } from "../tool-facts";
import type { View } from "../view";

const LINE = 240;
const MOST_ERRORS = 24;

type ErrorState = { readonly about: string; readonly message: string; isOpen: boolean };

/** Each error of a tool once, with what it was about and whether the same succeeded later; the newest at the end. */
export function errorStates(partIds: readonly string[], view: View): string[] {
  const errors = new Map<string, ErrorState>();
  for (const id of partIds) {
    const part = view.entry(id)?.part;
    if (part?.type !== "tool-result") continue;
    const call = callOf(part, view);
    const about = call ? aboutOf(call) : (part.toolName ?? "tool");
    if (!part.isError) {
      for (const error of errors.values()) if (error.about === about) error.isOpen = false;
      continue;
    }
    const message = firstLine(toolOutputText(part.output));
    const key = `${about}: ${message}`;
    errors.delete(key);
    errors.set(key, { about, message, isOpen: true });
    if (errors.size > MOST_ERRORS) errors.delete(errors.keys().next().value as string);
  }
  return [...errors.values()].map(
    ({ about, message, isOpen }) =>
      `${clip(`${about}: ${message}`, LINE)} (${isOpen ? "open" : "the same succeeded later"})`,
  );
}

/** The tool, and what it was to work on. */
const aboutOf = oncePerPart((call: ToolCallPart): string => {
  const { command, paths } = factsOf(call);
  return `${call.toolName} ${clip((command ?? paths[0] ?? "").replace(/\s+/g, " "), 80)}`.trim();
});

/** The first line that says something; of a stack trace that is its message. */
function firstLine(text: string): string {
  const start = text.slice(0, 4_000).split("\n");
  const said = start.map((line) => line.trim()).filter((line) => line !== "");
  return said.find((line) => /error|fail|not found|denied|cannot|错误|失败/i.test(line)) ?? said[0] ?? "no message";
}
