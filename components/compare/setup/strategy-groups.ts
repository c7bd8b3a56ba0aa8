import { matchesStrategy } from "@/lib/view-models/strategies/find-strategies";
import type { Say } from "@/lib/wording/say";
import { sentence } from "@/lib/wording/say";
import type { StrategyAnswer } from "../../../lib/api/schemas/strategy";
import { FAMILIES, OWN_RECIPE_INFO } from "../shared/compare-types";

export type StrategyGroup = {
  readonly id: string;
  readonly title: string;
  readonly line: string;
  readonly shown: readonly StrategyAnswer[];
  /** Number of collapsed strategies. */
  readonly folded: number;
};

type Wish = {
  readonly find: string;
  /** Ids always shown: strategies chosen or open in the form. */
  readonly always: ReadonlySet<string>;
  /** Groups shown completely. */
  readonly unfolded: ReadonlySet<string>;
};

const FIRST_SHOWN = 4;
const OWN = { id: "own", title: sentence("Custom recipe"), line: sentence("combined strategies, as JSON") } as const;

/**
 * Groups strategies by family. A group lists its first strategies and those always shown or, while filtering or
 * unfolded, all.
 */
export function groupStrategies(
  strategies: readonly StrategyAnswer[],
  { find, always, unfolded }: Wish,
  say: Say,
): StrategyGroup[] {
  return [...FAMILIES, OWN].flatMap((family) => {
    const members = family === OWN ? [OWN_RECIPE_INFO] : strategies.filter(({ family: id }) => id === family.id);
    const found = members.filter((info) => matchesStrategy(info, find.trim(), say));
    const isWhole = find.trim() !== "" || unfolded.has(family.id);
    const shown = found.filter((info, at) => isWhole || at < FIRST_SHOWN || always.has(info.id));
    return found.length === 0 ? [] : [{ ...family, shown, folded: found.length - shown.length }];
  });
}
