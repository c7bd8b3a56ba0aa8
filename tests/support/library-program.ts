import {
  aiSdk,
  anthropic,
  centagentExternalise,
  compressWith,
  gemini,
  loadTokenizer,
  o200kTokenizer,
  openaiChat,
  openaiResponses,
  winnow,
} from "winnow/small";
import { generateConversation } from "./generate-conversation";

/** The result of a program using the small library, which must be the same text on every machine. */
export async function answers(): Promise<string[]> {
  const tokenizer = await loadTokenizer(o200kTokenizer);
  return [openaiChat, openaiResponses, anthropic, gemini, aiSdk].flatMap((format, seed) =>
    [winnow, centagentExternalise].map((strategy) => {
      const body = format.encode(generateConversation(60, seed + 11, 4)) as Record<string, unknown>;
      const settings = { format, strategy, tokenizer, window: 6_000, force: true };
      const { status, body: smaller, state, outputs } = compressWith(body, settings);
      return JSON.stringify({ status, smaller, state, outputs: [...outputs] });
    }),
  );
}
