import { asArray, asObject, asText } from "../formats/json-fields";
import { moveEvent } from "../transcript/move-event";
import type { Agent, Response, Session, SessionMessage } from "../transcript/session";
import type { Usage } from "../transcript/usage";
import { readAnthropicUsage } from "./anthropic-usage";

/** One of the calls behind an answer of the Messages API, as billed in `usage.iterations`. */
export type Iteration = {
  /** `message`, `compaction`, `advisor_message`, `fallback_message`. */
  readonly kind: string;
  /** Null for the answer's own model. */
  readonly model: string | null;
  readonly usage: Usage;
};

/** The calls in order; empty if the answer was one call, which the top-level counters describe. */
export function readIterations(usage: unknown): Iteration[] {
  const calls = (asArray(asObject(usage)?.iterations) ?? []).flatMap((value) => {
    const entry = asObject(value);
    const counters = readAnthropicUsage(entry);
    return entry && counters
      ? [{ kind: asText(entry.type) ?? "message", model: asText(entry.model), usage: counters }]
      : [];
  });
  return calls.length > 1 ? calls : [];
}

/**
 * The session with each of those calls as a response. The last message entry is the answer itself, and its prompt is
 * the size of the context (the top-level counters are sums). The other calls were billed too, at the prices of their
 * own models. An advisor reads a separate prompt, so it becomes an agent.
 */
export function splitIterations(session: Session, iterationsOf: ReadonlyMap<string, readonly Iteration[]>): Session {
  if (iterationsOf.size === 0) return session;
  const messages: SessionMessage[] = [];
  const responses: Response[] = [];
  const byMessage = new Map(session.responses.map((response) => [response.messageIndex, response]));
  const begins = session.messages.map((message, index) => {
    const begin = messages.length;
    const response = byMessage.get(index);
    const calls = response ? (iterationsOf.get(response.id) ?? []) : [];
    const own = calls.findLastIndex(({ kind }) => kind === "message" || kind === "fallback_message");
    calls.forEach((call, number) => {
      if (response && number !== own) addCall(call, number, response, messages, responses);
    });
    if (response) responses.push(answered(response, calls[own], messages.length));
    messages.push(message);
    return begin;
  });
  const place = (index: number) => begins[index] ?? messages.length;
  const events = session.events.map((event) => moveEvent(event, place));
  return {
    ...session,
    agents: withAdvisors(session, responses),
    messages,
    responses: inOrder(session, responses),
    events,
  };
}

function answered(response: Response, own: Iteration | undefined, messageIndex: number): Response {
  if (!own) return { ...response, messageIndex };
  return { ...response, messageIndex, usage: own.usage, model: own.model ?? response.model };
}

function addCall(
  { kind, model, usage }: Iteration,
  number: number,
  answer: Response,
  messages: SessionMessage[],
  responses: Response[],
) {
  const { agent: asker, source } = answer;
  const agent = kind === "advisor_message" ? advisorOf(asker) : asker;
  const id = `${answer.id}~${number}`;
  const at = source ?? { file: 0, line: 0, byteOffset: 0, byteLength: 0 };
  const part = { id: `p${id}`, type: "opaque", value: { type: kind }, source: at } as const;
  const draft = { id: `m${id}`, role: "assistant", origin: "model", agent } as const;
  responses.push({ id, agent, model: model ?? answer.model, messageIndex: messages.length, usage, source: at });
  messages.push({ ...draft, parts: [part], responseId: id, isHidden: true });
}

const advisorOf = (agent: string) => `${agent}-advisor`;

function withAdvisors({ agents }: Session, responses: readonly Response[]): Agent[] {
  const known = new Set(agents.map(({ id }) => id));
  const advisors = agents.flatMap(({ id }): Agent[] => {
    const isAsked = responses.some(({ agent }) => agent === advisorOf(id));
    return isAsked ? [{ id: advisorOf(id), kind: "sub-agent", parent: id, title: "advisor" }] : [];
  });
  return [...agents, ...advisors.filter(({ id }) => !known.has(id))];
}

/** Responses are in log order. The calls of an answer precede it. */
function inOrder({ responses: before }: Session, responses: readonly Response[]): Response[] {
  const rank = new Map(before.map(({ id }, index) => [id, index]));
  const rankOf = (id: string): number => rank.get(id) ?? rank.get(id.slice(0, id.lastIndexOf("~"))) ?? 0;
  return [...responses].sort((a, b) => rankOf(a.id) - rankOf(b.id));
}
