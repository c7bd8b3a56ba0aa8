import type { CompactionAnswer, LossPlaceAnswer } from "../../api/schemas/compaction";
import { clip } from "../../strategies/previews/clip";
import { formatMoney, formatRequestReference, formatTokens } from "../../wording/number-format";
import { english, type Say } from "../../wording/say";
import { shortPath } from "../spend/short-path";
import {
  backText,
  costSentence,
  estimateSentence,
  placeSentence,
  placeText,
  receiptSentence,
  type SurvivalRow,
  survivalRows,
} from "./receipt-words";

/** What a receipt contains: texts of the session too, or figures only, which are safe to share. */
export type ReceiptTexts = "all" | "figures";

/** A table as rows of cells; the first one is the head. */
type Cells = readonly (readonly string[])[];

/** The sentences at the top of a receipt. */
export const receiptLines = (receipt: CompactionAnswer, say: Say = english): string[] =>
  [
    receiptSentence(receipt, say),
    placeSentence(receipt, say),
    costSentence(receipt, say),
    estimateSentence(receipt, say),
  ].flatMap((line) => line ?? []);

export function survivalCells(receipt: CompactionAnswer, say: Say = english): Cells {
  const { facts, sum, statements } = survivalRows(receipt, say);
  const head = [say("kind"), say("kept"), say("named"), say("of all"), say("needed, gone"), say("came back")];
  const cells = ({ label, kept, named, of, missed, cameBack }: SurvivalRow) => [
    label,
    kept,
    named,
    of,
    missed,
    cameBack,
  ];
  return [head, ...[...facts, ...(sum ? [sum] : []), ...statements].map(cells)];
}

export function lossCells({ losses }: CompactionAnswer, say: Say = english): Cells {
  const head = [
    say("previously in"),
    say("facts, at most three"),
    say("needed"),
    say("how it came back"),
    say("tokens"),
    say("cost"),
  ];
  return [head, ...losses.map((row) => lossRow(row, say))];
}

/** Maximum characters of a cell. */
const LONGEST_CELL = 70;

function lossRow(loss: LossPlaceAnswer, say: Say): string[] {
  const { needed, tokens, cost } = loss;
  return [
    clip(loss.kind === "file" ? shortPath(loss.label) : placeText(loss, say), LONGEST_CELL),
    clip(factsText(loss), LONGEST_CELL),
    needed === null ? "–" : formatRequestReference(needed.request),
    backText(loss, say),
    tokens === null ? "–" : formatTokens(tokens),
    cost === null ? "–" : formatMoney(cost),
  ];
}

/** `getUser, setUser +3` */
export const factsText = ({ facts, fact_count }: Pick<LossPlaceAnswer, "facts" | "fact_count">): string =>
  `${facts.join(", ")}${fact_count > facts.length ? ` +${fact_count - facts.length}` : ""}`;

/** The receipt as Markdown, to be pasted into a message or an issue. */
export function receiptMarkdown(receipt: CompactionAnswer, texts: ReceiptTexts, say: Say = english): string {
  const { losses, give_back } = receipt;
  const [first = "", ...rest] = receiptLines(receipt, say);
  const survival = receipt.survival.length === 0 ? "" : markdownTable(survivalCells(receipt, say));
  const blocks = [`**${first}**`, rest.join(" "), survival];
  if (texts === "all" && losses.length > 0) blocks.push(markdownTable(lossCells(receipt, say)));
  if (texts === "all" && give_back.text !== "")
    blocks.push(["```text", give_back.text.replaceAll("```", "'''"), "```"].join("\n"));
  return `${blocks.filter((block) => block !== "").join("\n\n")}\n`;
}

function markdownTable([head = [], ...rows]: Cells): string {
  const line = (cells: readonly string[]) => `| ${cells.map(escaped).join(" | ")} |`;
  return [line(head), `| ${head.map((_, at) => (at === 0 ? "---" : "---:")).join(" | ")} |`, ...rows.map(line)].join(
    "\n",
  );
}

/** Escaped for a table cell, so that text can neither end the cell nor act as markup. */
const escaped = (text: string): string =>
  text.replaceAll(/\s+/g, " ").replaceAll(/[\\`*_[\]<>|]/g, (sign) => `\\${sign}`);
