/**
 * How a provider lets a request limit the choice of tools without changing their definitions, and how that affects its
 * cache.
 */
export type MaskingFact = {
  readonly provider: string;
  readonly field: string;
  /**
   * `messages`: changing the field rewrites the cached messages; `none`: the guide says that the prefix stays cached.
   */
  readonly loses: "messages" | "none";
  readonly source: string;
  readonly asOf: string;
};

const ANTHROPIC: MaskingFact = {
  provider: "anthropic",
  field: "tool_choice",
  loses: "messages",
  source: "https://platform.claude.com/docs/en/agents-and-tools/tool-use/tool-use-with-prompt-caching",
  asOf: "2026-11-23",
};

/** From the providers' guides. Nothing is known about other providers. */
const MASKING_FACTS: readonly MaskingFact[] = [
  ANTHROPIC,
  // The page itself could not be opened. Several public copies found on that date say that limiting the choice this way
  // leaves the tool list unchanged, so that more of the prompt is read from the cache.
  {
    provider: "openai",
    field: "tool_choice of the type allowed_tools",
    loses: "none",
    source: "https://developers.openai.com/api/docs/guides/function-calling",
    asOf: "2026-11-23",
  },
];

/** The fact by provider id in the model table; null if the provider's guides do not say. */
export const maskingFactOf = (provider: string | null | undefined): MaskingFact | null =>
  MASKING_FACTS.find((fact) => fact.provider === provider) ?? null;
