// Runs a TypeScript file of this project: node scripts/run-ts.mjs bench/accuracy/cache.ts [arguments]
// esbuild bundles the file into node_modules/.cache, so that the `@/` alias works. Packages are imported and not bundled.
import { spawnSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";

const root = fileURLToPath(new URL("..", import.meta.url));
const [entry, ...rest] = process.argv.slice(2);
if (!entry) throw new Error("usage: node scripts/run-ts.mjs <file.ts> [arguments]");
/** The bundle lies elsewhere than the file that says where the vocabularies are. */
const vocabularies = {
  name: "vocabularies",
  setup(builder) {
    builder.onLoad({ filter: /vocabulary-files\.ts$/ }, ({ path: file }) => ({
      contents: readFileSync(file, "utf8").replaceAll("import.meta.url", JSON.stringify(pathToFileURL(file).href)),
      loader: "ts",
    }));
  },
};
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
const { status } = spawnSync(process.execPath, ["--enable-source-maps", outfile, ...rest], { stdio: "inherit" });
rmSync(outfile, { force: true });
process.exit(status ?? 1);
