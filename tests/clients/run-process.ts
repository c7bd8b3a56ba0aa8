import { spawn } from "node:child_process";
import { closeSync, openSync } from "node:fs";

type Options = {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** Receives the program's output. */
  readonly log: string;
  readonly seconds: number;
};

/**
 * Runs a program without input, in a separate process group that is killed at the time limit. Returns its exit code;
 * null if it was killed.
 */
export async function runProcess(program: string, args: readonly string[], options: Options): Promise<number | null> {
  const output = openSync(options.log, "a");
  const child = spawn(program, args, {
    cwd: options.cwd,
    env: options.env as NodeJS.ProcessEnv,
    stdio: ["ignore", output, output],
    detached: true,
  });
  const killGroup = () => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
    } catch {
      // It has already ended.
    }
  };
  const timer = setTimeout(killGroup, options.seconds * 1_000);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", resolve);
  }).finally(() => {
    clearTimeout(timer);
    closeSync(output);
  });
  killGroup(); // kills leftover child processes
  return code;
}
