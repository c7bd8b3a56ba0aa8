/**
 * Undoes, one by one, the forms in which platforms write a model's name. Each function takes a lower-case name and returns
 * it unchanged if its form does not apply.
 */

const REGION = /^(?:us|eu|apac|global|regional|jp|au|ca|us-gov)\./;
const VENDOR =
  /^(amazon|anthropic|openai|meta|mistral|deepseek|qwen|google|moonshot|moonshotai|zai|minimax|cohere|xai)\.(?=[a-z])/;
/** A size as Ollama writes it (`gpt-oss:20b`) is part of the name; other tags (`:free`, `:thinking`, `:0`) are not. */
const SIZE_TAG = /:(\d+(?:\.\d+)?b)$/;
const TAG = /:[a-z0-9._-]+$/;

/** `openrouter/anthropic/claude-…:thinking`, `models/gemini-…`, `arn:aws:bedrock:…/eu.anthropic.claude-…-v1:0`, `claude-…@20250514`. */
export function stripPlatform(name: string): string {
  const last = name.slice(name.lastIndexOf("/") + 1).replace(SIZE_TAG, "-$1");
  const regional = last.replace(REGION, "");
  const bare = regional
    .replace(TAG, "")
    .replace(/@(?:default|latest)$/, "")
    .replace("@", "-");
  return VENDOR.test(bare) ? bare.replace(VENDOR, "").replace(/-v\d$|(?<=\db)-1$/, "") : bare;
}

/** Bedrock's `deepseek.r1-v1:0`, whose vendor is part of the name. */
export const keepVendor = (name: string): string =>
  stripPlatform(name.replace(/^(?:.*\/)?(?:us\.)?(deepseek|qwen|meta)\./, "$1-")).replace(/-v\d$/, "");

/** Gateways write `claude-sonnet-4.5` and `claude-4.5-sonnet`; up to 3.7 the number does come first. */
export function spellClaude(name: string): string {
  if (!name.startsWith("claude-")) return name;
  const dashed = stripDate(name)
    .replace(/(\d)\.(\d)/g, "$1-$2")
    .replace(/-v\d$/, "");
  return dashed.replace(/^claude-([4-9](?:-\d{1,2})?)-(opus|sonnet|haiku|fable|mythos)/, "claude-$2-$1");
}

/** `-20250514`, `-2025-08-07`, `-0125`, `-001`, `-preview-05-06`, `-latest`. */
export const stripDate = (name: string): string =>
  name.replace(/-(?:latest|20\d{6}|20\d{2}-\d{2}-\d{2}|(?:preview-)?\d{2}-(?:\d{2}|20\d{2})|\d{4}|00\d)$/, "");

export const stripEffort = (name: string): string =>
  name.replace(/-(?:minimal|low|medium|high|xhigh|max|thinking|preview|customtools|fast|exp)$/, "");

/** Removes how a host serves open weights, as in `glm-4.6-fp8`. */
export const stripPrecision = (name: string): string =>
  name.replace(/-(?:fp8|fp4|nvfp4|mxfp4|bf16|awq|gptq|int[48]|maas|tee|turbo-tee)$/, "");

/** Azure's `gpt-35-turbo`, Fireworks' `deepseek-v3p1` and `llama-v3p1-…`, Bedrock's `llama3-1-…`, Hugging Face's `meta-llama-…`. */
export const spellNumbers = (name: string): string =>
  name
    .replace(/^gpt-35\b/, "gpt-3.5")
    .replace(/(\d)p(\d)/g, "$1.$2")
    .replace(/^(?:meta-)?llama-?v?(\d)/, "llama-$1");

/** Halves a doubled name: LangChain concatenates the metadata of streamed chunks, as in `gpt-5gpt-5`. */
export function halve(name: string): string {
  const half = name.slice(0, name.length / 2);
  return half.length > 3 && half + half === name ? half : name;
}

/** The loosest form, for the last comparison: the same for `gpt-4-1` and `gpt-4.1`, `glm_4_6` and `glm-4.6`. */
export const loosen = (name: string): string => name.replace(/[._ ]/g, "-");
