const FREE_NAMES: readonly {
  readonly pattern: RegExp;
  readonly what: string;
  readonly source: string;
  readonly asOf: string;
}[] = [
  {
    pattern: /:free$/,
    what: "variants of OpenRouter that cost nothing",
    source: "https://openrouter.ai/docs/features/model-routing",
    asOf: "2026-11-25",
  },
  {
    pattern: /^(?:ollama|lmstudio|lm-studio|llama\.?cpp|llamafile|local|mlx)\//,
    what: "servers of models on the user's own machine, as clients name them before a slash",
    source: "https://docs.litellm.ai/docs/providers",
    asOf: "2026-11-25",
  },
  {
    pattern: /:(?:latest|cloud|\d+(?:\.\d+)?b(?:-[\w.]+)*)$/,
    what: "tags of Ollama, whose models run on the user's machine or by subscription",
    source: "https://github.com/ollama/ollama/blob/main/docs/api.md",
    asOf: "2026-11-25",
  },
  {
    pattern: /^(?:opencode\/)?(?:big-pickle|.+-free)$/,
    what: "models that OpenCode Zen offers free of charge",
    source: "https://opencode.ai/docs/zen",
    asOf: "2026-11-28",
  },
];

/** True if a model runs on the user's machine or is free, so no list price applies. */
export const isFreeModel = (model: string | null): boolean =>
  model !== null && FREE_NAMES.some(({ pattern }) => pattern.test(model.toLowerCase()));
