import path from "node:path";
import { Problem } from "@/lib/api/problem";
import { type RunOptions, runTask as run } from "../workers/pool";
import type { Task, TaskResult } from "../workers/task";
import { healSession } from "./heal-session";

/** Runs a task in the pool. If a derived file is damaged or missing, rebuilds it and runs the task once more. */
export async function runTask<T extends Task>(task: T, options: RunOptions): Promise<TaskResult<T>> {
  try {
    return await run(task, options);
  } catch (error) {
    if (!(error instanceof Problem) || !UNREADABLE.includes(error.code)) throw error;
    await heal(error);
    return run(task, options);
  }
}

/** Codes of problems whose `file` names the session. */
const UNREADABLE = ["derived-damaged", "no-such-session"];

/** If the session never existed, throws the task's own problem, because it points at the id in the body. */
async function heal({ status, code, message, options: { extra, ...options } }: Problem): Promise<void> {
  try {
    await healSession(path.basename(String(extra?.file)));
  } catch (error) {
    throw error instanceof Problem && error.status === 404 ? new Problem(status, code, message, options) : error;
  }
}
