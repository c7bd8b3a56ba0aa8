import { fail, ok } from "../conversation/errors";
import type { JsonValue, SourceLocation } from "../conversation/part";
import { asArray, asCount, asObject, asString, asText, type JsonObject } from "../formats/json-fields";
import type { Usage } from "../transcript/usage";
import type { ImportRun, RowVerdict } from "./import-run";
import type { Importer } from "./importer";
import { isoTime } from "./iso-time";
import { ItemSession, type PartDraft } from "./item-session";
import { oneObject } from "./one-value";
import {
  fileDraft,
  opaqueDraft,
  outputOf,
  textDraft,
  textDrafts,
  toolCallDraft,
  toolResultDraft,
  urlFile,
  usageOf,
} from "./part-drafts";
import { MAIN } from "./session-draft";

/** Agent Trajectory Interchange Format (Harbor), 1.x: `{schema_version, agent, steps}`, one agent step per call. */
export const atif: Importer = {
  id: "atif",
  title: "ATIF trajectory",
  detect(sample) {
    const value = oneObject(sample);
    const version = asText(value?.schema_version);
    return version?.startsWith("ATIF-") && Array.isArray(value?.steps) ? `schema_version ${version} and steps` : null;
  },
  async parse(files, sample, run) {
    const [file] = files;
    const value = oneObject(sample);
    if (!file || !value) throw new Error("parse is only called on what detect claimed");
    const reader = new AtifReader(value, file.bytes, run);
    reader.read(value, MAIN);
    const failure = run.advance(file.bytes);
    return failure ? fail(failure) : ok([reader.draft.finish([file], run)]);
  },
};

class AtifReader {
  readonly draft: ItemSession;
  private items = 0;
  /** The call that started each sub-agent, by the sub-agent's trajectory. */
  private readonly callOf = new Map<string, string>();

  constructor(
    root: JsonObject,
    private readonly byteLength: number,
    private readonly run: ImportRun,
  ) {
    const agent = asObject(root.agent);
    this.draft = new ItemSession("atif", asText(agent?.name));
    this.draft.logId = asText(root.session_id) ?? asText(root.trajectory_id) ?? "";
    this.draft.isSnapshot = true;
    const version = asText(agent?.version);
    if (version !== null) this.draft.versions.add(version);
    this.draft.tools = (asArray(agent?.tool_definitions) ?? []).flatMap(toolDefinition);
  }

  /** Reads the steps as numbered items. The steps of sub-agents follow their parent's. */
  read(trajectory: JsonObject, agent: string) {
    const model = asText(asObject(trajectory.agent)?.model_name);
    for (const value of asArray(trajectory.steps) ?? []) {
      const source = this.nextPlace();
      const step = asObject(value);
      this.run.settle(step ? this.step(step, model, agent, source) : badStep(source.line), source);
    }
    for (const value of asArray(trajectory.subagent_trajectories) ?? []) this.subAgent(asObject(value), agent);
  }

  private subAgent(child: JsonObject | null, parent: string) {
    if (!child || !Array.isArray(child.steps)) return;
    const id = asText(child.trajectory_id) ?? asText(child.session_id) ?? `agent-${this.draft.agents.length}`;
    const own = id === MAIN || this.draft.agents.some((agent) => agent.id === id) ? `${id}~${this.items}` : id;
    const toolCallId = this.callOf.get(id);
    const title = asText(asObject(child.agent)?.name);
    const detail = { ...(toolCallId !== undefined && { toolCallId }), ...(title !== null && { title }) };
    this.draft.addSubAgent(own, { parent, ...detail });
    this.read(child, own);
  }

  private nextPlace(): SourceLocation {
    this.items += 1;
    return { file: 0, line: this.items, byteOffset: 0, byteLength: this.byteLength };
  }

