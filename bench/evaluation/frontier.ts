// Every strategy at many requests of many real sessions: the tokens it saved, the money that saved net of the cache, and
// the facts it lost that the log shows were needed later. Writes docs/results.md if no strategy or session is left out.
// node scripts/run-ts.mjs bench/evaluation/frontier.ts [cuts per session = 10] [--only <name>,…] [--folder <path>]
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { loadSharedSessions, NEWER_TRANSCRIPTS, SHARED_TRANSCRIPTS } from "@/bench/shared";
import { agreementTable } from "./agreement";
import { differencesTable } from "./differences";
import { fillBlocks } from "./generated-blocks";
import { measureCuts } from "./measure-cuts";
import {
  againstOthers,
  describeSessions,
  listFrontier,
  mainTable,
  placesTable,
  sessionsTable,
  shortTable,
} from "./results-tables";
import { BASELINES, STRATEGY_ROWS } from "./strategy-rows";
import { summarise } from "./summarise-points";

const PAGE = "docs/results.md";
/** A shorter session does not show what is needed later. */
const FEWEST_RESPONSES = 30;

const option = (name: string) => process.argv[process.argv.indexOf(name) + 1 || process.argv.length];
const cutsPerSession = Number(process.argv[2]?.startsWith("--") ? 10 : (process.argv[2] ?? 10));
const only = option("--only")?.split(",");
const folder = option("--folder") ?? SHARED_TRANSCRIPTS;
if (!existsSync(folder)) throw new Error("no transcripts beside the checkout: nothing to measure");

const contenders = [...BASELINES, ...STRATEGY_ROWS].filter(({ name }) => only?.includes(name) ?? true);
const longIn = async (place: string) =>
  (await loadSharedSessions(place)).filter(
    ({ session }) => session.responses.filter(({ agent }) => agent === "main").length >= FEWEST_RESPONSES,
  );
const long = await longIn(folder);
const measured = measureCuts(long, contenders, cutsPerSession);
const rows = summarise(measured, contenders);

if (only !== undefined || folder !== SHARED_TRANSCRIPTS)
  console.log([describeSessions(measured), mainTable(rows), agreementTable(measured, contenders)].join("\n\n"));
else await writePage();

async function writePage() {
  const newer = measureCuts(await longIn(NEWER_TRANSCRIPTS), contenders, cutsPerSession);
  const newerRows = summarise(newer, contenders);
  const ours = contenders.filter(({ name }) => name === "winnow");
  const page = fillBlocks(readFileSync(PAGE, "utf8"), {
    sessions: describeSessions(measured),
    table: mainTable(rows),
    agreement: agreementTable(measured, contenders),
    "frontier saved": listFrontier(rows, "saved"),
    "frontier net": listFrontier(rows, "net"),
    "against saved": againstOthers(rows, "saved"),
    "against net": againstOthers(rows, "net"),
    "by session": sessionsTable(
      measured.sessions.flatMap(({ name: session }) => {
        const [row] = summarise(measured, ours, (file) => file === session);
        return row ? [{ session, row }] : [];
      }),
    ),
    places: placesTable(rows),
    differences: differencesTable(measured, rows),
    "newer sessions": describeSessions(newer),
    "newer table": shortTable(newerRows),
    "newer differences": differencesTable(newer, newerRows),
    "newer agreement": agreementTable(newer, contenders),
  });
  writeFileSync(PAGE, page);
  console.log(`${PAGE} is written`);
}
