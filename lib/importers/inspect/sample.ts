import type { Role, ToolDefinition } from "../../conversation/message";
import type { JsonValue, SourceLocation } from "../../conversation/part";
import { asArray, asCount, asLabel, asObject, asString, asText, type JsonObject } from "../../formats/json-fields";
import type { Usage } from "../../transcript/usage";
import type { Envelope } from "../envelopes";
import { isoTime } from "../iso-time";
import { ItemSession, type PartDraft } from "../item-session";
import { looseContent } from "../loose-content";
import { writeCalls } from "../model-calls/call-threads";
import type { ModelCall, PromptMessage } from "../model-calls/model-call";
import { fileDraft, outputOf, textDrafts, toolCallDraft, toolResultDraft, urlFile, usageOf } from "../part-drafts";

type Attachments = JsonObject;

/** Reads one sample of an evaluation. Events other than model calls are kept, once per kind. */
export function readSample(
  sample: JsonObject,
  evaluation: JsonObject,
  envelope: Envelope,
  source: SourceLocation,
): ItemSession {
  const session = new ItemSession("inspect", "inspect");
  const attachments = asObject(sample.attachments) ?? {};
  const events = (asArray(sample.events) ?? []).map((event) => asObject(event) ?? {});
  describe(session, sample, evaluation);
  const scorers = scorerSpans(events);
  const calls = events.flatMap((event) =>
    event.event === "model" ? [callOf(event, attachments, scorers, source)] : [],
  );
  session.tools = events.map(toolsOf).findLast((tools) => tools.length > 0) ?? [];
  const ending = withToolEvents(readMessages(sample.messages, attachments), events, attachments);
  if (calls.length > 0) writeCalls(calls, session, ending);
  else writeMessages(sample, attachments, session, source);
  envelope.read(otherKinds(events), (kind) => ({ kept: `event:${kind}` }));
  return session;
}

/** The result of a call that ended the sample (`submit`) is only in its tool event. */
function withToolEvents(
  messages: readonly PromptMessage[],
  events: readonly JsonObject[],
  attachments: Attachments,
): readonly PromptMessage[] {
  const parts = messages.flatMap((message) => message.parts);
  const answered = new Set(parts.flatMap((part) => (part.type === "tool-result" ? [part.toolCallId] : [])));
  const open = new Set(
    (messages.at(-1)?.parts ?? []).flatMap((part) =>
      part.type === "tool-call" && !answered.has(part.toolCallId) ? [part.toolCallId] : [],
    ),
  );
  const results = events.flatMap(({ event, id, result, error }) =>
    event === "tool" && open.has(asText(id) ?? "") && result !== undefined && result !== null
      ? [
          {
            role: "tool",
            tool_call_id: id,
            content: typeof result === "string" ? result : JSON.stringify(result),
            error,
          },
        ]
      : [],
  );
  return [...messages, ...readMessages(results, attachments)];
}

function describe(session: ItemSession, sample: JsonObject, evaluation: JsonObject) {
  const version = asText(asObject(evaluation.packages)?.inspect_ai);
  if (version !== null) session.versions.add(version);
  const name = [asText(evaluation.task), asLabel(sample.id)].filter(Boolean).join(" · ");
  const epoch = asCount(sample.epoch) ?? 1;
  session.title = epoch > 1 ? `${name} · epoch ${epoch}` : name;
  session.logId = asText(sample.uuid) ?? `${asText(evaluation.run_id)}/${asLabel(sample.id) ?? ""}/${epoch}`;
}

const otherKinds = (events: readonly JsonObject[]) => [
  ...new Set(events.flatMap(({ event }) => (event === "model" ? [] : [asText(event) ?? "unknown"]))),
];

/** Logs without events still contain the conversation. */
function writeMessages(sample: JsonObject, attachments: Attachments, session: ItemSession, source: SourceLocation) {
  const usages = Object.entries(asObject(sample.model_usage) ?? {});
  const answers = (asArray(sample.messages) ?? []).filter((message) => asObject(message)?.role === "assistant").length;
  for (const value of asArray(sample.messages) ?? []) {
    const message = readMessage(value, attachments);
    if (!message) continue;
    const { role, parts } = message;
    const model = asText(asObject(value)?.model);
    // If there was only one answer, its usage is the sample's total.
    const usage = answers === 1 && usages.length === 1 ? inspectUsage(usages[0]?.[1]) : null;
    if (role === "assistant") session.answer({ parts, model, usage, time: null }, source);
    else session.say({ role, origin: role === "user" ? "typed" : role, parts, time: null }, source);
  }
}

/** Ids of spans in which answers are graded. The graders' calls are not part of the conversation. */
function scorerSpans(events: readonly JsonObject[]): ReadonlySet<string> {
  const spans = new Set<string>();
  for (const event of events) {
    const id = asText(event.id);
    const isScorer = event.type === "scorer" || event.type === "scorers" || spans.has(asText(event.parent_id) ?? "");
    if (event.event === "span_begin" && id !== null && isScorer) spans.add(id);
  }
  return spans;
}

