import type { ToolDefinition } from "../conversation/message";
import type { JsonValue, SourceLocation } from "../conversation/part";
import { asArray, asObject, asString, asText, type JsonObject } from "../formats/json-fields";
import { firstOf, parseEnvelopes } from "./envelopes";
import type { RowVerdict } from "./import-run";
import type { Importer } from "./importer";
import { ItemSession, type PartDraft } from "./item-session";
import { parsedJsonOr } from "./model-calls/traced-message";
import { textCallDraft, textDrafts, textOutput, toolCallDraft, toolResultDraft } from "./part-drafts";

type Speaker = "system" | "user" | "assistant" | "call" | "result";

/** All names that data sets of this shape use for a speaker. */
const SPEAKERS: Readonly<Record<string, Speaker>> = {
  system: "system",
  human: "user",
  user: "user",
  gpt: "assistant",
  chatgpt: "assistant",
  assistant: "assistant",
  model: "assistant",
  function_call: "call",
  tool_call: "call",
  observation: "result",
  function_response: "result",
  tool_response: "result",
  tool: "result",
};

/**
 * ShareGPT data sets: `{conversations: [{from, value}], system?, tools?}`, in a list or one per line. Calls have no
 * ids, so they are numbered and answered in order. There are neither usage nor times.
 */
export const sharegpt: Importer = {
  id: "sharegpt",
  title: "ShareGPT conversations",
  limitations: ["A ShareGPT file has only conversations: no models, no times, no usage."],
  detect: (sample) => (isConversation(firstOf(sample)) ? "conversations of turns with from and value" : null),
  parse: (files, sample, run) =>
    parseEnvelopes(files, sample, run, (object, envelope) => {
      if (!isConversation(object)) return null;
      const reader = new ShareGptReader(object);
      envelope.read(asArray(object.conversations) ?? [], reader.interpret);
      envelope.keepFields(object, ["conversations", "tools"]);
      return reader.session;
    }),
};

function isConversation(object: JsonObject | null): boolean {
  const turn = asObject(asArray(object?.conversations)?.[0]);
  return turn !== null && speakerOf(turn) !== null && textOf(turn) !== null;
}

function speakerOf(turn: JsonObject): Speaker | null {
  const name = asText(turn.from) ?? asText(turn.role);
  return name !== null && Object.hasOwn(SPEAKERS, name) ? (SPEAKERS[name] ?? null) : null;
}

const textOf = (turn: JsonObject) => asString(turn.value) ?? asString(turn.content) ?? asString(turn.text);

class ShareGptReader {
  readonly session = new ItemSession("sharegpt", null);
  private calls = 0;
  private readonly open: string[] = [];
  private system: string | null;

  constructor(conversation: JsonObject) {
    this.session.logId = asText(conversation.id) ?? "";
    this.session.tools = toolsOf(conversation.tools);
    this.system = asText(conversation.system);
  }

  readonly interpret = (value: unknown, source: SourceLocation): RowVerdict => {
    const turn = asObject(value);
    const speaker = turn && speakerOf(turn);
    const text = turn && textOf(turn);
    if (!speaker || text === null)
      return { bad: "invalid-row", message: `Item ${source.line} is not a turn of a known speaker.` };
    this.sayOnce("system", this.system, source);
    this.system = null;
    if (speaker === "call") this.answer(this.callParts(text), source);
    else if (speaker === "assistant") this.answer(textDrafts(text), source);
    else if (speaker === "result") this.result(text, source);
    else this.sayOnce(speaker, text, source);
    return "interpreted";
  };

  private sayOnce(role: "system" | "user", text: string | null, source: SourceLocation) {
    const origin = role === "system" ? "system" : "typed";
    this.session.say({ role, origin, parts: textDrafts(text), time: null }, source);
  }

  private answer(parts: readonly PartDraft[], source: SourceLocation) {
    this.session.answer({ parts, model: null, usage: null, time: null }, source);
  }

  /** One call or a list of calls as JSON text. Anything else is text by the model. */
  private callParts(text: string): PartDraft[] {
    const given = parsedJsonOr(text);
    const calls = (asArray(given) ?? [given]).map(asObject);
    if (!calls.every((call) => asText(call?.name) !== null)) return textDrafts(text);
    return calls.map((call) => {
      this.calls += 1;
      const id = `call_${this.calls}`;
      this.open.push(id);
      const input = call?.arguments ?? call?.parameters;
      const name = asText(call?.name) ?? "";
      return typeof input === "string" ? textCallDraft(id, name, input) : toolCallDraft(id, name, input);
    });
  }

  private result(text: string, source: SourceLocation) {
    const id = this.open.shift() ?? "";
    const parts = [toolResultDraft(id, textOutput(text), false)];
    this.session.say({ role: "tool", origin: "tool", parts, time: null }, source);
  }
}

/** The definitions in a JSON text of one or several, each bare or inside `function`. */
function toolsOf(value: unknown): ToolDefinition[] {
  return (asArray(parsedJsonOr(value)) ?? []).flatMap((item) => {
    const tool = asObject(asObject(item)?.function) ?? asObject(item);
    const name = asText(tool?.name);
    if (!tool || name === null) return [];
    const description = asString(tool.description);
    return [{ name, ...(description !== null && { description }), schema: (tool.parameters ?? {}) as JsonValue }];
  });
}
