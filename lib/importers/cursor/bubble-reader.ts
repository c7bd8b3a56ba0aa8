import type { SourceLocation } from "../../conversation/part";
import { asArray, asCount, asObject, asString, asText, type JsonObject } from "../../formats/json-fields";
import type { Usage } from "../../transcript/usage";
import type { RowVerdict } from "../import-run";
import { isoTime } from "../iso-time";
import type { ItemSession, PartDraft } from "../item-session";
import {
  parsedObject,
  textCallDraft,
  textDrafts,
  textOutput,
  toolCallDraft,
  toolResultDraft,
  usageOf,
} from "../part-drafts";

/** The number of the tool capability, in messages of every version. */
const TOOLS = 15;

type Answer = {
  readonly parts: PartDraft[];
  readonly results: PartDraft[];
  readonly source: SourceLocation;
  readonly modelCall: string | null;
  usage: Usage | null;
  model: string | null;
  time: string | null;
};

/**
 * Reads the messages ("bubbles") of one conversation in order. Cursor writes one for each thought, text and tool.
 * Bubbles up to a tool are one answer, as are tools of the same model call.
 */
export class BubbleReader {
  private answer: Answer | null = null;
  private readonly tools: JsonObject;

  constructor(
    private readonly draft: ItemSession,
    private readonly composer: JsonObject,
    private readonly agent: string,
  ) {
    this.tools = toolsOf(composer);
  }

  read(bubble: JsonObject, source: SourceLocation): RowVerdict {
    const time = isoTime(bubble.createdAt) ?? timeIn(asObject(bubble.timingInfo));
    if (bubble.type === 1) return this.prompt(bubble, time, source);
    if (bubble.type !== 2) return { kept: "message of no known type" };
    const thought = asText(asObject(bubble.thinking)?.text);
    const tool = asObject(bubble.toolFormerData) ?? asObject(this.tools[asText(bubble.bubbleId) ?? ""]);
    const said: PartDraft[] = [
      ...(thought === null ? [] : [{ type: "reasoning" as const, text: thought }]),
      ...textDrafts(asText(bubble.text)),
    ];
    if (said.length === 0 && !tool) return { kept: "assistant (empty)" };
    if (said.length > 0) this.open(null, source).parts.push(...said);
    if (tool) this.tool(tool, bubble, source);
    this.note(bubble, time);
    return "interpreted";
  }

  end() {
    const { answer, agent } = this;
    this.answer = null;
    if (!answer) return;
    const { parts, model, usage, time, source, results } = answer;
    this.draft.answer({ parts, model, usage, time, agent }, source);
    this.draft.say({ role: "tool", origin: "tool", parts: results, time, agent }, source);
  }

  private prompt(bubble: JsonObject, time: string | null, source: SourceLocation): RowVerdict {
    this.end();
    const origin = this.agent === "main" ? "typed" : "client";
    const parts = textDrafts(asText(bubble.text));
    const index = this.draft.say({ role: "user", origin, parts, time, agent: this.agent }, source);
    return index === null ? { kept: "user (empty)" } : "interpreted";
  }

  /**
   * The answer that this message belongs to. After a tool a new one begins, unless the message is a tool of the same
   * model call.
   */
  private open(modelCall: string | null, source: SourceLocation): Answer {
    const last = this.answer?.parts.at(-1);
    const isSame = modelCall !== null && this.answer?.modelCall === modelCall;
    if (last?.type === "tool-call" && !isSame) this.end();
    this.answer ??= { parts: [], results: [], source, modelCall, usage: null, model: null, time: null };
    return this.answer;
  }

  private tool(tool: JsonObject, bubble: JsonObject, source: SourceLocation) {
    const answer = this.open(asText(tool.modelCallId), source);
    // The first tool has the id of the model call that also produced the content before it.
    if (answer.modelCall === null) this.answer = { ...answer, modelCall: asText(tool.modelCallId) };
    const id = asText(tool.toolCallId) ?? asText(bubble.bubbleId) ?? `call-${source.line}`;
    const name = asText(tool.name) ?? "unknown";
    const input = asText(tool.rawArgs) ?? asText(tool.params);
    const call = input === null ? toolCallDraft(id, name, tool.params) : textCallDraft(id, name, input);
    this.answer?.parts.push(call);
    const failure = asText(tool.error) ?? asText(parsedObject(tool.error)?.modelVisibleErrorMessage);
    const output = asString(tool.result) ?? failure ?? "";
    const isError = tool.status === "error" || failure !== null;
    const isAnswered = tool.status === "completed" || isError || output !== "";
    if (isAnswered) this.answer?.results.push(toolResultDraft(id, textOutput(output), isError, name));
  }

  private note(bubble: JsonObject, time: string | null) {
    if (!this.answer) return;
    this.answer.usage ??= usageIn(asObject(bubble.tokenCount));
    this.answer.model ??= modelIn(bubble.modelInfo) ?? modelIn(this.composer.modelConfig);
    this.answer.time = time ?? this.answer.time;
  }
}

/** The model's name. "default" is Cursor's name for its automatic choice. */
function modelIn(value: unknown): string | null {
  const name = asText(asObject(value)?.modelName);
  return name === "default" ? null : name;
}

/** Zeros mean that nothing was counted. It is unknown whether the input includes cached tokens. */
function usageIn(counts: JsonObject | null): Usage | null {
  const known = (value: unknown) => asCount(value) || null;
  return usageOf({ uncachedInput: known(counts?.inputTokens), output: known(counts?.outputTokens) });
}

/**
 * Start of a message in milliseconds; null if the value counts from the start of the client instead of being a time of
 * day.
 */
function timeIn(timing: JsonObject | null): string | null {
  const start = asCount(timing?.clientStartTime);
  return start !== null && start > 946_684_800_000 ? isoTime(start) : null;
}

/** Before version 3 the tools of a conversation were in a separate table, by the id of their message. */
function toolsOf(composer: JsonObject): JsonObject {
  const capabilities = (asArray(composer.capabilities) ?? []).map(asObject);
  const data = asObject(capabilities.find((capability) => capability?.type === TOOLS)?.data);
  return parsedObject(data?.bubbleDataMap) ?? {};
}
