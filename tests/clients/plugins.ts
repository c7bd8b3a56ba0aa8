/**
 * Tests Winnow's plugins in the real clients: compares what the scripted model received without and with them.
 *
 *     node scripts/run-ts.mjs tests/clients/plugins.ts [opencode] [claude-code] [--folder F] > bench/results/plugins.md
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { printTable } from "@/bench/accuracy/print-table";
import { asObject } from "@/lib/formats/json-fields";
import { type LedgerRow, readLedger } from "@/tests/support/client-ledger";
import { CLIENTS, type Client, type Place } from "./clients";
import { install } from "./install";
import { objects } from "./model-server/blocks";
import { tasksOf } from "./model-server/tasks";
import { runProcess } from "./run-process";
import { type Ran, runScenario } from "./run-scenario";
import { emptyEnvironment, openFolder } from "./sandbox";
import { lastScreen } from "./screen";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { folder: { type: "string", default: "node_modules/.cache/winnow-clients" } },
});
const root = openFolder(values.folder);
const built = path.join(root, "winnow");
const say = (text: string) => process.stdout.write(`${text}\n`);
const wants = (id: string) => positionals.length === 0 || positionals.includes(id);

/** OpenCode gets a window that never fills, so that it does not compact; the plugin uses one of these limits. */
const PLUGIN_WINDOWS = [40_000, 24_000];

async function build(): Promise<void> {
  const options = { cwd: process.cwd(), env: emptyEnvironment(root), log: path.join(root, "build.log"), seconds: 120 };
  const code = await runProcess(process.execPath, ["scripts/package/build-plugins.mjs", built], options);
  if (code !== 0) throw new Error(`the package could not be built: ${options.log}`);
}

/** The client with an additional set-up step. */
function withStep(client: Client, id: string, step: (place: Place) => Record<string, string>): Client {
  return { ...client, id, prepare: (place) => ({ ...client.prepare(place), ...step(place) }) };
}

async function runBoth(
  id: string,
  plain: (client: Client) => Client,
  plugin: (client: Client) => Client,
  scenario: "long" | "restore" = "long",
) {
  const client = CLIENTS.find((one) => one.id === id) as Client;
  const installed = await install(client, root);
  if ("problem" in installed) throw new Error(`${client.title} cannot be installed: ${installed.problem}`);
  const options = { root, program: installed.program, tasks: tasksOf(1) };
  const without = await runScenario(plain(client), "long", options);
  const with_ = await runScenario(plugin(client), scenario, options);
  say(`\n## ${client.title} ${installed.version}`);
  return { without, with: with_, program: installed.program };
}

async function openCode(window: number): Promise<void> {
  const ran = await runBoth(
    "opencode",
    (client) => withStep(client, "opencode-without", () => ({})),
    (client) =>
      withStep(client, "opencode-with", (place) => addToOpenCode(place, `{ compress: true, window: ${window} }`)),
  );
  const [without, with_] = [requestsOf(ran.without), requestsOf(ran.with)];
  printTable(
    `The task reads a file in 14 parts; the plugin has a window of ${window} tokens, counted as for Claude`,
    ["request", "without", "read from the cache", "with the plugin", "read from the cache"],
    Array.from({ length: Math.max(without.length, with_.length) }, (_, at) => [
      at + 1,
      ...[without[at], with_[at]].flatMap((row) => [row?.usage.total ?? null, row?.usage.read ?? null]),
    ]),
  );
  say(`\nOpenCode's log: ${saidInLog(ran.with)}`);
}

/** The plugin's text after OpenCode's own compaction. */
async function openCodeReport(): Promise<void> {
  const client = CLIENTS.find(({ id }) => id === "opencode") as Client;
  const installed = await install(client, root);
  if ("problem" in installed) throw new Error(`${client.title} cannot be installed: ${installed.problem}`);
  const reporting = withStep(client, "opencode-report", (place) => addToOpenCode(place, "{ report: true }"));
  const ran = await runScenario(reporting, "compact", { root, program: installed.program, tasks: tasksOf(1) });
  say(`\nOpenCode's log after its own compaction, with \`report\`: ${saidInLog(ran)}`);
}

const saidInLog = ({ ledger }: Ran): string =>
  linesWith(path.join(path.dirname(ledger), "home/.local/share/opencode/log"), 'message="Winnow').join(" · ") ||
  "nothing in OpenCode's log";

/** Adds the plugin with these options to an OpenCode project. */
function addToOpenCode({ project }: Place, options: string): Record<string, string> {
  const folder = path.join(project, ".opencode");
  mkdirSync(path.join(folder, "plugins"), { recursive: true });
  // OpenCode installs the plugins listed here, and removes others.
  writeFileSync(path.join(folder, "package.json"), JSON.stringify({ dependencies: { winnow: `file:${built}` } }));
  writeFileSync(
    path.join(folder, "plugins/winnow.js"),
    `import { WinnowPlugin } from "winnow/opencode";\nexport const Winnow = (input) => WinnowPlugin(input, ${options});\n`,
  );
  return {};
}

/** Runs the checks that a plugin must pass to be listed, with the client's own command. */
async function validate(program: string): Promise<void> {
  const options = { cwd: root, env: emptyEnvironment(root), log: path.join(root, "validate.log"), seconds: 60 };
  writeFileSync(options.log, "");
  const plugin = path.join(built, "plugins/claude-code");
  const codes = [
    await runProcess(program, ["plugin", "validate", "--strict", built], options),
    await runProcess(program, ["plugin", "validate", "--strict", "--profile", "directory", plugin], options),
  ];
  say(
    `\n\`claude plugin validate --strict\` of the marketplace and of the plugin, for the directory: ${codes.map((code) => (code === 0 ? "passed" : "failed")).join(", ")}.`,
  );
  if (codes.some((code) => code !== 0)) say(readFileSync(options.log, "utf8"));
}

