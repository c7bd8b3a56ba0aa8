import { describe, expect, test } from "vitest";
import type { RequestRow } from "@/lib/api/schemas/request-row";
import type { SimulatedCache } from "@/lib/read-models/simulated-cache";
import { toSimulatedStrip, withStrip } from "@/lib/view-models/session/simulated-strip";

const policy = (id: SimulatedCache["usual"], title: string): SimulatedCache["policies"][number] => ({
  ...{ id, title, summary: "", source: "", as_of: "2026-01-01" },
  ...{ read_share: 0.5, breaks: 0, lost_tokens: 0, lost_cost: null, cost: null },
});
const cache: SimulatedCache = {
  model: "gpt-4o",
  usual: "openai-auto",
  times: "none",
  policies: [policy("openai-auto", "OpenAI"), policy("ideal-prefix", "Ideal prefix"), policy("vllm-blocks", "vLLM")],
  cost_without_cache: null,
};
const own = { requests: [{ read: 0, written: 10, uncached: 5, cost: null }], breaks: [] };
const ids = (strip: { rules: readonly { id: string }[] }) => strip.rules.map(({ id }) => id);

describe("the simulated strip", () => {
  test("the provider's rule, the ideal one and none are offered, each with the tokens of the request", () => {
    const strip = toSimulatedStrip({ cache, own, policy: "openai-auto" }, null);
    expect(strip).toMatchObject({ chosen: "openai-auto", usual: "openai-auto", counters: [[0, 10, 5]] });
    expect(ids(strip)).toEqual(["openai-auto", "ideal-prefix", "none"]);
    expect(strip.rules[0]).toMatchObject({ label: "Documented", title: "OpenAI" });
  });

  test("without a cache the whole prompt is uncached", () => {
    const strip = toSimulatedStrip({ cache, own, policy: "openai-auto" }, "none");
    expect(strip).toMatchObject({ chosen: "none", counters: [[0, 0, 15]] });
  });

  test("a rule that was chosen on the Cache page is offered under its own name", () => {
    const strip = toSimulatedStrip({ cache, own, policy: "vllm-blocks" }, "vllm-blocks");
    expect(strip.rules.at(-1)).toMatchObject({ id: "vllm-blocks", label: "vLLM" });
  });

  test("without known rules nothing is called documented", () => {
    const strip = toSimulatedStrip({ cache: { ...cache, usual: "ideal-prefix" }, own, policy: "ideal-prefix" }, null);
    expect(ids(strip)).toEqual(["ideal-prefix", "none"]);
  });

  test("the chart gets counters and no cost", () => {
    const row = { cache_read: null, cache_write: null, uncached: null, cost: null, break: null } as RequestRow;
    const strip = toSimulatedStrip({ cache, own, policy: "openai-auto" }, null);
    expect(withStrip([row], strip)).toEqual([
      { cache_read: 0, cache_write: 10, uncached: 5, cost: null, break: null, isSimulated: true },
    ]);
    expect(withStrip([row], null)).toEqual([row]);
  });
});
