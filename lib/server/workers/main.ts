import type { MessagePort } from "node:worker_threads";
import { loadOwnModels } from "../own-models";
import { Problem } from "../problem";
import { cachePageTask } from "./cache-page-task";
import { cacheTask } from "./cache-task";
import { compareTask } from "./compare-task";
import { compressTask } from "./compress-task";
import { convertTask } from "./convert-task";
import { corpusTask } from "./corpus-task";
import { countTask } from "./count-task";
import { evaluateTask } from "./evaluate-task";
import { exportTask } from "./export-task";
import { importTask } from "./import-task";
import { queryTask } from "./query-task";
import { compactionTask } from "./replay-compaction-task";
import { replayTask } from "./replay-task";
import { STARTED, type Task } from "./task";
import { validateTask } from "./validate-task";

/** The entry of every worker thread: computes and writes content files, never the database. */
export default async function run({ task, port }: { task: Task; port: MessagePort }): Promise<unknown> {
  port.postMessage(STARTED); // waiting in the queue does not count against the time limit
  try {
    loadOwnModels();
    return { ok: true, value: await runTask(task, port) };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const { status, code, detail, options } = error;
    return { ok: false, problem: { status, code, detail, options } };
  }
}

function runTask(task: Task, port: MessagePort): unknown {
  switch (task.kind) {
    case "import":
      return importTask(task.input, (progress) => port.postMessage(progress));
    case "compress":
      return compressTask(task.input, (event) => port.postMessage(event));
    case "cache":
      return cacheTask(task.input);
    case "cache-page":
      return cachePageTask(task.input);
    case "compare":
      return compareTask(task.input);
    case "count":
      return countTask(task.input);
    case "evaluate":
      return evaluateTask(task.input);
    case "validate":
      return validateTask(task.input);
    case "convert":
      return convertTask(task.input);
    case "corpus":
      return corpusTask(task.input, (progress) => port.postMessage(progress));
    case "query":
      return queryTask(task.input);
    case "compaction":
      return compactionTask(task.input);
    case "replay":
      return replayTask(task.input, (progress) => port.postMessage(progress));
    case "export":
      return exportTask(task.input);
    default:
      return task satisfies never;
  }
}
