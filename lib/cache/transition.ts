import type { CacheRules } from "../models/model-info";
import type { ModelRequest } from "../requests/reconstruct-requests";
import type { Session, SessionEvent, SessionMessage } from "../transcript/session";
import type { Divergence } from "./divergence";
import type { ReadExpectation } from "./read-expectation";
import type { ReadFloor } from "./read-floors";

/** Everything the log holds about two consecutive requests of one agent. */
export type Transition = {
  readonly request: ModelRequest;
  /** The previous request: in its chain or, after a switch, of the agent's former model. */
  readonly previous: ModelRequest;
  readonly read: number;
  readonly readable: number;
  readonly gap: number | null;
  readonly timeToLive: ReadExpectation["timeToLive"];
  /** The agent's previous model, if this request is the first to another one; its name may be unknown. */
  readonly switchedFrom: { readonly model: string | null } | null;
  /** Compactions, cleared results, rewinds and API errors in between. */
  readonly events: readonly SessionEvent[];
  /** The agent's messages in between: the previous answer and the new input. */
  readonly messages: readonly SessionMessage[];
  /** The provider's own reason for the miss, if logged. */
  readonly cacheMissReason: string | null;
  /** The size that this read fell to, if the session's reads do so repeatedly. */
  readonly floor: ReadFloor | null;
  /** Where the two prompts differ; null without prompts. */
  readonly prompts: PromptComparison | null;
  readonly cache: CacheRules | null;
  /** Unlogged tokens at the start of the agent's prompts; null if they cannot be separated. */
  readonly unloggedStart: number | null;
};

export type PromptComparison = {
  readonly divergence: Divergence | null;
  /** The log lacks part of the prompt. */
  readonly isPartlyNotInLog: boolean;
};

type Draft = Omit<Transition, "events" | "messages" | "cacheMissReason" | keyof Surroundings>;
type Surroundings = Pick<Transition, "floor" | "prompts" | "cache" | "unloggedStart">;

const NOTHING: Surroundings = { floor: null, prompts: null, cache: null, unloggedStart: null };

/** Looks up what happened in between; only for suspicious transitions. */
export function describeTransition(draft: Draft, session: Session, around: Surroundings = NOTHING): Transition {
  const { request, previous } = draft;
  // The call that writes a summary belongs to the compaction that follows its answer.
  const end = request.span.end + (session.messages[request.span.end]?.origin === "summary" ? 1 : 0);
  const isBetween = (event: SessionEvent) =>
    event.agent === request.agent && event.atMessage > previous.span.end && event.atMessage <= end;
  const messages = session.messages.slice(previous.span.end, request.span.end);
  return {
    ...draft,
    ...around,
    events: session.events.filter(isBetween),
    messages: messages.filter((message) => message.agent === request.agent && !message.isHidden),
    cacheMissReason: session.responses[request.index]?.cacheMissReason ?? null,
  };
}
