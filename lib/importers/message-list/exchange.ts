import type { WireFormat } from "../../formats/codec";
import { asArray, asObject, asText, type JsonObject } from "../../formats/json-fields";
import { messageList } from "../../formats/wire-context";
import type { Usage } from "../../transcript/usage";
import { readAnthropicUsage, readCompactionUsage } from "../anthropic-usage";
import { type Iteration, readIterations } from "../iterations";
import { readOpenAiUsage } from "../openai-usage";
import { parsedObject } from "../part-drafts";
import { assembleStream } from "../streams/assemble-stream";

/** A request body and, if the log has it, the response. */
export type Exchange = {
  readonly body: unknown;
  readonly model: string | null;
  readonly usage: Usage | null;
  /** Usage of the provider's compaction before it answered, which `usage` excludes. */
  readonly compactionUsage?: Usage | null;
  /** The calls that make up the answer, if the provider bills several. */
  readonly iterations?: readonly Iteration[];
  /** True if the body's last message is the answer that `usage` is about. */
  readonly hasAnswer: boolean;
  /** Present if the shape of the answer already determines the format. */
  readonly format?: WireFormat;
};

/**
 * The conversation in a value: a body or bare list of messages, `{ request, response }` of a log, a lone response, or a
 * benchmark's `{ traj }`. Null if there is none.
 */
export function exchangeOf(value: unknown): Exchange | null {
  const fields = asObject(value);
  if (messageList(value)) return plain(value, asText(fields?.model));
  if (!fields) return null;
  const request = parsedObject(fields.request);
  if (request && messageList(request)) return withAnswer(request, fields.response);
  if (Array.isArray(fields.traj)) return plain({ messages: fields.traj }, asText(fields.model));
  const answer = answerOf(value);
  return answer && { ...answered(answer), body: { messages: [answer.message] } };
}

const plain = (body: unknown, model: string | null): Exchange => ({ body, model, usage: null, hasAnswer: false });

function withAnswer(request: JsonObject, response: unknown): Exchange {
  const answer = answerOf(parsedObject(response) ?? streamed(response));
  if (!answer) return plain(request, asText(request.model));
  const messages = [...(messageList(request) ?? []), answer.message];
  return { ...answered(answer), model: answer.model ?? asText(request.model), body: { ...request, messages } };
}

/** The answer, parsed if it was logged as stream text. */
const streamed = (response: unknown): unknown =>
  typeof response === "string" ? assembleStream("openai-chat", response) : null;

const answered = ({ message: _, ...answer }: Answer) => ({ ...answer, hasAnswer: true });

type Answer = {
  readonly format: WireFormat;
  readonly message: unknown;
  readonly model: string | null;
  readonly usage: Usage | null;
  readonly compactionUsage?: Usage | null;
  readonly iterations?: readonly Iteration[];
};

/** The message of a response object: Messages API (`type: "message"`) or Chat Completions (`choices`). */
function answerOf(value: unknown): Answer | null {
  const response = asObject(value);
  if (!response) return null;
  const model = asText(response.model);
  if (response.type === "message" && response.role === "assistant" && Array.isArray(response.content)) {
    const message = { role: "assistant", content: response.content };
    return { message, model, ...readBills(response.usage), format: "anthropic" };
  }
  const message = asObject(asObject(asArray(response.choices)?.[0])?.message);
  return message && { message, model, usage: readOpenAiUsage(response.usage), format: "openai-chat" };
}

const readBills = (usage: unknown) => ({
  usage: readAnthropicUsage(usage),
  compactionUsage: readCompactionUsage(usage),
  iterations: readIterations(usage),
});
