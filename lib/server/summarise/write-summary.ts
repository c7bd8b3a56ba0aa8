import { randomUUID } from "node:crypto";
import { resolveModel } from "@/lib/models/resolve-model";
import type { SummaryAnswer, SummaryNeed } from "@/lib/strategies/grammar/summariser";
import { clipMiddle } from "@/lib/strategies/previews/clip-middle";
import { analysisTokens, asksForAnalysis, writePrompt } from "@/lib/strategies/summaries/prompt";
import { splitAnalysis } from "@/lib/strategies/summaries/summary-message";
import { type AskFault, type AskOptions, askModel, limitsOf } from "./ask-model";
import type { SummaryModel } from "./summary-model";

/** Transcript characters per token of the model's window. The low value leaves room for the answer. */
const WINDOW_CHARACTERS = 2;
const UNKNOWN_WINDOW = 64_000;

/**
 * Has a model write one summary and streams it. The transcript is passed as data between delimiters that are random for
 * each call, and the model gets no tools. Failures are answers with a code; only an abort by the caller is thrown.
 */
export async function writeSummary(
  need: SummaryNeed,
  model: SummaryModel,
  options: AskOptions = {},
): Promise<SummaryAnswer> {
  const { maxTokens } = need;
  const prompt = writePrompt(withinWindow(need, model.name), randomUUID());
  const limits = limitsOf(maxTokens + (asksForAnalysis(need) ? analysisTokens(maxTokens) : 0));
  const { text, fault, call } = await askModel({ ...prompt, ...limits }, model, options);
  const { analysis, summary } = splitAnalysis(text);
  const calls = [analysis === null ? call : { ...call, analysis }];
  const refused = fault ?? faultIn(summary, maxTokens);
  if (refused) return { ok: false, code: `summary-${refused.kind}`, message: refused.message, calls };
  // The folding strategy checks the text further.
  return { ok: true, text: summary, calls };
}

/** The fault of a summary without its analysis; null if there is none. */
function faultIn(summary: string, maxTokens: number): AskFault | null {
  if (/^\s*<analysis>/i.test(summary))
    return { kind: "cut", message: "the model wrote an analysis without an end, and no summary after it" };
  if (summary.length > limitsOf(maxTokens).mostCharacters)
    return { kind: "overlong", message: "the model wrote far more than it was allowed" };
  return null;
}

/** Shortens a transcript to the model's window: one third from its beginning, two thirds from its end. */
function withinWindow(need: SummaryNeed, name: string): SummaryNeed {
  const most = Math.max(4_000, ((resolveModel(name)?.window ?? UNKNOWN_WINDOW) - need.maxTokens) * WINDOW_CHARACTERS);
  const note = (left: number) => `\n…${left} characters left out…\n`;
  const head = Math.floor(most / 3);
  return { ...need, transcript: clipMiddle(need.transcript, head, Math.floor(most) - head, note) };
}
