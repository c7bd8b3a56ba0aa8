import { withoutInjected } from "../transcript/injected-by-client";

const TITLE_LENGTH = 120;
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern matches characters to remove
const INVISIBLE = /\u001b\[[0-9;?]*[A-Za-z]|[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

/** A lone client command, or text that a publisher has blacked out. Neither shows what a session is about. */
const NO_TITLE = /^\/[a-z][\w:-]*$|^(?:[^\p{L}\p{N}]|\[REDACTED[^\]]*\])*$/iu;

/** True if the text begins with a possible title. */
export const isTitle = (text: string | null): boolean => !NO_TITLE.test(titleLine(text) ?? "");

/**
 * The title of a text: its first line without a client's blocks, terminal codes and control characters. Null if nothing
 * is left.
 */
export function titleLine(text: string | null): string | null {
  const line =
    withoutInjected(text ?? "")
      .split("\n", 1)[0]
      ?.replaceAll(INVISIBLE, "")
      .trim() ?? "";
  if (line === "") return null;
  return line.length > TITLE_LENGTH ? `${line.slice(0, TITLE_LENGTH - 1)}…` : line;
}