  private step(step: JsonObject, model: string | null, agent: string, source: SourceLocation): RowVerdict {
    const time = isoTime(step.timestamp);
    const parts = contentParts(step.message);
    switch (step.source) {
      case "system":
        return this.said(this.draft.say({ role: "system", origin: "system", parts, time, agent }, source), "system");
      case "user":
        return this.said(this.draft.say({ role: "user", origin: "typed", parts, time, agent }, source), "user");
      case "agent":
        this.answer(step, parts, model, agent, source);
        return "interpreted";
      default:
        return { kept: `step:${asText(step.source) ?? "unknown"}` };
    }
  }

  private said(index: number | null, kind: string): RowVerdict {
    return index === null ? { kept: `step:${kind} (empty)` } : "interpreted";
  }

  /** A step copied from an earlier file is only context, because its call is counted in that file. */
  private answer(step: JsonObject, said: PartDraft[], model: string | null, agent: string, source: SourceLocation) {
    const time = isoTime(step.timestamp);
    const reasoning = asText(step.reasoning_content);
    const thinking: PartDraft[] = reasoning === null ? [] : [{ type: "reasoning", text: reasoning }];
    const parts = [...thinking, ...said, ...(asArray(step.tool_calls) ?? []).map(callPart)];
    const draft = { parts, time, agent };
    if (step.is_copied_context === true) this.draft.say({ role: "assistant", origin: "model", ...draft }, source);
    else {
      const usage = readMetrics(step.metrics);
      this.draft.answer({ ...draft, model: asText(step.model_name) ?? model, usage }, source);
    }
    this.observe(step, time, agent, source);
  }

  private observe(step: JsonObject, time: string | null, agent: string, source: SourceLocation) {
    for (const value of asArray(asObject(step.observation)?.results) ?? []) {
      const result = asObject(value);
      const parts = contentParts(result?.content);
      const call = asText(result?.source_call_id);
      for (const child of asArray(result?.subagent_trajectory_ref) ?? []) this.noteChild(asObject(child), call);
      // A result without a call is a message from the environment to the agent.
      if (call === null) this.draft.say({ role: "user", origin: "client", parts, time, agent }, source);
      else {
        const results = [toolResultDraft(call, parts.flatMap(outputOf), false)];
        this.draft.say({ role: "tool", origin: "tool", parts: results, time, agent }, source);
      }
    }
  }

  private noteChild(child: JsonObject | null, call: string | null) {
    if (call === null) return;
    for (const id of [asText(child?.trajectory_id), asText(child?.session_id)])
      if (id !== null) this.callOf.set(id, call);
  }
}

function contentParts(content: unknown): PartDraft[] {
  if (typeof content === "string") return textDrafts(content);
  return (asArray(content) ?? []).map((value) => {
    const part = asObject(value);
    if (part?.type === "text" && typeof part.text === "string") return textDraft(part.text);
    const source = part?.type === "image" ? asObject(part.source) : null;
    const path = asText(source?.path);
    return path === null ? opaqueDraft(value) : fileDraft(urlFile(path, asText(source?.media_type)));
  });
}

function callPart(value: unknown): PartDraft {
  const call = asObject(value);
  const id = asText(call?.tool_call_id);
  const name = asText(call?.function_name);
  return id === null || name === null ? opaqueDraft(value) : toolCallDraft(id, name, call?.arguments);
}

function toolDefinition(value: unknown) {
  const definition = asObject(asObject(value)?.function) ?? asObject(value);
  const name = asText(definition?.name);
  if (!definition || name === null) return [];
  const description = asString(definition.description);
  const schema = (definition.parameters ?? {}) as JsonValue;
  return [{ name, ...(description !== null && { description }), schema }];
}

/** prompt_tokens includes cached tokens. */
function readMetrics(value: unknown): Usage | null {
  const metrics = asObject(value);
  const prompt = asCount(metrics?.prompt_tokens);
  const cacheRead = asCount(metrics?.cached_tokens);
  const uncachedInput = prompt === null ? null : Math.max(0, prompt - (cacheRead ?? 0));
  return usageOf({ uncachedInput, cacheRead, output: asCount(metrics?.completion_tokens) });
}

const badStep = (line: number): RowVerdict => ({
  bad: "invalid-row",
  message: `Item ${line} is not a step. It was skipped; all others were kept.`,
});
