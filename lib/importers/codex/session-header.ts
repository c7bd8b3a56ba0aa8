import type { Part, SourceLocation } from "../../conversation/part";
import { asObject, asText, type JsonObject } from "../../formats/json-fields";
import { messageIdOf, partIdOf, type SessionDraft } from "../session-draft";
import { when } from "./event-place";

/** Reads the `session_meta` of a rollout: id and origin of the session, and the instructions of every request. */
export class SessionHeader {
  /** The model in the header. Each turn has its own. */
  model: string | null = null;
  private instructions: string | null = null;
  private hasMeta = false;

  constructor(private readonly draft: SessionDraft) {}

  get isRead(): boolean {
    return this.hasMeta;
  }

  /**
   * "first" for the session's own first header. Its later headers ("again") and those of a copied parent ("other") add
   * nothing.
   */
  read(meta: JsonObject, time: string | null, source: SourceLocation): "first" | "again" | "other" {
    const version = asText(meta.cli_version);
    if (version !== null) this.draft.versions.add(version);
    const id = asText(meta.id);
    // The header of another session, because a fork starts with a copy of its parent, including the parent's header.
    if (this.hasMeta && id !== this.draft.logId) {
      this.draft.addEvent({ type: "fork", detail: `rows of session ${id} follow`, ...when(time, source) });
      return "other";
    }
    if (this.hasMeta) return "again";
    this.hasMeta = true;
    this.draft.logId = id ?? "";
    this.draft.project = asText(meta.cwd);
    this.model = asText(meta.model);
    this.noteProvider(meta);
    this.noteOrigin(meta, time, source);
    this.instructions = asText(asObject(meta.base_instructions)?.text) ?? asText(meta.instructions);
    this.addInstructions(source);
    return "first";
  }

  /** TraeX is built on Codex and writes the same files. */
  noteProvider(facts: JsonObject) {
    if (asText(facts.model_provider) === "trae") this.draft.client = "TraeX";
  }

  /** The instructions are sent with every request and are not an item, so they are added again after a compaction. */
  addInstructions(source: SourceLocation) {
    if (this.instructions === null) return;
    const parts: Part[] = [{ id: partIdOf(source, "instructions"), type: "text", text: this.instructions, source }];
    const id = `${messageIdOf(source)}.instructions`;
    this.draft.addMessage({ id, role: "system", origin: "system", parts, time: null }, source);
  }

  /** Sub-agents and forks have their own files, which refer to the parent session. */
  private noteOrigin(meta: JsonObject, time: string | null, source: SourceLocation) {
    const subAgent = asObject(meta.source)?.subagent ?? asObject(meta.source)?.sub_agent;
    const parent = parentIdOf(meta);
    if (subAgent === undefined && parent === null) return;
    const what = subAgent === undefined ? "fork" : `sub-agent (${nameOf(subAgent)})`;
    const isBare = asObject(meta.history_base) !== null;
    const place = isBare ? ", whose file holds what was said before" : "";
    const detail = parent === null ? what : `${what} of session ${parent}${place}`;
    this.draft.addEvent({ type: "fork", detail, ...when(time, source) });
  }
}

/** `"review"`, or `{ thread_spawn: { parent_thread_id, … } }`. */
function nameOf(subAgent: unknown): string {
  return asText(subAgent) ?? Object.keys(asObject(subAgent) ?? {})[0] ?? "unnamed";
}

/** The parent session of a fork or sub-agent. */
export function parentIdOf(meta: JsonObject): string | null {
  const subAgent = asObject(meta.source)?.subagent ?? asObject(meta.source)?.sub_agent;
  return asText(meta.forked_from_id) ?? asText(meta.parent_thread_id) ?? parentOf(subAgent);
}

function parentOf(subAgent: unknown): string | null {
  const [detail] = Object.values(asObject(subAgent) ?? {});
  return asText(asObject(detail)?.parent_thread_id);
}
