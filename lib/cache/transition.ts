import type { ModelRequest } from "../requests/reconstruct-requests";
import type { Session, SessionEvent, SessionMessage } from "../transcript/session";
import type { ReadExpectation } from "./read-expectation";

/** Everything the log holds about the way from one request to the next of the same agent. */
export type Transition = {
  readonly request: ModelRequest;
  /** The request before it: of its chain, or of the agent's former model after a switch. */
  readonly previous: ModelRequest;
  readonly read: number;
  readonly readable: number;
  readonly gap: number | null;
  readonly timeToLive: ReadExpectation["timeToLive"];
  /** The model that the agent spoke to until now, if this request is the first to another one. */
  readonly switchedFrom: string | null;
  /** Compactions, cleared results, rewinds and API errors in between. */
  readonly events: readonly SessionEvent[];
  /** The agent's messages in between: the previous answer and the new input. */
  readonly messages: readonly SessionMessage[];
  /** The provider's own word on the miss, where the log has it. */
  readonly cacheMissReason: string | null;
};

type Draft = Omit<Transition, "events" | "messages" | "cacheMissReason">;

/** Looks up what happened in between; called for suspicious transitions only. */
export function describeTransition(draft: Draft, session: Session): Transition {
  const { request, previous } = draft;
  const isBetween = (event: SessionEvent) =>
    event.agent === request.agent && event.atMessage > previous.span.end && event.atMessage <= request.span.end;
  const messages = session.messages.slice(previous.span.end, request.span.end);
  return {
    ...draft,
    events: session.events.filter(isBetween),
    messages: messages.filter((message) => message.agent === request.agent && !message.isHidden),
    cacheMissReason: session.responses[request.index]?.cacheMissReason ?? null,
  };
}
