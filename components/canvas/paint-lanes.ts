import { placeBreaks } from "@/components/charts/break-marks";
import type { LaneMark } from "@/lib/view-models/cache/lane-marks";
import { type LaneLayout, laneMiddle } from "./lane-layout";
import type { CanvasColors } from "./use-canvas-colors";

export type LanePainting = {
  readonly lanes: readonly LaneMark[];
  readonly layout: LaneLayout;
  readonly colors: CanvasColors;
  readonly width: number;
  /** Start of the visible part of the layout, in pixels; `height` is its size. */
  readonly from: number;
  readonly height: number;
  /** Tokens at the right end of the plot. */
  readonly limit: number;
  readonly steps: readonly number[];
  readonly numbers: readonly number[];
  readonly selected: number;
  readonly hovered: number | null;
  /** Number of tokens that reads fall back to after several breaks; null if there is none. */
  readonly floor: number | null;
};

export const GUTTER = { left: 60, right: 72, letter: 42 };

export const plotWidth = (width: number): number => Math.max(1, width - GUTTER.left - GUTTER.right);

/** Draws the lanes between `from` and `from + height`; the context must be scaled to CSS pixels. */
export function paintLanes(context: CanvasRenderingContext2D, painting: LanePainting): void {
  const { colors, width, height, from } = painting;
  context.fillStyle = colors.bg;
  context.fillRect(0, 0, width, height);
  context.save();
  context.translate(0, -from);
  paintGrid(context, painting);
  const [first, last] = visible(painting);
  for (let at = first; at <= last; at += 1) paintLane(context, painting, at);
  paintHatch(context, painting, first, last);
  paintSimulated(context, painting, first, last);
  paintFloor(context, painting);
  paintFrame(context, painting, painting.hovered, colors.tx3, 1);
  paintFrame(context, painting, painting.selected, colors.acc, 1.5);
  paintWords(context, painting, first, last);
  paintGutter(context, painting);
  context.restore();
}

const xOf = ({ width, limit }: LanePainting, tokens: number): number =>
  GUTTER.left + (Math.min(tokens, limit) / limit) * plotWidth(width);

function visible({ layout: { tops }, from, height }: LanePainting): [number, number] {
  const first = tops.findIndex((_, at) => (tops[at + 1] ?? 0) >= from);
  let last = first;
  while (last + 2 < tops.length && (tops[last + 1] ?? 0) < from + height) last += 1;
  return tops.length < 2 || first < 0 ? [0, -1] : [first, last];
}

function paintGrid(context: CanvasRenderingContext2D, painting: LanePainting): void {
  context.fillStyle = painting.colors.line;
  for (const step of painting.steps)
    context.fillRect(Math.round(xOf(painting, step)), painting.from, 1, painting.height);
}

/**
 * Smaller shares of the prompt are not drawn. Providers leave one to three tokens of every prompt uncached, which would
 * appear as a red line through all lanes.
 */
const NEGLIGIBLE = 1 / 2000;

function paintLane(context: CanvasRenderingContext2D, painting: LanePainting, at: number): void {
  const { lanes, layout, colors } = painting;
  const lane = lanes[at];
  if (!lane) return;
  const top = layout.tops[at] ?? 0;
  const size = (layout.tops[at + 1] ?? top) - top - (lane.found ? 1 : 0);
  const bar = (color: string, start: number, end: number) => {
    if (end <= start) return;
    const [left, right] = [xOf(painting, start), xOf(painting, end)];
    context.fillStyle = color;
    context.fillRect(left, top, Math.max(0.75, right - left), size);
  };
  if (lane.read === null) {
    bar(colors.opaque, 0, lane.prompt);
    return;
  }
  const written = Math.min(lane.prompt, lane.read + lane.written);
  bar(colors.read, 0, Math.min(lane.read, lane.prompt));
  bar(colors.written, lane.read, written);
  if (lane.prompt - written > lane.prompt * NEGLIGIBLE) bar(colors.uncached, written, lane.prompt);
}

/** Pixels between hatch lines; a hatch marks unreported figures. */
const HATCH = 5;

/** Hatches lanes with simulated counters; the lines run through all of them without an offset. */
function paintHatch(context: CanvasRenderingContext2D, painting: LanePainting, first: number, last: number): void {
  const { lanes, layout, colors, width, from, height } = painting;
  if (!lanes.some(({ isSimulated }) => isSimulated)) return;
  context.save();
  context.beginPath();
  for (let at = first; at <= last; at += 1) {
    const [lane, top] = [lanes[at], layout.tops[at] ?? 0];
    if (!lane?.isSimulated) continue;
    context.rect(GUTTER.left, top, xOf(painting, lane.prompt) - GUTTER.left, (layout.tops[at + 1] ?? top) - top);
  }
  context.clip();
  context.strokeStyle = colors.bg;
  context.lineWidth = 1;
  context.beginPath();
  for (let x = -height; x < width; x += HATCH) {
    context.moveTo(x, from + height);
    context.lineTo(x + height, from);
  }
  context.stroke();
  context.restore();
}

