import type { Recipe } from "@/lib/strategies/recipe/recipe";

type Params = Extract<Recipe, { id: string }>["params"];

/** Parameters with which a preset acts on a short random history; its defaults are made for hundreds of messages. */
const SMALL: Readonly<Record<string, NonNullable<Params>>> = {
  "openhands-masking": { window: 3 },
  "openhands-recent": { maxEvents: 6 },
  "openhands-amortised": { maxSize: 8 },
  "anthropic-clear-tool-uses": { value: 10, keep: 1 },
  "opencode-prune": { protect: 20, minimum: 10, turns: 1 },
  "gemini-mask": { protect: 20, minimum: 10, turns: 0 },
  "gemini-truncate-outputs": { budget: 100, characters: 200 },
  "langchain-python-clear-tools": { triggerTokens: 10, keep: 1, clearToolInputs: true },
  "langchain-clear-tools": { triggerTokens: 10, keep: 1, clearToolInputs: true },
  "dcp-purge-errors": { turns: 1, keepPaths: false },
  "codex-user-messages": { userTokens: 20 },
  "continue-prune": { maxTokens: 10, vision: false, tidy: true },
  "essay-rules": { minCharacters: 100, keepNewest: 1 },
  "headroom-coding": { minTokens: 10, keepReads: false },
  "context-guru": { preset: "codesafe", minTokens: 5, extractTokens: 0, collapseTokens: 20, lineCharacters: 40 },
  "supercompact-eitf": { budget: 60, short: 5 },
  "supercompact-setcover": { budget: 60, short: 5 },
  "headroom-crush": { protectRecent: 0, minTokens: 10 },
  "headroom-log": { protectRecent: 0, minTokens: 10 },
  "headroom-diff": { protectRecent: 0, minTokens: 10 },
  "headroom-search": { protectRecent: 0, minTokens: 10 },
  "headroom-text": { protectRecent: 0, minTokens: 10 },
  "headroom-read-lifecycle": { superseded: true, minBytes: 1 },
  manus: { minCharacters: 60, keepNewest: 1, batch: 1 },
  winnow: { minCharacters: 200, keepNewest: 1, batch: 1 },
  "sliding-turns": { turns: 1 },
  "sliding-summary": { turns: 1, steps: 2, slack: 0 },
  "pi-cut": { keepRecent: 100 },
  pi: { keepRecent: 100 },
  "pi-1.5": { keepRecent: 100 },
  opaque: { emulate: true },
  "openai-compact": { emulate: true },
  "anthropic-compact": { emulate: true },
  "anthropic-compact-on-demand": { emulate: true },
  "codex-local": { userTokens: 20 },
  "codex-remote": { emulate: true },
  "codex-remote-v2": { emulate: true, userTokens: 20 },
  "openhands-sdk": { maxSize: 8 },
  "cline-agentic-0.0.86": { tail: 100 },
  "kilo-compact": { tailTurns: 1, preserveRecentTokens: 60 },
  "opencode-compact": { tailTurns: 1, preserveRecentTokens: 60 },
  "gemini-compress": { budget: 100 },
  "langchain-summarize": { keep: 2 },
  "langchain-python-summarize": { keep: 2 },
  "openhands-summarising": { maxSize: 8 },
  "openhands-structured": { maxSize: 8 },
  "openhands-attention": { maxSize: 8 },
  "openhands-browser-output": { window: 0 },
  "goose-tool-pairs": { cutoff: 0 },
  "cline-agentic": { tail: 100 },
  "continue-cli-auto": { maxTokens: 10 },
};

/** The preset by name, with parameters for short histories if it has any. */
export function smallRecipe(id: string): Recipe {
  const params = SMALL[id];
  return params ? { id, params } : id;
}
