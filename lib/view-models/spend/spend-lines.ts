import type { LibrarySpend, SpendRow } from "../../api/schemas/spend";
import { formatMoney, formatShare, formatTokens } from "../../wording/number-format";
import { rowNote, rowTitle, sentAgain } from "./spend-words";

/** A spender of one session or of several, without the list of its parts. */
type Row = SpendRow | LibrarySpend["rows"][number];

/** The rows of a terminal table: name, tokens carried, frequency, output, cost, share. */
export const spendTable = (rows: readonly Row[]): string[][] =>
  rows.map((row) => [
    rowTitle(row),
    rowNote(row),
    formatTokens(row.sent),
    sentAgain(row),
    formatTokens(row.output),
    formatMoney(row.cost),
    formatMoney(row.avoidable, { rounding: "up" }),
    formatShare(row.share),
  ]);

export const SPEND_COLUMNS = ["what", "", "sent", "sent again", "output", "cost", "outdated or repeated", "share"];

/** The rows for a spreadsheet: plain numbers, in tokens and US dollars. */
export const spendCsv = (rows: readonly Row[]): (string | number | null)[][] =>
  rows.map(({ group, name, tokens, sent, definitions, output, calls, failures, cost, avoidable, share }) => [
    ...[group, name, tokens, sent, definitions, output, calls, failures, cost, avoidable, share],
  ]);

export const CSV_COLUMNS = [
  "group",
  "name",
  "tokens",
  "sent",
  "definitions",
  "output",
  "calls",
  "failures",
  "usd",
  "avoidable_usd",
  "share",
];
