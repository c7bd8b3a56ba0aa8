import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { buildChild } from "./build-child";

let script = "";

export async function buildCallChild(): Promise<void> {
  script = await buildChild("call-child");
}

/** A server among several (call-child.ts), on the database of this process. */
export type CallProcess = {
  /** Sends a command and waits for its answer; of several at a time, answers come in the order in which they are ready. */
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
