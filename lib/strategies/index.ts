import type { Strategy } from "./grammar/strategy";
import { aiSdkPrune } from "./presets/ai-sdk";
import { factoryAnchored, regenerate } from "./presets/anchored";
import { anthropicClearThinking, anthropicClearToolUses } from "./presets/anthropic";
import { centagentBudget, centagentExternalise } from "./presets/centagent";
import { claudeCode, claudeCode21 } from "./presets/claude-code";
import { clineAgentic, clineAgentic86 } from "./presets/cline-agentic";
import { clineClassic } from "./presets/cline-classic";
import { clineBasic, clineProjection } from "./presets/cline-sdk";
import { codexTokenBudget, codexUserMessages } from "./presets/codex";
import { codexLocal } from "./presets/codex-local";
import { codexRemote, codexRemote2 } from "./presets/codex-remote";
import { contextGuru } from "./presets/context-guru";
import { continuePrune } from "./presets/continue";
import { continueCliAuto } from "./presets/continue-cli";
import { continueSummary } from "./presets/continue-summary";
import { crush } from "./presets/crush";
import { dcpDedup, dcpPurgeErrors, dcpSupersedeWrites } from "./presets/dcp";
import { dcpCompress, dcpCompress31 } from "./presets/dcp-compress";
import { essayRules } from "./presets/essay-rules";
import { geminiMask, geminiTruncateOutputs } from "./presets/gemini";
import { geminiCompress } from "./presets/gemini-compress";
import { gooseMiddleOut } from "./presets/goose";
import { goose, gooseToolPairs } from "./presets/goose-summary";
import {
  headroomCoding,
  headroomCrush,
  headroomDiff,
  headroomLog,
  headroomReadLifecycle,
  headroomSearch,
  headroomText,
} from "./presets/headroom";
import { kiloTruncate } from "./presets/kilo";
import { langchainClearTools, langchainTrim } from "./presets/langchain";
import { langchainPythonClearTools } from "./presets/langchain-python";
import { langchainPythonSummarize, langchainSummarize } from "./presets/langchain-summarize";
import { leanCtx } from "./presets/lean-ctx";
import { manus } from "./presets/manus";
import { anthropicCompact, anthropicCompactOnDemand, opaque, openaiCompact } from "./presets/opaque";
import { openaiTruncationAuto } from "./presets/openai";
import { opencodePrune } from "./presets/opencode";
import { kiloCompact, opencodeCompact } from "./presets/opencode-compact";
import { openhandsAmortised, openhandsMasking, openhandsRecent, openhandsWindow } from "./presets/openhands";
import { openhandsAttention } from "./presets/openhands-attention";
import { openhandsBrowserOutput } from "./presets/openhands-browser";
import { openhandsSdk, openhandsStructured, openhandsSummarising } from "./presets/openhands-summarising";
import { rooLatestTruncate, rooTruncate } from "./presets/roo";
import { roo325 } from "./presets/roo-condense";
import { rooLatest } from "./presets/roo-latest";
import { rtk } from "./presets/rtk";
import { slidingSummary } from "./presets/sliding-summary";
import { supercompactEitf, supercompactSetcover } from "./presets/supercompact";
import { sweAgentLastN } from "./presets/swe-agent";
import { aiderTail, lettaTail, piTail } from "./presets/tail-cuts";
import { aider, letta, lettaPartialEvict, pi, pi15 } from "./presets/tail-folds";
import { fixedThreshold, importanceFirst, slidingTurns, taskBoundaryFold } from "./presets/triggers";
import { winnow } from "./presets/winnow";

/**
 * Every preset, the best-known ones first because pages fold the rest. To add one: `presets/<product>.ts`, one line
 * here, a test that calls `checkStrategy`.
 */
export const STRATEGIES: readonly Strategy[] = [
  winnow,
  anthropicClearToolUses,
  geminiMask,
  opencodePrune,
  langchainTrim,
  aiSdkPrune,
  rooLatestTruncate,
  openaiTruncationAuto,
  claudeCode21,
  codexRemote2,
  geminiCompress,
  opencodeCompact,
  centagentExternalise,
  sweAgentLastN,
  centagentBudget,
  manus,
  essayRules,
  rooTruncate,
  kiloTruncate,
  openhandsMasking,
  openhandsBrowserOutput,
  openhandsRecent,
  openhandsAmortised,
  openhandsWindow,
  openhandsAttention,
  anthropicClearThinking,
  dcpDedup,
  dcpSupersedeWrites,
  dcpPurgeErrors,
  geminiTruncateOutputs,
  headroomCoding,
  contextGuru,
  leanCtx,
  rtk,
  headroomCrush,
  headroomLog,
  headroomDiff,
  headroomSearch,
  headroomText,
  headroomReadLifecycle,
  langchainClearTools,
  langchainPythonClearTools,
  clineClassic,
  clineBasic,
  clineProjection,
  continuePrune,
  codexUserMessages,
  codexTokenBudget,
  gooseMiddleOut,
  piTail,
  aiderTail,
  lettaTail,
  fixedThreshold,
  slidingTurns,
  importanceFirst,
  taskBoundaryFold,
  supercompactEitf,
  supercompactSetcover,
  claudeCode,
  roo325,
  rooLatest,
  continueSummary,
  continueCliAuto,
  factoryAnchored,
  slidingSummary,
  regenerate,
  opaque,
  openaiCompact,
  anthropicCompact,
  anthropicCompactOnDemand,
  codexLocal,
  codexRemote,
  kiloCompact,
  langchainSummarize,
  langchainPythonSummarize,
  openhandsSummarising,
  openhandsStructured,
  openhandsSdk,
  goose,
  gooseToolPairs,
  crush,
  clineAgentic86,
  clineAgentic,
  dcpCompress31,
  dcpCompress,
  pi15,
  pi,
  aider,
  letta,
  lettaPartialEvict,
];

export function findStrategy(id: string): Strategy | undefined {
  return STRATEGIES.find((strategy) => strategy.id === id);
}
