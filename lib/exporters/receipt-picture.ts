import type { CompactionAnswer } from "../api/schemas/compaction";
import { placeSentence, receiptSentence, type SurvivalRow, survivalRows } from "../view-models/receipt/receipt-words";
import { english, type Say } from "../wording/say";
import { escapeHtml } from "./html-text";

const WIDTH = 800;
const EDGE = 32;
/** Right edges of the columns with figures. */
const COLUMN = { kept: 520, missed: 640, back: WIDTH - EDGE } as const;
const BAR = { left: 180, width: 200 } as const;
const ROW = 28;
const LINE = 32;
/** Maximum width of a line in letters. A Chinese character counts as two. */
const MAX_LETTERS = 56;

/**
 * A receipt as an SVG picture to show to others. It contains figures and Winnow's own words, but no text of the
 * session, so nothing needs redacting.
 */
export function receiptPicture(
  receipt: CompactionAnswer,
  say: Say = english,
): { svg: string; width: number; height: number } {
  const { facts, sum } = survivalRows(receipt, say);
  const sentence = wrapped(receiptSentence(receipt, say));
  const rows = [...facts, ...(sum ? [sum] : [])];
  const head = 64 + sentence.length * LINE + 24;
  const height = head + 20 + rows.length * ROW + 48;
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}">`,
    `<style>text{font:14px system-ui,sans-serif;fill:#16191d}.quiet{fill:#59616b;font-size:13px}.big{font-size:22px;font-weight:600}.n{text-anchor:end}.sum{font-weight:600}</style>`,
    `<rect width="${WIDTH}" height="${height}" fill="#ffffff"/>`,
    text(EDGE, 40, placeSentence(receipt, say), "quiet"),
    ...sentence.map((line, at) => text(EDGE, 78 + at * LINE, line, "big")),
    text(COLUMN.kept, head, say("kept"), "quiet n"),
    text(COLUMN.missed, head, say("needed, gone"), "quiet n"),
    text(COLUMN.back, head, say("came back"), "quiet n"),
    `<path d="M${EDGE} ${head + 8}H${WIDTH - EDGE}" stroke="#c3c9d0"/>`,
    ...rows.map((row, at) => drawRow(row, head + 8 + (at + 1) * ROW - 8, row === sum, say)),
    text(WIDTH - EDGE, height - 20, "Winnow", "quiet n"),
    "</svg>",
  ].join("\n");
  return { svg, width: WIDTH, height };
}

function drawRow(row: SurvivalRow, y: number, isSum: boolean, say: Say): string {
  const style = isSum ? " sum" : "";
  const bar = `<path d="M${BAR.left} ${y - 5}h${BAR.width}" stroke="#e6e9ed" stroke-width="8"/><path d="M${BAR.left} ${y - 5}h${(BAR.width * row.share).toFixed(1)}" stroke="#59616b" stroke-width="8"/>`;
  return [
    text(EDGE, y, row.label, style),
    isSum ? "" : bar,
    text(COLUMN.kept, y, say("{kept} of {count}", { kept: row.kept, count: row.of }), `n${style}`),
    text(COLUMN.missed, y, row.missed, `n${style}`),
    text(COLUMN.back, y, row.cameBack, `n${style}`),
  ].join("");
}

const text = (x: number, y: number, content: string, style: string): string =>
  `<text x="${x}" y="${y}"${style === "" ? "" : ` class="${style.trim()}"`}>${escapeHtml(content)}</text>`;

/** Lines of at most this many letters, broken between words or, in Chinese, anywhere. */
function wrapped(sentence: string): string[] {
  const lines = [""];
  let width = 0;
  for (const word of sentence.match(/[\u3000-\u9fff\uff00-\uffef]|[^\s\u3000-\u9fff\uff00-\uffef]+\s*|\s+/g) ?? []) {
    const size = /[\u3000-\u9fff\uff00-\uffef]/.test(word) ? 2 : word.length;
    if (width + size > MAX_LETTERS && width > 0) {
      lines.push("");
      width = 0;
    }
    lines[lines.length - 1] += word;
    width += size;
  }
  return lines.map((line) => line.trim());
}
