import type { SourceLocation } from "../../conversation/part";
import { asArray, asObject, asString, asText, type JsonObject } from "../../formats/json-fields";
import type { RowVerdict } from "../import-run";
import type { ItemSession, PartDraft } from "../item-session";
import { looseContent } from "../loose-content";
import { opaqueDraft, outputOf, textCallDraft, textDrafts, toolResultDraft } from "../part-drafts";
import { contentOf } from "./wire-reader";

/** The beginning of the message that replaces compacted messages. */
const SUMMARY = /^<system>Previous context has been compacted/;

/** The summary message that the client wrote, and its place. */
export type CliSummary = { readonly parts: readonly PartDraft[]; readonly source: SourceLocation };

/** Reads the messages of the next prompt, one per line, with markers between them. They have no times. */
export class CliContextReader {
  summary: CliSummary | null = null;

  /** `isBesideWire`: the session comes from the wire file, so rows of this file are only counted. */
  constructor(
    private readonly draft: ItemSession,
    private readonly isBesideWire: boolean,
  ) {}

  readonly interpret = (value: unknown, source: SourceLocation): RowVerdict => {
    const row = asObject(value);
    const role = asText(row?.role);
    if (!row || role === null)
      return { bad: "invalid-row", message: `Line ${source.line} is not a message with a role.` };
    const parts = partsOf(row.content);
    if (role === "_system_prompt") return verdict(this.say("system", parts, source), role);
    if (role.startsWith("_")) return { kept: role };
    if (role === "user" && isSummary(parts)) return this.summarise(parts, source);
    if (this.isBesideWire) return { kept: `${role} (as in wire.jsonl)` };
    return verdict(this.message(role, parts, row, source), role);
  };

  private summarise(parts: PartDraft[], source: SourceLocation): RowVerdict {
    this.summary = { parts, source };
    if (this.isBesideWire) return "interpreted";
    const atMessage = this.draft.messages.length;
    const summaryIndex = this.draft.say({ role: "user", origin: "summary", parts, time: null }, source);
    this.draft.compaction({ trigger: "unknown", time: null, atMessage, summaryIndex }, source);
    return "interpreted";
  }

  private message(role: string, parts: PartDraft[], row: JsonObject, source: SourceLocation): boolean {
    if (role === "assistant") {
      const all = [...parts, ...(asArray(row.tool_calls) ?? []).map(cliCall)];
      return this.draft.answer({ parts: all, model: null, usage: null, time: null }, source) !== null;
    }
    if (role !== "tool") return this.say(role === "system" ? "system" : "user", parts, source);
    const result = toolResultDraft(asText(row.tool_call_id) ?? "", parts.flatMap(outputOf), false);
    return this.draft.say({ role: "tool", origin: "tool", parts: [result], time: null }, source) !== null;
  }

  private say(role: "system" | "user", parts: PartDraft[], source: SourceLocation): boolean {
    const origin = role === "system" ? "system" : isPlumbing(parts) ? "client" : "typed";
    return this.draft.say({ role, origin, parts, time: null }, source) !== null;
  }
}

const verdict = (isSaid: boolean, role: string): RowVerdict => (isSaid ? "interpreted" : { kept: `${role} (empty)` });

/** Texts and thoughts of Kimi, and files in the shape that other clients use. */
export function partsOf(content: unknown): PartDraft[] {
  const blocks = asArray(content);
  if (!blocks) return textDrafts(asString(content));
  return blocks.flatMap((block) => {
    const kind = asObject(block)?.type;
    return kind === "text" || kind === "think" ? [contentOf(asObject(block))] : looseContent([block]);
  });
}

/** Calls have the shape of Chat Completions. Arguments may be missing while they are streamed. */
export function cliCall(value: unknown): PartDraft {
  const call = asObject(value);
  const made = asObject(call?.function);
  const [id, name] = [asText(call?.id), asText(made?.name)];
  return id === null || name === null ? opaqueDraft(value) : textCallDraft(id, name, asString(made?.arguments) ?? "");
}

const firstText = ([first]: readonly PartDraft[]): string => (first?.type === "text" ? first.text : "");
const isSummary = (parts: readonly PartDraft[]): boolean => SUMMARY.test(firstText(parts));

/** True for text that the client adds for its own use: checkpoint markers, reminders. */
export const isPlumbing = (parts: readonly PartDraft[]): boolean => /^\s*<system(?:-reminder)?>/.test(firstText(parts));
