import path from "node:path";
import { healSession } from "./heal-session";
import { type RunOptions, runTask as run } from "./pool";
import { Problem } from "./problem";
import type { Task, TaskResult } from "./workers/task";

/** As `runTask` of the pool; a damaged derived file that the task meets is made anew, and the task runs once more. */
export async function runTask<T extends Task>(task: T, options: RunOptions): Promise<TaskResult<T>> {
  try {
    return await run(task, options);
  } catch (error) {
    const file = error instanceof Problem && error.code === "derived-damaged" ? error.options.extra?.file : null;
    if (typeof file !== "string") throw error;
    await healSession(path.basename(file));
    return run(task, options);
  }
}
