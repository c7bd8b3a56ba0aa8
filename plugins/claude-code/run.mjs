// Runs a command of the installed package: node run.mjs show --this
// It has no dependencies, because Claude Code copies only this folder. `--this` stands for the newest transcript of
// this project. A hook runs only if an option of the plugin is on, and prints nothing if anything fails.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const [verb, ...rest] = process.argv.slice(2);
/** `hook` is for what follows a compaction, `warn` for what follows an answer. */
const isHook = verb === "hook" || verb === "warn";

const flags = verb === "hook" ? switchedOn() : verb === "warn" ? limits() : [];
if (isHook && flags.length === 0) process.exit(0);

const command = findCommand();
if (!command) {
  if (!isHook)
    console.error(
      "Winnow is not found. Install its package with npm install -g, or start it once with winnow open, or set WINNOW_PACKAGE to its folder.",
    );
  process.exit(isHook ? 0 : 1);
}
process.argv = [process.execPath, command, isHook ? "hook" : verb, ...rest.map((argument) => thisSession(argument)), ...flags];
try {
  await import(pathToFileURL(command).href);
} catch (error) {
  if (!isHook) throw error;
}

/** An option that the user set when enabling the plugin; empty if there is none. */
function option(name) {
  const variable = `CLAUDE_PLUGIN_OPTION_${name.toUpperCase()}`;
  return Object.entries(process.env).find(([key]) => key.toUpperCase() === variable)?.[1] ?? "";
}

function switchedOn() {
  return ["report", "remind"].filter((name) => /^(true|1)$/i.test(option(name))).map((name) => `--${name}`);
}

/** The limits above 0; an MCP server's is in per cent. */
function limits() {
  const [cost, share] = ["max_session_cost", "max_uncalled_server"].map((name) => Number.parseFloat(option(name)));
  return [
    ...(cost > 0 ? ["--max-session-cost", String(cost)] : []),
    ...(share > 0 ? ["--max-uncalled-server", `${share}%`] : []),
  ];
}

/** bin/winnow.mjs: of the package around this folder, of the last started package, or of the one on the path. */
function findCommand() {
  const here = path.dirname(fileURLToPath(import.meta.url));
  const folders = [process.env.WINNOW_PACKAGE, path.join(here, "../.."), startedLast(), ...onPath()];
  const files = folders.filter(Boolean).map((folder) => path.join(folder, "bin/winnow.mjs"));
  return files.find((file) => fs.existsSync(file));
}

/** `winnow open` records its location in its data folder. */
function startedLast() {
  const home = os.homedir();
  const data = {
    win32: process.env.LOCALAPPDATA || path.join(home, "AppData", "Local"),
    darwin: path.join(home, "Library", "Application Support"),
  };
  const platform = data[process.platform] ?? (process.env.XDG_DATA_HOME || path.join(home, ".local", "share"));
  const folder = process.env.WINNOW_DATA_DIR || path.join(platform, "winnow");
  try {
    return JSON.parse(fs.readFileSync(path.join(folder, "installed.json"), "utf8")).folder;
  } catch {
    return undefined;
  }
}

/** npm's global folder on the path: a link to the command, or on Windows a script beside node_modules. */
function onPath() {
  return (process.env.PATH ?? "").split(path.delimiter).flatMap((folder) => {
    const link = path.join(folder, "winnow");
    const real = fs.existsSync(link) ? fs.realpathSync(link) : "";
    const own = real.endsWith(path.join("bin", "winnow.mjs")) ? [path.join(real, "../..")] : [];
    return [...own, ...["winnow-inspector", "winnow"].map((name) => path.join(folder, "node_modules", name))];
  });
}

/** The newest transcript of Claude Code's working directory. Earlier versions write those of sub-agents beside it. */
function thisSession(argument) {
  if (argument !== "--this") return argument;
  const home = process.env.CLAUDE_CONFIG_DIR || path.join(os.homedir(), ".claude");
  const folder = path.join(home, "projects", process.cwd().replace(/[^A-Za-z0-9]/g, "-"));
  const files = fs.existsSync(folder) ? fs.readdirSync(folder).filter((name) => /^(?!agent-).*\.jsonl$/.test(name)) : [];
  const newest = files
    .map((name) => ({ file: path.join(folder, name), at: fs.statSync(path.join(folder, name)).mtimeMs }))
    .sort((one, other) => other.at - one.at)[0];
  if (newest) return newest.file;
  console.error(`There is no transcript in ${folder}.`);
  process.exit(1);
}
