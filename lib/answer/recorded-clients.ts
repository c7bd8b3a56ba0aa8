/** A client that `winnow record` starts. */
export type RecordedClient = {
  readonly format: string;
  readonly title: string;
  /** The client's name in the command, and the program it starts. */
  readonly name: string;
  /** The setting that the command changes for one run. */
  readonly sets: string;
  /** Documentation of that setting. */
  readonly source: string;
  readonly as_of: string;
  /** The first version that logs its exact prompts by itself; null if none does. */
  readonly exactSince: string | null;
  /** True if the client can sign in with a subscription, whose calls cannot be recorded. */
  readonly hasSubscription: boolean;
};

const TRIED = { as_of: "2026-11-28", exactSince: null, hasSubscription: false } as const;

export const RECORDED_CLIENTS: readonly RecordedClient[] = [
  {
    ...TRIED,
    format: "claude-code",
    title: "Claude Code",
    name: "claude",
    sets: "ANTHROPIC_BASE_URL",
    source: "https://code.claude.com/docs/en/env-vars",
    exactSince: "2.1.331",
  },
  {
    ...TRIED,
    format: "codex",
    title: "Codex",
    name: "codex",
    sets: "openai_base_url",
    source: "https://developers.openai.com/codex/config-reference",
    hasSubscription: true,
  },
  {
    ...TRIED,
    format: "opencode",
    title: "OpenCode",
    name: "opencode",
    sets: "OPENCODE_CONFIG_CONTENT",
    source: "https://opencode.ai/docs/config",
  },
  {
    ...TRIED,
    format: "gemini-cli",
    title: "Gemini CLI",
    name: "gemini",
    sets: "GOOGLE_GEMINI_BASE_URL",
    source: "https://geminicli.com/docs/reference/configuration",
    hasSubscription: true,
  },
  {
    ...TRIED,
    format: "qwen-code",
    title: "Qwen Code",
    name: "qwen",
    sets: "OPENAI_BASE_URL",
    source: "https://qwenlm.github.io/qwen-code-docs",
    hasSubscription: true,
  },
  {
    ...TRIED,
    format: "pi",
    title: "pi",
    name: "pi",
    sets: "--extension",
    source: "https://github.com/badlogic/pi-mono/blob/main/packages/coding-agent/docs/custom-provider.md",
  },
];
