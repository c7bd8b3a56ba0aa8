import { fail } from "../../conversation/errors";
import type { SourceLocation } from "../../conversation/part";
import { asArray, asObject, asText, type JsonObject } from "../../formats/json-fields";
import { finishAll, firstOf, readEnvelopes } from "../envelopes";
import type { RowVerdict } from "../import-run";
import type { Importer } from "../importer";
import { ItemSession } from "../item-session";
import { writeCalls } from "../model-calls/call-threads";
import { append } from "../model-calls/model-call";
import { callOf, conversationOf, mergeRuns, type Run } from "./run";

/**
 * LangSmith runs: the batches that a client sends (`{post, patch}`, merged by id), or runs as the API lists them, in a list or
 * one per line. Runs of models are the calls; chains, tools and retrievers are kept. Source: LangSmith documentation, "Run
 * (span) data format".
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
    // If a wrapped client runs inside a model run, both describe the same call: the inner one counts.
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
