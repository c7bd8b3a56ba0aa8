import type { ModelRequest } from "../requests/reconstruct-requests";
import type { Session } from "../transcript/session";

/**
 * True for a call of the client itself, such as one that writes a summary or a title. It has a separate prompt, so its
 * reads say nothing about the conversation's cache.
 */
export const isOwnCall = (
  { responses, messages }: Pick<Session, "responses" | "messages">,
  { index }: Pick<ModelRequest, "index">,
): boolean => {
  const message = messages[responses[index]?.messageIndex ?? -1];
  return message?.isHidden === true || message?.origin === "summary";
};
