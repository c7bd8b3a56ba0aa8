import { findStrategy } from "../../strategies/index";
import { bindRecipe, type Recipe } from "../../strategies/recipe/recipe";
import type { SettingAction } from "./client-setting";

/** Strategies that clear old tool outputs, with the parameter that says how many of the newest stay. */
const CLEARING: Readonly<Record<string, string | null>> = {
  "anthropic-clear-tool-uses": "keep",
  "langchain-clear-tools": "keep",
  "swe-agent-last-n": "n",
  "openhands-masking": "window",
  "opencode-prune": null,
  "gemini-mask": null,
};

/** What a recipe does, as far as clients have settings for it. A tree of strategies is something else. */
export function actionOf(recipe: Recipe): SettingAction {
  const id = typeof recipe === "string" ? recipe : "id" in recipe ? recipe.id : null;
  if (id === null) return { kind: "other" };
  if (findStrategy(id)?.family === "fold") return { kind: "fold" };
  const parameter = CLEARING[id];
  if (parameter === undefined) return { kind: "other" };
  const bound = bindRecipe(recipe);
  const keep = bound.ok && parameter !== null ? bound.value.params[parameter] : null;
  return { kind: "clear", keep: typeof keep === "number" ? keep : null };
}
