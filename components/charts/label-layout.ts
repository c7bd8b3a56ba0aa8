/** A horizontal range in pixels. Labels that do not fit in it are omitted, never drawn over others or outside. */
export type Span = { readonly left: number; readonly right: number };

export type LabelWish = {
  readonly key: string;
  readonly text: string;
  /** Desired position of its left end or its middle. */
  readonly x: number;
  readonly align: "start" | "middle";
  readonly isBold?: boolean;
};
export type PlacedLabel = LabelWish & { readonly from: number; readonly to: number };

/** Minimum pixels between two labels. */
const LABEL_GAP = 8;
/** Estimated pixels per character of 11 px text; generous, so that two labels never touch. */
const CHARACTER = { plain: 5.9, bold: 6.8, wide: 11 };

const labelWidth = ({ text, isBold }: Pick<LabelWish, "text" | "isBold">): number => {
  const narrow = isBold ? CHARACTER.bold : CHARACTER.plain;
  return Math.ceil([...text].reduce((sum, character) => sum + (isWide(character) ? CHARACTER.wide : narrow), 0));
};

/** A Chinese character or sign is as wide as it is high. */
export const isWide = (character: string): boolean => character > "\u2e7f";

/** Places labels, most important first. Later ones are omitted if there is no room. A label at an edge moves inside. */
export function placeLabels(wishes: readonly LabelWish[], span: Span, gap = LABEL_GAP): PlacedLabel[] {
  const placed: PlacedLabel[] = [];
  for (const wish of wishes) {
    const label = fitIn(wish, span);
    if (label && placed.every((other) => label.to + gap <= other.from || other.to + gap <= label.from))
      placed.push(label);
  }
  return placed;
}

function fitIn(wish: LabelWish, { left, right }: Span): PlacedLabel | null {
  const width = labelWidth(wish);
  if (width > right - left) return null;
  const wanted = wish.align === "start" ? wish.x : wish.x - width / 2;
  const from = Math.max(left, Math.min(right - width, wanted));
  return { ...wish, from, to: from + width };
}

/** Keeps the first of items closer than `distance`; pass the most important items first. */
export function thin<Item extends { readonly x: number }>(items: readonly Item[], distance: number): Item[] {
  const kept: Item[] = [];
  for (const item of items) if (kept.every((other) => Math.abs(other.x - item.x) >= distance)) kept.push(item);
  return kept;
}
