/**
 * Runs the newest published version of each client against a scripted model and compares what Winnow reads from its log
 * with what the model received.
 *
 *     npm run test:clients -- [client…] [--only scenario,…] [--seed N] [--folder F] [--kept] [--record] [--break-off]
 *
 * `--record` starts each client by `winnow record`, compares its recordings instead of its log, and checks that both
 * are recognised as one session. `--break-off` kills the recorder with `kill -9` in the middle of a turn, cuts the
 * network of the client without the recorder, and compares what the client does. `--kept` repeats the comparison for
 * the last run, without running a client.
 */
import { existsSync } from "node:fs";
import { parseArgs } from "node:util";
import { percent, printTable } from "@/bench/accuracy/print-table";
import { compareBrokenOff } from "./break-off";
import { CLIENTS, type Client } from "./clients";
import { type Comparison, compare } from "./compare";
import { install, installedBefore } from "./install";
import { tasksOf } from "./model-server/tasks";
import { builtRecorder } from "./recorder";
import { leftBy, runScenario } from "./run-scenario";
import { countedTwice } from "./same-session";
import { openFolder } from "./sandbox";
import { isOnScreen, OF_PLUGINS, SCENARIOS, type ScenarioName } from "./scenarios";

const COLUMNS = [
  "client",
  "scenario",
  "requests sent / shown",
  "texts equal",
  "passed unchanged",
  "prompts equal by kind",
  "recorded as logged",
  "calls",
  "compactions",
  "refused",
  "not in the log, true / shown",
  "reads that drop",
  "breaks shown",
  "its own figures equal",
  "not logged",
  "differences",
];

const COLUMNS_BROKEN_OFF = [
  "client",
  "after answer",
  "recorded",
  "exit code without network / recorder",
  "seconds until then",
  "last line",
  "differences",
];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: "string" },
    seed: { type: "string" },
    kept: { type: "boolean", default: false },
    record: { type: "boolean", default: false },
    "break-off": { type: "boolean", default: false },
    folder: { type: "string", default: "node_modules/.cache/winnow-clients" },
  },
});

const say = (text: string) => process.stdout.write(`${text}\n`);
const root = openFolder(values.folder);
const seed = Number(values.seed ?? Date.now() % 1_000_000);
const chosen = values.only?.split(",");
const scenarios = (Object.keys(SCENARIOS) as ScenarioName[]).filter(
  (name) => chosen?.includes(name) ?? !OF_PLUGINS.has(name),
);
const isRecorded = values.record || values["break-off"];
const clients = CLIENTS.filter(
  ({ id, recordedAs }) =>
    (positionals.length === 0 || positionals.includes(id)) && (!isRecorded || recordedAs !== undefined),
);
say(`seed ${seed} · ${root}`);

const recorder = isRecorded && !values.kept ? await builtRecorder(root) : null;
const rows: string[][] = [];
const notes: string[] = [];
let differences = 0;
const breaksOff = values["break-off"] && recorder !== null;
for (const client of clients) await (breaksOff ? cutOff(client, recorder) : watch(client));
const title = `Clients of ${new Date().toISOString().slice(0, 10)}, seed ${seed}`;
printTable(title, breaksOff ? COLUMNS_BROKEN_OFF : COLUMNS, rows);
say(`\n${notes.join("\n")}`);
process.exitCode = differences > 0 ? 1 : 0;

async function cutOff(client: Client, recorder: string): Promise<void> {
  const installed = await install(client, root);
  if ("problem" in installed) return void notes.push(`${client.title} cannot be installed: ${installed.problem}`);
  const { program, version } = installed;
  const found = await compareBrokenOff(client, { root, program, recorder, tasks: tasksOf(seed) });
  rows.push(...found.rows.map((row) => [`${client.title} ${version}`, ...row]));
  notes.push(...found.differences.map((one) => `${client.title} ${version}: ${one}`));
  differences += found.differences.length;
}

async function watch(client: Client): Promise<void> {
  const installed = values.kept ? installedBefore(client, root) : await install(client, root);
  if ("problem" in installed) {
    notes.push(`${client.title} cannot be installed: ${installed.problem}`);
    return;
  }
  for (const scenario of scenarios.filter(
    (name) => !isOnScreen(name) || (client.screenArgs && !client.continuesOnScreen),
  )) {
    const ran = values.kept
      ? leftBy(client, scenario, root)
      : await runScenario(client, scenario, {
          root,
          program: installed.program,
          tasks: tasksOf(seed),
          ...(recorder !== null && { recorder }),
        });
    const name = `${client.title} ${installed.version}`;
    if (!existsSync(ran.ledger)) {
      notes.push(`${name}, ${scenario}: not run`);
      continue;
    }
    const comparison = await compare(client, ran, values.record);
    const twice = values.record ? await countedTwice(ran) : [];
    say(
      `${name}, ${scenario}: ${comparison ? `${comparison.sent} requests, ${comparison.differences.length} differences` : "nothing"}`,
    );
    if (comparison) rows.push([name, scenario, ...cellsOf(comparison)]);
    else
      notes.push(
        `${name}, ${scenario}: no request, or no session: see ${root}/runs/${client.id}/${scenario}/client.log`,
      );
    const found = [...(comparison?.differences ?? ["nothing to compare"]), ...twice];
    differences += found.length;
    notes.push(...found.map((one) => `${name}, ${scenario}: ${one}`));
    for (const why of comparison?.notLogged ?? [])
      if (!notes.includes(`${client.title}: ${why}`)) notes.push(`${client.title}: ${why}`);
  }
}

function cellsOf(comparison: Comparison): string[] {
  const pair = ([sent, told]: readonly [number, number]) => `${sent} / ${told}`;
  const {
    sent,
    told,
    texts,
    passed,
    contents,
    asLogged,
    calls,
    compactions,
    refused,
    unseen,
    drops,
    breaks,
    statements,
    notLogged,
  } = comparison;
  return [
    pair([sent, told]),
    texts.join(" of "),
    passed?.join(" of ") ?? "–",
    contents?.join(" of ") ?? "–",
    asLogged?.join(" of ") ?? "–",
    pair(calls),
    pair(compactions),
    pair(refused),
    unseen.map(percent).join(" / "),
    drops.join(", ") || "–",
    breaks.join(", ") || "–",
    statements[1] === 0 ? "–" : statements.join(" of "),
    `${notLogged.length}`,
    `${comparison.differences.length}`,
  ];
}
