import type { Conversation } from "../../conversation/message";
import { partText } from "../../conversation/part";
import { callSignature, stableJson } from "../facts/signature";
import type { View } from "../grammar/view";

/** A habit that costs the prefix cache or leads the model astray, and what to do instead. */
export type PromptFinding = {
  readonly code: "volatile-prefix" | "tools-changed" | "unstable-serialisation" | "few-shot-run";
  readonly message: string;
  readonly advice: string;
  /** Part at fault, or the tool's name. */
  readonly at: string;
};

/** Values that differ at every request. */
const VOLATILE: readonly [string, RegExp][] = [
  ["a time of day", /\b\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2})?/],
  ["a UUID", /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/i],
  ["a JSON web token", /\beyJ[\w-]{10,}\.[\w-]{10,}\.[\w-]{10,}/],
  ["a long hexadecimal number", /\b[0-9a-f]{32,64}\b/i],
];

/** Exchanges in a row that differ in little: from here on the model tends to go on in the same rhythm. */
const RUN = 6;

/** What one request's prompt shows: volatile values in the system prompt, long runs of near-identical exchanges. */
export function lintPrompt(view: View): PromptFinding[] {
  return [...volatileValues(view.conversation), ...fewShotRuns(view)];
}

function volatileValues({ messages }: Conversation): PromptFinding[] {
  const system = messages.filter(({ role }) => role === "system").flatMap(({ parts }) => parts);
  return system.flatMap((part) =>
    VOLATILE.filter(([, pattern]) => pattern.test(partText(part))).map(([what]) => ({
      code: "volatile-prefix" as const,
      message: `the system prompt holds ${what}: one differing token invalidates everything behind it`,
      advice: "put changing values at the end of the conversation, or leave them out",
      at: part.id,
    })),
  );
}

function fewShotRuns(view: View): PromptFinding[] {
  const shapes = view.exchanges().map(({ call, result }) => ({
    shape: `${callSignature(call).replace(/\d+/g, "0").slice(0, 40)} ${partText(result).replace(/\d+/g, "0").slice(0, 40)}`,
    at: call.id,
  }));
  const runs: { at: string; count: number; shape: string }[] = [];
  for (const { shape, at } of shapes) {
    const run = runs.at(-1);
    if (run?.shape === shape) run.count += 1;
    else runs.push({ shape, at, count: 1 });
  }
  return runs
    .filter(({ count }) => count >= RUN)
    .map(({ at, count }) => ({
      code: "few-shot-run",
      message: `${count} exchanges in a row look alike; the model imitates such a pattern`,
      advice: "put their outputs aside, or vary the wording of new ones; never change what was sent",
      at,
    }));
}

/** What two requests in a row show: tools that came, went or changed, and equal tools that are written differently. */
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
  message: `the tool ${name} ${what}: definitions stand at the front, so the whole prompt is read anew`,
  advice: "keep the list as it is and limit the choice by tool_choice or allowed tools",
  at: name,
});

const unstable = (name: string): PromptFinding => ({
  code: "unstable-serialisation",
  message: `the tool ${name} says the same in another order of keys`,
  advice: "serialise with a fixed order of keys",
  at: name,
});
