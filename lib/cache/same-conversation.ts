/**
 * After a model switch, the two prompts belong to one conversation if the smaller is at least this share of the larger.
 */
const LEAST_SHARE = 0.5;

/**
 * False for a side call to a small model (a title, a summary), which is far smaller than the conversation and therefore
 * not a model switch.
 */
export const isSameConversation = (before: number, after: number): boolean =>
  Math.min(before, after) >= LEAST_SHARE * Math.max(before, after);
