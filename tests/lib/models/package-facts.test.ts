import { findProvider } from "@pydantic/genai-prices";
import { expect, test } from "vitest";
import committed from "@/lib/models/data/generated/package-facts.json";
import { MODEL_TABLES } from "@/lib/models/data/model-tables";
import { toModelInfo } from "@/lib/models/data/to-model-info";
import { PUBLISHED_WINDOWS } from "@/lib/models/data/window-table";
import { resolveModel } from "@/lib/models/resolve-model";
import catalogs from "@/scripts/generated/model-catalogs.json";
import { type PriceProvider, packageFacts } from "@/scripts/model-facts";
import { PRICE_LISTS } from "@/scripts/price-lists";

const providers = new Map(
  PRICE_LISTS.map((id) => [id, findProvider({ providerId: id }) as unknown as PriceProvider] as const),
);

test("the committed facts equal the script's output for the installed package and the committed catalogues", () => {
  expect(packageFacts(MODEL_TABLES, providers, catalogs)).toEqual(committed);
});

test("a changed price in the package shows as drift", () => {
  const openai = providers.get("openai") as PriceProvider;
  const dearer = openai.models.map((model) =>
    model.id === "gpt-5" ? { ...model, prices: { input_mtok: 9, output_mtok: 9 } } : model,
  );
  const changed = packageFacts(
    MODEL_TABLES,
    new Map([...providers, ["openai", { ...openai, models: dearer }]]),
    catalogs,
  );
  expect(changed["gpt-5"]).not.toEqual(committed["gpt-5"]);
  expect(changed["gpt-5-mini"]).toEqual(committed["gpt-5-mini"]);
});

test("the table of fifteen windows takes precedence over the packages, whose values stay visible", () => {
  for (const { name, window } of PUBLISHED_WINDOWS) {
    const model = resolveModel(name);
    const seen = Object.values((committed as Record<string, { window?: object }>)[model?.id ?? ""]?.window ?? {});
    const other = seen.filter((value) => value !== window);
    const shown = model?.disagreements?.filter(({ field }) => field === "window").map(({ value }) => value);
    expect(shown?.sort()).toEqual(other.sort());
  }
  expect(resolveModel("deepseek-v3.2-exp")?.disagreements).toContainEqual(
    expect.objectContaining({ field: "window", value: 163_840 }),
  );
});

test("a pin takes precedence, then the best source; each figure has its source", () => {
  const provider = MODEL_TABLES.find(({ facts }) => facts.provider === "xai")?.facts;
  if (!provider) throw new Error("no table of xai");
  const facts = { window: { "pi-ai": 10_000, "models.dev": 20_000 }, maxOutput: { "pi-ai": 500 } };
  const row = { id: "grok-x", title: "Grok X" };
  const seen = toModelInfo(provider, row, facts);
  expect([seen.window, seen.maxOutput, seen.prices, seen.releaseDate]).toEqual([20_000, 500, null, null]);
  expect(seen.sources.find(({ field }) => field === "window")?.source).toContain("models.dev");
  expect(seen.disagreements).toEqual([expect.objectContaining({ field: "window", value: 10_000 })]);
  const source = { field: "window", source: "the lab", asOf: "2026-01-01" };
  const pinned = toModelInfo(provider, { ...row, window: 30_000, sources: [source] }, facts);
  expect(pinned.window).toBe(30_000);
  expect(pinned.sources).toContainEqual(source);
  expect(pinned.disagreements?.map(({ value }) => value)).toEqual([10_000, 20_000]);
});
