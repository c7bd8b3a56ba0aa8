// Bundles the code of worker threads into dist/worker.mjs, and of worker processes into dist/job-worker.mjs, because
// Next bundles neither and a plain file works in every mode.
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");

/** Packages with native parts or their own file lookups are loaded from node_modules. */
export const NATIVE = ["@libsql/*", "libsql", "@prisma/*", "piscina", "pino"];

/** Builds dist/worker.mjs and returns its path. Safe to run at the same time from several processes. */
export const buildWorker = () => bundle("lib/server/workers/main.ts", "worker.mjs", { external: NATIVE });

/** Builds dist/job-worker.mjs, the program of `npm run worker`, in the same way. Packages are not bundled. */
export const buildJobWorker = () =>
  bundle("lib/server/start/worker-main.ts", "job-worker.mjs", { packages: "external" });

async function bundle(entry, name, outside) {
  const target = path.join(root, "dist", name);
  const temporary = `${target}.${process.pid}.${Date.now()}`;
  await build({
    absWorkingDir: root,
    entryPoints: [entry],
    outfile: temporary,
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
  fs.renameSync(temporary, target);
  return target;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  console.log(await buildWorker());
  console.log(await buildJobWorker());
}