function callOf(
  event: JsonObject,
  attachments: Attachments,
  scorers: ReadonlySet<string>,
  source: SourceLocation,
): ModelCall {
  const output = asObject(event.output);
  const message = readMessage(asObject(asArray(output?.choices)?.[0])?.message, attachments);
  const isGrader = scorers.has(asText(event.span_id) ?? "");
  return {
    prompt: readMessages(event.input, attachments),
    answer: message?.parts ?? [],
    id: asText(event.uuid),
    model: asText(output?.model) ?? asText(event.model),
    // If Inspect's own cache returned the answer, no call was made.
    usage: event.cache === "read" ? null : inspectUsage(output?.usage),
    startedAt: isoTime(event.timestamp),
    endedAt: isoTime(event.completed) ?? later(event.timestamp, asCount(output?.time)),
    group: isGrader ? "scorer" : "solver",
    groupTitle: isGrader ? "scorer" : null,
    error: asText(event.error) ?? asText(output?.error),
    source,
  };
}

function later(timestamp: unknown, seconds: number | null): string | null {
  const start = isoTime(timestamp);
  return start === null || seconds === null ? null : isoTime(Date.parse(start) + seconds * 1000);
}

/**
 * ModelUsage. The input excludes cache reads and writes (the total sums all), except for providers that include them,
 * where the total is input + output. The output includes reasoning.
 */
function inspectUsage(value: unknown): Usage | null {
  const usage = asObject(value);
  if (!usage) return null;
  const [input, output, total] = [
    asCount(usage.input_tokens),
    asCount(usage.output_tokens),
    asCount(usage.total_tokens),
  ];
  const cacheRead = asCount(usage.input_tokens_cache_read);
  const cacheWriteUnsplit = asCount(usage.input_tokens_cache_write);
  const cached = (cacheRead ?? 0) + (cacheWriteUnsplit ?? 0);
  const isInside = input !== null && total === input + (output ?? 0);
  const uncachedInput = isInside ? Math.max(0, input - cached) : input;
  return usageOf({ uncachedInput, cacheRead, cacheWriteUnsplit, output, reasoning: asCount(usage.reasoning_tokens) });
}

function toolsOf(event: JsonObject): ToolDefinition[] {
  return (asArray(event.event === "model" ? event.tools : null) ?? []).flatMap((value) => {
    const tool = asObject(value);
    const name = asText(tool?.name);
    if (!tool || name === null) return [];
    const description = asString(tool.description);
    return [{ name, ...(description !== null && { description }), schema: (tool.parameters ?? {}) as JsonValue }];
  });
}

const ATTACHMENT = "attachment://";
const ROLES = new Set(["system", "user", "assistant", "tool"]);

/** The messages of a list, with texts from attachments restored. */
const readMessages = (list: unknown, attachments: JsonObject): PromptMessage[] =>
  (asArray(list) ?? []).flatMap((value) => readMessage(value, attachments) ?? []);

function readMessage(value: unknown, attachments: JsonObject): PromptMessage | null {
  const message = asObject(value);
  const role = asText(message?.role);
  if (!message || role === null || !ROLES.has(role)) return null;
  const content = contentParts(message.content, attachments);
  if (role === "tool") return { role, parts: [resultPart(message, content, attachments)] };
  const calls = (asArray(message.tool_calls) ?? []).flatMap((call) => callPart(call, attachments));
  const parts = [...content, ...calls];
  return parts.length === 0 ? null : { role: role as Role, parts };
}

function contentParts(content: unknown, attachments: JsonObject): PartDraft[] {
  if (typeof content === "string") return textDrafts(attached(content, attachments));
  return (asArray(content) ?? []).flatMap((value) => blockPart(asObject(value), attachments));
}

function blockPart(block: JsonObject | null, attachments: JsonObject): PartDraft[] {
  if (!block) return [];
  const text = (key: string) => attached(asString(block[key]) ?? "", attachments);
  switch (block.type) {
    case "text":
      return textDrafts(text("text"));
    case "reasoning":
      return [
        {
          type: "reasoning",
          text: text("reasoning"),
          ...(asText(block.signature) && { signature: text("signature") }),
        },
      ];
    case "image":
      return [fileDraft(urlFile(text("image"), text("image").startsWith("data:") ? null : "image/*"))];
    default:
      return looseContent([block]);
  }
}

function callPart(value: unknown, attachments: JsonObject): PartDraft[] {
  const call = asObject(value);
  const name = asText(call?.function);
  if (!call || name === null) return [];
  const input = Object.entries(asObject(call.arguments) ?? {}).map(([key, given]) => [
    key,
    typeof given === "string" ? attached(given, attachments) : given,
  ]);
  return [toolCallDraft(asText(call.id) ?? "", name, Object.fromEntries(input))];
}

function resultPart(message: JsonObject, content: readonly PartDraft[], attachments: JsonObject): PartDraft {
  const error = asObject(message.error);
  const said = error ? textDrafts(attached(asText(error.message) ?? "", attachments)) : [];
  const output = (content.length > 0 ? content : said).flatMap(outputOf);
  return toolResultDraft(asText(message.tool_call_id) ?? "", output, error !== null, asText(message.function));
}

/** Long texts are stored once, by hash. */
function attached(text: string, attachments: JsonObject): string {
  if (!text.startsWith(ATTACHMENT)) return text;
  const hash = text.slice(ATTACHMENT.length);
  return Object.hasOwn(attachments, hash) ? (asString(attachments[hash]) ?? text) : text;
}
