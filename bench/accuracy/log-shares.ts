import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { importTranscript } from "@/lib/importers/import-transcript";
import type { Session } from "@/lib/transcript/session";
import { type LedgerRow, ledgerDifferences, readLedger } from "@/tests/support/client-ledger";
import { logShares } from "@/tests/support/log-shares";
import { diskFile } from "@/tests/support/transcript-file";
import { percent, printTable } from "./print-table";

const COLUMNS = [
  "client",
  "scenario",
  "requests sent / shown",
  "not in the log, true",
  "shown, in o200k",
  "as shown",
  "reads that drop",
  "breaks shown",
];

/** Minimum share of requests that a session must have in common with a scenario to count as the scenario's session. */
const LEAST_MATCHED = 0.75;

/** Prints a row per scenario and client, except Claude Code, whose log contains the requests themselves. */
export async function printShares(place: string): Promise<void> {
  const rows: string[][] = [];
  for (const client of readdirSync(place).filter((name) => /-\d+\.\d+\.\d+$/.test(name) && !/^claude/.test(name)))
    for (const scenario of readdirSync(path.join(place, client)).sort()) {
      const folder = path.join(place, client, scenario);
      const figures = existsSync(path.join(folder, "ledger.jsonl")) ? await figuresOf(folder) : null;
      if (figures !== null) rows.push([client.replace(/-(?=[\d.]+$)/, " "), scenario, ...figures]);
    }
  printTable("What the logs of the others do not hold, and their breaks", COLUMNS, rows);
}

async function figuresOf(folder: string): Promise<string[] | null> {
  const ledger = readLedger(path.join(folder, "ledger.jsonl"));
  const session = await sessionOf(folder, ledger);
  const { matched, missing, toldAsServerCounts, shown, drops, breaks } = logShares(session, ledger);
  const sent = ledger.filter(({ status }) => status === 200).length;
  if (matched < LEAST_MATCHED * sent) return null;
  return [
    `${sent} / ${matched}`,
    ...[missing, toldAsServerCounts, shown].map(percent),
    drops.map((n) => `#${n}`).join(", ") || "–",
    breaks.map(([n, cause]) => `#${n} ${cause}`).join(", ") || "–",
  ];
}

/** A client with one database for all scenarios has several sessions. Picks the one that differs least from the ledger. */
async function sessionOf(folder: string, ledger: readonly LedgerRow[]): Promise<Session> {
  const own = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.jsonl?$/.test(file) && file !== "ledger.jsonl")
    .map((file) => path.join(folder, file));
  const stores = readdirSync(path.dirname(folder)).filter((file) => file.endsWith(".db"));
  const inputs = own.length > 0 ? [own.sort()] : stores.map((file) => [path.join(path.dirname(folder), file)]);
  const sessions: Session[] = [];
  for (const files of inputs) {
    const imported = await importTranscript(files.map(diskFile));
    if (imported.ok) sessions.push(...imported.value.sessions);
  }
  const distance = (session: Session) => ledgerDifferences(session, ledger, []).length;
  const [closest] = sessions.toSorted((one, other) => distance(one) - distance(other));
  if (!closest) throw new Error(`${folder} does not import`);
  return closest;
}
