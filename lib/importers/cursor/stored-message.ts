import type { SourceLocation } from "../../conversation/part";
import { asArray, asObject, asText, type JsonObject } from "../../formats/json-fields";
import type { RowVerdict } from "../import-run";
import type { ItemSession, PartDraft } from "../item-session";
import { looseContent } from "../loose-content";
import { outputOf, textOutput, toolCallDraft, toolResultDraft } from "../part-drafts";
import { MAIN } from "../session-draft";
import { typedText } from "./typed-text";

/** Adds a message that was sent, in the form that both Cursor databases store: a role, and text or parts. */
export function sayStored(draft: ItemSession, value: JsonObject, source: SourceLocation, agent = MAIN): RowVerdict {
  const content = typeof value.content === "string" ? [value.content] : (asArray(value.content) ?? []);
  const parts = content.flatMap(partsOf);
  const said = () => {
    switch (value.role) {
      case "user":
        return prompt(draft, parts, source, agent);
      case "assistant":
        return draft.answer({ parts, model: null, usage: null, time: null, agent }, source);
      case "tool":
      case "system":
        return draft.say({ role: value.role, origin: value.role, parts, time: null, agent }, source);
      default:
        return undefined;
    }
  };
  const role = asText(value.role) ?? "unknown";
  const made = said();
  if (made === undefined) return { kept: `message:${role}` };
  return made === null ? { kept: `message:${role} (empty)` } : "interpreted";
}

function prompt(draft: ItemSession, parts: readonly PartDraft[], source: SourceLocation, agent: string) {
  const typed = typedText(parts.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n"));
  const isTyped = typed !== null && agent === MAIN;
  if (isTyped) draft.title ??= typed;
  return draft.say({ role: "user", origin: isTyped ? "typed" : "client", parts, time: null, agent }, source);
}

function partsOf(value: unknown): PartDraft[] {
  const part = asObject(value);
  const id = asText(part?.toolCallId);
  const name = asText(part?.toolName);
  if (part?.type === "tool-call" && id !== null) return [toolCallDraft(id, name ?? "unknown", part.args ?? part.input)];
  if (part?.type !== "tool-result" || id === null) return looseContent([value]);
  const { result } = part;
  const output =
    typeof result === "string"
      ? textOutput(result)
      : looseContent(result ?? asArray(part.experimental_content)).flatMap(outputOf);
  return [toolResultDraft(id, output, part.isError === true, name)];
}
