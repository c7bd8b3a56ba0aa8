import type { Bar } from "../row";
import type { MeasuredRow } from "../run-row";
import { short } from "./numbers";

const WIDTH = 760;
const NAMES = 270;
const VALUES = 110;
const LINE = 26;
const BAR = 14;
const TOP = 34;

/** The colours follow the reader's system, because an image in a page does not know the page's theme. */
const STYLE = `
  text { font: 12px system-ui, sans-serif; fill: #3f3f46; }
  .unit { fill: #71717a; }
  .ours { fill: #2563eb; } .other { fill: #a1a1aa; } .range { stroke: #52525b; stroke-width: 1; }
  @media (prefers-color-scheme: dark) {
    text { fill: #d4d4d8; } .unit { fill: #a1a1aa; }
    .ours { fill: #60a5fa; } .other { fill: #52525b; } .range { stroke: #a1a1aa; }
  }`;

/** One bar per contender, with a line from its fastest to its slowest round. Shorter is faster. */
export function chartOf({ bars, unit, id }: MeasuredRow): string {
  const longest = Math.max(...bars.map(({ spread }) => spread.most));
  const height = TOP + bars.length * LINE + 8;
  const lines = bars.map((bar, index) => barOf(bar, TOP + index * LINE, longest));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${id}">`,
    `<style>${STYLE}\n</style>`,
    `<text class="unit" x="${NAMES}" y="18">${escaped(unit)}, median and range; shorter is faster</text>`,
    ...lines,
    "</svg>\n",
  ].join("\n");
}

function barOf({ name, isOurs, spread }: Bar, y: number, longest: number): string {
  const room = WIDTH - NAMES - VALUES;
  const at = (value: number) => Math.round(((value / longest) * room + Number.EPSILON) * 10) / 10;
  const middle = y + BAR / 2;
  const width = Math.max(1, at(spread.median));
  const end = NAMES + Math.max(width, at(spread.most));
  return [
    `<text x="${NAMES - 10}" y="${middle + 4}" text-anchor="end"${isOurs ? ' font-weight="600"' : ""}>${escaped(name)}</text>`,
    `<rect class="${isOurs ? "ours" : "other"}" x="${NAMES}" y="${y}" width="${width}" height="${BAR}" rx="2"/>`,
    `<line class="range" x1="${NAMES + at(spread.least)}" x2="${NAMES + at(spread.most)}" y1="${middle}" y2="${middle}"/>`,
    `<text x="${end + 8}" y="${middle + 4}">${short(spread.median)}</text>`,
  ].join("\n");
}

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
