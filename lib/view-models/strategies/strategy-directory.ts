import type { StrategyAnswer } from "../../api/schemas/strategy";
import { english, type Say } from "../../wording/say";
import { matchesStrategy } from "./find-strategies";
import type { ResultsRow } from "./results-row";

/** A strategy and its other versions, so that a product appears once in a list. */
export type DirectoryEntry = { readonly main: StrategyAnswer; readonly variants: readonly StrategyAnswer[] };

/** A search finds an entry by any of its versions; the entry then contains only the matching versions. */
export function toDirectory(strategies: readonly StrategyAnswer[], typed = "", say: Say = english): DirectoryEntry[] {
  const found = new Set(strategies.filter((info) => matchesStrategy(info, typed.trim(), say)).map(({ id }) => id));
  return strategies
    .filter(({ variant_of }) => variant_of === null)
    .map((main) => ({
      main,
      variants: strategies.filter(({ variant_of, id }) => variant_of === main.id && found.has(id)),
    }))
    .filter(({ main, variants }) => found.has(main.id) || variants.length > 0);
}

/** What a strategy saves and how much of the needed facts it keeps, in per cent. */
export type StrategyFigures = { readonly saved: number | null; readonly recall: number | null };

/** Figures by id. All come from one table, because other tables cover other sessions. */
export function toFigures(results: ReadonlyMap<string, ResultsRow>): Readonly<Record<string, StrategyFigures>> {
  const [first] = results.values();
  const rows = [...results].filter(([, { under }]) => under === first?.under);
  return Object.fromEntries(
    rows.map(([id, row]) => [id, { saved: figure(row, "saved"), recall: figure(row, "recall") }]),
  );
}

const figure = ({ cells }: ResultsRow, id: string): number | null =>
  cells.find((cell) => cell.id === id)?.value ?? null;

/** All versions of a strategy, newest first. */
export function versionsOf(info: StrategyAnswer, strategies: readonly StrategyAnswer[]): StrategyAnswer[] {
  const newest = info.variant_of ?? info.id;
  return strategies
    .filter(({ id, variant_of }) => id === newest || variant_of === newest)
    .sort((one, other) => Number(other.id === newest) - Number(one.id === newest));
}

/** An address contains an id, or a name as hyphenated words. */
export const strategyOfAddress = (address: string, strategies: readonly StrategyAnswer[]): StrategyAnswer | null =>
  strategies.find(({ id }) => id === address) ??
  strategies.find(({ title, also_called }) => [title, ...also_called].some((name) => slugOf(name) === address)) ??
  null;

export const slugOf = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z0-9.]+/g, "-")
    .replaceAll(/^-|-$/g, "");
