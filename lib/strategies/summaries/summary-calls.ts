/** What a product's summary call costs. */
export type SummaryCall = {
  /** Ids of the strategies that follow the product. */
  readonly strategies: readonly string[];
  /** `Session.client` of its logs; null if none of its logs can be read. */
  readonly client: string | null;
  /**
   * What the model is shown: `prompt`, the entire request plus an instruction; `history`, the same without tools;
   * `folded`, the summarised content as text under a separate system prompt; `none`, only the request that is sent
   * anyway, in which the model writes the summary as a tool call.
   */
  readonly sends: "prompt" | "history" | "folded" | "none";
  /** Maximum tokens sent; null if there is no separate limit. */
  readonly sendsAtMost: number | null;
  /**
   * `read`: starts like the last request, so a warm cache is read. `written`: starts differently, and is cached like
   * the session's own prompts. `plain`: starts differently, without caching.
   */
  readonly pays: "read" | "written" | "plain";
  /** Calls per summary; later ones start like the first. */
  readonly calls: number;
  /** `other`: a cheaper model with a price that is unknown here; the session's price is an upper bound. */
  readonly model: "session" | "other";
  /** Maximum output tokens the product allows; null for the model's own limit, or if unknown. */
  readonly maxOutput: number | null;
  /** Where the facts above were read; `assumed` if any of them is in neither the source nor the documentation. */
  readonly basis: "source" | "documentation" | "assumed";
  /** ISO date of the reading. */
  readonly asOf: string;
  readonly source: string;
};

const USUAL = {
  sendsAtMost: null,
  calls: 1,
  model: "session",
  maxOutput: null,
  client: null,
  asOf: "2026-11-22",
} as const;

/** The entire prompt again plus an instruction: reads what the last request cached. */
const WARM = { ...USUAL, sends: "prompt", pays: "read" } as const;
/** The folded content as text under another system prompt, so nothing is read from the cache. */
const COLD = { ...USUAL, sends: "folded", pays: "written" } as const;

