import type { SourceLocation } from "../../conversation/part";
import { asArray, asObject, asString, asText, type JsonObject } from "../../formats/json-fields";
import type { RowVerdict } from "../import-run";
import type { Sample } from "../importer";
import { isoTime } from "../iso-time";
import { ItemSession, type PartDraft } from "../item-session";
import { looseContent } from "../loose-content";
import { outputOf, textDrafts, toolCallDraft, toolResultDraft } from "../part-drafts";
import { type Step, writeStep } from "../step";
import { modelName } from "./conversation-reader";

/** Types of events that no other client uses. */
const OWN_EVENTS = new Set(["session_start", "turn_start", "turn_end", "usage_summary", "session_metadata"]);

/** Rows of `sess_<id>/messages.jsonl`: an id, a time, and a payload with a type; Codex names a type beside the payload. */
export const isEventLog = (sample: Sample): boolean =>
  sample.shape === "rows" && sample.rows.some((row) => !("type" in row) && OWN_EVENTS.has(eventOf(row)?.type ?? ""));

type Event = { readonly type: string; readonly payload: JsonObject };

function eventOf(row: JsonObject | null): Event | null {
  const payload = asObject(row?.payload);
  const type = asText(payload?.type);
  return payload && type !== null && asText(row?.timestamp) !== null ? { type, payload } : null;
}

/** The system prompt of a session; Kiro logs it when the turn is over. */
export type SystemPrompt = { readonly text: string; readonly source: SourceLocation };

export function systemPromptIn(value: unknown, source: SourceLocation): SystemPrompt | null {
  const event = eventOf(asObject(value));
  const text = event?.type === "session_start" ? asText(event.payload.content) : null;
  return text === null ? null : { text, source };
}

/**
 * The event log of Kiro's IDE since 1.0 (2026): `~/.kiro/sessions/<hash>/sess_<id>/messages.jsonl` with `session.json`. The
 * texts of the model and the tools that it calls are separate rows until the results come. Sources: getagentseal/codeburn,
 * docs/providers/kiro.md; notes on files of Kiro 1.0.411 (2026-09).
 */
export class IdeEvents {
  readonly draft = new ItemSession("kiro-ide", "Kiro");
  private model: string | null = null;
  private step: Step | null = null;

  /** Reads the session's own description; false when the value is something else. */
  readFacts(value: unknown): boolean {
    const facts = asObject(value);
    if (!facts || !("workspacePaths" in facts || "modelId" in facts)) return false;
    this.draft.logId = asText(facts.id) ?? "";
    this.draft.title = asText(facts.title);
    this.draft.project = asText((asArray(facts.workspacePaths) ?? [])[0]);
    this.model = modelName(facts.modelId);
    this.draft.noteTime(isoTime(facts.createdAt));
    return true;
  }

  saySystem({ text, source }: SystemPrompt) {
    this.draft.say({ role: "system", origin: "system", parts: textDrafts(text), time: null }, source);
  }

  readonly interpret = (value: unknown, source: SourceLocation): RowVerdict => {
    const row = asObject(value);
    const event = eventOf(row);
    if (!event) return { bad: "invalid-row", message: `Line ${source.line} is not an event of Kiro.` };
    const time = isoTime(row?.timestamp);
    this.draft.noteTime(time);
    return this.read(event, time, source) ? "interpreted" : { kept: event.type };
  };

  end() {
    if (this.step) writeStep(this.draft, this.step, { agent: "main", model: this.model });
    this.step = null;
  }

  private read({ type, payload }: Event, time: string | null, source: SourceLocation): boolean {
    switch (type) {
      case "user":
        return this.prompt(payload, time, source);
      case "assistant":
        return this.add(said(payload), time, source);
      case "tool_call":
        return this.add([callOf(payload, source)], time, source);
      case "tool_result":
        return this.result(payload, time, source);
      case "turn_start":
      case "turn_end":
        this.end();
        return true;
      case "session_start":
        return asText(payload.content) !== null;
      default:
        return false;
    }
  }

  private prompt(payload: JsonObject, time: string | null, source: SourceLocation): boolean {
    this.end();
    const parts = [payload.content, payload.images, payload.documents].flatMap(looseContent);
    return this.draft.say({ role: "user", origin: "typed", parts, time }, source) !== null;
  }

  /** Adds content of the model; after results, the next call begins. */
  private add(parts: readonly PartDraft[], time: string | null, source: SourceLocation): boolean {
    if (this.step && this.step.results.length > 0) this.end();
    if (parts.length === 0) return false;
    this.step ??= { source, startedAt: null, parts: [], results: [], endedAt: null, id: null, usage: null };
    this.step.parts.push(...parts);
    this.step.endedAt = time;
    return true;
  }

  private result(payload: JsonObject, time: string | null, source: SourceLocation): boolean {
    const output = looseContent(payload.content).flatMap(outputOf);
    const part = toolResultDraft(asText(payload.toolCallId) ?? "", output, payload.success === false);
    if (this.step) this.step.results.push({ part, time, source });
    else this.draft.say({ role: "tool", origin: "tool", parts: [part], time }, source);
    return true;
  }
}

/** The content of an event; reasoning that the provider hides is written as three dots. */
function said(payload: JsonObject): PartDraft[] {
  const isThought = payload.operationType === "Reasoning";
  if (!isThought) return looseContent(payload.content);
  const text = asString(payload.content) ?? "";
  const signature = asText(payload.reasoningSignature);
  return [{ type: "reasoning", text: text === "..." ? "" : text, ...(signature !== null && { signature }) }];
}

function callOf(payload: JsonObject, source: SourceLocation): PartDraft {
  const id = asText(payload.toolCallId) ?? `call-${source.line}`;
  return toolCallDraft(id, asText(payload.toolName) ?? "unknown", payload.args ?? payload.input);
}
