/** How a log that names no model reveals its provider. */
export type MarkKind = "call-ids" | "tool-names" | "format";

/** One mark of one provider. Dated facts; `provider` as in the model table. */
export type ProviderMark = {
  readonly provider: string;
  readonly kind: MarkKind;
  readonly asOf: string;
  readonly source: string;
} & (
  | { readonly kind: "call-ids"; readonly pattern: RegExp }
  /** The name, in the table of client tools, of a client that uses this provider by default. */
  | { readonly kind: "tool-names"; readonly client: string }
  /**
   * Formats of files, or of the bodies in them. Other providers also use some of these, so this is the
   * weakest mark.
   */
  | { readonly kind: "format"; readonly formats: readonly string[] }
);

const asOf = "2026-11-23";
const DOCS = "docs/formats.md: whose format it is";
const OWN = "the maker of the client serves these models";

export const PROVIDER_MARKS: readonly ProviderMark[] = [
  {
    ...{ provider: "anthropic", kind: "call-ids", asOf, pattern: /^toolu_01[A-Za-z0-9]{22}$/ },
    source:
      "platform.claude.com/docs, tool use: ids of tool_use blocks; 3,118 ids in logs of Claude Code have 30 characters",
  },
  {
    ...{ provider: "openai", kind: "call-ids", asOf, pattern: /^call_[A-Za-z0-9]{24}$/ },
    source:
      "platform.openai.com/docs, function calling: ids of tool_calls; 928 ids in logs of Codex have 29 characters",
  },
  {
    ...{ provider: "moonshot", kind: "call-ids", asOf, pattern: /^functions\.[\w-]+:\d+$/ },
    source: "huggingface.co/moonshotai/Kimi-K2-Instruct, tool_call_guidance.md: functions.{name}:{index}",
  },
  { provider: "anthropic", kind: "tool-names", client: "Claude Code", asOf, source: OWN },
  { provider: "anthropic", kind: "tool-names", client: "Anthropic API", asOf, source: OWN },
  { provider: "openai", kind: "tool-names", client: "Codex CLI", asOf, source: OWN },
  { provider: "openai", kind: "tool-names", client: "OpenAI Responses API", asOf, source: OWN },
  { provider: "openai", kind: "tool-names", client: "ChatGPT", asOf, source: OWN },
  { provider: "google", kind: "tool-names", client: "Gemini CLI", asOf, source: OWN },
  { provider: "qwen", kind: "tool-names", client: "Qwen Code", asOf, source: OWN },
  { provider: "moonshot", kind: "tool-names", client: "Kimi CLI", asOf, source: OWN },
  { provider: "moonshot", kind: "tool-names", client: "Kimi Code", asOf, source: OWN },
  { provider: "xai", kind: "tool-names", client: "Grok CLI", asOf, source: OWN },
  {
    ...{ provider: "openai", kind: "format", asOf, source: DOCS },
    formats: ["openai-chat", "openai-responses", "chatgpt-export", "codex", "codex-exec"],
  },
  {
    ...{ provider: "anthropic", kind: "format", asOf, source: DOCS },
    formats: ["anthropic", "anthropic-captures", "claude-ai-export", "claude-code", "claude-code-stream"],
  },
  { provider: "google", kind: "format", formats: ["gemini", "gemini-contents", "gemini-cli"], asOf, source: DOCS },
  { provider: "qwen", kind: "format", formats: ["qwen-code"], asOf, source: DOCS },
  { provider: "moonshot", kind: "format", formats: ["kimi-cli", "kimi-code"], asOf, source: DOCS },
  { provider: "xai", kind: "format", formats: ["grok"], asOf, source: DOCS },
];
