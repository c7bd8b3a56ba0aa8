/** How a provider lets a request limit the choice of tools without changing their definitions, and what that does to its cache. */
export type MaskingFact = {
  readonly provider: string;
  /** The field of the request. */
  readonly field: string;
  /** `messages`: a change of the field makes the messages be written again; `none`: the guide says that the prefix stays cached. */
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

/** Facts about the providers whose guides say it; others are unknown. */
const MASKING_FACTS: readonly MaskingFact[] = [
  ANTHROPIC,
  // The page could not be opened. Several public copies of it, found on that day, say that this form of the choice is for
  // leaving the list of tools as it is, so that more of the prompt is read from the cache.
  {
    provider: "openai",
    field: "tool_choice of the type allowed_tools",
    loses: "none",
    source: "https://developers.openai.com/api/docs/guides/function-calling",
    asOf: "2026-11-23",
  },
];

/** What is known of a provider, by the id in the table of models; null if its guides do not say. */
export const maskingFactOf = (provider: string | null | undefined): MaskingFact | null =>
  MASKING_FACTS.find((fact) => fact.provider === provider) ?? null;
