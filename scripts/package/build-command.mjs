// Builds the command into <folder>/server/command, one file for each command, and bin/winnow.mjs. Commands that need
// the library open it with the server's code, and use the packages in the server's folder that cannot be bundled.
import fs from "node:fs";
import path from "node:path";
import { build } from "esbuild";
import { NATIVE } from "../build-worker.mjs";
import { entryOptions, vocabulariesFrom } from "./build-entries.mjs";

const BIN = `#!/usr/bin/env node
import "../server/command/main.js";
`;

/** Only servers and workers open PostgreSQL databases. */
const ONLY_IN_SERVERS = ["pg-boss"];

export async function buildCommand(folder) {
  await build({
    ...entryOptions,
    platform: "node",
    mainFields: ["module", "main"],
    entryPoints: { main: "package/command/main.ts" },
    outdir: path.join(folder, "server/command"),
    external: ["zod", ...NATIVE, ...ONLY_IN_SERVERS],
    splitting: true,
    minifySyntax: true,
    minifyWhitespace: true,
    plugins: [vocabulariesFrom("../../")],
    banner: {
      js: 'import { createRequire as __createRequire } from "node:module"; const require = __createRequire(import.meta.url);',
    },
  });
  fs.mkdirSync(path.join(folder, "bin"), { recursive: true });
  fs.writeFileSync(path.join(folder, "bin/winnow.mjs"), BIN, { mode: 0o755 });
}

/**
 * The folders next to the command, which reads packages, vocabularies, migrations and the code of worker
 * threads from them.
 */
const BESIDE = {
  node_modules: "node_modules",
  "server/lib": "lib",
  "server/prisma": "prisma",
  "server/scripts": "scripts",
  "server/dist": "dist",
};

/** Builds the same command next to the sources, without the server: for `npm run benchmark` and the tests. */
export async function buildLocalCommand(folder, version) {
  fs.mkdirSync(path.join(folder, "server"), { recursive: true });
  for (const [name, target] of Object.entries(BESIDE)) {
    const place = path.join(folder, name);
    if (fs.existsSync(target) && !fs.existsSync(place)) fs.symlinkSync(path.resolve(target), place, "junction");
  }
  fs.writeFileSync(path.join(folder, "package.json"), JSON.stringify({ type: "module", version }));
  await buildCommand(folder);
}
