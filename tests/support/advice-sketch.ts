import type { AdviceResult, AdvisedPolicy } from "@/lib/api/schemas/advise";

export const COSTS = [1, 1.4, 0.8, 1.1, 2, 0.9, 1.2, 1.3, 0.7, 1.6];
export const blocks = (factor: number, lost: number) =>
  COSTS.map((cost) => ({ cost: cost * factor, lost, requests: 20 }));

/** A policy that costs `factor` times the log, and loses `lost` facts in each part. */
export const policy = (strategy: string, trigger: number, factor: number, lost: number): AdvisedPolicy => ({
  id: `${strategy}@${trigger}`,
  strategy,
  family: strategy,
  trigger_tokens: trigger,
  clients: strategy === "winnow" ? ["winnow"] : ["anthropic-api", "langchain"],
  fired: 4,
  peak_prompt_tokens: 120_000,
  over_window: 0,
  blocks: blocks(factor, lost),
});

/** Advice for one session of two hundred requests. */
export const ADVICE: AdviceResult = {
  parts: "tasks",
  sessions: [
    {
      id: "ses_a",
      title: "a",
      client: "claude-code",
      setting_client: "claude-code",
      requests: 200,
      peak_prompt_tokens: 160_000,
      window: 200_000,
      compacts_at: 167_000,
    },
  ],
  left_out: [],
  price_per_lost_fact: { amount: 0.04, currency: "USD" },
  price_basis: "modelled",
  price_fetches: null,
  logged: { fired: 1, peak_prompt_tokens: 160_000, over_window: 0, blocks: blocks(1, 1) },
  policies: [policy("anthropic-clear-tool-uses", 60_000, 0.7, 1), policy("winnow", 80_000, 0.9, 0)],
  verdict: {
    reason: null,
    sentence: "",
    policy: null,
    change: null,
    held_out: null,
    lost_per_100: null,
    logged_lost_per_100: null,
  },
  stopped: false,
};
