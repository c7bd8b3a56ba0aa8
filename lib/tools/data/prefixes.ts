/** Prefixes that clients and providers add to their own tools' names in stored calls. */
export const PREFIXES: readonly { readonly prefix: string; readonly source: string }[] = [
  { prefix: "functions.", source: "OpenAI models, names of functions in their own tool channel; session samples" },
  { prefix: "default_api:", source: "Gemini models, names of functions; session samples" },
  { prefix: "developer__", source: "Goose, its built-in developer extension; session sample" },
  { prefix: "builtin_", source: "Continue, core/tools @ d0a3c0b" },
  { prefix: "copilot_", source: "VS Code Copilot Chat, names in chat exports; session sample" },
];
