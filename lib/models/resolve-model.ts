import type { ModelInfo } from "./model-info";
import { MODELS } from "./models";

const BY_NAME: ReadonlyMap<string, ModelInfo> = new Map(
  MODELS.flatMap((model) => [model.id, ...model.aliases].map((name) => [name, model] as const)),
);

const EXTENDED_WINDOW = /\[1m\]$/;

/**
 * The model that a log or a request means: an id or alias, with or without a date, a provider's prefix, `-latest`, a
 * Bedrock or Vertex form, or an effort suffix. `[1m]` gives the extended window. Unknown names give null: never a guess.
 */
export function resolveModel(name: string | null): ModelInfo | null {
  if (name === null) return null;
  const bare = name.trim().toLowerCase();
  const model = findModel(bare.replace(EXTENDED_WINDOW, ""));
  if (!model || !EXTENDED_WINDOW.test(bare)) return model;
  return { ...model, window: model.extendedWindow ?? model.window };
}

/** From the most to the least specific, so that a dated model with a row of its own is not taken for its family. */
function findModel(name: string): ModelInfo | null {
  let candidate = stripPlatform(name);
  for (const strip of [spellClaude, stripDate, stripEffort, stripDate]) {
    const model = BY_NAME.get(candidate);
    if (model) return model;
    candidate = strip(candidate);
  }
  return BY_NAME.get(candidate) ?? null;
}

/** `us.anthropic.claude-…-v1:0`, `openrouter/anthropic/claude-…:thinking`, `models/gemini-…`, `claude-…@20250514`. */
function stripPlatform(name: string): string {
  return name
    .slice(name.lastIndexOf("/") + 1)
    .replace(/^(?:us|eu|apac|global|jp|au|ca|us-gov)\./, "")
    .replace(/^(?:anthropic|openai|meta|mistral|deepseek|qwen|google|moonshot|zai)\./, "")
    .replace(/:[a-z0-9.-]+$/, "")
    .replace(/^(claude-.*)-v\d$/, "$1")
    .replace(/@(?:default|latest)$/, "")
    .replace("@", "-");
}

/** Gateways write `claude-sonnet-4.5` and `claude-4.5-sonnet`; up to 3.7 the number does come first. */
function spellClaude(name: string): string {
  if (!name.startsWith("claude-")) return name;
  const dashed = stripDate(name).replace(/(\d)\.(\d)/g, "$1-$2");
  return dashed.replace(/^claude-([4-9](?:-\d{1,2})?)-(opus|sonnet|haiku|fable|mythos)/, "claude-$2-$1");
}

/** `-20250514`, `-2025-08-07`, `-0125`, `-001`, `-preview-05-06`, `-latest`. */
const stripDate = (name: string): string =>
  name.replace(/-(?:latest|20\d{6}|20\d{2}-\d{2}-\d{2}|(?:preview-)?\d{2}-(?:\d{2}|20\d{2})|\d{4}|00\d)$/, "");

const stripEffort = (name: string): string =>
  name.replace(/-(?:minimal|low|medium|high|xhigh|thinking|preview|customtools|fast)$/, "");
