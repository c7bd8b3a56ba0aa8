import type { SourceLocation } from "../../conversation/part";
import { asArray, asObject, asString, asText, type JsonObject } from "../../formats/json-fields";
import type { RowVerdict } from "../import-run";
import { isoTime } from "../iso-time";
import { ItemSession, type PartDraft } from "../item-session";
import { looseContent } from "../loose-content";
import { opaqueDraft, outputOf, textDrafts, textOutput, toolCallDraft, toolResultDraft } from "../part-drafts";
import { modelName } from "./conversation-reader";

/** Rows `{version, kind, data}` of Kiro CLI since 2026. Source: kenn-io/agentsview, internal/parser/kiro.go (2026-08). */
export class SessionRows {
  readonly draft = new ItemSession("kiro-cli", "Kiro CLI");

  /** Reads the session's own file with its folder and model. Null when it is another file. */
  readonly readFacts = (value: unknown): RowVerdict => {
    const facts = asObject(value);
    const id = asText(facts?.session_id);
    if (!facts || id === null) return { kept: "a file that is not of this session" };
    this.draft.logId = id;
    this.draft.project = asText(facts.cwd);
    this.draft.title = asText(facts.title);
    this.draft.noteTime(isoTime(facts.created_at));
    this.model = modelName(facts.model) ?? modelName(facts.model_id);
    return "interpreted";
  };

  private model: string | null = null;

  readonly interpret = (value: unknown, source: SourceLocation): RowVerdict => {
    const row = asObject(value);
    const kind = asText(row?.kind);
    const data = asObject(row?.data);
    if (kind === null) return { bad: "invalid-row", message: `Line ${source.line} has no kind. It was skipped.` };
    const parts = (asArray(data?.content) ?? []).map(partOf);
    const time = isoTime(asObject(data?.meta)?.timestamp);
    switch (kind) {
      case "Prompt":
        return this.prompt(parts, time, source);
      case "AssistantMessage":
        return this.answer(parts, asText(data?.message_id), time, source);
      case "ToolResults":
        return this.results(parts, time, source);
      case "Clear":
        this.draft.event({ type: "rewind", detail: "cleared", keptUntil: 0, ...(time !== null && { time }) }, source);
        return "interpreted";
      default:
        return { kept: kind };
    }
  };

  private prompt(parts: PartDraft[], time: string | null, source: SourceLocation): RowVerdict {
    const index = this.draft.say({ role: "user", origin: "typed", parts, time }, source);
    return index === null ? { kept: "Prompt (empty)" } : "interpreted";
  }

  private answer(parts: PartDraft[], id: string | null, time: string | null, source: SourceLocation): RowVerdict {
    const answer = this.draft.answer({ parts, id, model: this.model, usage: null, time }, source);
    return answer ? "interpreted" : { kept: "AssistantMessage (empty)" };
  }

  private results(parts: PartDraft[], time: string | null, source: SourceLocation): RowVerdict {
    const index = this.draft.say({ role: "tool", origin: "tool", parts, time }, source);
    return index === null ? { kept: "ToolResults (empty)" } : "interpreted";
  }
}

function partOf(value: unknown): PartDraft {
  const block = asObject(value);
  const data = asObject(block?.data);
  const id = asText(data?.toolUseId);
  const [text] = block?.kind === "text" ? textDrafts(asString(block.data)) : [];
  if (text) return text;
  if (block?.kind === "toolUse" && data && id !== null)
    return toolCallDraft(id, asText(data.name) ?? "unknown", data.input);
  if (block?.kind === "toolResult" && data && id !== null)
    return toolResultDraft(id, outputIn(data), /error|fail/i.test(asText(data.status) ?? ""));
  return opaqueDraft(value);
}

const outputIn = ({ content }: JsonObject) =>
  (asArray(content) ?? [content]).flatMap((value) => {
    const block = asObject(value);
    if (block?.kind === "text") return textOutput(asString(block.data));
    return block?.kind === "json" ? textOutput(JSON.stringify(block.data)) : looseContent(value).flatMap(outputOf);
  });
