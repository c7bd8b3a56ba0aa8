import type { MessagePort } from "node:worker_threads";
import { Problem } from "@/lib/api/problem";
import { DamagedFile } from "../files/section-file";
import { loadOwnModels } from "../models/own-models";
import { STARTED, type Task } from "./task";

type Call = {
  readonly task: Task;
  readonly port: MessagePort;
  /** False if nobody reads the task's progress, which is then not sent, because it can be hundreds of messages. */
  readonly hasListener: boolean;
};

/** The entry point of every worker thread. Workers compute and write content files, never the database. */
export default async function run({ task, port, hasListener }: Call): Promise<unknown> {
  port.postMessage(STARTED); // the time limit begins now and does not include waiting in the queue
  try {
    loadOwnModels();
    const emit = hasListener ? (progress: object) => port.postMessage(progress) : undefined;
    return { ok: true, value: await runTask(task, emit) };
  } catch (error) {
    const problem = error instanceof DamagedFile ? derivedDamaged(error) : error;
    if (!(problem instanceof Problem)) throw error;
    const { status, code, detail, options } = problem;
    return { ok: false, problem: { status, code, detail, options } };
  }
}

/** The problem for a damaged derived file. The main thread rebuilds the file and repeats the task (healing-task.ts). */
const derivedDamaged = ({ message, file }: DamagedFile): Problem =>
  new Problem(500, "derived-damaged", message, { extra: { file } });

async function runTask(task: Task, emit?: (progress: object) => void): Promise<unknown> {
  const report = emit ?? (() => {});
  switch (task.kind) {
    case "import":
      return (await import("./import-task")).importTask(task.input, report);
    case "compress":
      return (await import("./compress-task")).compressTask(task.input, emit);
    case "drop-in":
      return (await import("./drop-in-task")).dropInTask(task.input);
    case "cache":
      return (await import("./cache-task")).cacheTask(task.input);
    case "compare":
      return (await import("./compare-task")).compareTask(task.input);
    case "count":
      return (await import("./count-task")).countTask(task.input);
    case "evaluate":
      return (await import("./evaluate-task")).evaluateTask(task.input);
    case "validate":
      return (await import("./validate-task")).validateTask(task.input);
    case "convert":
      return (await import("./convert-task")).convertTask(task.input);
    case "advise":
      return (await import("./advise-task")).adviseTask(task.input, report);
    case "candidates":
      return (await import("./candidates-task")).candidatesTask(task.input);
    case "corpus":
      return (await import("./corpus-task")).corpusTask(task.input, report);
    case "otlp":
      return (await import("./otlp-task")).otlpTask(task.input);
    case "otlp-logs":
      return (await import("./otlp-task")).otlpLogsTask(task.input);
    case "query":
      return (await import("./query-task")).queryTask(task.input);
    case "compaction":
      return (await import("./replay-compaction-task")).compactionTask(task.input);
    case "replay":
      return (await import("./replay-task")).replayTask(task.input, report);
    case "search":
      return (await import("./search-task")).searchTask(task.input);
    case "export":
      return (await import("./export-task")).exportTask(task.input);
    default:
      return task satisfies never;
  }
}
