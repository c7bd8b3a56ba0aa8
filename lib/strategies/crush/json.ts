import { memberText, parseJson } from "../../conversation/exact-json";
import type { JsonValue } from "../../conversation/part";
import { stableJson } from "../../conversation/stable-json";
import { type Crusher, ERROR_WORD } from "./crusher";

/**
 * Settings of headroom's SmartCrusher. A list of at least 5 items is cut to 15: 30 % of these from its start, 15 % from
 * its end.
 */
const MIN_ITEMS = 5;
const MAX_ITEMS = 15;
const HEAD_SHARE = 0.3;
const TAIL_SHARE = 0.15;
/** A value is rare, and its items stay, if at most this share of the items has it. */
const RARE_SHARE = 0.25;
const SIGMAS = 2;

/**
 * A JSON list: keeps errors, rare values and numeric outliers, and drops repeats. As in the product, a list of more
 * than 15 different objects is kept unchanged, repeats included, if no object stands out.
 */
export const crushJson: Crusher = (text) => {
  const first = text.trimStart()[0];
  if (first !== "[" && first !== "{") return null;
  const value = parse(text);
  if (!Array.isArray(value)) return null;
  const items = value as readonly JsonValue[];
  if (items.length < MIN_ITEMS) return null;
  const kept = chooseItems(items);
  if (kept.length === items.length) return null;
  return {
    text: `[${kept.map((index) => memberText(items, index)).join(",")}]`,
    kept: kept.length,
    total: items.length,
    unit: "items",
  };
};

function parse(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

/** Indexes of the items that stay, in order. */
function chooseItems(items: readonly JsonValue[]): number[] {
  const distinct = distinctIndexes(items);
  if (distinct.length <= MAX_ITEMS) return distinct;
  const outstanding = signalled(items);
  const signals = distinct.filter((index) => outstanding.has(index));
  if (signals.length === 0 && items.every(isObject)) return items.map((_, index) => index);
  const chosen = new Set(signals.filter((index) => ERROR_WORD.test(JSON.stringify(items[index]))));
  const room = () => MAX_ITEMS - chosen.size;
  for (const index of spread(signals, room())) if (room() > 0) chosen.add(index);
  const head = distinct.slice(0, Math.ceil(MAX_ITEMS * HEAD_SHARE));
  const tail = distinct.slice(-Math.ceil(MAX_ITEMS * TAIL_SHARE));
  for (const index of [...head, ...tail, ...spread(distinct, MAX_ITEMS)]) if (room() > 0) chosen.add(index);
  return [...chosen].sort((a, b) => a - b);
}

const isObject = (item: JsonValue) => typeof item === "object" && item !== null && !Array.isArray(item);

function distinctIndexes(items: readonly JsonValue[]): number[] {
  const seen = new Set<string>();
  return items.flatMap((item, index) => {
    const text = typeof item === "number" ? memberText(items, index) : stableJson(item);
    if (seen.has(text)) return [];
    seen.add(text);
    return [index];
  });
}

/** At most `count` items, evenly spread, including the first and the last. */
function spread(list: readonly number[], count: number): number[] {
  if (list.length <= count) return [...list];
  return Array.from(
    { length: count },
    (_, at) => list[Math.round((at * (list.length - 1)) / Math.max(1, count - 1))] as number,
  );
}

/** Items with an error word, a rare value in a field with few values, or an outlying number. */
function signalled(items: readonly JsonValue[]): Set<number> {
  const found = new Set<number>();
  items.forEach((item, index) => {
    if (ERROR_WORD.test(JSON.stringify(item))) found.add(index);
  });
  for (const column of columnsOf(items)) for (const index of outliers(column) ?? rareValues(column)) found.add(index);
  return found;
}

function columnsOf(items: readonly JsonValue[]): JsonValue[][] {
  const [first] = items;
  if (first === undefined || !isObject(first)) return [items as JsonValue[]];
  return Object.keys(first as object).map((key) =>
    items.map((item) => (isObject(item) ? ((item as { readonly [key: string]: JsonValue })[key] ?? null) : null)),
  );
}

/** Indexes of numbers more than two standard deviations from the mean; null if the column is not numeric. */
function outliers(column: readonly JsonValue[]): number[] | null {
  if (!column.every((value) => typeof value === "number")) return null;
  const numbers = column as readonly number[];
  const mean = numbers.reduce((sum, value) => sum + value, 0) / numbers.length;
  const deviation = Math.sqrt(numbers.reduce((sum, value) => sum + (value - mean) ** 2, 0) / numbers.length);
  return numbers.flatMap((value, index) =>
    Math.abs(value - mean) > SIGMAS * deviation && deviation > 0 ? [index] : [],
  );
}

/** Indexes of rare values in a column with few distinct values. */
function rareValues(column: readonly JsonValue[]): number[] {
  const counts = new Map<string, number>();
  for (const value of column) counts.set(JSON.stringify(value), (counts.get(JSON.stringify(value)) ?? 0) + 1);
  if (counts.size < 2 || counts.size > Math.max(3, column.length / 5)) return [];
  return column.flatMap((value, index) =>
    (counts.get(JSON.stringify(value)) ?? 0) <= column.length * RARE_SHARE ? [index] : [],
  );
}
