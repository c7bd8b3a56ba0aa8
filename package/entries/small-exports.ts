/** Formats, strategies and their helpers; a bundler leaves out whatever is not imported. */
export { Problem } from "@/lib/api/problem";
export { aiSdk } from "@/lib/formats/ai-sdk";
export { anthropic } from "@/lib/formats/anthropic";
export type { Codec } from "@/lib/formats/codec";
export { gemini } from "@/lib/formats/gemini";
export { openaiChat } from "@/lib/formats/openai-chat";
export { openaiResponses } from "@/lib/formats/openai-responses";
export type { CompressWithOptions, CompressWithResult } from "@/lib/library/compress-with";
export type { Strategy } from "@/lib/strategies/grammar/strategy";
export { anthropicClearToolUses } from "@/lib/strategies/presets/anthropic";
export { centagentExternalise } from "@/lib/strategies/presets/centagent";
export { manus } from "@/lib/strategies/presets/manus";
export { opencodePrune } from "@/lib/strategies/presets/opencode";
export { sweAgentLastN } from "@/lib/strategies/presets/swe-agent";
export { winnow } from "@/lib/strategies/presets/winnow";
export type { Tokenizer, TokenizerId } from "@/lib/tokenizers/make-tokenizer";
export type { TokenizerSource } from "@/lib/tokenizers/single";
export {
  cl100kTokenizer,
  claude47Tokenizer,
  claudeTokenizer,
  deepseekTokenizer,
  geminiTokenizer,
  genericTokenizer,
  llamaTokenizer,
  mistralTokenizer,
  o200kTokenizer,
  qwenTokenizer,
} from "@/lib/tokenizers/single";
