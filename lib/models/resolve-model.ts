import { isFreeModel } from "./free-models";
import type { ModelInfo } from "./model-info";
import { MODELS } from "./models";
import { ownModels } from "./own-models";

/**
 * Undoes, one by one, the forms in which platforms write a model's name. Each function takes a lower-case name and
 * returns it unchanged if its form does not apply.
 */

const REGION = /^(?:us|eu|apac|global|regional|jp|au|ca|us-gov)\./;
const VENDOR =
  /^(amazon|anthropic|openai|meta|mistral|deepseek|qwen|google|moonshot|moonshotai|zai|minimax|cohere|xai)\.(?=[a-z])/;
/** A size in Ollama's form (`gpt-oss:20b`) is part of the name; other tags (`:free`, `:thinking`, `:0`) are not. */
const SIZE_TAG = /:(\d+(?:\.\d+)?b)$/;
const TAG = /:[a-z0-9._-]+$/;

/** `openrouter/anthropic/claude-…:thinking`, `models/gemini-…`, `arn:aws:bedrock:…/eu.anthropic.claude-…-v1:0`, `claude-…@20250514`. */
function stripPlatform(name: string): string {
  const last = name.slice(name.lastIndexOf("/") + 1).replace(SIZE_TAG, "-$1");
  const regional = last.replace(REGION, "");
  const bare = regional
    .replace(TAG, "")
    .replace(/@(?:default|latest)$/, "")
    .replace("@", "-");
  return VENDOR.test(bare) ? bare.replace(VENDOR, "").replace(/-v\d$|(?<=\db)-1$/, "") : bare;
}

/** In Bedrock's `deepseek.r1-v1:0`, the vendor is part of the name. */
const keepVendor = (name: string): string =>
  stripPlatform(name.replace(/^(?:.*\/)?(?:us\.)?(deepseek|qwen|meta)\./, "$1-")).replace(/-v\d$/, "");

/**
 * Gateways write `claude-sonnet-4.5` and `claude-4.5-sonnet`; in versions up to 3.7, the official name has the number
 * first.
 */
function spellClaude(name: string): string {
  if (!name.startsWith("claude-")) return name;
  const dashed = stripDate(name)
    .replace(/(\d)\.(\d)/g, "$1-$2")
    .replace(/-v\d$/, "");
  return dashed.replace(/^claude-([4-9](?:-\d{1,2})?)-(opus|sonnet|haiku|fable|mythos)/, "claude-$2-$1");
}

/** `-20250514`, `-2025-08-07`, `-0125`, `-001`, `-preview-05-06`, `-latest`. */
const stripDate = (name: string): string =>
  name.replace(/-(?:latest|20\d{6}|20\d{2}-\d{2}-\d{2}|(?:preview-)?\d{2}-(?:\d{2}|20\d{2})|\d{4}|00\d)$/, "");

const stripEffort = (name: string): string =>
  name.replace(/-(?:minimal|low|medium|high|xhigh|max|thinking|preview|customtools|fast|exp)$/, "");

/** Removes a host's precision suffix of open weights, as in `glm-4.6-fp8`. */
const stripPrecision = (name: string): string =>
  name.replace(/-(?:fp8|fp4|nvfp4|mxfp4|bf16|awq|gptq|int[48]|maas|tee|turbo-tee)$/, "");

/** Azure's `gpt-35-turbo`, Fireworks' `deepseek-v3p1` and `llama-v3p1-…`, Bedrock's `llama3-1-…`, Hugging Face's `meta-llama-…`. */
const spellNumbers = (name: string): string =>
  name
    .replace(/^gpt-35\b/, "gpt-3.5")
    .replace(/(\d)p(\d)/g, "$1.$2")
    .replace(/^(?:meta-)?llama-?v?(\d)/, "llama-$1");

/** Halves a doubled name: LangChain concatenates the metadata of streamed chunks, as in `gpt-5gpt-5`. */
function halve(name: string): string {
  const half = name.slice(0, name.length / 2);
  return half.length > 3 && half + half === name ? half : name;
}

/** The loosest form, for the last comparison: equal for `gpt-4-1` and `gpt-4.1`, `glm_4_6` and `glm-4.6`. */
const loosen = (name: string): string => name.replace(/[._ ]/g, "-");

type Index = { readonly exact: ReadonlyMap<string, ModelInfo>; readonly loose: ReadonlyMap<string, ModelInfo | null> };

const SHIPPED = indexOf(MODELS);
const EXTENDED_WINDOW = /\[1m\]$/;
/** Longer texts are not model names. */
const MAX_NAME = 300;

