#!/usr/bin/env node
// Bundles one TypeScript file with esbuild and runs it: node scripts/run-ts.mjs <file.ts> [arguments]
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = resolve(fileURLToPath(import.meta.url), "../..");
const [entry, ...rest] = process.argv.slice(2);
if (!entry) throw new Error("usage: node scripts/run-ts.mjs <file.ts> [arguments]");
// Inside the repository, so that packages left out of the bundle resolve.
const folder = mkdtempSync(join(root, "node_modules", ".run-ts-"));
const outfile = join(folder, "bundle.mjs");
await build({
  entryPoints: [entry],
  outfile,
  bundle: true,
  platform: "node",
  format: "esm",
  packages: "external",
  alias: { "server-only": join(root, "tests/support/server-only.ts"), "@": root },
  logLevel: "warning",
});
const child = spawn(process.execPath, ["--enable-source-maps", outfile, ...rest], { stdio: "inherit" });
child.on("exit", (code, signal) => {
  rmSync(folder, { recursive: true, force: true });
  process.exitCode = code ?? (signal ? 1 : 0);
});
