import type { SourceLocation } from "../../conversation/part";
import { asArray, asObject, asText, type JsonObject } from "../../formats/json-fields";
import type { Usage } from "../../transcript/usage";
import { isoTime } from "../iso-time";
import { readIterations } from "../iterations";
import { readLangChainUsage } from "../langchain/langchain-usage";
import type { ModelCall } from "../model-calls/model-call";
import { readProviderUsage } from "../model-calls/provider-usage";
import { readTracedAnswer } from "../model-calls/traced-answer";
import { readTracedMessages } from "../model-calls/traced-message";

/** A run with the first place at which it was logged. */
export type Run = { readonly id: string; readonly fields: JsonObject; readonly source: SourceLocation };

/** A patch overwrites the fields that it has; an empty object in it is ignored. */
export function mergeRuns(first: Run, later: JsonObject): Run {
  const told = Object.entries(later).filter(([key, value]) => !(isEmpty(value) && key in first.fields));
  return { ...first, fields: { ...first.fields, ...Object.fromEntries(told) } };
}

const isEmpty = (value: unknown) =>
  value === null || value === undefined || (typeof value === "object" && Object.keys(value).length === 0);

/** A conversation is the runs of one thread if the log names threads, otherwise those of one trace. */
export function conversationOf({ fields, id }: Run): string {
  const metadata = metadataOf(fields);
  const thread = asText(metadata?.thread_id) ?? asText(metadata?.session_id) ?? asText(metadata?.conversation_id);
  return thread ?? asText(fields.trace_id) ?? id;
}

const metadataOf = (fields: JsonObject) => asObject(asObject(fields.extra)?.metadata);

export function callOf(run: Run): ModelCall {
  const { fields, source, id } = run;
  const outputs = asObject(fields.outputs);
  return {
    prompt: readTracedMessages(promptOf(asObject(fields.inputs))),
    answer: readTracedAnswer(outputs),
    id,
    model: modelOf(fields, outputs),
    usage: usageIn(fields, outputs),
    iterations: readIterations(rawUsage(outputs)),
    startedAt: isoTime(fields.start_time),
    endedAt: isoTime(fields.end_time),
    group: conversationOf(run),
    groupTitle: asText(fields.name),
    error: asText(fields.error),
    source,
  };
}

/** The prompt: a body with messages, or a body whose only field is the prompt. */
function promptOf(inputs: JsonObject | null): unknown {
  if (!inputs || "messages" in inputs || Array.isArray(inputs.input)) return inputs;
  return inputs.prompts ?? inputs.prompt ?? inputs.input ?? inputs;
}

function modelOf(fields: JsonObject, outputs: JsonObject | null): string | null {
  const invocation = asObject(asObject(fields.extra)?.invocation_params);
  return (
    asText(outputs?.model) ??
    asText(metadataOf(fields)?.ls_model_name) ??
    asText(invocation?.model) ??
    asText(asObject(fields.inputs)?.model)
  );
}

/** The message of a LangChain model in the outputs of a run. */
function messageIn(outputs: JsonObject | null): JsonObject | null {
  const generation = asObject(asArray(asArray(outputs?.generations)?.[0])?.[0]);
  return asObject(asObject(generation?.message)?.kwargs) ?? asObject(generation?.message);
}

/** The provider's own usage object: next to the answer, or in the metadata of its message. */
function rawUsage(outputs: JsonObject | null): unknown {
  const metadata = asObject(messageIn(outputs)?.response_metadata);
  return outputs?.usage ?? metadata?.usage ?? metadata?.token_usage;
}

/** Usage from LangSmith's own counters, otherwise from the provider's in the response. */
function usageIn(fields: JsonObject, outputs: JsonObject | null): Usage | null {
  return (
    readLangChainUsage(outputs?.usage_metadata) ??
    readLangChainUsage(metadataOf(fields)?.usage_metadata) ??
    readLangChainUsage(messageIn(outputs)?.usage_metadata) ??
    readProviderUsage(rawUsage(outputs)) ??
    runUsage(fields)
  );
}

/** The columns of a run as the API lists it: the same counters under other names. */
function runUsage(fields: JsonObject): Usage | null {
  return readLangChainUsage({
    input_tokens: fields.prompt_tokens,
    output_tokens: fields.completion_tokens,
    input_token_details: fields.prompt_token_details,
    output_token_details: fields.completion_token_details,
  });
}
