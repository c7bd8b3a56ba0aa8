// Bundles a TypeScript file of this project for Node, so that the `@/` alias works. Packages are imported, not bundled.
import { readFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";

/** Locates the vocabularies, because the bundle is in a different folder than its source. */
const vocabularies = {
  name: "vocabularies",
  setup(builder) {
    builder.onLoad({ filter: /vocabulary-files\.ts$/ }, ({ path: file }) => ({
      contents: readFileSync(file, "utf8").replaceAll("import.meta.url", JSON.stringify(pathToFileURL(file).href)),
      loader: "ts",
    }));
  },
};

/** Writes the bundle of `entry` into node_modules/.cache of the project at `root`, and returns its path. */
export async function bundleTs(root, entry) {
  const outfile = path.join(root, "node_modules/.cache/run-ts", `${path.basename(entry, ".ts")}-${process.pid}.mjs`);
  await build({
    entryPoints: [path.resolve(entry)],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    packages: "external",
    sourcemap: "inline",
    alias: { "@": root.replace(/\/$/, "") },
    plugins: [vocabularies],
    logLevel: "warning",
  });
  return outfile;
}
