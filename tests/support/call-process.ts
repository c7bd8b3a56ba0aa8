import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { buildChild } from "./build-child";

let script = "";

export async function buildCallChild(): Promise<void> {
  script = await buildChild("call-child");
}

/** One of several servers (call-child.ts), on this process's database. */
export type CallProcess = {
  /** Sends a command and waits for its answer. Concurrent commands are answered in the order in which they finish. */
  ask(...words: string[]): Promise<string>;
  kill(): Promise<void>;
};

export async function startCallProcess(): Promise<CallProcess> {
  const child: ChildProcess = spawn(process.execPath, [script], { stdio: ["pipe", "pipe", "inherit"] });
  const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream })[Symbol.asyncIterator]();
  const line = async () => (await lines.next()).value as string;
  if ((await line()) !== "ready") throw new Error("the process did not start");
  return {
    ask: async (...words) => {
      child.stdin?.write(`${words.join(" ")}\n`);
      return line();
    },
    kill: async () => {
      child.kill("SIGKILL");
      if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
    },
  };
}
