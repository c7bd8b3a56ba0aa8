// Builds the command into <folder>/dist/command, one file for each command, and bin/winnow.mjs.
import fs from "node:fs";
import path from "node:path";
import { build } from "esbuild";
import { entryOptions, vocabulariesFrom } from "./build-entries.mjs";

const BIN = `#!/usr/bin/env node
import "../dist/command/main.js";
`;

export async function buildCommand(folder) {
  await build({
    ...entryOptions,
    platform: "node",
    mainFields: ["module", "main"],
    entryPoints: { main: "package/command/main.ts" },
    outdir: path.join(folder, "dist/command"),
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

/** The same beside the sources, which have vocabularies and packages: used by `npm run benchmark` and the tests. */
export async function buildLocalCommand(folder, version) {
  const vocabularies = path.join(folder, "server/lib/tokenizers/vocabularies");
  fs.mkdirSync(path.dirname(vocabularies), { recursive: true });
  for (const [place, target] of [
    [vocabularies, "lib/tokenizers/vocabularies"],
    [path.join(folder, "node_modules"), "node_modules"],
  ])
    if (!fs.existsSync(place)) fs.symlinkSync(path.resolve(target), place, "junction");
  fs.writeFileSync(path.join(folder, "package.json"), JSON.stringify({ type: "module", version }));
  await buildCommand(folder);
}
