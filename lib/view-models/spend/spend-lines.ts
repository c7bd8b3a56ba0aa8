import type { SpendRow } from "../../api/schemas/spend";
import { formatMoney, formatShare, formatTokens } from "../../wording/number-format";
import { rowNote, rowTitle, sentAgain } from "./spend-words";

/** The rows of a terminal table: name, tokens carried, frequency, output, cost, share. */
export const spendTable = (rows: readonly SpendRow[]): string[][] =>
  rows.map((row) => [
    rowTitle(row),
    rowNote(row),
    formatTokens(row.sent),
    sentAgain(row),
    formatTokens(row.output),
    formatMoney(row.cost),
    formatShare(row.share),
  ]);

export const SPEND_COLUMNS = ["what", "", "carried", "sent again", "output", "cost", "share"];