const OPTIONS = ["report=true", "remind=true", "max_session_cost=0.001"];

async function claudeCode(): Promise<void> {
  const small = { CLAUDE_CODE_AUTO_COMPACT_WINDOW: "100000", CLAUDE_AUTOCOMPACT_PCT_OVERRIDE: "28" };
  const winnowIn = ({ home }: Place) => ({ WINNOW_PACKAGE: built, WINNOW_DATA_DIR: path.join(home, "winnow") });
  const before = () => [
    ["plugin", "marketplace", "add", built],
    ["plugin", "install", "winnow@winnow", ...OPTIONS.flatMap((option) => ["--config", option])],
  ];
  const ran = await runBoth(
    "claude-code",
    (client) => withStep(client, "claude-code-without", () => small),
    (client) => ({
      ...withStep(client, "claude-code-with", (place) => ({ ...small, ...winnowIn(place) })),
      before,
    }),
    "restore",
  );
  const rows = [ran.without, ran.with].map((one) => afterCompaction(one));
  printTable(
    "The first request after an automatic compaction",
    ["", "request", "tokens", "reminders", "tokens of the reminders (estimated)"],
    rows.map((row, at) => [
      at === 0 ? "without" : "with the plugin",
      row.n,
      row.total,
      row.notes.length,
      row.noteTokens,
    ]),
  );
  say(
    `\nAfter the compaction the user sees: ${saidIn(ran.with.log, /Winnow: the compaction took[^"\\\n]*/) ?? "nothing"}`,
  );
  const given = givenBack(ran.with);
  say(`\n\`/winnow:restore\` gives the model ${given === null ? "nothing" : `this:\n\n\`\`\`text\n${given}\n\`\`\``}`);
  const client = CLIENTS.find(({ id }) => id === "claude-code") as Client;
  const onScreen = await runScenario({ ...withStep(client, "claude-code-screen", winnowIn), before }, "receipt", {
    root,
    program: ran.program,
    tasks: tasksOf(1),
  });
  say(
    `\nIn the terminal, a cost above the limit, \`/compact\` and \`/winnow:restore\` show:\n\n\`\`\`text\n${await shown(onScreen)}\n\`\`\``,
  );
  say(`\nThere the command gives the model:\n\n\`\`\`text\n${givenBack(onScreen) ?? "nothing"}\n\`\`\``);
  await validate(ran.program);
  for (const note of rows[1]?.notes ?? []) say(`\nThe reminder:\n\n\`\`\`text\n${note.trim()}\n\`\`\``);
}

const requestsOf = ({ ledger }: Ran): LedgerRow[] =>
  readLedger(ledger).filter(({ status, kind }) => status === 200 && kind === "main");

function afterCompaction({ ledger, bodies }: Ran) {
  const rows = readLedger(ledger).filter(({ status }) => status === 200);
  const at = rows.findIndex(({ kind }) => kind === "compaction");
  const row = rows.slice(at + 1).find(({ kind }) => kind === "main");
  if (at < 0 || !row) throw new Error(`no compaction: ${ledger}`);
  const body = asObject(JSON.parse(readFileSync(path.join(bodies, `${`${row.n}`.padStart(4, "0")}.json`), "utf8")));
  const texts = objects(body?.messages).flatMap(({ content }) =>
    typeof content === "string" ? [content] : objects(content).map(({ text }) => `${text ?? ""}`),
  );
  const notes = texts.flatMap(
    (text) => /(?<=SessionStart hook additional context: )The conversation was just[\s\S]*/.exec(text) ?? [],
  );
  const noteTokens = notes.reduce((sum, note) => sum + Math.round(note.length / 4), 0);
  return {
    n: row.n,
    total: row.usage.total,
    notes,
    noteTokens,
  };
}

const saidIn = (file: string, pattern: RegExp): string | undefined => pattern.exec(readFileSync(file, "utf8"))?.[0];

/** The lines of the client's last screen, starting at the plugin's first one or at the typed compaction. */
async function shown({ log }: Ran): Promise<string> {
  const screen = await lastScreen(log);
  if (screen === null) return "(tmux is not there)";
  const lines = screen.split("\n").filter((line) => line.trim() !== "");
  return lines.slice(lines.findIndex((line) => /Winnow:|\/compact/.test(line))).join("\n");
}

/** What the plugin's command added to a request. */
function givenBack({ bodies }: Ran): string | null {
  for (const name of readdirSync(bodies).sort().reverse()) {
    const body = asObject(JSON.parse(readFileSync(path.join(bodies, name), "utf8")));
    for (const { content } of objects(body?.messages))
      for (const text of typeof content === "string"
        ? [content]
        : objects(content).map((block) => `${block.text ?? ""}`))
        if (text.includes("Winnow kept these facts")) return text.trim();
  }
  return null;
}

function linesWith(folder: string, words: string): string[] {
  try {
    return readdirSync(folder).flatMap((name) =>
      readFileSync(path.join(folder, name), "utf8")
        .split("\n")
        .filter((line) => line.includes(words)),
    );
  } catch {
    return [];
  }
}

await build();
say(
  `# Winnow's plugins in the real clients\n\n\`node scripts/run-ts.mjs tests/clients/plugins.ts\`, ${new Date().toISOString().slice(0, 10)}.`,
);
say("Sizes are o200k tokens of what a scripted model on this machine received.");
if (wants("opencode")) for (const window of PLUGIN_WINDOWS) await openCode(window);
if (wants("opencode") || wants("opencode-report")) await openCodeReport();
if (wants("claude-code")) await claudeCode();
