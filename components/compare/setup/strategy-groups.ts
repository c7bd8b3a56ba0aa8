import type { StrategyAnswer } from "../../../lib/api/schemas/strategy";
import { FAMILIES, OWN_RECIPE_INFO } from "../shared/compare-types";

export type StrategyGroup = {
  readonly id: string;
  readonly title: string;
  readonly line: string;
  readonly shown: readonly StrategyAnswer[];
  /** How many more there are behind the count. */
  readonly folded: number;
};

type Wish = {
  readonly find: string;
  /** Ids that are shown in any case: what is chosen or open in the form. */
  readonly always: ReadonlySet<string>;
  /** Groups of which all is shown. */
  readonly unfolded: ReadonlySet<string>;
};

const FIRST_SHOWN = 8;
const OWN = { id: "own", title: "Own recipe", line: "strategies put together, as JSON" } as const;

/** Strategies by family, the first of each and what is chosen; all that match while something is looked for. */
export function groupStrategies(
  strategies: readonly StrategyAnswer[],
  { find, always, unfolded }: Wish,
): StrategyGroup[] {
  return [...FAMILIES, OWN].flatMap((family) => {
    const members = family === OWN ? [OWN_RECIPE_INFO] : strategies.filter(({ family: id }) => id === family.id);
    const found = members.filter((info) => matches(info, find));
    const isWhole = find.trim() !== "" || unfolded.has(family.id);
    const shown = found.filter((info, at) => isWhole || at < FIRST_SHOWN || always.has(info.id));
    return found.length === 0 ? [] : [{ ...family, shown, folded: found.length - shown.length }];
  });
}

/** Every word stands in the id, the product, the title, or says what it needs. */
function matches({ id, title, product, model, cache }: StrategyAnswer, find: string): boolean {
  const text = `${id} ${product.name} ${title} ${model === "none" ? "no model" : "model"} ${cache}`.toLowerCase();
  return find
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
