export type LabelMark = {
  readonly id: string;
  readonly label: string;
  readonly left: number;
  readonly top: number;
  readonly isPublished: boolean;
};
export type PlacedLabel = {
  readonly id: string;
  readonly x: number;
  readonly y: number;
  readonly anchor: "start" | "middle" | "end";
  readonly hasLeader: boolean;
};
type Plot = { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number };
type Box = { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number };

/** Estimated pixels per character at 11 px, a little more than the average. */
const CHARACTER = 6;
const HEIGHT = 13;

/** Places for a label around its mark, best first; the last ones are so far away that a line must connect them. */
const PLACES = [
  { dx: 0, dy: -9, anchor: "middle" },
  { dx: 9, dy: 4, anchor: "start" },
  { dx: 0, dy: 18, anchor: "middle" },
  { dx: -9, dy: 4, anchor: "end" },
  { dx: 12, dy: -16, anchor: "start", hasLeader: true },
  { dx: 12, dy: 26, anchor: "start", hasLeader: true },
  { dx: -12, dy: -16, anchor: "end", hasLeader: true },
  { dx: -12, dy: 26, anchor: "end", hasLeader: true },
] as const;

/**
 * Places labels inside the plot so that they touch neither a mark nor each other. The labels of models in the published
 * table are placed first; a label without a free place is left out.
 */
export function placeLabels(marks: readonly LabelMark[], plot: Plot): PlacedLabel[] {
  const taken: Box[] = marks.map(({ left, top }) => ({
    left: left - 6,
    right: left + 6,
    top: top - 6,
    bottom: top + 6,
  }));
  const placed: PlacedLabel[] = [];
  for (const mark of [...marks].sort((a, b) => Number(b.isPublished) - Number(a.isPublished))) {
    const own = taken[marks.indexOf(mark)];
    for (const place of PLACES) {
      const box = boxOf(mark, place);
      const isInside =
        box.left >= plot.left && box.right <= plot.right && box.top >= plot.top && box.bottom <= plot.bottom;
      if (!isInside || taken.some((other) => other !== own && overlaps(box, other))) continue;
      taken.push(box);
      const { anchor } = place;
      placed.push({
        id: mark.id,
        x: mark.left + place.dx,
        y: mark.top + place.dy,
        anchor,
        hasLeader: "hasLeader" in place,
      });
      break;
    }
  }
  return placed;
}

function boxOf({ label, left, top }: LabelMark, { dx, dy, anchor }: (typeof PLACES)[number]): Box {
  const width = label.length * CHARACTER;
  const start = left + dx - (anchor === "start" ? 0 : anchor === "middle" ? width / 2 : width);
  return { left: start, right: start + width, top: top + dy - HEIGHT + 3, bottom: top + dy + 3 };
}

const overlaps = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
