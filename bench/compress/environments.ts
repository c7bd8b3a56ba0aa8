import type { Conversation } from "@/lib/conversation/message";
import { loadVocabulary } from "@/lib/server/process/vocabulary";
import { requestTokens } from "@/lib/strategies/grammar/create-view";
import { createEnvironment, type Environment } from "@/lib/strategies/grammar/environment";
import { createTokenizer } from "@/lib/tokenizers/tokenizer";
import { rememberingStore } from "@/tests/support/strategy-environment";

const tokenizer = createTokenizer("o200k", loadVocabulary);

type Count = (text: string) => number;

/** An environment without counts, with a window of this many tokens, in which presets run even below their triggers. */
export const coldEnvironment = (window: number, count: Count = (text) => tokenizer.count(text)): Environment =>
  createEnvironment({ count, budget: { window, reserve: 0 }, store: rememberingStore(), force: true });

/**
 * An environment in which every text of the conversation was counted. `window` null means that half of the conversation
 * fits.
 */
export function warmEnvironment(conversation: Conversation, window: number | null): Environment {
  const count = memoised();
  const half = () => Math.floor(requestTokens(conversation, coldEnvironment(1, count)) / 2);
  const environment = coldEnvironment(window ?? half(), count);
  requestTokens(conversation, environment);
  return environment;
}

/** A counter that looks every text up, as the one for LangChain does. */
function memoised(): Count {
  const known = new Map<string, number>();
  return (text) => {
    const tokens = known.get(text) ?? tokenizer.count(text);
    known.set(text, tokens);
    return tokens;
  };
}
