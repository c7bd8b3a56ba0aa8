import { compressWith, loadTokenizer, o200kTokenizer, openaiChat, winnow } from "winnow/small";

/**
 * The body with at most this many tokens. Format, strategy and tokenizer are objects, so the bundle contains nothing
 * else.
 */
export async function fit(body, tokens) {
  const tokenizer = await loadTokenizer(o200kTokenizer);
  const settings = { format: openaiChat, strategy: winnow, tokenizer, target: { tokens } };
  return compressWith(body, settings).body;
}
