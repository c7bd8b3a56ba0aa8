import { spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll } from "vitest";

export type Ran = { readonly code: number | null; readonly out: string; readonly err: string };
/** `onError` is called whenever the command writes to standard error. */
export type RunCommand = (args: readonly string[], input?: string, onError?: () => void) => Promise<Ran>;

/** Runs a program to its end, with a separate data directory and without a terminal. */
export function run(
  program: string,
  args: readonly string[],
  folder: string,
  input = "",
  more: Readonly<Record<string, string>> = {},
  onError = () => {},
): Promise<Ran> {
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    NODE_ENV: "production",
    WINNOW_DATA_DIR: path.join(folder, "data"),
    ...more,
  };
  delete env.VITEST; // it silences the log
  const child = spawn(program, args, { cwd: folder, env });
  let [out, err] = ["", ""];
  child.stdout.on("data", (chunk) => (out += chunk));
  child.stderr.on("data", (chunk) => {
    err += chunk;
    onError();
  });
  child.stdin.on("error", () => {}); // a command that refuses does not read its input
  child.stdin.end(input);
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, out, err }));
  });
}

/** The command as in the package, without the server. */
export function builtCommand(): { readonly folder: string; readonly winnow: RunCommand } {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "winnow-command-"));
  const root = path.join(folder, "package");
  beforeAll(async () => fs.symlinkSync(await commandOfRun(), root, "junction"));
  afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));
  return {
    folder,
    winnow: (args, input, onError) =>
      run(process.execPath, [path.join(root, "bin/winnow.mjs"), ...args], folder, input, {}, onError),
  };
}

/** The folder of the command, which all test files of a run share: the first one builds it. */
async function commandOfRun(): Promise<string> {
  const place = path.join(process.env.WINNOW_TEST_RUN ?? "", "command");
  if (fs.existsSync(place)) return place;
  // Plain JavaScript that `npm run package` runs too; it has no types.
  const { buildLocalCommand } = (await import("../../scripts/package/build-command.mjs" as string)) as {
    buildLocalCommand(folder: string, version: string): Promise<void>;
  };
  const built = fs.mkdtempSync(`${place}-`);
  await buildLocalCommand(built, "1.2.3");
  try {
    fs.renameSync(built, place);
  } catch (error) {
    if (!fs.existsSync(place)) throw error; // another worker was faster
  }
  return place;
}
