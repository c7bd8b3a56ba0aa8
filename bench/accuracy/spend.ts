/**
 * Compares the tokens of a session's tools and sub-agents, as reported by GET /api/sessions/:id/spend, with the bodies
 * that a scripted model server received from real clients. Both sides count in o200k, without frames.
 *
 *     node scripts/run-ts.mjs bench/accuracy/spend.ts [--runs F] [--list]
 *
 * `--runs`: a folder with the results of `npm run test:clients`, instead of the shared ledgers. `--list`: prints each
 * tool.
 */
import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { importTranscript } from "@/lib/importers/import-transcript";
import type { Session } from "@/lib/transcript/session";
import { CLIENTS } from "@/tests/clients/clients";
import { leftBy } from "@/tests/clients/run-scenario";
import { SCENARIOS, type ScenarioName } from "@/tests/clients/scenarios";
import { type LedgerRow, matchedRequests, readLedger } from "@/tests/support/client-ledger";
import { largestDifference, type SpendBeside, spendBeside } from "@/tests/support/spend-beside";
import { diskFile } from "@/tests/support/transcript-file";
import { percent, printTable } from "./print-table";

const { values } = parseArgs({ options: { runs: { type: "string" }, list: { type: "boolean", default: false } } });
const ROOT = path.resolve("../shared/real-clients");

type Scenario = { readonly name: string; readonly files: readonly string[]; readonly ledger: string };

const scenariosLeft = (folder: string): Scenario[] =>
  CLIENTS.flatMap((client) =>
    (Object.keys(SCENARIOS) as ScenarioName[]).map((name) => ({
      name: `${client.title} ${name}`,
      ...leftBy(client, name, path.resolve(folder)),
    })),
  );

const sharedScenarios = (): Scenario[] =>
  (existsSync(ROOT) ? readdirSync(ROOT) : [])
    .filter((client) => /\d$/.test(client))
    .flatMap((client) => {
      const database = path.join(ROOT, client, "opencode.db");
      return readdirSync(path.join(ROOT, client)).map((scenario) => {
        const folder = path.join(ROOT, client, scenario);
        return {
          name: `${client} ${scenario}`,
          files: existsSync(database) ? [database] : sessionFiles(folder),
          ledger: path.join(folder, "ledger.jsonl"),
        };
      });
    });

const sessionFiles = (folder: string): string[] =>
  existsSync(path.join(folder, "ledger.jsonl"))
    ? readdirSync(folder, { recursive: true, encoding: "utf8" })
        .filter((file) => /\.jsonl?$/.test(file) && path.basename(file) !== "ledger.jsonl")
        .sort()
        .map((file) => path.join(folder, file))
    : [];

async function sessionIn(files: readonly string[], ledger: readonly LedgerRow[]): Promise<Session | null> {
  const imported = await importTranscript(files.map(diskFile));
  const sessions = imported.ok ? imported.value.sessions : [];
  const matched = (session: Session) => matchedRequests(session, ledger).length;
  return sessions.toSorted((one, other) => matched(other) - matched(one))[0] ?? null;
}

function rowOf(name: string, beside: SpendBeside): string[] {
  const { requests, total, tools, subAgents, notLogged } = beside;
  const [tool, tokens] = largestDifference(beside);
  const [sent, told] = [0, 1].map((side) => [...tools.values()].reduce((sum, pair) => sum + (pair[side] as number), 0));
  return [
    name,
    `${requests}`,
    `${tools.size}`,
    `${sent} / ${told}`,
    tokens === 0 ? "0" : `${percent(tokens / total)} (${tool})`,
    subAgents.join(" / "),
    notLogged.map((share) => percent(share / total)).join(" / "),
  ];
}

const rows: string[][] = [];
for (const { name, files, ledger: file } of values.runs === undefined
  ? sharedScenarios()
  : scenariosLeft(values.runs)) {
  if (!existsSync(file)) continue;
  const ledger = readLedger(file);
  const session = await sessionIn(files, ledger);
  if (session === null) continue;
  const beside = spendBeside(session, ledger);
  // The database does not contain this scenario; the session found belongs to another one.
  if (beside.requests < 0.7 * ledger.filter(({ status }) => status === 200).length) continue;
  rows.push(rowOf(name, beside));
  if (values.list)
    for (const [tool, [sent, told]] of beside.tools)
      if (sent !== told) console.log(`${name}: ${tool} ${sent} / ${told}`);
}
printTable(
  "Calls and results of tools, sub-agents",
  [
    "scenario",
    "requests",
    "tools",
    "tokens of tools, true / shown",
    "largest difference of a tool, of all",
    "sub-agents, true / shown",
    "not in the log, true / shown",
  ],
  rows,
);
