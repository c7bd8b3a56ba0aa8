"use client";
import { parseAsArrayOf, parseAsString, parseAsStringLiteral, useQueryStates } from "nuqs";
import { DEFAULT_TOKENIZERS, TOKEN_EXAMPLES } from "@/lib/view-models/tokens/token-examples";

const FIRST = TOKEN_EXAMPLES[0]?.id ?? "";

const PARSERS = {
  example: parseAsStringLiteral(TOKEN_EXAMPLES.map(({ id }) => id)).withDefault(FIRST),
  text: parseAsString.withDefault(""),
  /** Names a part of a stored session, whose text the server has put on the page. */
  session: parseAsString,
  part: parseAsString,
  t: parseAsArrayOf(parseAsString).withDefault([...DEFAULT_TOKENIZERS]),
  show: parseAsStringLiteral(["cuts", "ids"] as const).withDefault("cuts"),
};

/** The state of the Tokens page in the URL. A text that is too long for a URL is left out. */
export const useTokensState = () => useQueryStates(PARSERS, { history: "replace", scroll: false, throttleMs: 300 });
