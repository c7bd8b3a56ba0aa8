/** After a switch of model the two prompts belong to one conversation if the smaller has at least this share of the larger. */
const LEAST_SHARE = 0.5;

/** A side call to a small model (a title, a summary) is far smaller than the conversation and is no switch of its model. */
export const isSameConversation = (before: number, after: number): boolean =>
  Math.min(before, after) >= LEAST_SHARE * Math.max(before, after);
