import type { Violation, ViolationCode } from "../conversation/invariants";

/** Rules about what a sender wrote inside one message: some servers let them pass, and no edit can break or mend them. */
const CONTENT_RULES: ReadonlySet<ViolationCode> = new Set<ViolationCode>([
  "bad-arguments",
  "breakpoints",
  "empty-text",
  "misplaced-file",
  "system-placement",
  "trailing-whitespace",
]);

/** True for rules about how messages stand to each other. Only these make a history unfit for compression. */
export const isStructural = ({ code }: Violation): boolean => !CONTENT_RULES.has(code);
