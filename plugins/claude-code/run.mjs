// Runs a command of the installed package: node run.mjs show --this
// It has no dependencies, because Claude Code copies only this folder. `--this` stands for the newest transcript of
// this project. A hook runs only if an option of the plugin is on, and prints nothing if anything fails.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const [verb, ...rest] = process.argv.slice(2);
const isHook = verb === "hook";

/** The options that the user set when enabling the plugin. */
const isOn = (name) =>
  Object.entries(process.env).some(
    ([key, value]) => key.toUpperCase() === `CLAUDE_PLUGIN_OPTION_${name.toUpperCase()}` && /^(true|1)$/i.test(value),
  );
const flags = isHook ? ["report", "remind"].filter(isOn).map((name) => `--${name}`) : [];
if (isHook && flags.length === 0) process.exit(0);

const command = findCommand();
if (!command) {
  if (!isHook)
    console.error(
      "Winnow is not found. Install its package with npm install -g, or start it once with winnow open, or set WINNOW_PACKAGE to its folder.",
    );
  process.exit(isHook ? 0 : 1);
}
process.argv = [process.execPath, command, verb, ...rest.map((argument) => thisSession(argument)), ...flags];
try {
  await import(pathToFileURL(command).href);
} catch (error) {
  if (!isHook) throw error;
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

/** The newest transcript of Claude Code's working directory. */
function thisSession(argument) {
  if (argument !== "--this") return argument;
  const home = process.env.CLAUDE_CONFIG_DIR || path.join(os.homedir(), ".claude");
  const folder = path.join(home, "projects", process.cwd().replace(/[^A-Za-z0-9]/g, "-"));
  const files = fs.existsSync(folder) ? fs.readdirSync(folder).filter((name) => name.endsWith(".jsonl")) : [];
  const newest = files
    .map((name) => ({ file: path.join(folder, name), at: fs.statSync(path.join(folder, name)).mtimeMs }))
    .sort((one, other) => other.at - one.at)[0];
  if (newest) return newest.file;
  console.error(`There is no transcript in ${folder}.`);
  process.exit(1);
}
