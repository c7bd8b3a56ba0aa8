// Writes docs/library/*.md from the docstrings of the package's exports: `node scripts/library-docs.mjs [folder]`.
// TypeDoc needs an older TypeScript than this project, so npm fetches both for the call.
import fs from "node:fs";
import path from "node:path";
import { fromRoot, root, runNpm } from "./setup-steps.mjs";

const TOOLS = ["typedoc@0.28.20", "typescript@6.0.3", "typedoc-plugin-markdown@4.14.1"];
const ENTRIES = ["index", "small", "ai-sdk", "langchain", "opencode"];
/** Kinds that need a docstring. tests/package/docstrings.test.ts checks the same, without a network. */
const DOCUMENTED = ["Function", "Variable", "TypeAlias", "Class", "Interface"];
const OPTIONS = {
  plugin: "typedoc-plugin-markdown",
  tsconfig: "tsconfig.package.json",
  readme: "none",
  name: "The library",
  router: "module",
  disableSources: "true",
  skipErrorChecking: "true",
  hidePageHeader: "true",
  hideBreadcrumbs: "true",
  excludeExternals: "true",
  parametersFormat: "table",
  typeAliasPropertiesFormat: "table",
  "validation.notExported": "false",
  treatValidationWarningsAsErrors: "true",
};

process.chdir(root);
const folder = path.resolve(process.argv[2] ?? fromRoot("docs/library"));
const options = { ...OPTIONS, out: folder };
const code = await runNpm([
  "exec",
  "--yes",
  ...TOOLS.map((name) => `--package=${name}`),
  "--",
  "typedoc",
  ...Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]),
  ...DOCUMENTED.flatMap((kind) => ["--requiredToBeDocumented", kind]),
  "--validation.notDocumented",
  ...ENTRIES.map((name) => `package/entries/${name}.ts`),
]);
if (code !== 0) throw new Error(`typedoc ended with ${code}`);
for (const name of fs.readdirSync(folder)) {
  const file = path.join(folder, name);
  fs.writeFileSync(
    file,
    `${fs
      .readFileSync(file, "utf8")
      .replace(/[ \t]+$/gm, "")
      .trimEnd()}\n`,
  );
}
console.log(`[winnow] ${path.relative(root, folder)}: ${fs.readdirSync(folder).length} pages`);
