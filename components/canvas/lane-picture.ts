import type { LaneMark } from "@/lib/view-models/cache/lane-marks";
import { formatWholeThousands } from "@/lib/wording/number-format";
import type { Say } from "@/lib/wording/say";
import { axisSteps, gutterLabels, laneLimit, layOutLanes } from "./lane-layout";
import { GUTTER, paintLanes, plotWidth } from "./paint-lanes";
import { type CanvasColors, readCanvasColors } from "./use-canvas-colors";

type Picture = {
  readonly lanes: readonly LaneMark[];
  readonly zoom: number;
  readonly window: number | null;
  readonly floor: number | null;
  readonly title: string;
};

const WIDTH = 960;
const HEAD = 46;
const FOOT = 30;
/** Maximum canvas side in browsers; a taller picture is drawn at a lower resolution. */
const MAX_PIXELS = 16_000;

/**
 * Draws all lanes, with title, axis and legend, as a PNG in the theme's colours; null if the browser cannot make one.
 */
export function paintLanePicture(picture: Picture, say: Say): Promise<Blob | null> {
  const { lanes, zoom } = picture;
  const found = lanes.map((lane) => lane.found !== null);
  const layout = layOutLanes(found, zoom);
  const height = HEAD + Math.ceil(layout.height) + FOOT;
  const ratio = Math.min(2, MAX_PIXELS / height);
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(WIDTH * ratio);
  canvas.height = Math.round(height * ratio);
  const context = canvas.getContext("2d");
  if (!context) return Promise.resolve(null);
  const colors = readCanvasColors(document.body);
  context.scale(ratio, ratio);
  context.fillStyle = colors.bg;
  context.fillRect(0, 0, WIDTH, height);
  const limit = laneLimit(lanes, picture.window);
  const steps = axisSteps(limit, 5);
  paintHead(context, picture.title, colors, steps, limit);
  context.save();
  context.translate(0, HEAD);
  const numbers = gutterLabels(layout);
  const shown = { lanes, layout, colors, width: WIDTH, from: 0, height: layout.height, limit, steps, numbers };
  paintLanes(context, { ...shown, selected: -1, hovered: null, floor: picture.floor });
  context.restore();
  paintLegend(context, colors, height - FOOT / 2, say);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}

function paintHead(
  context: CanvasRenderingContext2D,
  title: string,
  colors: CanvasColors,
  steps: readonly number[],
  limit: number,
) {
  context.textBaseline = "middle";
  context.fillStyle = colors.tx;
  context.font = `600 13px ${colors.font}`;
  context.fillText(title, 12, 14, WIDTH - 24);
  context.font = `400 11px ${colors.font}`;
  context.fillStyle = colors.tx3;
  context.textAlign = "center";
  for (const step of steps)
    context.fillText(formatWholeThousands(step), GUTTER.left + (step / limit) * plotWidth(WIDTH), HEAD - 10);
  context.textAlign = "start";
}

function paintLegend(context: CanvasRenderingContext2D, colors: CanvasColors, y: number, say: Say) {
  context.textBaseline = "middle";
  context.font = `400 11px ${colors.font}`;
  let x = GUTTER.left;
  for (const name of ["read", "written", "uncached", "opaque"] as const) {
    context.fillStyle = colors[name];
    context.fillRect(x, y - 5, 10, 10);
    context.fillStyle = colors.tx2;
    const word = name === "opaque" ? say("not in the log") : say(name);
    context.fillText(word, x + 15, y);
    x += 15 + context.measureText(word).width + 18;
  }
}
