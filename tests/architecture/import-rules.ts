/**
 * The import table: lib/README.md prints the rows of lib. `holds` describes the folder's content, `mayImport` lists the
 * folders (relative to the root) that it may import besides itself.
 */
export type ImportRule = {
  readonly folder: string;
  readonly holds?: string;
  readonly mayImport: readonly string[];
  readonly because: string;
};

const CORE = ["lib/conversation", "lib/transcript"];
const ANALYSIS = [
  ...CORE,
  "lib/tools",
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
  {
    folder: "lib/conversation",
    holds: "parts, messages, atoms, edits, `applyEdits`, invariants",
    mayImport: [],
    because: "it is the first value: everything else stands on it",
  },
  {
    folder: "lib/tools",
    holds: "the dated table of client tools; what a call does to files, by its input",
    mayImport: ["lib/conversation"],
    because: "every stage asks the same question about a call",
  },
  {
    folder: "lib/transcript",
    holds: "`Session`, usage, `contextAt`",
    mayImport: ["lib/conversation"],
    because: "a session is made of messages",
  },
  {
    folder: "lib/formats",
    holds: "codecs that read and write request bodies",
    mayImport: ["lib/conversation"],
    because: "a codec knows request bodies, not transcripts",
  },
  {
    folder: "lib/importers",
    holds: "one file (or folder) per transcript format: `detect` + streaming `parse`",
    mayImport: [...CORE, "lib/formats"],
    because: "an importer only makes sessions",
  },
  {
    folder: "lib/tokenizers",
    holds: "the BPE core, vocabularies, families",
    mayImport: [],
    because: "counting text needs text alone",
  },
  {
    folder: "lib/models",
    holds: "dated data: windows, prices, cache rules; alias resolution",
    mayImport: ["lib/tokenizers", "lib/transcript"],
    because: "rows name a tokenizer and price usage",
  },
  {
    folder: "lib/ledger",
    holds: "token counts of parts, anchored to reported usage",
    mayImport: [...CORE, "lib/tools", "lib/tokenizers", "lib/models"],
    because: "tokens of parts come before requests",
  },
  {
    folder: "lib/requests",
    holds: "the requests of a session: composition, start times, prompts as paths of a prefix tree",
    mayImport: [...CORE, "lib/formats", "lib/tokenizers", "lib/models", "lib/ledger"],
    because: "requests are built from the ledger, or from captured bodies",
  },
  {
    folder: "lib/cache",
    holds: "policies, simulation, expected reads, breaks with cause and evidence, findings, economics",
    mayImport: [...CORE, "lib/models", "lib/ledger", "lib/requests"],
    because: "the cache sees requests only",
  },
  {
    folder: "lib/strategies",
    holds: "triggers, selectors, transforms, combinators, summaries; `presets/<product>.ts`",
    mayImport: ["lib/conversation", "lib/tools", "lib/tokenizers", "lib/models"],
    because: "a strategy works on a conversation and nothing else",
  },
  {
    folder: "lib/evaluation",
    holds: "what a result lost (hindsight, retention, artifacts) and saved; validity, economics",
    mayImport: ANALYSIS,
    because: "evaluation compares what the stages made; it reads no files",
  },
  {
    folder: "lib/pipeline",
    holds: "`analyzeSession`, `compressConversation`: read these first",
    mayImport: [...ANALYSIS, "lib/importers"],
    because: "the pipeline calls the stages, nothing calls back",
  },
  {
    folder: "lib/replay",
    holds: "a policy run over an entire session: prompts, cache, cost and lost facts, request by request",
    mayImport: [...ANALYSIS, "lib/pipeline"],
    because: "a replay compresses and measures what was analysed",
  },
  {
    folder: "lib/advice",
    holds: "the threshold and strategy to compact with: the choice among replayed policies, with its interval",
    mayImport: [...ANALYSIS, "lib/replay"],
    because: "advice weighs what replays found",
  },
  {
    folder: "lib/two-arms",
    holds: "the bills of two groups of sessions (arms) compared: pairs, noise, verdict",
    mayImport: ["lib/conversation", "lib/transcript", "lib/models", "lib/evaluation"],
    because: "a verdict compares what sessions cost, whatever they said",
  },
  {
    folder: "lib/api",
    holds: "a zod schema for each request and answer, builders of answers, the routes, the OpenAPI document",
    mayImport: [...ANALYSIS, "lib/pipeline", "lib/replay", "lib/advice", "lib/two-arms"],
    because: "the contract is written in the program's own words, and pages draw what it says",
  },
  {
    folder: "lib/compress",
    holds: "`POST /api/compress`, its comparison and its evaluation as functions of a parsed body",
    mayImport: [...ANALYSIS, "lib/pipeline", "lib/api"],
    because: "a call is answered alike in a route and in a program; files, clock and chance are given to it",
  },
  {
    folder: "lib/library",
    holds: "the package's functions: `compress`, `readTranscript`, `analyze`, `replay`, `advise`, in process",
    mayImport: [
      ...ANALYSIS,
      "lib/importers",
      "lib/pipeline",
      "lib/replay",
      "lib/advice",
      "lib/api",
      "lib/compress",
      "lib/wording",
      "lib/read-models",
      "lib/view-models",
    ],
    because: "it joins what the routes do, and brings nothing of a machine",
  },
  {
    folder: "lib/answer",
    holds:
      "the answer about a session: causes that group breaks and waste, and money that is known, a range or unknown",
    mayImport: [...ANALYSIS, "lib/pipeline", "lib/api"],
    because: "it joins what was found; what it is called in words is the view models' matter",
  },
  {
    folder: "lib/spend",
    holds: "who spent the tokens and the money: tools, servers, skills, sub-agents, memory files, each with its parts",
    mayImport: [...ANALYSIS, "lib/pipeline", "lib/api", "lib/answer"],
    because: "it adds up what was sent; pages, command and exports say it in words",
  },
  {
    folder: "lib/wording",
    holds: "the interface's sentences in English and Chinese; formats of numbers, days and rates",
    mayImport: [],
    because: "words know nothing of what they are said about",
  },
  {
    folder: "lib/read-models",
    holds: "the versioned data that the server stores about a session: rows, caches, sums, findings",
    mayImport: [...ANALYSIS, "lib/pipeline", "lib/api", "lib/answer", "lib/wording"],
    because: "what is stored does not depend on how a page shows it",
  },
  {
    folder: "lib/view-models",
    holds: "`to…()` functions: the rows that a chart or table draws",
    mayImport: [
      ...ANALYSIS,
      "lib/pipeline",
      "lib/replay",
      "lib/advice",
      "lib/two-arms",
      "lib/api",
      "lib/answer",
      "lib/example",
      "lib/wording",
      "lib/read-models",
    ],
    because: "view models turn results into rows",
  },
  {
    folder: "lib/exporters",
    holds: "sessions and requests as wire formats, Winnow's own file, Markdown, HTML and CSV; redaction",
    mayImport: [...CORE, "lib/formats", "lib/api", "lib/wording", "lib/read-models", "lib/view-models"],
    because: "an exporter writes what was made; it makes nothing",
  },
  {
    folder: "lib/benchmark",
    holds: "the benchmark: its fixed list of public sessions, its measures of a strategy, results, leaderboard",
    mayImport: [
      ...ANALYSIS,
      "lib/pipeline",
      "lib/replay",
      "lib/api",
      "lib/compress",
      "lib/library",
      "lib/wording",
      "lib/exporters",
    ],
    because: "it measures any strategy by what replays and cuts say, and writes one page about it",
  },
  {
    folder: "lib/mcp",
    holds: "tools and resources of the Model Context Protocol, for any transport",
    mayImport: ["lib/api"],
    because: "a tool is a few calls of routes; what answers them is given to it",
  },
  {
    folder: "lib/example",
    holds: "the built-in example session, made by a seeded generator, and the examples of the articles",
    mayImport: [],
    because: "the example is only text",
  },
  {
    folder: "lib/search",
    holds: "the words of a text, for the full-text index and for queries",
    mayImport: [],
    because: "both databases are given the same words, and a text is a string",
  },
  {
    folder: "lib/server",
    holds: "**impure**: database, blobs, workers, jobs, discovery, guard, settings",
    mayImport: ["lib", "prisma"],
    because: "the impure part may use all of lib, never app or components",
  },
  { folder: "package", mayImport: ["lib"], because: "the package's entries and its command are glue" },
  { folder: "components", mayImport: ["lib"], because: "components draw view models" },
  { folder: "app", mayImport: ["lib", "components"], because: "app is glue" },
];

