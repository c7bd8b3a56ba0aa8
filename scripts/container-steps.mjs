// Without Docker, does what `docker build` and `docker run` would do with the Dockerfile, in an empty folder of this
// machine: `node scripts/container-steps.mjs [--tarball out/<name>.tgz]`. With a tarball, the first stage, which makes
// one, is skipped. If started by root, the steps after USER run as another user. Supports only the Dockerfile's
// instructions.
import { spawn, spawnSync } from "node:child_process";
import fs from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { fromRoot, root } from "./setup-steps.mjs";

/** The id of the user `node` in the image. */
const NODE_USER = 1000;
const HEALTHY_WITHIN_MS = 60_000;

const given = process.argv.indexOf("--tarball");
const tarball = given < 0 ? null : path.resolve(process.argv[given + 1] ?? "");
const work = fs.mkdtempSync(path.join(os.tmpdir(), "winnow-container-"));
fs.chmodSync(work, 0o755);

/** Instructions in order; a line ending with a backslash continues on the next one. */
export function parseDockerfile(text) {
  const lines = text.replaceAll(/\\\n\s*/g, "").split("\n");
  return lines
    .filter((line) => line.trim() !== "" && !line.startsWith("#"))
    .map((line) => {
      const [, name = "", rest = ""] = /^(\S+)\s+(.*)$/.exec(line) ?? [];
      return { name: name.toUpperCase(), rest };
    });
}

class Stage {
  env = {};
  folder = "/";
  isNode = false;

  constructor(name) {
    this.root = path.join(work, name);
    fs.mkdirSync(this.root);
    fs.chmodSync(this.root, 0o755);
  }

  at(place) {
    return path.join(this.root, path.isAbsolute(place) ? place : path.join(this.folder, place));
  }

  options() {
    const env = {
      ...process.env,
      ...this.env,
      HOME: this.at("/home/node"),
      npm_config_cache: this.at("/home/node/.npm"),
    };
    const dropped = this.isNode && process.getuid?.() === 0 ? { uid: NODE_USER, gid: NODE_USER } : {};
    return { cwd: this.at("."), env, ...dropped };
  }

  own(place) {
    if (process.getuid?.() === 0) fs.chownSync(place, NODE_USER, NODE_USER);
  }
}

const stages = new Map();
let stage;
let skipped = false;
let start = [];
let health = [];

const STEPS = {
  FROM: (rest) => {
    const name = / AS (\S+)$/i.exec(rest)?.[1] ?? "last";
    stage = new Stage(name);
    stages.set(name, stage);
    skipped = tarball !== null && stages.size === 1;
  },
  ENV: (rest) => {
    const [, name, value] = /^(\w+)=(.*)$/.exec(rest);
    stage.env[name] = value.split(":").map(placeOf).join(":");
  },
  USER: () => {
    stage.isNode = true;
  },
  WORKDIR: (rest) => {
    stage.folder = rest;
    fs.mkdirSync(stage.at(rest), { recursive: true });
    if (rest === "/home/node") stage.own(stage.at(rest)); // the base image has this folder
  },
  COPY: (rest) => {
    const words = rest.split(/\s+/);
    const from = words.find((word) => word.startsWith("--from="))?.slice(7);
    const [source, target] = words.filter((word) => !word.startsWith("--"));
    if (from === undefined) copyContext(stage.at(target));
    else copyOne(stages.get(from), source, stage.at(target));
  },
  RUN: (rest) => {
    const { status } = spawnSync("sh", ["-e", "-c", rest], {
      ...stage.options(),
      stdio: ["ignore", "inherit", "inherit"],
    });
    if (status !== 0) throw new Error(`RUN ${rest} ended with ${status}`);
  },
  HEALTHCHECK: (rest) => {
    health = JSON.parse(rest.slice(rest.indexOf("CMD") + 3));
  },
  CMD: (rest) => {
    start = JSON.parse(rest);
  },
  VOLUME: () => {},
  EXPOSE: () => {},
};

/** Resolves one part of a value in ENV: a path of the stage, a variable such as $PATH, or a plain word. */
function placeOf(part) {
  if (part.startsWith("$")) return { ...process.env, ...stage.env }[part.slice(1)] ?? "";
  return part.startsWith("/") ? stage.at(part) : part;
}

/** Copies the files that git tracks. */
function copyContext(target) {
  const { stdout } = spawnSync("git", ["ls-files"], { cwd: root, encoding: "utf8" });
  for (const file of stdout.split("\n").filter((name) => name !== "" && fs.existsSync(fromRoot(name))))
    fs.cpSync(fromRoot(file), path.join(target, file));
}

function copyOne(from, pattern, target) {
  const folder = from.at(path.dirname(pattern));
  const found = tarball
    ? [tarball]
    : fs
        .readdirSync(folder)
        .filter((name) => name.endsWith(".tgz"))
        .map((name) => path.join(folder, name));
  if (found.length !== 1) throw new Error(`${pattern} stands for ${found.length} files`);
  fs.copyFileSync(found[0], target);
  stage.own(target);
}

const freePort = () =>
  new Promise((resolve) => {
    const server = net.createServer();
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });

/** Starts the container's command, waits until its health check passes, and stops it as Docker does. */
async function runContainer() {
  const port = String(await freePort());
  const [program, ...args] = start.map((word) => (word === "3000" ? port : word));
  const child = spawn(program, args, { ...stage.options(), stdio: ["ignore", "inherit", "inherit"] });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  const [checker, ...check] = health.map((word) => word.replaceAll("3000", port));
  const startedAt = performance.now();
  let isHealthy = false;
  while (!isHealthy && child.exitCode === null && performance.now() - startedAt < HEALTHY_WITHIN_MS)
    isHealthy = spawnSync(checker, check, { ...stage.options(), stdio: "ignore" }).status === 0;
  const took = Math.round(performance.now() - startedAt);
  child.kill("SIGTERM");
  const code = await ended;
  if (!isHealthy) throw new Error("the health check did not pass");
  if (code !== 0) throw new Error(`the command ended with ${code} when it was stopped`);
  return took;
}

try {
  for (const { name, rest } of parseDockerfile(fs.readFileSync(fromRoot("Dockerfile"), "utf8"))) {
    const step = STEPS[name];
    if (!step) throw new Error(`this script does not know ${name}`);
    if (skipped && name !== "FROM" && name !== "WORKDIR") continue;
    console.log(`[winnow] ${name} ${rest}`);
    await step(rest);
  }
  console.log(`[winnow] healthy after ${await runContainer()} ms, and stopped when it was told to`);
} finally {
  // A process of the stopped server may still be writing.
  fs.rmSync(work, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
}
