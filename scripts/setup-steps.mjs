// Helpers of run.mjs: child processes that receive our signals, content hashes, and stamps of finished steps.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
export const fromRoot = (file) => path.join(root, file);

/** Prisma's CLI requires an engine binary that it does not use for `generate`; any executable will do. */
export const environment = {
  NEXT_TELEMETRY_DISABLED: "1",
  CHECKPOINT_DISABLE: "1",
  PRISMA_HIDE_UPDATE_MESSAGE: "1",
  PRISMA_SCHEMA_ENGINE_BINARY: process.env.PRISMA_SCHEMA_ENGINE_BINARY ?? process.execPath,
};

/** Runs Node and resolves to the exit code. Signals to this process are passed on to the child. */
export function runNode(args, extraEnv = {}, options = {}, onStart = () => {}) {
  return run(process.execPath, args, extraEnv, options, onStart);
}

/** Runs Node and returns its output instead of printing it. */
export const captureNode = (args) =>
  capture((options, listen) =>
    run(process.execPath, args, {}, { ...options, stdio: ["ignore", "pipe", "pipe"] }, listen),
  );

/** Runs npm and returns its standard output. */
export const captureNpm = (args) =>
  capture((options, listen) => runNpm(args, { ...options, stdio: ["ignore", "pipe", "inherit"] }, listen));

async function capture(start) {
  let output = "";
  const listen = (child) => {
    for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk) => (output += chunk));
  };
  const code = await start({}, listen);
  return { code, output };
}

export function runNpm(args, options = {}, onStart = () => {}) {
  const cli = process.env.npm_execpath;
  if (cli) return run(process.execPath, [cli, ...args], {}, options, onStart);
  return run("npm", args, {}, { shell: process.platform === "win32", ...options }, onStart);
}

export function run(command, args, extraEnv = {}, options = {}, onStart = () => {}) {
  const env = { ...process.env, ...environment, ...extraEnv };
  const child = spawn(command, args, { stdio: "inherit", cwd: root, env, ...options });
  onStart(child);
  const forward = (signal) => child.kill(signal);
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, forward);
  return new Promise((resolve) => {
    const finish = (code) => {
      for (const signal of ["SIGINT", "SIGTERM"]) process.off(signal, forward);
      resolve(code);
    };
    child.on("error", (error) => {
      console.error(`[winnow] cannot run ${command}: ${error.message}`);
      finish(127);
    });
    child.on("exit", (code, signal) => (signal ? process.exit(130) : finish(code ?? 1)));
  });
}

/** One hash of the names and bytes of files and folders, in a stable order. */
export function contentHash(entries) {
  const digest = createHash("sha256");
  for (const file of filesIn(entries)) digest.update(file).update("\0").update(fs.readFileSync(file));
  return digest.digest("hex");
}

/** A hash of names, lengths and modification times; reads no file. */
function timesHash(entries) {
  const digest = createHash("sha256");
  for (const file of filesIn(entries)) {
    const { size, mtimeMs } = fs.statSync(file);
    digest.update(`${file}\0${size} ${mtimeMs}\0`);
  }
  return digest.digest("hex");
}

const filesIn = (entries) => entries.flatMap(walk);

function walk(entry) {
  if (!fs.existsSync(entry)) return [];
  if (fs.statSync(entry).isFile()) return [entry];
  return fs
    .readdirSync(entry)
    .sort()
    .flatMap((name) => walk(path.join(entry, name)));
}

/**
 * True if the work was done for these inputs. A stamp contains a hash of their bytes and one of their times, so
 * untouched inputs are not read.
 */
export function isDone({ inputs, salt = "", product, stamp }) {
  if (!fs.existsSync(product) || !fs.existsSync(stamp)) return false;
  const [bytes, times] = fs.readFileSync(stamp, "utf8").split("\n");
  if (times === timesHash(inputs) + salt) return true;
  if (bytes !== contentHash(inputs) + salt) return false;
  markDone({ inputs, salt, stamp });
  return true;
}

export function markDone({ inputs, salt = "", stamp }) {
  fs.mkdirSync(path.dirname(stamp), { recursive: true });
  fs.writeFileSync(stamp, `${contentHash(inputs)}${salt}\n${timesHash(inputs)}${salt}`);
}
