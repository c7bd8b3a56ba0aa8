import type { MessagePort } from "node:worker_threads";
import { loadOwnModels } from "../own-models";
import { Problem } from "../problem";
import { DamagedFile } from "../section-file";
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
    const problem = error instanceof DamagedFile ? derivedDamaged(error) : error;
    if (!(problem instanceof Problem)) throw error;
    const { status, code, detail, options } = problem;
    return { ok: false, problem: { status, code, detail, options } };
  }
}

/** The main thread makes the file anew and asks again: healing-task.ts. */
const derivedDamaged = ({ message, file }: DamagedFile): Problem =>
  new Problem(500, "derived-damaged", message, { extra: { file } });

function runTask(task: Task, port: MessagePort): unknown {
  switch (task.kind) {
    case "import":
      return importTask(task.input, (progress) => port.postMessage(progress));
    case "compress":
      return compressTask(task.input, (event) => port.postMessage(event));
    case "cache":
      return cacheTask(task.input);
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
