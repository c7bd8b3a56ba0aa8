import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import readline from "node:readline/promises";
import { fileURLToPath } from "node:url";
import { pathsOf } from "./data-folder";
import { print, Refusal } from "./output";

export type InstallOptions = {
  readonly uninstall?: boolean;
  /** Skips the confirmation. */
  readonly yes?: boolean;
  /** Another settings file than the user's. */
  readonly settings?: string;
};

type Settings = { readonly statusLine?: unknown; readonly [key: string]: unknown };

/** Where Claude Code keeps the user's settings. */
export function settingsFile(
  environment: NodeJS.ProcessEnv = process.env,
  platform = process.platform,
  home = os.homedir(),
): string {
  const { join } = pathsOf(platform);
  return join(environment.CLAUDE_CONFIG_DIR || join(home, ".claude"), "settings.json");
}

/** The previous status line, kept next to the settings until it is restored. */
const keptFile = (settings: string) => `${settings}.statusline-before-winnow`;

/** Adds or removes the status line in Claude Code's settings, which a plugin cannot do; asks first. */
export async function installStatusLine(options: InstallOptions): Promise<void> {
  const file = real(options.settings ?? settingsFile());
  const settings = read(file);
  const change = options.uninstall ? takenBack(file, settings) : installed(settings);
  if (change === null) {
    print(options.uninstall ? "The status line is not Winnow's; nothing was changed." : "It is installed already.");
    return;
  }
  const before = settings.statusLine === undefined ? "nothing" : JSON.stringify(settings.statusLine);
  const after = change.statusLine === undefined ? "nothing" : JSON.stringify(change.statusLine);
  print(`In ${file}, statusLine changes\n  from ${before}\n  to   ${after}`);
  if (!options.yes && !(await isWanted())) {
    print("Nothing was changed.");
    return;
  }
  if (options.uninstall) fs.rmSync(keptFile(file), { force: true });
  else if (!isOwn(settings.statusLine))
    fs.writeFileSync(keptFile(file), `${JSON.stringify(settings.statusLine ?? null)}\n`, { mode: 0o600 });
  write(file, change);
  print(options.uninstall ? "Done." : "Done. winnow statusline --uninstall undoes it.");
}

/** `node` and the command by their paths: a status line through npx would take a second. */
function ownCommand(): string {
  const command = fileURLToPath(new URL("../../bin/winnow.mjs", import.meta.url));
  return shellCommand([process.execPath, command, "statusline"]);
}

/**
 * A command as Claude Code passes it to a shell. On Windows that is Git Bash, which interprets a backslash as an
 * escape; Windows itself accepts slashes.
 */
export const shellCommand = (words: readonly string[], platform: NodeJS.Platform = process.platform): string =>
  words.map((word) => quoted(platform === "win32" ? word.replaceAll("\\", "/") : word)).join(" ");

const quoted = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `"${text.replace(/["\\$`]/g, "\\$&")}"`;

const isOwn = (statusLine: unknown): boolean =>
  /winnow\.mjs"? statusline$/.test((statusLine as { command?: string } | undefined)?.command ?? "");

function installed(settings: Settings): Settings | null {
  const statusLine = { type: "command", command: ownCommand() };
  return JSON.stringify(settings.statusLine) === JSON.stringify(statusLine) ? null : { ...settings, statusLine };
}

function takenBack(file: string, settings: Settings): Settings | null {
  if (!isOwn(settings.statusLine)) return null;
  const { statusLine: _, ...others } = settings;
  const kept = keptLine(file);
  return kept === null || isOwn(kept) ? others : { ...others, statusLine: kept };
}

function keptLine(file: string): unknown {
  try {
    return JSON.parse(fs.readFileSync(keptFile(file), "utf8"));
  } catch {
    return null;
  }
}

async function isWanted(): Promise<boolean> {
  if (!process.stdin.isTTY)
    throw new Refusal("nothing was changed: there is no terminal to ask in; --yes skips the question", 2);
  const question = readline.createInterface({ input: process.stdin, output: process.stderr });
  const answer = await question.question("Change it? [y/N] ");
  question.close();
  return /^y(es)?$/i.test(answer.trim());
}

/** Resolves a link, which people use to keep settings in a repository. */
const real = (file: string): string => (fs.existsSync(file) ? fs.realpathSync(file) : path.resolve(file));

function read(file: string): Settings {
  if (!fs.existsSync(file)) return {};
  const settings = parsed(fs.readFileSync(file, "utf8"));
  if (typeof settings === "object" && settings !== null && !Array.isArray(settings)) return settings as Settings;
  throw new Refusal(`${file} is not a JSON object, so it was left unchanged`, 1);
}

function parsed(text: string): unknown {
  try {
    return text.trim() === "" ? {} : JSON.parse(text);
  } catch {
    return null;
  }
}

/** Atomic: the client may read the file at any moment. */
function write(file: string, settings: Settings): void {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  const mode = fs.existsSync(file) ? fs.statSync(file).mode & 0o777 : 0o600;
  const temporary = `${file}.winnow-${process.pid}`;
  fs.writeFileSync(temporary, `${JSON.stringify(settings, null, 2)}\n`, { mode });
  fs.renameSync(temporary, file);
}
