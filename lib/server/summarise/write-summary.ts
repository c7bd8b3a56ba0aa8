import { randomUUID } from "node:crypto";
import { streamText } from "ai";
import { resolveModel } from "@/lib/models/resolve-model";
import { clipMiddle } from "@/lib/strategies/clip-middle";
import { writePrompt } from "@/lib/strategies/summaries/prompt";
import type { ModelCall, SummaryAnswer, SummaryNeed } from "@/lib/strategies/summaries/summariser";
import { log } from "../log";
import { type SummaryModel, summaryLimits } from "./summary-model";

/** A summary longer than this many characters a token was promised is not read to its end. */
const CHARACTERS_PER_TOKEN = 8;
/** Characters of a transcript per token of the model's window: cautious, and with room for the answer. */
const WINDOW_CHARACTERS = 2;
const UNKNOWN_WINDOW = 64_000;

export type WriteOptions = { readonly signal?: AbortSignal; readonly onDelta?: (text: string) => void };

/**
 * One summary by a model, streamed. The transcript is data between marks that are random per call; the model gets no
 * tools. Failures are answers with a code; only the caller's own abort is thrown.
 */
export async function writeSummary(
  need: SummaryNeed,
  { name, model }: SummaryModel,
  { signal, onDelta }: WriteOptions = {},
): Promise<SummaryAnswer> {
  const { seconds, retries } = summaryLimits();
  const timeout = AbortSignal.timeout(seconds * 1000);
  const stop = new AbortController();
  const startedAt = performance.now();
  const { system, prompt } = writePrompt(withinWindow(need, name), randomUUID());
  const result = streamText({
    model,
    instructions: system,
    prompt,
    maxOutputTokens: need.maxTokens,
    maxRetries: retries,
    abortSignal: AbortSignal.any([timeout, stop.signal, ...(signal ? [signal] : [])]),
    onError: () => {}, // told below; the default prints the request
  });
  const read = await readStream(result.fullStream, need.maxTokens * CHARACTERS_PER_TOKEN, onDelta);
  stop.abort();
  signal?.throwIfAborted();
  const calls = [callOf(name, read, performance.now() - startedAt)];
  const fault = faultOf(read, timeout.aborted ? seconds : null);
  return fault ? { ok: false, ...fault, calls } : { ok: true, text: read.text, calls };
}

type Read = {
  text: string;
  finish: string | null;
  error: unknown;
  isOverlong: boolean;
  inputTokens: number | null;
  outputTokens: number | null;
};
type Stream = ReturnType<typeof streamText>["fullStream"];

async function readStream(stream: Stream, mostCharacters: number, onDelta?: (text: string) => void): Promise<Read> {
  const read: Read = { text: "", finish: null, error: null, isOverlong: false, inputTokens: null, outputTokens: null };
  try {
    for await (const part of stream) {
      if (part.type === "error") read.error = part.error;
      if (part.type === "text-delta") {
        read.text += part.text;
        onDelta?.(part.text);
      }
      if (part.type === "finish") {
        read.finish = part.finishReason;
        read.inputTokens = part.totalUsage.inputTokens ?? null;
        read.outputTokens = part.totalUsage.outputTokens ?? null;
      }
      read.isOverlong = read.text.length > mostCharacters;
      if (read.isOverlong) break;
    }
  } catch (error) {
    read.error = error;
  }
  return read;
}

/** What is wrong with the call; its text is judged by the fold. The provider's own words may quote the transcript: only logged by kind. */
function faultOf({ finish, error, isOverlong }: Read, timedOutAfter: number | null) {
  if (timedOutAfter !== null)
    return { code: "summary-timeout", message: `the model did not finish within ${timedOutAfter} seconds` };
  if (isOverlong) return { code: "summary-overlong", message: "the model wrote far more than it was allowed" };
  if (error !== null) return { code: "summary-failed", message: failureText(error) };
  if (finish === "length")
    return { code: "summary-cut", message: "the model reached its token limit before the summary was complete" };
  if (finish === "stop") return null;
  return { code: "summary-failed", message: `the model ended without an answer (${finish ?? "connection lost"})` };
}

function failureText(error: unknown): string {
  const last = (error as { lastError?: unknown })?.lastError ?? error;
  const { statusCode, name } = (last ?? {}) as { statusCode?: number; name?: string };
  log().warn({ name, statusCode }, "summary model failed");
  return statusCode === undefined ? "the model could not be reached" : `the model's server answered ${statusCode}`;
}

function callOf(model: string, { inputTokens, outputTokens }: Read, ms: number): ModelCall {
  // A local model may carry a known name; its price is not the provider's.
  const prices = /^(openai|anthropic|google)\//.test(model) ? (resolveModel(model)?.prices ?? null) : null;
  const isKnown = prices !== null && inputTokens !== null && outputTokens !== null;
  const cost = isKnown ? (inputTokens * prices.input + outputTokens * prices.output) / 1e6 : null;
  return { model, inputTokens, outputTokens, cost, ms: Math.round(ms) };
}

/** The oldest third and the newest two thirds of what a small window can take. */
function withinWindow(need: SummaryNeed, name: string): SummaryNeed {
  const most = Math.max(4_000, ((resolveModel(name)?.window ?? UNKNOWN_WINDOW) - need.maxTokens) * WINDOW_CHARACTERS);
  const note = (left: number) => `\n…${left} characters left out…\n`;
  const head = Math.floor(most / 3);
  return { ...need, transcript: clipMiddle(need.transcript, head, Math.floor(most) - head, note) };
}
