import { expect } from "vitest";
import type { Conversation } from "@/lib/conversation/message";
import { compressConversation } from "@/lib/pipeline/compress-conversation";
import { STRATEGIES } from "@/lib/strategies";
import type { Compression } from "@/lib/strategies/grammar/compression";
import type { Recipe } from "@/lib/strategies/recipe/recipe";
import { growthOf } from "./growing-conversation";
import { growthStep } from "./growth";
import { historyFor } from "./shell-history";
import { smallRecipe } from "./small-params";
import { testEnvironment } from "./strategy-environment";

/** Every rewrite pays at every request, so that `winnow` does in short sessions what it does in long ones. */
const EAGER = { minCharacters: 600, keepNewest: 1, keepInputs: 2, batch: 1, horizon: 100 };
/** Crushers act on outputs of some size, and these histories have few long ones. */
const CRUSHER = { protectRecent: 1, minTokens: 10 };

/** The presets that promise to keep their edits, with parameters that make them act on short histories. */
export const KEEPERS: readonly { readonly name: string; readonly recipe: Recipe }[] = STRATEGIES.filter(
  ({ keepsEdits }) => keepsEdits,
).map(({ id }) => ({ name: id, recipe: keeperRecipe(id) }));

function keeperRecipe(id: string): Recipe {
  if (id === "winnow") return { id, params: EAGER };
  if (id === "centagent-externalise") return { id, params: { minCharacters: 400, headLines: 3, logLines: 3 } };
  return /^headroom-(?!read|coding)/.test(id) ? { id, params: CRUSHER } : smallRecipe(id);
}

export type GrowthCount = { steps: number; acted: number; changed: number };

/** Runs the recipe at every request of a history. No edit may differ at the next request. */
export function checkKeepsEdits(recipe: Recipe, history: Conversation, count: GrowthCount): void {
  const environment = testEnvironment({ budget: { window: null, reserve: 0 } });
  let before: Compression | null = null;
  const name = typeof recipe === "string" ? recipe : "id" in recipe ? recipe.id : "";
  for (const conversation of growthOf(historyFor(name, history))) {
    const now = compressConversation(conversation, recipe, environment);
    const step = before && growthStep(before, now);
    expect(step?.takenBack ?? []).toEqual([]);
    count.steps += 1;
    count.acted += Number(now.status === "applied");
    count.changed += Number(step?.keepsPrefix === false);
    before = now;
  }
}