/**
 * The rooms of folders that have several, lowest first: a file may import from its own room and the rooms before it.
 * "." means the files at the top of the folder.
 */
export const ROOM_ORDERS: readonly { readonly folder: string; readonly rooms: readonly string[] }[] = [
  {
    folder: "lib/strategies",
    rooms: ["grammar", "previews", "facts", "crush", "lint", "summaries", "presets", ".", "recipe"],
  },
  {
    folder: "lib/server",
    rooms: [
      "process",
      "replicas",
      "objects",
      "db",
      "models",
      "http",
      "files",
      "audit",
      "workers",
      "store",
      "people",
      "jobs",
      "library",
      "discovery",
      "kept-calls",
      "door",
      "summarise",
      "ingest",
      "follow",
      "sessions",
      "judge",
      "job-queue",
      "answers",
      "otlp",
      "repair",
      "projects",
      "routes",
      "start",
    ],
  },
  {
    folder: "lib/view-models",
    rooms: [
      "two-arms",
      "library",
      "api-docs",
      "strategies",
      "compare",
      "replay",
      "advice",
      "composition",
      "cache",
      "answer",
      "spend",
      "receipt",
      "shell",
      "settings",
      "runs",
      "tokens",
      "corpus",
      "models",
      "metrics",
      "session",
    ],
  },
  { folder: "components/compare", rooms: ["shared", "setup", "side-by-side", "diff", "results", "."] },
];

