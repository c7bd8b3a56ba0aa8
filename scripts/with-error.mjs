import { stripVTControlCharacters } from "node:util";

const CHARACTERS = 400;

/**
 * A failed test on one line, because a service may keep only the end of a long output: its name, the error's text, and
 * the line of the test.
 */
export function withError(name, error) {
  if (!error) return name;
  const [text, ...stack] = stripVTControlCharacters(error).split(/\n\s+at /);
  const line = stack.map((frame) => /tests\/[^\s():]*:\d+/.exec(frame)?.[0]).find(Boolean);
  const short = text.replaceAll(/\s+/g, " ").slice(0, CHARACTERS);
  return `${name}: ${short}${line ? ` (${line})` : ""}`;
}
