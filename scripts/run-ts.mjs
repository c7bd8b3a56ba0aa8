// Runs a TypeScript file of this project: node scripts/run-ts.mjs bench/accuracy/cache.ts [arguments]
// esbuild bundles the file into node_modules/.cache first (bundle-ts.mjs).
import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { bundleTs } from "./bundle-ts.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const [entry, ...rest] = process.argv.slice(2);
if (!entry) throw new Error("usage: node scripts/run-ts.mjs <file.ts> [arguments]");
const outfile = await bundleTs(root, entry);
const { status } = spawnSync(process.execPath, ["--enable-source-maps", outfile, ...rest], { stdio: "inherit" });
rmSync(outfile, { force: true });
process.exit(status ?? 1);
