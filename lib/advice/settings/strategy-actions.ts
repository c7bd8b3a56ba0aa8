import type { Recipe } from "../../strategies/recipe/recipe";
import type { SettingAction } from "./client-setting";

/**
 * What strategies do, in terms of client settings. These facts are also in the strategies (a test compares them), but
 * pages with advice would have to load all of them.
 */
export const FOLDING: ReadonlySet<string> = new Set([
  "claude-code-2.1",
  "claude-code",
  "codex-remote-v2",
  "codex-remote",
  "codex-local",
  "gemini-compress",
  "opencode-compact",
  "kilo-compact",
  "roo-3.25",
  "roo-latest",
  "continue-summary",
  "continue-cli-auto",
  "factory-anchored",
  "sliding-summary",
  "regenerate",
  "opaque",
  "openai-compact",
  "anthropic-compact",
  "anthropic-compact-on-demand",
  "langchain-summarize",
  "langchain-python-summarize",
  "openhands-summarising",
  "openhands-structured",
  "openhands-sdk",
  "goose",
  "goose-tool-pairs",
  "crush",
  "cline-agentic-0.0.86",
  "cline-agentic",
  "dcp-compress-3.1",
  "dcp-compress",
  "pi-1.5",
  "pi",
  "aider",
  "letta-sliding",
  "letta-partial-evict",
]);

/**
 * Strategies that clear old tool outputs, each with its parameter for the number of newest outputs to keep and its
 * default; null if it has none.
 */
export const CLEARING: Readonly<Record<string, { readonly parameter: string; readonly keep: number } | null>> = {
  "anthropic-clear-tool-uses": { parameter: "keep", keep: 3 },
  "langchain-clear-tools": { parameter: "keep", keep: 3 },
  "swe-agent-last-n": { parameter: "n", keep: 5 },
  "openhands-masking": { parameter: "window", keep: 100 },
  "opencode-prune": null,
  "gemini-mask": null,
};

/** What a recipe does. A tree of strategies is always `other`. */
export function actionOf(recipe: Recipe): SettingAction {
  const [id, params] = typeof recipe === "string" ? [recipe, {}] : "id" in recipe ? [recipe.id, recipe.params] : [null];
  if (id === null) return { kind: "other" };
  if (FOLDING.has(id)) return { kind: "fold" };
  const clearing = CLEARING[id];
  if (clearing === undefined) return { kind: "other" };
  const keep = clearing && (params?.[clearing.parameter] ?? clearing.keep);
  return { kind: "clear", keep: typeof keep === "number" ? keep : null };
}
