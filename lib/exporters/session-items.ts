import type { CommentJson } from "../api/schemas/comment";
import type { Response, SessionEvent, SessionMessage } from "../transcript/session";
import type { Selection } from "./select-session";

export type SessionItem =
  | { readonly kind: "event"; readonly event: SessionEvent }
  /** `index`: the index in the selection. */
  | { readonly kind: "message"; readonly message: SessionMessage; readonly index: number }
  | { readonly kind: "response"; readonly response: Response }
  /** The reader's comment on the request that the preceding response answered. */
  | { readonly kind: "comment"; readonly comment: CommentJson };

/**
 * Iterates over a session in reading order: events before the message that they precede, each response after its
 * message, then the comments on its request. All lists keep their order, so an importer can restore them.
 */
export function* itemsOf({ frame, messages }: Selection, comments: readonly CommentJson[] = []): Iterable<SessionItem> {
  const { events, responses } = frame;
  const answered = new Answers(comments);
  let index = 0;
  let event = 0;
  let response = 0;
  for (const message of messages()) {
    for (; event < events.length && (events[event] as SessionEvent).atMessage <= index; event += 1)
      yield { kind: "event", event: events[event] as SessionEvent };
    yield { kind: "message", message, index };
    for (; response < responses.length && (responses[response] as Response).messageIndex <= index; response += 1)
      yield* answered.next(responses[response] as Response);
    index += 1;
  }
  for (; event < events.length; event += 1) yield { kind: "event", event: events[event] as SessionEvent };
  for (; response < responses.length; response += 1) yield* answered.next(responses[response] as Response);
  yield* answered.rest();
}

/** Places comments after the responses to their requests. */
class Answers {
  private readonly requests = new Map<string, number>();
  private readonly waiting: Set<CommentJson>;

  constructor(comments: readonly CommentJson[]) {
    this.waiting = new Set(comments);
  }

  *next(response: Response): Iterable<SessionItem> {
    yield { kind: "response", response };
    const { agent } = response;
    const request = this.requests.get(agent) ?? 0;
    this.requests.set(agent, request + 1);
    for (const comment of this.waiting)
      if (comment.agent === agent && comment.index_in_agent === request) yield this.take(comment);
  }

  /** Comments whose response is outside the selection, because a request's context ends before its response. */
  *rest(): Iterable<SessionItem> {
    for (const comment of this.waiting) yield this.take(comment);
  }

  private take(comment: CommentJson): SessionItem {
    this.waiting.delete(comment);
    return { kind: "comment", comment };
  }
}
