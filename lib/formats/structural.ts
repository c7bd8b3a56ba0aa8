import type { Violation, ViolationCode } from "../conversation/invariants";

/**
 * Rules for the content of one message. Some servers do not enforce them, and edits can neither break nor repair them.
 */
const CONTENT_RULES: ReadonlySet<ViolationCode> = new Set<ViolationCode>([
  "bad-arguments",
  "breakpoints",
  "empty-text",
  "misplaced-file",
  "system-placement",
  "trailing-whitespace",
]);

/** True for rules on the order and pairing of messages. Only these make a history unfit for compression. */
export const isStructural = ({ code }: Violation): boolean => !CONTENT_RULES.has(code);