/** Packages that only the given folders may import, each with its reason. */
export const PACKAGE_RULES: readonly {
  readonly pattern: RegExp;
  readonly only: readonly string[];
  readonly because: string;
}[] = [
  {
    pattern: /^node:/,
    only: ["lib/server", "package", "app", "instrumentation.ts", "proxy.ts"],
    because: "lib is pure: no file system, no clock, no process",
  },
  {
    pattern: /^(@prisma\/|@libsql\/|libsql$|pg$|piscina|pino)/,
    only: ["lib/server", "prisma"],
    because: "the database, the workers and the log live behind lib/server",
  },
  { pattern: /^ai$|^@ai-sdk\//, only: ["lib/server", "package"], because: "models are called from the server only" },
  { pattern: /^langchain$|^@langchain\//, only: ["package"], because: "the program does not know who calls it" },
  { pattern: /^recharts/, only: ["components/charts"], because: "one room knows the chart library" },
  {
    pattern: /^radix-ui|^cmdk|^class-variance-authority/,
    only: ["components/ui"],
    because: "primitives are wrapped once",
  },
  {
    pattern: /^(react|react-dom|next|next-themes|nuqs|lucide-react)($|\/)/,
    only: ["components", "app", "proxy.ts", "instrumentation.ts", "next.config.ts"],
    because: "the program does not know who draws it",
  },
];

/** Two rules that the folder table cannot express. */
export const COMPONENTS_NEVER_IMPORT = {
  folder: "lib/server",
  because: "a component must never pull the database into a browser bundle",
};
