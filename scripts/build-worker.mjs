// Bundles the code of worker threads into dist/worker.mjs, because Next does not bundle it and a plain file works in every mode.
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");

/** Builds dist/worker.mjs and returns its path. Safe to run at the same time from several processes. */
export async function buildWorker() {
  const target = path.join(root, "dist", "worker.mjs");
  const temporary = `${target}.${process.pid}.${Date.now()}`;
  await build({
    absWorkingDir: root,
    entryPoints: ["lib/server/workers/main.ts"],
    outfile: temporary,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    alias: { "@": root },
    // Packages with native parts or their own file lookups are loaded from node_modules.
    external: ["@libsql/*", "libsql", "@prisma/*", "piscina", "pino"],
    banner: {
      js: 'import { createRequire as __createRequire } from "node:module"; const require = __createRequire(import.meta.url);',
    },
    logLevel: "warning",
  });
  fs.renameSync(temporary, target);
  return target;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) console.log(await buildWorker());
