import type { Conversation } from "../conversation/message";
import type { Compression, CompressionFailure } from "../strategies/grammar/compression";

/** Compresses to this many tokens, excluding the provider's additions around the texts. */
type Run = (tokens: number) => Compression;
/** The provider's tokens around the texts of a conversation, which the engine does not count. */
export type Frames = (conversation: Conversation) => number;

/** The history after earlier edits, and its whole prompt's tokens. */
export type Prompt = { readonly conversation: Conversation; readonly tokens: number };

/** Maximum number of attempts at finding a reachable size for the prompt, each based on the previous result. */
const TRIES = 6;

/**
 * Meets a limit for the whole prompt, including frames. A failure includes the smallest reachable limit that was found;
 * a call with that limit never fails. With `search` false, returns the first run's failure.
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
 * First subtracts the frames of the entire history, which certainly suffices because a result with fewer messages has
 * smaller frames. Only if that fails, subtracts the frames of a few messages and checks the result.
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
  const message = `a prompt of ${best} tokens is the shortest that this strategy can reach, and the ceiling is ${ceiling}; ${failure.protectedTokens ?? 0} tokens are protected`;
  const said = warnings.map((warning) => (warning.code === failure.code ? { ...warning, message } : warning));
  return { ...result, warnings: said, failure: { ...failure, message, bestTokens: best } };
}
