import { expect, test } from "vitest";
import { CLEARING, FOLDING } from "@/lib/advice/settings/strategy-actions";
import { STRATEGIES } from "@/lib/strategies";
import { bindRecipe } from "@/lib/strategies/recipe/bind-recipe";

test("the facts for pages are those of the strategies", () => {
  const folding = STRATEGIES.filter(({ family }) => family === "fold").map(({ id }) => id);
  expect([...FOLDING].sort()).toEqual(folding.sort());
  for (const [id, clearing] of Object.entries(CLEARING)) {
    const bound = bindRecipe(id);
    if (!bound.ok) throw new Error(`${id} is no strategy`);
    if (clearing !== null) expect(bound.value.params[clearing.parameter], id).toBe(clearing.keep);
  }
});
