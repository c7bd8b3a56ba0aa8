// Runs a command of the installed package: node run.mjs show --this
// It has no dependencies, because Claude Code copies only this folder. `--this` means the newest transcript of this
// project. A hook runs only if its option in the plugin is on, and prints nothing if it fails.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const [verb, ...rest] = process.argv.slice(2);
/** `hook` runs after a compaction, `warn` after an answer. */
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

/** An option that the user set when enabling the plugin; empty if it was not set. */
function option(name) {
  const variable = `CLAUDE_PLUGIN_OPTION_${name.toUpperCase()}`;
  return Object.entries(process.env).find(([key]) => key.toUpperCase() === variable)?.[1] ?? "";
}

function switchedOn() {
  return ["report", "remind"].filter((name) => /^(true|1)$/i.test(option(name))).map((name) => `--${name}`);
}

/** The limits above 0. The limit of MCP servers is a percentage. */
function limits() {
  const [cost, share] = ["max_session_cost", "max_uncalled_server"].map((name) => Number.parseFloat(option(name)));
  return [
    ...(cost > 0 ? ["--max-session-cost", String(cost)] : []),
    ...(share > 0 ? ["--max-uncalled-server", `${share}%`] : []),
  ];
}

/** The path of bin/winnow.mjs: in the package around this folder, in the package started last, or on PATH. */
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

/** npm's global folder on PATH, which contains a link to the command, or on Windows a script next to node_modules. */
function onPath() {
  return (process.env.PATH ?? "").split(path.delimiter).flatMap((folder) => {
    const link = path.join(folder, "winnow");
    const real = fs.existsSync(link) ? fs.realpathSync(link) : "";
    const own = real.endsWith(path.join("bin", "winnow.mjs")) ? [path.join(real, "../..")] : [];
    return [...own, ...["winnow-inspector", "winnow"].map((name) => path.join(folder, "node_modules", name))];
  });
}

/** The newest transcript of Claude Code's working directory. Earlier versions write those of sub-agents next to it. */
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
