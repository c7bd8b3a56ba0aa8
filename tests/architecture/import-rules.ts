/**
 * The import table of lib/README.md as data. `mayImport` lists folders (relative to the root) besides the folder itself;
 * `packages` lists npm packages (and `node:`) that only this room may use.
 */
export type ImportRule = { readonly folder: string; readonly mayImport: readonly string[]; readonly because: string };

const CORE = ["lib/conversation", "lib/transcript"];
const ANALYSIS = [
  ...CORE,
  "lib/formats",
  "lib/tokenizers",
  "lib/models",
  "lib/ledger",
  "lib/requests",
  "lib/cache",
  "lib/strategies",
  "lib/evaluation",
];

export const IMPORT_RULES: readonly ImportRule[] = [
  { folder: "lib/conversation", mayImport: [], because: "it is the first value: everything else stands on it" },
  { folder: "lib/transcript", mayImport: ["lib/conversation"], because: "a session is made of messages" },
  { folder: "lib/formats", mayImport: ["lib/conversation"], because: "a codec knows request bodies, not transcripts" },
  { folder: "lib/importers", mayImport: [...CORE, "lib/formats"], because: "an importer only makes sessions" },
  { folder: "lib/tokenizers", mayImport: [], because: "counting text needs text alone" },
  {
    folder: "lib/models",
    mayImport: ["lib/tokenizers", "lib/transcript"],
    because: "rows name a tokenizer and price usage",
  },
  {
    folder: "lib/ledger",
    mayImport: [...CORE, "lib/tokenizers", "lib/models"],
    because: "tokens of parts come before requests",
  },
  {
    folder: "lib/requests",
    mayImport: [...CORE, "lib/formats", "lib/tokenizers", "lib/models", "lib/ledger"],
    because: "requests are built from the ledger, or from captured bodies",
  },
  {
    folder: "lib/cache",
    mayImport: [...CORE, "lib/models", "lib/ledger", "lib/requests"],
    because: "the cache sees requests only",
  },
  {
    folder: "lib/strategies",
    mayImport: ["lib/conversation", "lib/tokenizers", "lib/models"],
    because: "a strategy works on a conversation and nothing else",
  },
  {
    folder: "lib/evaluation",
    mayImport: ANALYSIS,
    because: "evaluation compares what the stages made; it reads no files",
  },
  {
    folder: "lib/pipeline",
    mayImport: [...ANALYSIS, "lib/importers"],
    because: "the pipeline calls the stages, nothing calls back",
  },
  {
    folder: "lib/replay",
    mayImport: [...ANALYSIS, "lib/pipeline"],
    because: "a replay compresses and measures what was analysed",
  },
  {
    folder: "lib/view-models",
    mayImport: [...ANALYSIS, "lib/pipeline", "lib/replay"],
    because: "view models turn results into rows",
  },
  {
    folder: "lib/exporters",
    mayImport: [...CORE, "lib/formats", "lib/view-models"],
    because: "an exporter writes what was made; it makes nothing",
  },
  { folder: "lib/example", mayImport: [], because: "the example is only text" },
  {
    folder: "lib/api-schemas",
    mayImport: [...ANALYSIS, "lib/pipeline", "lib/replay", "lib/view-models"],
    because: "bodies are described in the program's own words",
  },
  {
    folder: "lib/server",
    mayImport: ["lib", "prisma"],
    because: "the impure part may use all of lib, never app or components",
  },
  { folder: "components", mayImport: ["lib"], because: "components draw view models" },
  { folder: "app", mayImport: ["lib", "components"], because: "app is glue" },
];

/** Packages that only the named folders may import, each with its reason. */
export const PACKAGE_RULES: readonly {
  readonly pattern: RegExp;
  readonly only: readonly string[];
  readonly because: string;
}[] = [
  {
    pattern: /^node:/,
    only: ["lib/server", "app", "instrumentation.ts", "proxy.ts"],
    because: "lib is pure: no file system, no clock, no process",
  },
  {
    pattern: /^(@prisma\/|@libsql\/|libsql$|pg$|piscina|pino)/,
    only: ["lib/server", "prisma"],
    because: "the database, the workers and the log live behind lib/server",
  },
  { pattern: /^ai$|^@ai-sdk\//, only: ["lib/server"], because: "models are called from the server only" },
  { pattern: /^recharts/, only: ["components/charts"], because: "one room knows the chart library" },
  { pattern: /^radix-ui|^class-variance-authority/, only: ["components/ui"], because: "primitives are wrapped once" },
  {
    pattern: /^(react|react-dom|next|next-themes|nuqs|lucide-react)($|\/)/,
    only: ["components", "app", "proxy.ts", "instrumentation.ts", "next.config.ts"],
    because: "the program does not know who draws it",
  },
];

/** Two sentences for what the folder table cannot say. */
export const COMPONENTS_NEVER_IMPORT = {
  folder: "lib/server",
  because: "a component must never pull the database into a browser bundle",
};
