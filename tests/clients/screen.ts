import { execFileSync, spawn, spawnSync } from "node:child_process";
import { createWriteStream, existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type LedgerRow, readLedger } from "@/tests/support/client-ledger";

type Options = {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** Receives everything that is drawn. */
  readonly log: string;
  readonly seconds: number;
  /** Typed one after another, each once the previous one is answered. */
  readonly prompts: readonly string[];
  /** Log of the scripted model, which shows when the turn is over. */
  readonly ledger: string;
};

/** The screen's output, next to a client's log. */
const screenFile = (log: string): string => `${log}.screen`;

/** The screen before the client left it, redrawn by tmux; null without tmux. */
export async function lastScreen(log: string): Promise<string | null> {
  const drawn = readFileSync(screenFile(log), "latin1");
  const end = drawn.lastIndexOf(LEAVES);
  const file = `${screenFile(log)}.last`;
  writeFileSync(file, end < 0 ? drawn : drawn.slice(0, end), "latin1");
  const tmux = (...args: string[]) =>
    execFileSync("tmux", ["-L", `winnow-${process.pid}`, ...args], { encoding: "utf8" });
  try {
    tmux("new-session", "-d", "-s", "screen", "-x", "150", "-y", "45", `cat ${quoted(path.resolve(file))}; sleep 60`);
    await pause(QUIET);
    return tmux("capture-pane", "-p", "-t", "screen");
  } catch {
    return null;
  } finally {
    spawnSync("tmux", ["-L", `winnow-${process.pid}`, "kill-server"]);
  }
}

const ESCAPE = "\u001b";
const LEAVES = `${ESCAPE}[?1049l`;
const DELETE = "\u007f";
const RETURN = "\r";
const INTERRUPT = "\u0003";
/** A screen that draws nothing for this long is waiting for a key. */
const QUIET = 2_000;

/** Runs a client in its own terminal (`script` of util-linux), types the prompts, and exits after the last answer. */
export async function typeOnScreen(program: string, args: readonly string[], options: Options): Promise<void> {
  const drawn = screenFile(options.log);
  const command = ["stty rows 45 cols 150;", "exec", ...[program, ...args].map(quoted)].join(" ");
  const child = spawn("script", ["-qfec", command, drawn], {
    cwd: options.cwd,
    env: { ...options.env, TERM: "xterm-256color", SHELL: "/bin/sh" } as unknown as NodeJS.ProcessEnv,
    stdio: ["pipe", "ignore", "pipe"],
    detached: true,
  });
  child.stderr.pipe(createWriteStream(options.log, { flags: "a" }));
  const ended = new Promise<void>((resolve, reject) => {
    child.once("exit", () => resolve());
    child.once("error", reject);
  });
  const killGroup = () => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
    } catch {
      // It has already ended.
    }
  };
  const timer = setTimeout(killGroup, options.seconds * 1_000);
  const type = async (keys: string) => {
    await untilQuiet(drawn);
    child.stdin.write(keys);
  };
  // Earlier keys would go to a shell.
  await until(() => existsSync(drawn) && readFileSync(drawn, "utf8").includes(ESCAPE));
  await type(ESCAPE); // dismisses any question that the client asks first
  await type(DELETE); // completes a sequence that an escape may have started
  for (const prompt of options.prompts) {
    const earlier = answeredIn(options.ledger).length;
    await type(prompt);
    await type(RETURN);
    await until(() => child.exitCode !== null || isOver(answeredIn(options.ledger).slice(earlier)));
  }
  await type("/exit");
  await type(RETURN);
  await type(INTERRUPT); // exits a client without that command
  child.stdin.write(INTERRUPT);
  await ended.finally(() => clearTimeout(timer));
  killGroup();
}

const answeredIn = (ledger: string): LedgerRow[] => readLedger(ledger).filter(({ status }) => status === 200);
const isOver = (rows: readonly LedgerRow[]): boolean =>
  rows.some(({ kind }) => kind === "compaction") || rows.findLast(({ kind }) => kind === "main")?.calls.length === 0;

const untilQuiet = (file: string) =>
  until(() => existsSync(file) && statSync(file).size > 0 && Date.now() - statSync(file).mtimeMs > QUIET);

const MAX_WAITING = 120_000;

async function until(holds: () => boolean): Promise<void> {
  for (const end = Date.now() + MAX_WAITING; !holds() && Date.now() < end; ) await pause(100);
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
