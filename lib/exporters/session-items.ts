import type { Response, SessionEvent, SessionMessage } from "../transcript/session";
import type { Selection } from "./select-session";

export type SessionItem =
  | { readonly kind: "event"; readonly event: SessionEvent }
  /** `index`: the index in the selection. */
  | { readonly kind: "message"; readonly message: SessionMessage; readonly index: number }
  | { readonly kind: "response"; readonly response: Response };

/**
 * Iterates over a session in reading order: events before the message that they precede, each response after its message. Both
 * lists keep their order, so that reading them back restores them.
 */
export function* itemsOf({ frame, messages }: Selection): Iterable<SessionItem> {
  const { events, responses } = frame;
  let index = 0;
  let event = 0;
  let response = 0;
  for (const message of messages()) {
    for (; event < events.length && (events[event] as SessionEvent).atMessage <= index; event += 1)
      yield { kind: "event", event: events[event] as SessionEvent };
    yield { kind: "message", message, index };
    for (; response < responses.length && (responses[response] as Response).messageIndex <= index; response += 1)
      yield { kind: "response", response: responses[response] as Response };
    index += 1;
  }
  for (; event < events.length; event += 1) yield { kind: "event", event: events[event] as SessionEvent };
  for (; response < responses.length; response += 1)
    yield { kind: "response", response: responses[response] as Response };
}
