"use client";
import { parseAsArrayOf, parseAsString, parseAsStringLiteral, useQueryStates } from "nuqs";
import { DEFAULT_TOKENIZERS, TOKEN_EXAMPLES } from "@/lib/view-models/token-examples";

const FIRST = TOKEN_EXAMPLES[0]?.id ?? "";

const PARSERS = {
  example: parseAsStringLiteral(TOKEN_EXAMPLES.map(({ id }) => id)).withDefault(FIRST),
  text: parseAsString.withDefault(""),
  /** A part of a stored session, whose text the server has put on the page. */
  session: parseAsString,
  part: parseAsString,
  t: parseAsArrayOf(parseAsString).withDefault([...DEFAULT_TOKENIZERS]),
  show: parseAsStringLiteral(["cuts", "ids"] as const).withDefault("cuts"),
};

/** What a copied link of the tokens page carries. A text that is too long for an address stays out of it. */
export const useTokensState = () => useQueryStates(PARSERS, { history: "replace", scroll: false, throttleMs: 300 });
