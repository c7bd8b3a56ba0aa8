import type { CacheRules } from "../models/model-info";
import type { ModelRequest } from "../requests/reconstruct-requests";
import type { Session, SessionEvent, SessionMessage } from "../transcript/session";
import type { Divergence } from "./divergence";
import { isOwnCall } from "./own-call";
import type { TimeToLive } from "./read-expectation";
import type { ReadFloor } from "./read-floors";

/** Everything the log contains about two consecutive requests of one agent. */
export type Transition = {
  readonly request: ModelRequest;
  /** The previous request: in its chain or, after a switch, of the agent's former model. */
  readonly previous: ModelRequest;
  readonly read: number;
  readonly readable: number;
  /** In a log without cache writes, the most that the previous request can have left in the cache; otherwise null. */
  readonly mostCached: number | null;
  readonly gap: number | null;
  readonly timeToLive: TimeToLive;
  /**
   * The agent's previous model, if this request is the first to another one; its name may be unknown. `isReturn`: the new
   * model had earlier requests of the agent, so that it had entries of its own.
   */
  readonly switchedFrom: { readonly model: string | null; readonly isReturn: boolean } | null;
  /** The agent's requests to other models in between, excluding the client's own calls. */
  readonly requestsToOthers: number;
  /** Compactions, cleared results, rewinds and API errors in between. */
  readonly events: readonly SessionEvent[];
  /** The agent's messages in between: the previous answer and the new input. */
  readonly messages: readonly SessionMessage[];
  /** The provider's own reason for the miss, if logged. */
  readonly cacheMissReason: string | null;
  /** True if answers come as a stream again from here, false if this one came in one piece; null if nothing changed. */
  readonly streaming: boolean | null;
  /** The size that this read fell to, if the session's reads repeatedly fall to it. */
  readonly floor: ReadFloor | null;
  /** True if another read fell to this size after a pause shorter than any entry's lifetime. */
  readonly recursSoon: boolean;
  /**
   * True if answers begin to have thinking blocks here, false if they cease to; null if neither, or if such changes
   * also occur without a cache break.
   */
  readonly thinking: boolean | null;
  /** Where the two prompts differ; null without prompts. */
  readonly prompts: PromptComparison | null;
  readonly cache: CacheRules | null;
  /** Unlogged tokens at the start of the agent's prompts; null if they cannot be separated. */
  readonly unloggedStart: number | null;
  /**
   * Tokens that stay readable after a compaction: what an earlier one left, otherwise the start of the first prompt.
   */
  readonly survivesCompaction: number;
};

export type PromptComparison = {
  readonly divergence: Divergence | null;
  /** True if the log lacks part of the prompt. */
  readonly isPartlyNotInLog: boolean;
};

type Draft = Omit<
  Transition,
  "requestsToOthers" | "events" | "messages" | "cacheMissReason" | "streaming" | keyof Surroundings
>;
type Surroundings = Pick<
  Transition,
  "floor" | "recursSoon" | "thinking" | "prompts" | "cache" | "unloggedStart" | "survivesCompaction"
>;

const NOTHING: Surroundings = {
  floor: null,
  recursSoon: false,
  thinking: null,
  prompts: null,
  cache: null,
  unloggedStart: null,
  survivesCompaction: 0,
};

/** Looks up what happened in between. Called only for suspicious transitions. */
export function describeTransition(draft: Draft, session: Session, around: Surroundings = NOTHING): Transition {
  const { request, previous } = draft;
  const messages = session.messages.slice(previous.span.end, request.span.end);
  return {
    ...draft,
    ...around,
    requestsToOthers: requestsToOthers(session, previous, request),
    events: eventsBetween(session, previous, request),
    messages: messages.filter((message) => message.agent === request.agent && !message.isHidden),
    cacheMissReason: session.responses[request.index]?.cacheMissReason ?? null,
    streaming: streamingSwitch(previous, request),
  };
}

function streamingSwitch(previous: ModelRequest, next: ModelRequest): boolean | null {
  const [was, is] = [previous.isUnstreamed !== true, next.isUnstreamed !== true];
  return was === is ? null : is;
}

const requestsToOthers = (session: Session, previous: ModelRequest, request: ModelRequest): number =>
  session.responses.filter(
    ({ agent, model }, index) =>
      index > previous.index &&
      index < request.index &&
      agent === request.agent &&
      model !== null &&
      model !== request.model &&
      !isOwnCall(session, { index }),
  ).length;

/** The agent's events between two of its requests. */
export function eventsBetween(session: Session, previous: ModelRequest, request: ModelRequest): SessionEvent[] {
  // The call that writes a summary belongs to the compaction that follows its answer.
  const end = request.span.end + (session.messages[request.span.end]?.origin === "summary" ? 1 : 0);
  return session.events.filter(
    ({ agent, atMessage }) => agent === request.agent && atMessage > previous.span.end && atMessage <= end,
  );
}