/** One row per product and way of paying. A test checks that every summarising strategy of a product has one. */
export const SUMMARY_CALLS: readonly SummaryCall[] = [
  {
    ...WARM,
    strategies: ["claude-code", "claude-code-2.1"],
    client: "Claude Code",
    basis: "documentation",
    source: "https://code.claude.com/docs/en/how-claude-code-works",
  },
  {
    ...USUAL,
    strategies: ["codex-local"],
    client: "Codex",
    sends: "history",
    pays: "written",
    basis: "assumed",
    source:
      "https://github.com/openai/codex/blob/239c84bd/codex-rs/core/src/compact.rs: same instructions and history without tools; that the cache is then missed is assumed, since tools come first",
  },
  {
    ...WARM,
    strategies: ["codex-remote", "codex-remote-v2"],
    client: "Codex",
    basis: "source",
    source: "https://github.com/openai/codex/blob/009bd870/codex-rs/core/src/compact_remote_v2.rs",
  },
  {
    ...USUAL,
    strategies: ["dcp-compress", "dcp-compress-3.1"],
    sends: "none",
    pays: "read",
    basis: "documentation",
    source: "https://github.com/Opencode-DCP/opencode-dynamic-context-pruning",
  },
  {
    ...COLD,
    strategies: ["opencode-compact"],
    client: "OpenCode",
    basis: "source",
    source: "https://github.com/sst/opencode/blob/5a7c5edc/packages/opencode/src/session/compaction.ts",
  },
  {
    ...COLD,
    strategies: ["kilo-compact"],
    client: "Kilo Code",
    basis: "assumed",
    source: "https://github.com/Kilo-Org/kilocode/tree/89415151: a fork of OpenCode, assumed to send what that sends",
  },
  {
    ...COLD,
    strategies: ["gemini-compress"],
    client: "Gemini CLI",
    calls: 2,
    model: "other",
    basis: "assumed",
    source:
      "package @google/gemini-cli-core 0.61: own system prompt, no tools, two calls with the model of the compression alias; that the second reads the first is assumed",
  },
  {
    ...COLD,
    strategies: ["roo-3.25", "roo-latest"],
    client: "Roo Code",
    basis: "source",
    source: "https://github.com/RooCodeInc/Roo-Code/blob/cb836567/src/core/condense/index.ts",
  },
  {
    ...COLD,
    strategies: ["crush"],
    client: "Crush",
    basis: "source",
    source: "https://github.com/charmbracelet/crush/blob/37f36e9/internal/agent/agent.go",
  },
  {
    ...COLD,
    strategies: ["cline-agentic", "cline-agentic-0.0.86"],
    client: "Cline",
    maxOutput: 8192,
    basis: "documentation",
    source: "package @cline/core 0.0.86",
  },
  {
    ...USUAL,
    strategies: ["continue-cli-auto"],
    client: "Continue",
    sends: "history",
    pays: "written",
    basis: "assumed",
    source:
      "https://github.com/continuedev/continue/blob/d0a3c0b/extensions/cli/src/compaction.ts: a normal call without tools; that the cache is then missed is assumed, since tools come first",
  },
  {
    ...COLD,
    strategies: ["continue-summary"],
    client: "Continue",
    basis: "source",
    source: "https://github.com/continuedev/continue/blob/d0a3c0b/core/util/conversationCompaction.ts",
  },
  {
    ...COLD,
    strategies: ["goose", "goose-tool-pairs"],
    client: "Goose",
    model: "other",
    basis: "source",
    source: "https://github.com/block/goose/tree/0036b819: the history inside the system prompt, the fast model",
  },
  {
    ...COLD,
    strategies: ["pi", "pi-1.5"],
    client: "pi",
    pays: "plain",
    basis: "documentation",
    source: "package @earendil-works/pi-coding-agent 1.5.2, docs/compaction.md",
  },
  {
    ...COLD,
    strategies: ["aider"],
    client: "aider",
    model: "other",
    basis: "source",
    source: "https://github.com/Aider-AI/aider/blob/5dc9490b/aider/history.py: the weak model, then the main one",
  },
  {
    ...COLD,
    strategies: ["openhands-summarising", "openhands-structured", "openhands-sdk", "openhands-attention"],
    client: "OpenHands",
    pays: "plain",
    model: "other",
    basis: "source",
    source: "https://github.com/OpenHands/software-agent-sdk/tree/611629e6: the condenser's own model, cache off",
  },
  {
    ...COLD,
    strategies: ["langchain-summarize", "langchain-python-summarize"],
    sendsAtMost: 4000,
    model: "other",
    basis: "documentation",
    source: "package langchain 1.5.14: one string, cut to 4,000 tokens",
  },
  {
    ...COLD,
    strategies: ["letta-sliding", "letta-partial-evict"],
    model: "other",
    basis: "source",
    source: "https://github.com/letta-ai/letta/tree/87fd37aa/letta/services/summarizer",
  },
  {
    ...WARM,
    strategies: ["openai-compact", "anthropic-compact", "anthropic-compact-on-demand", "opaque"],
    basis: "documentation",
    source:
      "package openai 7.57.0 and package @anthropic-ai/sdk 1.12.0: the service compacts by itself and bills it in usage.iterations",
  },
];

/**
 * Tokens of the shortest and longest model-written summary in coding-agent logs read on 2026-11-23: seven summaries of
 * Claude Code and OpenCode, 993 to 4,197 tokens.
 */
export const USUAL_LENGTHS = { least: 1000, most: 4200 } as const;

/** The cost profile for strategies without a product and for custom steps: what most clients do. */
const UNKNOWN: SummaryCall = {
  ...COLD,
  strategies: [],
  basis: "assumed",
  source: "no product says; assumed as most clients do it, as text under another system prompt",
};

/** Cost profile of a summary written by one of these strategies. */
export const summaryCallOf = (strategies: readonly string[]): SummaryCall =>
  SUMMARY_CALLS.find((call) => call.strategies.some((id) => strategies.includes(id))) ?? UNKNOWN;
