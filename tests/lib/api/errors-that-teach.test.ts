import { expect, test } from "vitest";
import { compressBody } from "@/lib/api/schemas/compress-body";
import { problemOfZod } from "@/lib/api/zod-problem";
import { nearestName } from "@/lib/conversation/nearest-name";
import { bindRecipe } from "@/lib/strategies/recipe/bind-recipe";

test.each([
  [50_000, 'write {"tokens":50000}'],
  [0.5, 'write {"fraction":0.5}'],
  ["50k", 'write {"tokens": 50000}, or {"fraction": 0.5}'],
  [{ token: 50_000 }, 'write {"tokens": 50000}, or {"fraction": 0.5}'],
])("a target of %j is answered with the expected shape", (target, detail) => {
  const parsed = compressBody.safeParse({ messages: [], target });
  expect(parsed.error && problemOfZod(parsed.error).options.errors).toEqual([{ pointer: "$.target", detail }]);
});

test("a mistyped strategy or parameter gets the closest name, and text that is close to none gets none", () => {
  const message = (recipe: Parameters<typeof bindRecipe>[0]) => {
    const bound = bindRecipe(recipe);
    return bound.ok ? "" : bound.error.message;
  };
  expect(message("winow")).toContain("did you mean winnow?");
  expect(message({ id: "winnow", params: { keepNewst: 3 } })).toContain("did you mean keepNewest?");
  expect(message("of-nobody-at-all")).not.toContain("did you mean");
  expect(nearestName("centagent-externalize", ["centagent-externalise", "winnow"])).toBe("centagent-externalise");
});
