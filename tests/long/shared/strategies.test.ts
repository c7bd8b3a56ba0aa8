import { beforeAll, expect, test } from "vitest";
import type { Conversation } from "@/lib/conversation/message";
import { STRATEGIES } from "@/lib/strategies";
import type { Recipe } from "@/lib/strategies/recipe/recipe";
import { contextAt } from "@/lib/transcript/context-at";
import { checkStrategy, refusalsOf } from "@/tests/support/check-strategy";
import { describeShared } from "@/tests/support/shared";
import { loadSharedSessions, sampleRequests } from "@/tests/support/shared-transcripts";
import { smallRecipe } from "@/tests/support/small-params";
import { testEnvironment } from "@/tests/support/strategy-environment";

const RECIPES: readonly Recipe[] = [
  ...STRATEGIES.filter(({ needsModel }) => !needsModel).map(({ id }) => smallRecipe(id)),
  { pipe: ["centagent-externalise", { id: "centagent-budget", params: { unit: "tokens", budget: 20_000 } }] },
];
/** Contexts per recipe; every context is tested with some recipe. bench/compress/validity.bench.ts covers all. */
const PER_RECIPE = 4;
/** Size limits of a context: the benchmark covers thousands of messages, and tiny contexts leave nothing to do. */
const LEAST_MESSAGES = 20;
const MAX_MESSAGES = 400;
const SPLITS_BATCHES = new Set(["ai-sdk-prune"]);
const idOf = (recipe: Recipe) => (typeof recipe === "object" && "id" in recipe ? recipe.id : String(recipe));

/** Every law, including wire formats, on real conversations at random requests. */
describeShared("transcripts", (folder) => {
  let contexts: Conversation[] = [];
  beforeAll(async () => {
    const sessions = await loadSharedSessions(folder);
    contexts = sessions.flatMap(({ session }) =>
      sampleRequests(session, 3)
        .map((request) => contextAt(session, request))
        .filter(({ messages }) => messages.length >= LEAST_MESSAGES && messages.length <= MAX_MESSAGES),
    );
  }, 180_000);

  test("every strategy obeys every law", { timeout: 180_000 }, () => {
    const applied = new Set<string>();
    RECIPES.forEach((recipe, index) => {
      for (let turn = 0; turn < Math.min(PER_RECIPE, contexts.length); turn += 1) {
        const context = contexts[(index * PER_RECIPE + turn) % contexts.length] as Conversation;
        const environment = testEnvironment({ force: true, budget: { window: 20_000, reserve: 1000 } });
        const result = checkStrategy(recipe, context, environment, { splitsBatches: SPLITS_BATCHES.has(idOf(recipe)) });
        expect(refusalsOf(idOf(recipe))).toContain(result.failure?.code);
        if (result.status === "applied") applied.add(idOf(recipe));
      }
    });
    expect(applied.size).toBeGreaterThan(RECIPES.length / 2);
  });
});
