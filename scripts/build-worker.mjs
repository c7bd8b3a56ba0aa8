// Bundles the code of worker threads into dist/worker.mjs, and of worker processes into dist/job-worker.mjs, because
// Next bundles neither and a plain file works in every mode.
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");

/** Packages with native parts or their own file lookups are loaded from node_modules. */
export const NATIVE = ["@libsql/*", "libsql", "@prisma/*", "piscina", "pino"];

/**
 * Builds dist/worker.mjs and returns its path. Each task is a separate file in dist/worker, so that a thread loads only
 * the code that it runs. Safe to run at the same time from several processes.
 */
export const buildWorker = () => bundle("lib/server/workers/main.ts", "worker", { external: NATIVE, splitting: true });

/** Builds dist/job-worker.mjs, the program of `npm run worker`, in the same way but as one file. Packages are not bundled. */
export const buildJobWorker = () => bundle("lib/server/start/worker-main.ts", "job-worker", { packages: "external" });

async function bundle(entry, name, outside) {
  const dist = path.join(root, "dist");
  const made = path.join(dist, `${name}.${process.pid}.${Date.now()}`);
  await build({
    absWorkingDir: root,
    entryPoints: { [name]: entry },
    outdir: made,
    outExtension: { ".js": ".mjs" },
    chunkNames: `${name}/[name]-[hash]`,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    alias: { "@": root },
    ...outside,
    banner: {
      js: 'import { createRequire as __createRequire } from "node:module"; const require = __createRequire(import.meta.url);',
    },
    logLevel: "warning",
  });
  replaceParts(path.join(made, name), path.join(dist, name));
  const target = path.join(dist, `${name}.mjs`);
  fs.renameSync(path.join(made, `${name}.mjs`), target);
  fs.rmSync(made, { recursive: true });
  return target;
}

/** A thread of an older build may still load its parts. */
const KEPT_MS = 86_400_000;

/** Moves the parts of a bundle before their entry, which loads them by name. Equal names have equal contents. */
function replaceParts(from, to) {
  if (!fs.existsSync(from)) return;
  fs.mkdirSync(to, { recursive: true });
  const parts = fs.readdirSync(from);
  for (const part of parts) fs.renameSync(path.join(from, part), path.join(to, part));
  for (const part of fs.readdirSync(to)) {
    const file = path.join(to, part);
    const age = Date.now() - (fs.statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0);
    if (age > KEPT_MS) fs.rmSync(file, { force: true });
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  console.log(await buildWorker());
  console.log(await buildJobWorker());
}
