import { describe, expect, test } from "vitest";
import * as z from "zod";
import { CACHE_POLICIES, findPolicy, policyOptions } from "@/lib/cache/policies";
import type { CachePolicy } from "@/lib/cache/policies/policy";
import { allModels } from "@/lib/models/resolve-model";

const valuesOf = (option: z.ZodType) => {
  const inner = option instanceof z.ZodDefault || option instanceof z.ZodOptional ? option.unwrap() : option;
  const { description: _, ...schema } = z.toJSONSchema(inner as z.ZodType);
  return schema;
};

test("every model refers to an existing policy, or none", () => {
  const named = new Set(allModels().map(({ cache }) => cache.policy));
  expect([...named].filter((id) => id !== "unknown" && findPolicy(id) === null)).toEqual([]);
});

describe.each(CACHE_POLICIES.map((policy) => ({ id: policy.id, policy })))("$id", ({ policy }) => {
  test("describes itself and each of its options", () => {
    expect(policy.summary).toMatch(/^[A-Z].*\.$/);
    for (const [name, option] of Object.entries(policy.options))
      expect([name, z.globalRegistry.get(option as z.ZodType)?.description]).toEqual([
        name,
        expect.stringMatching(/\.$/),
      ]);
  });

  test("an option accepts the same values in every policy and in a request body", () => {
    for (const [name, option] of Object.entries(policy.options)) {
      const shared = policyOptions.shape[name] as z.ZodType;
      expect([name, valuesOf(shared)]).toEqual([name, valuesOf(option as z.ZodType)]);
    }
  });
});

test("a misspelt option in a request body is refused", () => {
  expect(policyOptions.safeParse({ ttl: 3, lookback: 4, block: 16 }).success).toBe(true);
  expect(policyOptions.safeParse({ tll: 3 }).success).toBe(false);
});

/** `npx vitest run tests/lib/cache/policies/registry.test.ts -u` updates the page. */
test("docs/cache-policies.md matches the policies' own descriptions", async () => {
  await expect(toPage(CACHE_POLICIES)).toMatchFileSnapshot("../../../../docs/cache-policies.md");
});

const toPage = (policies: readonly CachePolicy[]): string =>
  [
    "# Cache policies",
    "",
    "A cache policy predicts what a provider's prompt cache does with a list of requests. Each is a file in",
    "`lib/cache/policies`, from which a test writes this page. `POST /api/cache/simulate` takes the id as `policy` and the",
    "options as `options`. The field `cache.policy` of a model, including those in your own models.json, says which policy its provider",
    "follows.",
    ...policies.flatMap(toSection),
    "",
  ].join("\n");

const toSection = ({ id, title, summary, source, asOf, options }: CachePolicy): string[] => [
  "",
  `## ${id}`,
  "",
  `**${title}.** ${summary} Source: ${source}; read ${asOf}.`,
  "",
  ...(Object.keys(options).length === 0 ? ["It has no options."] : toTable(options)),
];

const toTable = (options: CachePolicy["options"]): string[] => [
  "| option | default | what it is |",
  "| --- | --- | --- |",
  ...Object.entries(options).map(([name, option]) => {
    const value = option instanceof z.ZodDefault ? `${option.def.defaultValue}` : "–";
    return `| \`${name}\` | ${value} | ${z.globalRegistry.get(option as z.ZodType)?.description} |`;
  }),
];
