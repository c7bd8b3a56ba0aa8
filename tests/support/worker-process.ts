import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";

export type WorkerProcess = {
  readonly process: ChildProcess;
  /** The process's output so far. */
  output(): string;
  /** Ends it like `kill -9` or a crash. */
  kill(): Promise<void>;
  /** Stops it in an orderly way; returns its exit code. */
  stop(): Promise<number | null>;
};

/** Plain JavaScript that the start script runs too; it has no types. */
const builder = async () =>
  (await import("../../scripts/build-worker.mjs" as string)) as { buildJobWorker(): Promise<string> };

export const buildJobWorker = async (): Promise<string> => (await builder()).buildJobWorker();

/**
 * `npm run worker` without its build, on the database and data directory of this process; resolves once it accepts
 * jobs. `core` restricts it to that processor (Linux only).
 */
export async function startWorkerProcess(environment: object = {}, core: number | null = null): Promise<WorkerProcess> {
  const env = { ...process.env, LOG_LEVEL: "info", NODE_OPTIONS: "", ...environment };
  const command = [process.execPath, path.resolve("dist/job-worker.mjs")];
  const [program = "", ...words] = core === null ? command : ["taskset", "--cpu-list", String(core), ...command];
  const child = spawn(program, words, { env, stdio: "pipe" });
  const written: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk: Buffer) => written.push(chunk));
  const output = () => Buffer.concat(written).toString();
  while (!output().includes("working jobs")) {
    if (child.exitCode !== null) throw new Error(`the worker ended with ${child.exitCode}: ${output()}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
    return child.exitCode;
  };
  return { process: child, output, kill: async () => void (await end("SIGKILL")), stop: () => end("SIGTERM") };
}
