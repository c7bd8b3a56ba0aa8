import fs from "node:fs";
import path from "node:path";
import { build } from "esbuild";

/**
 * Bundles a program of tests/support that a test runs as a separate process, and returns its path. Several test files
 * may build the same program concurrently, so each process writes its own copy and moves it into place.
 */
export async function buildChild(name: string): Promise<string> {
  const target = path.resolve(`dist/test/${name}-${process.pid}.mjs`);
  const temporary = `${target}.new`;
  await build({
    entryPoints: [`tests/support/${name}.ts`],
    outfile: temporary,
    bundle: true,
    platform: "node",
    format: "esm",
    alias: { "@": process.cwd() },
    packages: "external",
    logLevel: "error",
  });
  fs.renameSync(temporary, target);
  return target;
}
