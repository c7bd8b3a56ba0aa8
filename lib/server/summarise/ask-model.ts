import type { streamText } from "ai";
import { resolveModel } from "@/lib/models/resolve-model";
import type { ModelCall } from "@/lib/strategies/grammar/summariser";
import { log } from "../process/log";
import { ModelRedirects } from "./fetch-here-only";
import { ModelBudgetSpent } from "./model-budget";
import { type SummaryModel, summaryLimits } from "./summary-model";

/** One question to a model, which gets no tools. An answer longer than `mostCharacters` is cut off. */
export type Question = {
  readonly system: string;
  readonly prompt: string;
  readonly maxTokens: number;
  readonly mostCharacters: number;
};
/** An answer with more characters than this per allowed token is cut off. */
const MAX_CHARACTERS_PER_TOKEN = 8;

/** The limits of an answer with this many tokens. */
export const limitsOf = (maxTokens: number): Pick<Question, "maxTokens" | "mostCharacters"> => ({
  maxTokens,
  mostCharacters: maxTokens * MAX_CHARACTERS_PER_TOKEN,
});

export type AskOptions = { readonly signal?: AbortSignal; readonly onDelta?: (text: string) => void };

/**
 * Why a call has no usable answer. The message never contains the provider's own words, which may quote the
 * transcript.
 */
export type AskFault = { readonly kind: "timeout" | "overlong" | "failed" | "cut"; readonly message: string };
export type Asked = { readonly text: string; readonly fault: AskFault | null; readonly call: ModelCall };

/**
 * Calls a model once and streams the answer, with the configured time limit and retries. Throws only if the caller
 * aborts.
 */
export async function askModel(
  { system, prompt, maxTokens, mostCharacters }: Question,
  { name, open }: SummaryModel,
  { signal, onDelta }: AskOptions = {},
): Promise<Asked> {
  const [{ streamText }, model] = await Promise.all([import("ai"), open()]);
  const { seconds, retries } = summaryLimits();
  const timeout = AbortSignal.timeout(seconds * 1000);
  const stop = new AbortController();
  const startedAt = performance.now();
  const result = streamText({
    model,
    instructions: system,
    prompt,
    maxOutputTokens: maxTokens,
    maxRetries: retries,
    abortSignal: AbortSignal.any([timeout, stop.signal, ...(signal ? [signal] : [])]),
    onError: () => {}, // the error is reported below; the default handler would print the request
  });
  const read = await readStream(result.fullStream, mostCharacters, onDelta);
  stop.abort();
  signal?.throwIfAborted();
  const fault = faultOf(read, timeout.aborted ? seconds : null);
  return { text: read.text, fault, call: callOf(name, read, performance.now() - startedAt) };
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

function faultOf({ finish, error, isOverlong }: Read, timedOutAfter: number | null): AskFault | null {
  if (timedOutAfter !== null)
    return { kind: "timeout", message: `the model did not finish within ${timedOutAfter} seconds` };
  if (isOverlong) return { kind: "overlong", message: "the model wrote far more than it was allowed" };
  if (error !== null) return { kind: "failed", message: failureText(error) };
  if (finish === "length")
    return { kind: "cut", message: "the model reached its token limit before the answer was complete" };
  if (finish === "stop") return null;
  return { kind: "failed", message: `the model ended without an answer (${finish ?? "connection lost"})` };
}

/** Describes a failure without the provider's own words, which may quote the conversation. */
export function failureText(error: unknown): string {
  const last = (error as { lastError?: unknown })?.lastError ?? error;
  const { statusCode, name } = (last ?? {}) as { statusCode?: number; name?: string };
  log().warn({ name, statusCode }, "a model failed");
  if (last instanceof ModelRedirects || last instanceof ModelBudgetSpent) return last.message;
  if (name === "AI_InvalidResponseDataError") return "the model's server sent a response that does not match its API";
  if (statusCode === 200) return "the connection to the model's server was lost before the answer was complete";
  return statusCode === undefined ? "the model could not be reached" : `the model's server answered ${statusCode}`;
}

export type TokenUse = { readonly inputTokens: number | null; readonly outputTokens: number | null };

/** The tokens and time of a call, with its cost if the provider's price applies. */
export function callOf(model: string, { inputTokens, outputTokens }: TokenUse, ms: number): ModelCall {
  // A local model may share a known name, but the provider's price does not apply to it.
  const prices = /^(openai|anthropic|google)\//.test(model) ? (resolveModel(model)?.prices ?? null) : null;
  const isKnown = prices !== null && inputTokens !== null && outputTokens !== null;
  const cost = isKnown ? (inputTokens * prices.input + outputTokens * prices.output) / 1e6 : null;
  return { model, inputTokens, outputTokens, cost, ms: Math.round(ms) };
}
