import { stringify } from "csv-stringify/sync";
import type { LibrarySpend, Spend } from "@/lib/api/schemas/spend";
import type { Analysis } from "@/lib/pipeline/analyze-session";
import { simulateSession } from "@/lib/pipeline/simulate-session";
import { comparableOf } from "@/lib/read-models/comparable";
import { toAgentComposition, wastedCosts } from "@/lib/read-models/composition";
import { costEnds } from "@/lib/read-models/session-cost";
import { spendOf } from "@/lib/spend/spend-of-session";
import { type SpentSession, sumSpends } from "@/lib/spend/sum-spends";
import { countedOnce } from "@/lib/transcript/copies";
import { agentsOf } from "@/lib/view-models/answer/answer-of";
import { sumCompactions } from "@/lib/view-models/answer/compaction-sums";
import { CSV_COLUMNS, SPEND_COLUMNS, spendCsv, spendTable } from "@/lib/view-models/spend/spend-lines";
import {
  COMPACTION_COLUMNS,
  compactionTable,
  hasWeeks,
  weekColumns,
  weekTable,
} from "@/lib/view-models/spend/spend-over-time";
import { librarySpendSentence, spendSentence } from "@/lib/view-models/spend/spend-words";
import { withLibrary } from "./library";
import { print, printJson, Refusal, table } from "./output";
import { loadAnalyses } from "./sources";

const FILTERS = ["client", "project", "from", "to"] as const;

type Options = { readonly [Name in (typeof FILTERS)[number]]?: string } & {
  readonly csv?: boolean;
  readonly json?: boolean;
};

/** `winnow spend [sessions…]`: who spent the tokens and the money of one session, of several, or of the library. */
export async function showSpend(places: readonly string[], options: Options): Promise<void> {
  const filters = FILTERS.flatMap((name) => (options[name] === undefined ? [] : [[name, options[name]]]));
  if (places.length > 0 && filters.length > 0)
    throw new Refusal("filters apply to the library only; name no session", 2);
  const spend = places.length === 0 ? await spendOfLibrary(filters) : await spendOfPlaces(places);
  if (options.json) return printJson(spend);
  if (options.csv) return print(stringify([CSV_COLUMNS, ...spendCsv(spend.rows)], { escape_formulas: true }));
  const isSum = "sessions" in spend;
  if (isSum && spend.found === 0) throw new Refusal(noSessions(filters.length > 0));
  const sentence = isSum ? librarySpendSentence(spend) : spendSentence(spend);
  print([sentence, "", table(SPEND_COLUMNS, spendTable(spend.rows)), ...(isSum ? overTime(spend) : [])].join("\n"));
}

const noSessions = (isFiltered: boolean): string =>
  isFiltered
    ? "no session in the library matches these filters; winnow ls lists them all"
    : "the library has no session of your own; add some with winnow import <path>, or name a file";

/** Spenders by week, and compaction losses by client and version. */
function overTime(spend: LibrarySpend): string[] {
  const { compactions } = spend;
  return [
    ...(hasWeeks(spend) ? ["", "By week:", "", table(weekColumns(spend), weekTable(spend))] : []),
    ...(compactions.length === 0
      ? []
      : ["", "What compactions lost:", "", table(COMPACTION_COLUMNS, compactionTable(compactions))]),
  ];
}

async function spendOfPlaces(places: readonly string[]): Promise<Spend | LibrarySpend> {
  const all = [];
  for (const place of places)
    for (const analysis of await loadAnalyses(place))
      all.push({ spent: spentOf(analysis), comparable: comparableOf(analysis) });
  const sessions = countedOnce(all, ({ comparable }) => comparable).map(({ spent }) => spent);
  const [first] = sessions;
  if (first === undefined) throw new Refusal("no session was found");
  return sessions.length === 1 ? first.spend : sumSpends(sessions, sessions.length);
}

function spentOf(analysis: Analysis): SpentSession {
  const { client, clientVersions, events } = analysis.session;
  const sums = events.some(({ type }) => type === "compaction") ? sumCompactions(analysis) : null;
  return {
    spend: spendOfOne(analysis),
    client: client ?? null,
    version: clientVersions.at(-1) ?? null,
    startedAt: analysis.requests[0]?.startedAt ?? null,
    compactions: sums,
  };
}

/** Who spent the tokens and the money of a session that is analysed in this process. */
export function spendOfOne(analysis: Analysis): Spend {
  const compositions = agentsOf(analysis).map((agent) => toAgentComposition(analysis, agent));
  return spendOf(analysis, costEnds(analysis, simulateSession(analysis)), wastedCosts(compositions));
}

function spendOfLibrary(filters: readonly (readonly string[])[]): Promise<LibrarySpend> {
  const query = new URLSearchParams(filters.map(([name = "", value = ""]) => [name, value]));
  return withLibrary(async (call) => (await call(`/api/library/spend?${query}`)).json());
}
