// Measures every strategy at many requests of many real sessions: tokens saved, money saved net of the cache, and lost
// facts that the log shows were needed later. Without --only and --folder it also writes docs/results.md.
// node scripts/run-ts.mjs bench/evaluation/cuts.ts [cuts per session = 10] [--only <name>,…] [--folder <path>]
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { loadSharedSessions, SHARED_TRANSCRIPTS } from "@/bench/shared";
import { agreementTable } from "./agreement";
import { fillBlocks } from "./generated-blocks";
import { measureCuts } from "./measure-cuts";
import { describeSessions, isReference, mainTable } from "./results-tables";
import { BASELINES, STRATEGY_ROWS } from "./strategy-rows";
import { summarise } from "./summarise-points";

const PAGE = "docs/results.md";
/** A shorter session does not show what is needed later. */
const FEWEST_RESPONSES = 30;

const option = (name: string) => process.argv[process.argv.indexOf(name) + 1 || process.argv.length];
const cutsPerSession = Number(process.argv[2]?.startsWith("--") ? 10 : (process.argv[2] ?? 10));
const only = option("--only")?.split(",");
const folder = option("--folder") ?? SHARED_TRANSCRIPTS;
if (!existsSync(folder)) throw new Error("no transcripts next to the checkout: nothing to measure");

const contenders = [...BASELINES, ...STRATEGY_ROWS].filter(({ name }) => only?.includes(name) ?? true);
const long = (await loadSharedSessions(folder)).filter(
  ({ session }) => session.responses.filter(({ agent }) => agent === "main").length >= FEWEST_RESPONSES,
);
const measured = measureCuts(long, contenders, cutsPerSession);
const rows = summarise(measured, contenders);
const sessions = describeSessions(measured);
const agreement = agreementTable(measured, contenders);

console.log([sessions, mainTable(rows), agreement].join("\n\n"));
if (only === undefined && folder === SHARED_TRANSCRIPTS) {
  const table = mainTable(rows.filter(isReference));
  writeFileSync(PAGE, fillBlocks(readFileSync(PAGE, "utf8"), { sessions, table, agreement }));
  console.log(`${PAGE} is written`);
}
