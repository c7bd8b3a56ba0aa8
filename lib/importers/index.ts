import { aider } from "./aider/aider";
import { amp } from "./amp";
import { anthropicCaptures } from "./anthropic-captures/anthropic-captures";
import { antigravity } from "./antigravity";
import { atif } from "./atif";
import { braintrust } from "./braintrust";
import { chatgptExport } from "./chatgpt-export/chatgpt-export";
import { claudeAiExport } from "./claude-ai-export";
import { claudeCode } from "./claude-code/claude-code";
import { claudeCodeEvents } from "./claude-code-events/claude-code-events";
import { claudeCodeStream } from "./claude-code-stream/claude-code-stream";
import { cline } from "./cline/cline";
import { clineSdk } from "./cline/cline-sdk";
import { codex } from "./codex/codex";
import { codexExec } from "./codex-exec";
import { continueDev } from "./continue";
import { copilot } from "./copilot";
import { copilotCli } from "./copilot-cli";
import { copilotReplay } from "./copilot-replay/copilot-replay";
import { crush } from "./crush/crush";
import { cursorCli } from "./cursor/cursor-cli";
import { cursorIde } from "./cursor/cursor-ide";
import { cursorTranscript } from "./cursor/cursor-transcript";
import { droid } from "./droid/droid";
import { droidExec } from "./droid/droid-exec";
import { geminiCli } from "./gemini-cli/gemini-cli";
import { geminiContents } from "./gemini-contents/gemini-contents";
import { goose } from "./goose";
import { grok } from "./grok/grok";
import { helicone } from "./helicone";
import { hermes } from "./hermes/hermes";
import type { Importer } from "./importer";
import { inspect } from "./inspect/inspect";
import { kimiCli } from "./kimi/kimi-cli";
import { kimiCode } from "./kimi/kimi-code";
import { kiroCli } from "./kiro/kiro-cli";
import { kiroIde } from "./kiro/kiro-ide";
import { langchain } from "./langchain/langchain";
import { langfuse } from "./langfuse/langfuse";
import { langsmith } from "./langsmith/langsmith";
import { litellm } from "./litellm";
import { messageList } from "./message-list/message-list";
import { miniSweAgent } from "./mini-swe-agent";
import { openaiResponses } from "./openai-responses/openai-responses";
import { opencode } from "./opencode/opencode";
import { openhands } from "./openhands/openhands";
import { otelGenai } from "./otel-genai/otel-genai";
import { phoenix } from "./phoenix";
import { openclaw } from "./pi/openclaw";
import { pi } from "./pi/pi";
import { qwenCode } from "./qwen-code/qwen-code";
import { recording } from "./recording/recording";
import { sharegpt } from "./sharegpt";
import { specstory } from "./specstory/specstory";
import { rawStreams } from "./streams/raw-streams";
import { sweAgent } from "./swe-agent";
import { terminalCast } from "./terminal-cast";
import { tracelab } from "./tracelab";
import { weave } from "./weave";
import { winnow } from "./winnow";

/** Every transcript format. The order does not matter, because at most one importer may claim a file. */
export const IMPORTERS: readonly Importer[] = [
  claudeCode,
  claudeCodeEvents,
  claudeCodeStream,
  codex,
  codexExec,
  openaiResponses,
  geminiCli,
  geminiContents,
  qwenCode,
  pi,
  openclaw,
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
  copilotReplay,
  goose,
  crush,
  cursorCli,
  cursorIde,
  cursorTranscript,
  antigravity,
  hermes,
  droid,
  droidExec,
  amp,
  kiroCli,
  kiroIde,
  openhands,
  langsmith,
  langfuse,
  litellm,
  helicone,
  braintrust,
  phoenix,
  tracelab,
  weave,
  anthropicCaptures,
  recording,
  rawStreams,
  kimiCode,
  kimiCli,
  grok,
  inspect,
  sharegpt,
  terminalCast,
  winnow,
  aider,
  specstory,
  messageList,
];
