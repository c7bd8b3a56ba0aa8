import { append } from "../../conversation/append";
import { fail } from "../../conversation/errors";
import type { SourceLocation } from "../../conversation/part";
import { asArray, asObject, asText, type JsonObject } from "../../formats/json-fields";
import type { Usage } from "../../transcript/usage";
import { finishAll, firstOf, readEnvelopes } from "../envelopes";
import type { RowVerdict } from "../import-run";
import type { Importer } from "../importer";
import { isoTime } from "../iso-time";
import { ItemSession } from "../item-session";
import { readIterations } from "../iterations";
import { readLangChainUsage } from "../langchain/langchain-usage";
import { writeCalls } from "../model-calls/call-threads";
import type { ModelCall } from "../model-calls/model-call";
import { readProviderUsage } from "../model-calls/provider-usage";
import { readTracedAnswer } from "../model-calls/traced-answer";
import { readTracedMessages } from "../model-calls/traced-message";

/** A run, and the place where it was first logged. */
type Run = { readonly id: string; readonly fields: JsonObject; readonly source: SourceLocation };

/** A patch overwrites its own fields. Empty objects in it are ignored. */
function mergeRuns(first: Run, later: JsonObject): Run {
  const told = Object.entries(later).filter(([key, value]) => !(isEmpty(value) && key in first.fields));
  return { ...first, fields: { ...first.fields, ...Object.fromEntries(told) } };
}

const isEmpty = (value: unknown) =>
  value === null || value === undefined || (typeof value === "object" && Object.keys(value).length === 0);

/** A conversation consists of the runs of one thread if the log has threads, otherwise of one trace. */
function conversationOf({ fields, id }: Run): string {
  const metadata = metadataOf(fields);
  const thread = asText(metadata?.thread_id) ?? asText(metadata?.session_id) ?? asText(metadata?.conversation_id);
  return thread ?? asText(fields.trace_id) ?? id;
}

const metadataOf = (fields: JsonObject) => asObject(asObject(fields.extra)?.metadata);

function callOf(run: Run): ModelCall {
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

/** The columns of a run in the API's list: the same counters under other names. */
function runUsage(fields: JsonObject): Usage | null {
  return readLangChainUsage({
    input_tokens: fields.prompt_tokens,
    output_tokens: fields.completion_tokens,
    input_token_details: fields.prompt_token_details,
    output_token_details: fields.completion_token_details,
  });
}

/**
 * LangSmith runs: the batches that a client sends (`{post, patch}`, merged by id), or runs as the API lists them, in a
 * list or one per line. Runs of models are the calls; chains, tools and retrievers are kept. Source: LangSmith
 * documentation, "Run (span) data format".
 */
export const langsmith: Importer = {
  id: "langsmith",
  title: "LangSmith runs",
  detect(sample) {
    const first = firstOf(sample);
    const run = first && asObject(runsIn(first)[0]);
    const isRun = run && asText(run.id) !== null && ("dotted_order" in run || "run_type" in run) && "trace_id" in run;
    return isRun ? "runs with run_type, trace_id and dotted_order" : null;
  },
  async parse(files, sample, run) {
    const [file] = files;
    if (!file) throw new Error("an import has at least one file");
    const reader = new RunReader();
    const failure = await readEnvelopes(file, sample, run, (object, envelope, source) => {
      if (!isBatch(object)) return reader.interpret(object, source);
      envelope.read(runsIn(object), reader.interpret);
      return "interpreted";
    });
    return failure ? fail(failure) : finishAll(reader.sessions(), file, run);
  },
};

const isBatch = (object: JsonObject) => ["post", "patch", "runs"].some((key) => Array.isArray(object[key]));

const runsIn = (object: JsonObject): readonly unknown[] =>
  isBatch(object) ? ["post", "patch", "runs"].flatMap((key) => asArray(object[key]) ?? []) : [object];

class RunReader {
  private readonly runs = new Map<string, Run>();

  readonly interpret = (value: unknown, source: SourceLocation): RowVerdict => {
    const fields = asObject(value);
    const id = asText(fields?.id);
    if (!fields || id === null) return { bad: "invalid-row", message: `Item ${source.line} is not a run.` };
    const known = this.runs.get(id);
    const run = known ? mergeRuns(known, fields) : { id, fields, source };
    this.runs.set(id, run);
    return isModelRun(run) ? "interpreted" : { kept: asText(run.fields.run_type) ?? "run" };
  };

  sessions(): ItemSession[] {
    const calls = [...this.runs.values()].filter(isModelRun);
    // If a wrapped client runs inside a model run, both describe the same call, and the inner one counts.
    const wrappers = new Set(calls.map(({ fields }) => asText(fields.parent_run_id)));
    const conversations = new Map<string, Run[]>();
    for (const run of calls.filter(({ id }) => !wrappers.has(id))) {
      append(conversations, conversationOf(run), run);
    }
    return [...conversations].map(([id, runs]) => {
      const session = new ItemSession("langsmith", null);
      session.logId = id;
      writeCalls(runs.map(callOf), session);
      return session;
    });
  }
}

const isModelRun = ({ fields }: Run) => fields.run_type === "llm";
