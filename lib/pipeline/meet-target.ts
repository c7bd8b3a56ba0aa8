import type { Conversation } from "../conversation/message";
import type { Compression, CompressionFailure } from "../strategies/grammar/compression";

/** Compresses to so many tokens, as the engine counts them: without what the provider puts around the texts. */
type Run = (tokens: number) => Compression;
/** What the provider puts around the texts of a conversation, beyond what the engine counts. */
export type Frames = (conversation: Conversation) => number;

/** The history as the edits of before leave it, and the tokens of its whole prompt. */
export type Prompt = { readonly conversation: Conversation; readonly tokens: number };

/** Tries with the result of the try before, before the whole prompt is given as what can be reached. */
const TRIES = 6;

/**
 * Meets a ceiling of the whole prompt, frames included. A failure names the least prompt that was found to be accepted
 * as a ceiling: sent back, it never fails. `search` false: the failure is given back as the first run made it.
 */
export function meetTarget(
  { conversation, tokens: now }: Prompt,
  ceiling: number,
  run: Run,
  { frames, search }: { readonly frames: Frames; readonly search: boolean },
): Compression {
  const result = within(conversation, ceiling, run, frames);
  if (!isOver(result)) return result;
  const { failure } = result;
  let best = Math.min(now, (failure.bestTokens ?? now) + frames(conversation));
  for (let tries = 0; search && best < now; tries += 1) {
    const next = tries === TRIES ? null : within(conversation, best, run, frames);
    if (next && !isOver(next)) break;
    best = next ? Math.min(now, Math.max(best + 1, (next.failure?.bestTokens ?? now) + frames(conversation))) : now;
  }
  return refusedAt(result, ceiling, best);
}

/**
 * The frames of the whole history are set aside first: a result with fewer messages has fewer of them, so it fits for
 * certain. Only where that is too much to ask, the frames of few messages are, and the result is looked at.
 */
function within(conversation: Conversation, ceiling: number, run: Run, frames: Frames): Compression {
  const certain = run(Math.max(0, ceiling - frames(conversation)));
  const least = frames({ ...conversation, messages: conversation.messages.slice(-1) });
  if (!isOver(certain) || least >= frames(conversation)) return certain;
  const hoped = run(Math.max(0, ceiling - least));
  const isMet = hoped.status !== "failed" && hoped.stats.tokensAfter + frames(hoped.conversation) <= ceiling;
  return isMet ? hoped : certain;
}

type Refused = Compression & { readonly failure: CompressionFailure };
const isOver = (result: Compression): result is Refused => result.failure?.code === "budget-unachievable";

function refusedAt(result: Refused, ceiling: number, best: number): Compression {
  const { failure, warnings } = result;
  const message = `a prompt of ${best} tokens is the least that this strategy reaches, the ceiling is ${ceiling}; ${failure.protectedTokens ?? 0} tokens are protected`;
  const said = warnings.map((warning) => (warning.code === failure.code ? { ...warning, message } : warning));
  return { ...result, warnings: said, failure: { ...failure, message, bestTokens: best } };
}