/** Marks each lane's simulated read with a tick; if it agrees, the tick is on the border between read and written. */
function paintSimulated(context: CanvasRenderingContext2D, painting: LanePainting, first: number, last: number): void {
  const { lanes, layout, colors } = painting;
  for (let at = first; at <= last; at += 1) {
    const simulated = lanes[at]?.simulated ?? null;
    if (simulated === null) continue;
    const top = layout.tops[at] ?? 0;
    const size = (layout.tops[at + 1] ?? top) - top;
    const x = Math.round(xOf(painting, simulated));
    context.fillStyle = colors.bg;
    context.fillRect(x - 2, top, 4, size);
    context.fillStyle = colors.tx;
    context.fillRect(x - 1, top, 2, size);
  }
}

function paintFloor(context: CanvasRenderingContext2D, painting: LanePainting): void {
  if (painting.floor === null) return;
  context.strokeStyle = painting.colors.tx;
  context.lineWidth = 1;
  context.setLineDash([1, 3]);
  context.beginPath();
  const x = Math.round(xOf(painting, painting.floor)) + 0.5;
  context.moveTo(x, painting.from);
  context.lineTo(x, painting.from + painting.height);
  context.stroke();
  context.setLineDash([]);
}

function paintFrame(
  context: CanvasRenderingContext2D,
  painting: LanePainting,
  at: number | null,
  color: string,
  size: number,
): void {
  const lane = at === null ? undefined : painting.lanes[at];
  if (!lane || at === null) return;
  const top = painting.layout.tops[at] ?? 0;
  const height = (painting.layout.tops[at + 1] ?? top) - top;
  context.strokeStyle = color;
  context.lineWidth = size;
  context.strokeRect(GUTTER.left - 1, top - 1, xOf(painting, lane.prompt) - GUTTER.left + 2, height + 1);
}

/** Writes a break's cost at the end of its lane, or `167k → 54k` for a compaction; omits labels without room. */
function paintWords(context: CanvasRenderingContext2D, painting: LanePainting, first: number, last: number): void {
  const { lanes, layout, colors, selected } = painting;
  context.textBaseline = "middle";
  let lowest = Number.NEGATIVE_INFINITY;
  for (let at = first; at <= last; at += 1) {
    const lane = lanes[at];
    const words = wordsOf(lanes, at);
    const y = laneMiddle(layout, at);
    if (!lane || words === "" || y - lowest < 12) continue;
    lowest = y;
    context.font = `${at === selected ? 600 : 400} 11px ${colors.font}`;
    const x = Math.min(xOf(painting, lane.prompt) + 6, painting.width - context.measureText(words).width - 4);
    context.strokeStyle = colors.bg;
    context.lineWidth = 6; // wide enough that no grid line crosses the words
    context.lineJoin = "round";
    context.strokeText(words, x, y);
    context.fillStyle = at === selected ? colors.tx : colors.tx2;
    context.fillText(words, x, y);
  }
}

/** A lane's text. For a compaction it includes the cost of the following break, whose lane is too close for text. */
function wordsOf(lanes: readonly LaneMark[], at: number): string {
  const [before, lane, next] = [lanes[at - 1], lanes[at], lanes[at + 1]];
  const own = before?.compaction ? null : lane?.found?.money;
  return [own, lane?.compaction, lane?.compaction ? next?.found?.money : null].filter(Boolean).join(" ");
}

/** Draws the letters of the breaks as on the timeline: filled if avoidable or unexplained, outlined if expected. */
function paintGutter(context: CanvasRenderingContext2D, painting: LanePainting): void {
  const { lanes, layout, colors } = painting;
  const breaks = lanes.flatMap(({ found }) => found ?? []);
  const marks = placeBreaks(breaks, (at) => laneMiddle(layout, at), { left: 0, right: Math.max(layout.height, 14) });
  paintNumbers(
    context,
    painting,
    marks.map(({ x }) => x),
  );
  context.textAlign = "center";
  for (const { x: y, shown } of marks) {
    context.fillStyle = shown.isExpected ? colors.bg : colors.tx;
    context.fillRect(GUTTER.letter, y, 14, 14);
    context.strokeStyle = shown.isExpected ? colors.tx2 : colors.tx;
    context.lineWidth = 1;
    context.strokeRect(GUTTER.letter + 0.5, y + 0.5, 13, 13);
    context.font = `650 10px ${colors.font}`;
    context.fillStyle = shown.isExpected ? colors.tx : colors.bg;
    context.fillText(shown.letter, GUTTER.letter + 7, y + 7.5);
  }
  context.textAlign = "start";
}

function paintNumbers(context: CanvasRenderingContext2D, painting: LanePainting, letters: readonly number[]): void {
  const { layout, colors, numbers } = painting;
  context.font = `400 11px ${colors.font}`;
  context.fillStyle = colors.tx3;
  context.textAlign = "right";
  for (const at of numbers) {
    const y = laneMiddle(layout, at);
    context.fillText(`${at + 1}`, GUTTER.letter - 6, y);
    if (letters.every((top) => y < top - 2 || y > top + 16)) context.fillRect(GUTTER.left - 6, Math.round(y), 4, 1);
  }
}
