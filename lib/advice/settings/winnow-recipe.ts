import type { Recipe } from "../../strategies/recipe/recipe";
import type { ClientSetting, SettingAnswer, WantedSetting } from "./client-setting";

/** The policy as a recipe: at the trigger, down to the floor if one is wanted; without a trigger the strategy alone. */
export const recipeOf = ({ trigger, floor, strategy }: WantedSetting): Recipe =>
  trigger === 0
    ? strategy
    : { when: { gauge: "tokens", comparison: ">=", limit: trigger }, run: runOf(trigger, floor, strategy) };

/** `winnow` cuts to a floor of its own; another strategy runs until the prompt is within it. */
function runOf(trigger: number, floor: number | null, strategy: Recipe): Recipe {
  if (floor === null) return strategy;
  return strategy === "winnow"
    ? { id: strategy, params: { trigger, floor } }
    : { until: { tokens: floor }, ladder: [strategy] };
}

const asRecipe = (wanted: WantedSetting): SettingAnswer => ({
  text: JSON.stringify(recipeOf(wanted)),
  fires: wanted.trigger === 0 ? null : wanted.trigger,
});

export const winnowRecipe: ClientSetting = {
  id: "winnow",
  title: "Winnow",
  sessionClients: [],
  version: "recipes of this version",
  unit: "tokens",
  place: "recipe of POST /api/compress, or the recipe in Compare",
  key: "recipe",
  default: "the strategy's own trigger",
  can: { fold: "at-trigger", clear: "at-trigger", keepNewest: true, floor: true },
  source: "docs/strategies.md",
  readOn: "2026-11-23",
  readIn: "lib/strategies/recipe",
  fold: asRecipe,
  clear: asRecipe,
};
