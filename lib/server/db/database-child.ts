import { spawn } from "node:child_process";
import * as z from "zod";
import { programFile } from "../process/settings";

/** Signals and exit codes of a crash: a panic or an invalid memory access. 134 is an abort as a shell reports it. */
const CRASHES = new Set(["SIGABRT", "SIGSEGV", "SIGBUS", "SIGILL", "SIGTRAP", "134"]);

const facts = z.object({
  /** Names of the applied migrations. */
  migrations: z.array(z.string()),
  /** Names of the rows of Flag. */
  flags: z.array(z.string()),
  /** Imported files to which rows refer, without the example, and how many of them exist in the directory. */
  files: z.int(),
  filesHere: z.int(),
  sessions: z.int(),
});
export type DatabaseFacts = z.infer<typeof facts>;

const answer = z.discriminatedUnion("ok", [
  z.object({ ok: z.literal(false), isDamage: z.boolean(), problems: z.array(z.string()) }),
  z.object({ ok: z.literal(true), facts: facts.optional() }),
]);

export type CheckResult =
  | { readonly ok: true; readonly facts: DatabaseFacts }
  /** If `isDamage` is false, the database could not be checked: it is locked or unreadable, or the disk is full. */
  | { readonly ok: false; readonly isDamage: boolean; readonly problems: readonly string[] };

/**
 * Checks the structure and every value of an embedded database in a separate process, because a damaged file can make
 * libSQL abort the process.
 */
export async function checkDatabase(file: string, directory: string): Promise<CheckResult> {
  const result = await run(["check", file, directory]);
  if (!result.ok) return result;
  if (!result.facts) throw new Error("the database check did not respond");
  return { ok: true, facts: result.facts };
}

/** Writes a copy with VACUUM INTO; the database may be in use. Throws when the copy could not be made. */
export async function copyDatabase(file: string, target: string): Promise<void> {
  const result = await run(["copy", file, target]);
  if (!result.ok) throw new Error(`the database could not be copied: ${result.problems.join("; ")}`);
}

async function run(args: readonly string[]): Promise<z.infer<typeof answer>> {
  const script = programFile("scripts", "database-child.mjs");
  const child = spawn(process.execPath, [script, ...args], { stdio: ["ignore", "pipe", "ignore"] });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => {
    output += chunk.toString();
  });
  const end = await new Promise<string>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code, signal) => resolve(signal ?? String(code)));
  });
  const parsed = answer.safeParse(parseJson(output));
  if (parsed.success && end === "0") return parsed.data;
  return { ok: false, isDamage: CRASHES.has(end), problems: [`the process that read it ended with ${end}`] };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
