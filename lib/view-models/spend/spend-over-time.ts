import type { ClientCompactions, LibrarySpend, LibrarySpendRow } from "../../api/schemas/spend";
import { nameClient } from "../../read-models/library-item";
import { formatMoney, formatTokens } from "../../wording/number-format";
import { english, type Say, sentence } from "../../wording/say";
import { rowTitle } from "./spend-words";

/** Maximum number of weeks and spenders in the table. */
const MAX_WEEKS = 8;
const MAX_ROWS = 8;

/** The newest weeks with a session, oldest first. */
export const weeksOf = ({ rows }: Pick<LibrarySpend, "rows">): string[] =>
  [...new Set(rows.flatMap(({ weeks }) => weeks.map(({ week }) => week)))].sort().slice(-MAX_WEEKS);

/** Whether there is more than one week to show. */
export const hasWeeks = (spend: LibrarySpend): boolean => weeksOf(spend).length > 1;

export const weekColumns = (spend: LibrarySpend): string[] => ["week of", ...weeksOf(spend)];

/** The costliest spenders by week: money, or tokens if no cost is known. */
export function weekTable(spend: LibrarySpend, say: Say = english): string[][] {
  const weeks = weeksOf(spend);
  return spend.rows
    .slice(0, MAX_ROWS)
    .map((row) => [rowTitle(row, say), ...weekCells(row, weeks, spend.cost !== null)]);
}

function weekCells({ weeks: own }: LibrarySpendRow, weeks: readonly string[], isPriced: boolean): string[] {
  return weeks.map((week) => {
    const found = own.find((entry) => entry.week === week);
    if (found === undefined) return "–";
    return isPriced ? formatMoney(found.cost) : formatTokens(found.sent);
  });
}

export const COMPACTION_COLUMNS = [
  sentence("client and version"),
  sentence("number of compactions"),
  sentence("checked"),
  sentence("facts needed"),
  sentence("of those, gone"),
  sentence("gone per compaction"),
  sentence("read again"),
  sentence("cost"),
];

/** Facts lost in compactions, and the cost of reading files again, by client and version. */
export const compactionTable = (rows: readonly ClientCompactions[], say: Say = english): string[][] =>
  rows.map((row) => [
    clientTitle(row, say),
    formatTokens(row.compactions),
    formatTokens(row.measured),
    ...lossFigures(row),
    formatTokens(row.refetch_tokens),
    formatMoney(row.refetch, { rounding: "up" }),
  ]);

/** Needed facts, how many were gone, and how many per compaction; dashes if none could be checked. */
const lossFigures = ({ needed, gone, measured }: ClientCompactions): string[] =>
  measured === 0 ? ["–", "–", "–"] : [formatTokens(needed), formatTokens(gone), (gone / measured).toFixed(1)];

const clientTitle = ({ client, version }: ClientCompactions, say: Say): string =>
  [client === null ? say("unknown") : nameClient(client), version].filter(Boolean).join(" ");
