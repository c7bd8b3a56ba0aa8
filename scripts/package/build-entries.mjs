// Builds the entries of the package into <folder>/dist: JavaScript by esbuild, types by rolldown.
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = fileURLToPath(new URL("../..", import.meta.url)).replace(/[\\/]$/, "");

/**
 * The entries by their name in `dist`. `small` is split into many files, so a bundler leaves out strategies
 * that are not imported.
 */
const WHOLE = {
  index: "package/entries/index.ts",
  browser: "package/entries/browser.ts",
  "ai-sdk": "package/entries/ai-sdk.ts",
  langchain: "package/entries/langchain.ts",
  opencode: "package/entries/opencode.ts",
};
const CUT = { small: "package/entries/small.ts", "small-browser": "package/entries/small-browser.ts" };
const TYPED = ["index", "small", "ai-sdk", "langchain", "opencode"];

/**
 * The package contains the vocabularies once, where the server reads them too. `up` leads from the built file to the
 * package's root.
 */
export const vocabulariesFrom = (up) => ({
  name: "vocabulary-folder",
  setup(builder) {
    builder.onLoad({ filter: /vocabulary-files\.ts$/ }, ({ path: file }) => ({
      contents: fs.readFileSync(file, "utf8").replaceAll('"../../lib/', `"${up}server/lib/`),
      loader: "ts",
    }));
  },
});

/**
 * Sources and dates of facts, and parameter descriptions, are for readers of the program: the small entry leaves them
 * out.
 */
const TABLES = /[\\/]lib[\\/](?:tools[\\/](?:data|failures)[\\/][\w-]+|tokenizers[\\/](?:families|estimates))\.ts$/;
const READ_WHERE = /^ +(?:source|version|asOf):\s+(?:"[^"\n]*"|`[^`\n]*`|TIKTOKEN|SAMPLES|published\("[^"]*"\)),$/gm;
const PARAMETERS = /[\\/]lib[\\/]strategies[\\/](?:presets[\\/][\w-]+|grammar[\\/]params)\.ts$/;
const DESCRIPTION = /(?<=\b(?:whole|share|flag)\([^"()]*,\s*)"[^"\n]*"/g;
const DESCRIBED = ".check(z.describe(description))";

const withoutProse = {
  name: "without-prose",
  setup(builder) {
    const leaveOut = (filter, change) =>
      builder.onLoad({ filter }, ({ path: file }) => ({
        contents: change(fs.readFileSync(file, "utf8")),
        loader: "ts",
      }));
    leaveOut(TABLES, (text) => text.replace(READ_WHERE, ""));
    leaveOut(PARAMETERS, (text) => text.replace(DESCRIPTION, '""').replaceAll(DESCRIBED, ""));
  },
};

export const entryOptions = {
  absWorkingDir: root,
  bundle: true,
  format: "esm",
  target: "es2022",
  // Node's own modules are external everywhere; the browser entries import none.
  platform: "neutral",
  mainFields: ["module", "main"],
  conditions: ["import", "default"],
  external: ["node:*", "zod", "ai", "@langchain/core", "langchain"],
  alias: { "@": root },
  plugins: [vocabulariesFrom("../")],
  charset: "utf8",
  legalComments: "none",
  logLevel: "warning",
};

/** Every strategy or format module named by the small entry gets a separate file. */
function piecesOfSmall() {
  const text = fs.readFileSync(path.join(root, "package/entries/small-exports.ts"), "utf8");
  const named = [...text.matchAll(/^export \{[^}]*\} from "@\/(lib\/(?:formats|strategies\/presets)\/[^"]+)"/gm)];
  return Object.fromEntries(named.map(([, file]) => [`pieces/${path.basename(file)}`, `${file}.ts`]));
}

export async function buildEntries(folder) {
  await build({
    ...entryOptions,
    entryPoints: WHOLE,
    outdir: path.join(folder, "dist"),
    splitting: true,
    chunkNames: "shared-[hash]",
    minifySyntax: true,
    minifyWhitespace: true,
  });
  await buildSmall(folder);
}

/** Builds only the small entry, for a test that bundles it as a user would. */
export async function buildSmall(folder) {
  await build({
    ...entryOptions,
    entryPoints: { ...CUT, ...piecesOfSmall() },
    outdir: path.join(folder, "dist"),
    plugins: [...entryOptions.plugins, withoutProse],
    splitting: true,
    chunkNames: "part-[hash]",
    minifySyntax: true,
    minifyWhitespace: true,
  });
}

/** Writes one `.d.ts` per entry: the sources import through `@/`, which a consumer's TypeScript does not know. */
export async function buildTypes(folder) {
  const { rolldown } = await import("rolldown");
  const { dts } = await import("rolldown-plugin-dts");
  const bundle = await rolldown({
    cwd: root,
    input: Object.fromEntries(TYPED.map((name) => [name, { ...WHOLE, ...CUT }[name]])),
    external: [/^node:/, /^zod/, /^ai$/, /^@langchain\//, /^langchain/],
    resolve: { alias: { "@": root } },
    plugins: dts({ emitDtsOnly: true, tsconfig: path.join(root, "tsconfig.package.json") }),
    logLevel: "silent",
  });
  await bundle.write({ dir: path.join(folder, "dist"), format: "es" });
  await bundle.close();
}
