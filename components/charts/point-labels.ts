import { isWide } from "./label-layout";

export type LabelMark = {
  readonly id: string;
  /** Empty: the mark has no label, and other labels avoid it. */
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

const HEIGHT = 13;
/** Outline width of the text in the page's colour, so that a line behind the text does not show through its spaces. */
export const LABEL_HALO = 6;
const HALO = LABEL_HALO / 2;

/** Estimated width in pixels of 11 px text; capitals and digits are wider than lower-case letters. */
const widthOf = (label: string): number => [...label].reduce((sum, character) => sum + characterWidth(character), 0);

function characterWidth(character: string): number {
  if (isWide(character)) return 11;
  return /[A-Z%@]/.test(character) ? 7.8 : /[0-9]/.test(character) ? 6.9 : 6;
}

type Place = {
  readonly dx: number;
  readonly dy: number;
  readonly anchor: PlacedLabel["anchor"];
  readonly hasLeader?: boolean;
};

/** Positions of a label around its mark, best first; the last are so far away that a line must connect them. */
const PLACES: readonly Place[] = [
  { dx: 0, dy: -9, anchor: "middle" },
  { dx: 9, dy: 4, anchor: "start" },
  { dx: 0, dy: 18, anchor: "middle" },
  { dx: -9, dy: 4, anchor: "end" },
  { dx: 12, dy: -16, anchor: "start", hasLeader: true },
  { dx: 12, dy: 26, anchor: "start", hasLeader: true },
  { dx: -12, dy: -16, anchor: "end", hasLeader: true },
  { dx: -12, dy: 26, anchor: "end", hasLeader: true },
];
/** Positions increasingly far away, for charts in which no label may be missing. */
const FAR_PLACES: readonly Place[] = Array.from({ length: 24 }, (_, step) =>
  [-1, 1].flatMap((side) => farPlaces(step, side)),
).flat();

function farPlaces(step: number, side: number): Place[] {
  const dy = side * (16 + (step + 1) * HEIGHT) + (side > 0 ? 10 : 0);
  const out = 12 + (step % 4) * 10;
  return [
    { dx: out, dy, anchor: "start", hasLeader: true },
    { dx: -out, dy, anchor: "end", hasLeader: true },
  ];
}

/** Maximum distance between the centres of two overlapping marks, and how far each moves. */
const NEAR = 6;
const ASIDE = 5;

/** Moves overlapping marks apart, from left to right. */
export function spreadMarks<Mark extends LabelMark>(marks: readonly Mark[]): Mark[] {
  const groups: Mark[][] = [];
  for (const mark of [...marks].sort((a, b) => a.left - b.left)) {
    const group = groups.find((others) => others.some((other) => isNear(mark, other)));
    if (group) group.push(mark);
    else groups.push([mark]);
  }
  const moved = new Map(
    groups.flatMap((group) =>
      group.map((mark, at) => [mark.id, mark.left + ASIDE * (2 * at - (group.length - 1))] as const),
    ),
  );
  return marks.map((mark) => ({ ...mark, left: moved.get(mark.id) ?? mark.left }));
}

const isNear = (a: LabelMark, b: LabelMark): boolean =>
  Math.abs(a.left - b.left) < NEAR && Math.abs(a.top - b.top) < NEAR;

/**
 * Places labels inside the plot without touching a mark, each other or anything `blocked`. Labels of models in the
 * published table come first. A label without a free position near its mark is omitted unless `isComplete` is set: then
 * it is placed farther away, joined by a line.
 */
export function placeLabels(
  marks: readonly LabelMark[],
  plot: Plot,
  isComplete = false,
  blocked: readonly Box[] = [],
): PlacedLabel[] {
  const places = isComplete ? [...PLACES, ...FAR_PLACES] : PLACES;
  const own = new Map(marks.map((mark) => [mark, boxAround(mark)]));
  const taken: Box[] = [...own.values(), ...blocked];
  const placed: PlacedLabel[] = [];
  const named = marks.filter(({ label }) => label !== "");
  for (const mark of named.sort((a, b) => Number(b.isPublished) - Number(a.isPublished))) {
    for (const place of places) {
      const box = boxOf(mark, place);
      const isInside =
        box.left >= plot.left && box.right <= plot.right && box.top >= plot.top && box.bottom <= plot.bottom;
      if (!isInside || taken.some((other) => other !== own.get(mark) && overlaps(box, other))) continue;
      taken.push(box);
      const { anchor } = place;
      placed.push({
        id: mark.id,
        x: mark.left + place.dx,
        y: mark.top + place.dy,
        anchor,
        hasLeader: place.hasLeader ?? false,
      });
      break;
    }
  }
  return placed;
}

const boxAround = ({ left, top }: LabelMark): Box => ({
  left: left - 6,
  right: left + 6,
  top: top - 6,
  bottom: top + 6,
});

function boxOf({ label, left, top }: LabelMark, { dx, dy, anchor }: Place): Box {
  const width = widthOf(label);
  const start = left + dx - (anchor === "start" ? 0 : anchor === "middle" ? width / 2 : width);
  return { left: start - HALO, right: start + width + HALO, top: top + dy - HEIGHT + 3, bottom: top + dy + 3 };
}

const overlaps = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
