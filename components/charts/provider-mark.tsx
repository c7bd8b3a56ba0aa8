import type { Say } from "@/lib/wording/say";

const SLOTS: Readonly<Record<string, number>> = {
  google: 1,
  anthropic: 2,
  deepseek: 3,
  openai: 4,
  qwen: 5,
  zhipu: 6,
};

const PROVIDER_NAMES: Readonly<Record<string, string>> = {
  openai: "OpenAI",
  anthropic: "Anthropic",
  google: "Google",
  deepseek: "DeepSeek",
  qwen: "Alibaba",
  zhipu: "Zhipu",
  moonshot: "Moonshot",
  xai: "xAI",
  mistral: "Mistral",
  meta: "Meta",
  minimax: "MiniMax",
  amazon: "Amazon",
  cohere: "Cohere",
};

export const providerName = (provider: string, say: Say): string =>
  provider === "yours" ? say("yours") : (PROVIDER_NAMES[provider] ?? provider);
export const hasSeries = (provider: string): boolean => SLOTS[provider] !== undefined;
export const providerColor = (provider: string): string =>
  SLOTS[provider] === undefined ? "var(--tx3)" : `var(--series-${SLOTS[provider]})`;

const PATHS: Readonly<Record<number, string>> = {
  1: "M0.5 0.5h9v9h-9Z",
  2: "M5 0.5 9.7 9.2H0.3Z",
  3: "M5 9.5 9.7 0.8H0.3Z",
  4: "M5 0.4a4.6 4.6 0 1 1 0 9.2a4.6 4.6 0 1 1 0-9.2Z",
  5: "M3.6 0.4h2.8v3.2h3.2v2.8H6.4v3.2H3.6V6.4H0.4V3.6h3.2Z",
  6: "M5 0 10 5 5 10 0 5Z",
};
const HOLLOW = "M5 1.2a3.8 3.8 0 1 1 0 7.6a3.8 3.8 0 1 1 0-7.6Z";

/** A provider's mark in a 10 × 10 box; hollow if the provider has no separate series. */
export function ProviderPath({ provider }: { provider: string }) {
  const slot = SLOTS[provider];
  return slot === undefined ? (
    <path d={HOLLOW} fill="none" stroke="var(--tx3)" strokeWidth="1.4" />
  ) : (
    <path d={PATHS[slot]} fill={providerColor(provider)} />
  );
}

export function ProviderMark({ provider }: { provider: string }) {
  return (
    <svg viewBox="0 0 10 10" aria-hidden className="data-fill size-2.5! shrink-0">
      <ProviderPath provider={provider} />
    </svg>
  );
}
