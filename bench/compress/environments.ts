import type { Conversation } from "@/lib/conversation/message";
import { loadVocabulary } from "@/lib/server/vocabulary";
import { requestTokens } from "@/lib/strategies/grammar/create-view";
import { createEnvironment, type Environment } from "@/lib/strategies/grammar/environment";
import { createTokenizer } from "@/lib/tokenizers/tokenizer";
import { rememberingStore } from "@/tests/support/strategy-environment";

const tokenizer = createTokenizer("o200k", loadVocabulary);

type Count = (text: string) => number;

/** Nothing counted, a window of so many tokens, presets made to run. */
export const coldEnvironment = (window: number, count: Count = (text) => tokenizer.count(text)): Environment =>
  createEnvironment({ count, budget: { window, reserve: 0 }, store: rememberingStore(), force: true });

/** Every text of the conversation counted. `window` null: half of the conversation fits. */
export function warmEnvironment(conversation: Conversation, window: number | null): Environment {
  const count = memoised();
  const half = () => Math.floor(requestTokens(conversation, coldEnvironment(1, count)) / 2);
  const environment = coldEnvironment(window ?? half(), count);
  requestTokens(conversation, environment);
  return environment;
}

/** Looks every text up, as LangChain's counter here does. */
function memoised(): Count {
  const known = new Map<string, number>();
  return (text) => {
    const tokens = known.get(text) ?? tokenizer.count(text);
    known.set(text, tokens);
    return tokens;
  };
}
