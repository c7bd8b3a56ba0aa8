import { alikeRuns } from "../../conversation/alike-exchanges";
import type { Conversation } from "../../conversation/message";
import { partText } from "../../conversation/part";
import { stableJson } from "../../conversation/stable-json";
import type { View } from "../grammar/view";

/** A habit that costs the prefix cache or misleads the model, and the remedy. */
export type PromptFinding = {
  readonly code:
    | "volatile-prefix"
    | "tools-changed"
    | "unstable-serialisation"
    | "few-shot-run"
    | "undefined-tool"
    | "unmarked-head";
  readonly message: string;
  readonly advice: string;
  /** The part at fault, or the tool's name. */
  readonly at: string;
};

const VOLATILE: readonly [string, RegExp][] = [
  ["a time of day", /\b\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2})?/],
  ["a UUID", /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/i],
  ["a JSON web token", /\beyJ[\w-]{10,}\.[\w-]{10,}\.[\w-]{10,}/],
  ["a long hexadecimal number", /\b[0-9a-f]{32,64}\b/i],
];

/**
 * Findings from one prompt: changing values in the system prompt, runs of similar exchanges, calls to undefined
 * tools.
 */
export function lintPrompt(view: View): PromptFinding[] {
  return [...volatileValues(view.conversation), ...fewShotRuns(view), ...undefinedTools(view.conversation)];
}

function volatileValues({ messages }: Conversation): PromptFinding[] {
  const system = messages.filter(({ role }) => role === "system").flatMap(({ parts }) => parts);
  return system.flatMap((part) =>
    VOLATILE.filter(([, pattern]) => pattern.test(partText(part))).map(([what]) => ({
      code: "volatile-prefix" as const,
      message: `the system prompt contains ${what}: one different token invalidates everything after it`,
      advice: "put changing values at the end of the conversation, or leave them out",
      at: part.id,
    })),
  );
}

const fewShotRuns = (view: View): PromptFinding[] =>
  alikeRuns(view.exchanges()).map(({ first, count }) => ({
    code: "few-shot-run",
    message: `${count} exchanges in a row look alike; the model imitates such a pattern`,
    advice: "put their outputs aside, or vary the wording of new ones; never change what was sent",
    at: first.call.id,
  }));

/** Each undefined tool that is called, once. Without any definition the body does not say which tools exist. */
function undefinedTools({ tools, messages }: Conversation): PromptFinding[] {
  if (tools.length === 0) return [];
  const defined = new Set(tools.map(({ name }) => name));
  const calls = new Map<string, string>();
  for (const { parts } of messages)
    for (const part of parts)
      if (part.type === "tool-call" && !defined.has(part.toolName) && !calls.has(part.toolName))
        calls.set(part.toolName, part.id);
  return [...calls].map(([name, at]) => ({
    code: "undefined-tool",
    message: `the history calls ${name}, which the request does not define: the model may call it again, or invent its input`,
    advice:
      "keep the definition for as long as the prompt contains calls to the tool; to stop further calls, restrict tool_choice instead",
    at,
  }));
}

/**
 * Findings from two consecutive requests: added, removed or changed tools, and tools that are equal but were written as
 * different text.
 */
export function lintChange(before: Conversation, after: Conversation): PromptFinding[] {
  const known = new Map(before.tools.map((tool) => [tool.name, tool]));
  const now = new Set(after.tools.map(({ name }) => name));
  const gone = before.tools.filter(({ name }) => !now.has(name)).map(({ name }) => changed(name, "is gone"));
  const others = after.tools.flatMap((tool) => {
    const earlier = known.get(tool.name);
    if (!earlier) return before.tools.length === 0 ? [] : [changed(tool.name, "is new")];
    const isSame = stableJson(earlier.schema) === stableJson(tool.schema) && earlier.description === tool.description;
    if (!isSame) return [changed(tool.name, "has changed")];
    return JSON.stringify(earlier.schema) === JSON.stringify(tool.schema) ? [] : [unstable(tool.name)];
  });
  return [...gone, ...others];
}

const changed = (name: string, what: string): PromptFinding => ({
  code: "tools-changed",
  message: `the tool ${name} ${what}: definitions come first, so the whole prompt is read again`,
  advice: "keep the list as it is and limit the choice by tool_choice or allowed tools",
  at: name,
});

const unstable = (name: string): PromptFinding => ({
  code: "unstable-serialisation",
  message: `the tool ${name} has the same content with keys in another order`,
  advice: "serialise with a fixed order of keys",
  at: name,
});
