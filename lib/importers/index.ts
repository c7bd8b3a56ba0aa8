import { aider } from "./aider/aider";
import { anthropicCaptures } from "./anthropic-captures/anthropic-captures";
import { atif } from "./atif";
import { chatgptExport } from "./chatgpt-export/chatgpt-export";
import { claudeAiExport } from "./claude-ai-export";
import { claudeCode } from "./claude-code/claude-code";
import { claudeCodeStream } from "./claude-code-stream/claude-code-stream";
import { cline } from "./cline/cline";
import { clineSdk } from "./cline/cline-sdk";
import { codex } from "./codex/codex";
import { codexExec } from "./codex-exec";
import { continueDev } from "./continue";
import { copilot } from "./copilot";
import { copilotCli } from "./copilot-cli";
import { crush } from "./crush/crush";
import { geminiCli } from "./gemini-cli/gemini-cli";
import { geminiContents } from "./gemini-contents/gemini-contents";
import { goose } from "./goose";
import type { Importer } from "./importer";
import { inspect } from "./inspect/inspect";
import { langchain } from "./langchain/langchain";
import { langfuse } from "./langfuse/langfuse";
import { langsmith } from "./langsmith/langsmith";
import { messageList } from "./message-list/message-list";
import { miniSweAgent } from "./mini-swe-agent";
import { openaiResponses } from "./openai-responses/openai-responses";
import { opencode } from "./opencode/opencode";
import { openhands } from "./openhands/openhands";
import { otelGenai } from "./otel-genai/otel-genai";
import { pi } from "./pi";
import { qwenCode } from "./qwen-code/qwen-code";
import { sharegpt } from "./sharegpt";
import { sweAgent } from "./swe-agent";
import { terminalCast } from "./terminal-cast";
import { winnow } from "./winnow";

/** Every transcript format; the order means nothing, because at most one importer may claim a file. */
export const IMPORTERS: readonly Importer[] = [
  claudeCode,
  claudeCodeStream,
  codex,
  codexExec,
  openaiResponses,
  geminiCli,
  geminiContents,
  qwenCode,
  pi,
  opencode,
  sweAgent,
  miniSweAgent,
  cline,
  clineSdk,
  chatgptExport,
  claudeAiExport,
  langchain,
  otelGenai,
  atif,
  continueDev,
  copilot,
  copilotCli,
  goose,
  crush,
  openhands,
  langsmith,
  langfuse,
  anthropicCaptures,
  inspect,
  sharegpt,
  terminalCast,
  winnow,
  aider,
  messageList,
];