/**
 * The model that a log or request means: an id or alias, with or without a date, a provider's prefix, `-latest`, a
 * Bedrock, Vertex, Azure or OpenRouter form, or an effort suffix. `[1m]` gives the extended window. The user's own rows
 * come first. Unknown names give null, never a guess. A name under which the model is free has no prices. Takes any string and never throws.
 */
export function resolveModel(name: string | null): ModelInfo | null {
  if (name === null || name.length > MAX_NAME) return null;
  const known = resolvedWith(ownModels());
  const resolved = known.get(name);
  if (resolved !== undefined) return resolved;
  const model = resolveNew(name);
  if (known.size >= MAX_RESOLVED) known.clear();
  known.set(name, model);
  return model;
}

/** Maximum number of cached names. A log repeats a few names, and resolving one tries dozens of spellings. */
const MAX_RESOLVED = 1000;
const resolvedBefore = new WeakMap<object, Map<string, ModelInfo | null>>();

/** Names resolved with these user rows; other rows may give other models. */
function resolvedWith(own: object): Map<string, ModelInfo | null> {
  const known = resolvedBefore.get(own) ?? new Map<string, ModelInfo | null>();
  resolvedBefore.set(own, known);
  return known;
}

function resolveNew(name: string): ModelInfo | null {
  const full = name.trim().toLowerCase();
  const bare = halve(full.replace(EXTENDED_WINDOW, ""));
  const found = ownModels().get(full) ?? ownModels().get(bare) ?? ownRowOf(findModel(bare));
  const model = found && (isFreeModel(full) || isFasterMode(bare, found)) ? { ...found, prices: null } : found;
  if (!model || !EXTENDED_WINDOW.test(full)) return model;
  return { ...model, window: model.extendedWindow ?? model.window };
}

/**
 * True if a name means the faster mode of a Claude model, which is the same model at two to six times its price
 * (platform.claude.com/docs/en/build-with-claude/fast-mode). A fast mode with a separate row has a separate price.
 */
const isFasterMode = (name: string, { id, aliases }: ModelInfo): boolean =>
  FASTER_MODE.test(name) && ![id, ...aliases].some((own) => own.includes("fast"));

const FASTER_MODE = /^(?:.*[/.])?claude-.*-fast(?:-20\d{6})?(?:[:@]|$)/;

/** `resolveModel` without the user's own rows. */
export const resolveShipped = (name: string): ModelInfo | null =>
  name.length > MAX_NAME ? null : findModel(halve(name.trim().toLowerCase()));

const ownRowOf = (model: ModelInfo | null): ModelInfo | null =>
  model && (ownModels().get(model.id.toLowerCase()) ?? model);

/** Shipped rows, each replaced by the user's row with that id if present; then the user's other rows. */
export function allModels(): ModelInfo[] {
  const own = new Map([...ownModels().values()].map((model) => [model.id, model]));
  const shipped = MODELS.map((model) => own.get(model.id) ?? model);
  return [...shipped, ...[...own.values()].filter(({ id }) => !SHIPPED.exact.has(id.toLowerCase()))];
}

function findModel(name: string): ModelInfo | null {
  const found = lookUp(name, (candidate) => SHIPPED.exact.get(candidate));
  return found ?? lookUp(name, (candidate) => SHIPPED.loose.get(loosen(candidate)) ?? undefined) ?? null;
}

/** Tries forms from most to least specific, so that a dated model with its own row is not mistaken for its family. */
function lookUp(name: string, get: (candidate: string) => ModelInfo | undefined): ModelInfo | undefined {
  for (const start of new Set([name, stripPlatform(name), keepVendor(name)])) {
    let candidate = start;
    for (const undo of [spellNumbers, spellClaude, stripPrecision, stripDate, stripEffort, stripDate]) {
      const model = get(candidate);
      if (model) return model;
      candidate = undo(candidate);
    }
    const model = get(candidate);
    if (model) return model;
  }
  return undefined;
}

function indexOf(models: readonly ModelInfo[]): Index {
  const exact = new Map<string, ModelInfo>();
  const loose = new Map<string, ModelInfo | null>();
  for (const model of models)
    for (const name of [model.id, ...model.aliases]) {
      exact.set(name.toLowerCase(), model);
      const other = loose.get(loosen(name.toLowerCase()));
      // If two models differ only in a dot, their loose form is ambiguous and resolves to neither.
      loose.set(loosen(name.toLowerCase()), other === undefined || other === model ? model : null);
    }
  return { exact, loose };
}
