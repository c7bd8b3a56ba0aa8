import { loggedParts } from "../compress/as-sent";
import type { Conversation, Message } from "../conversation/message";
import type { Part } from "../conversation/part";
import { brokenOnWire } from "../evaluation/validity";
import type { Codec } from "../formats";
import { withoutOpening } from "../formats/opening";
import type { RunResult } from "../replay/fire-recipe";
import type { Environment } from "../strategies/grammar/environment";

/** A body given to an outside strategy, and what is needed to interpret the answer. */
export type Question = {
  readonly conversation: Conversation;
  readonly codec: Codec;
  readonly body: Readonly<Record<string, unknown>>;
};

/** The prompt as a body of this format, with its messages under `messages`. */
export function askWith(conversation: Conversation, codec: Codec, model: string | null): Question {
  const encoded = codec.encode(conversation) as Readonly<Record<string, unknown>>;
  return { conversation, codec, body: { ...(model !== null && { model }), ...encoded } };
}

export const failedResult = (
  { conversation }: Pick<Question, "conversation">,
  code: string,
  message: string,
): RunResult => ({
  status: "failed",
  conversation,
  edits: [],
  stats: { tokensSaved: 0 },
  failure: { code, message },
});

/**
 * Interprets the answer: a body, or a list of messages. Messages that were returned unchanged become the log's own
 * objects, because the cached prefix and kept content are recognised by identity. An answer that no provider would
 * accept is `invalid-result`.
 */
export function readOutside(question: Question, answer: unknown, seed: string, environment: Environment): RunResult {
  const { conversation, codec, body } = question;
  const messages = Array.isArray(answer) ? answer : (answer as { messages?: unknown } | null)?.messages;
  if (!Array.isArray(messages) || messages.length === 0)
    return failedResult(question, "invalid-result", "the answer has no messages");
  const sent = { ...body, messages };
  const [before, after] = [codec.decode(body), codec.decode(sent)];
  if (!before.ok) return failedResult(question, "not-writable", before.error.message);
  if (!after.ok) return failedResult(question, "invalid-result", `${after.error.message} at ${after.error.at ?? "$"}`);
  const [broken] = brokenOnWire(conversation, codec.validate(body), codec.validate(sent));
  if (broken) return failedResult(question, "invalid-result", `${broken.code}: ${broken.message}`);
  const given = withoutOpening(before.value).messages;
  const result = alignResult(conversation, given, withoutOpening(after.value).messages, seed);
  const tokensSaved = sumTokens(conversation.messages, environment) - sumTokens(result.messages, environment);
  const isSame = isSameList(result.messages, conversation.messages);
  if (isSame) return { status: "noop", conversation, edits: [], stats: { tokensSaved: 0 } };
  return { status: "applied", conversation: result, edits: [], stats: { tokensSaved } };
}

const sumTokens = (messages: readonly Message[], { tokensOf }: Environment) =>
  messages.reduce((sum, message) => sum + tokensOf(message), 0);

const isSameList = (one: readonly Message[], other: readonly Message[]) =>
  one.length === other.length && one.every((message, at) => message === other[at]);

/** A message of the result. `of`: the logged message; null if it is new. `at`: index of the message in the answer. */
type Piece = {
  readonly of: Message | null;
  readonly at: number;
  readonly role: Message["role"];
  readonly parts: Part[];
};

function alignResult(
  logged: Conversation,
  given: readonly Message[],
  returned: readonly Message[],
  seed: string,
): Conversation {
  const partOf = loggedParts(logged, given);
  const ownerOf = new Map(logged.messages.flatMap((message) => message.parts.map((part) => [part, message] as const)));
  const find = finderOf(given, partOf);
  const pieces: Piece[] = [];
  returned.forEach(({ role, parts }, at) => {
    for (const part of parts) {
      const found = find(part);
      if (found === null) continue;
      const { same, of } = found;
      const owner = of === null ? null : (ownerOf.get(of) ?? null);
      const shown = same ?? { ...withIdOf(part, of), id: `${seed}.${part.id}` };
      const last = pieces.at(-1);
      if (last?.of === owner && (owner !== null || last.at === at)) last.parts.push(shown);
      else pieces.push({ of: owner, at, role: owner?.role ?? role, parts: [shown] });
    }
  });
  return { ...logged, messages: withUnsaid(logged, new Set(partOf.values()), pieces, seed) };
}

/** Restores the log's id of the call, which the format of the body may have changed. */
function withIdOf(part: Part, of: Part | null): Part {
  const isPaired = part.type === "tool-call" || part.type === "tool-result";
  return isPaired && of && "toolCallId" in of ? { ...part, toolCallId: of.toolCallId } : part;
}

/**
 * What a part of the answer is: an unchanged logged part (both set), an edited logged part (`of`), or new (both null).
 */
type Found = { readonly same: Part | null; readonly of: Part | null };

/** Finds logged parts in the order of the body, each at most once. Null for parts that the format itself added. */
function finderOf(given: readonly Message[], partOf: ReadonlyMap<Part, Part>): (part: Part) => Found | null {
  const places = new Map<string, number[]>();
  const byCall = new Map<string, Part>();
  const all = given.flatMap(({ parts }) => parts);
  all.forEach((part, at) => {
    places.set(contentOf(part), [...(places.get(contentOf(part)) ?? []), at]);
    if ("toolCallId" in part) byCall.set(`${part.type} ${part.toolCallId}`, part);
  });
  let next = 0;
  return (part) => {
    const at = places.get(contentOf(part))?.find((place) => place >= next);
    if (at !== undefined) {
      const same = partOf.get(all[at] as Part);
      next = at + 1;
      return same ? { same, of: same } : null;
    }
    const edited = "toolCallId" in part ? byCall.get(`${part.type} ${part.toolCallId}`) : undefined;
    return { same: null, of: (edited && partOf.get(edited)) ?? null };
  };
}

const contentOf = ({ id: _, ...content }: Part): string => JSON.stringify(content);

/**
 * The messages of the result in the log's order, which a format may change. A message whose parts are all unchanged is
 * the logged message itself. New messages, and logged ones that the format cannot express, stay after their
 * predecessor.
 */
function withUnsaid(
  { messages }: Conversation,
  said: ReadonlySet<Part>,
  pieces: readonly Piece[],
  seed: string,
): Message[] {
  const behind = new Map<Message | null, Message[]>([[null, []]]);
  let last: Message | null = null;
  pieces.forEach(({ of, role, parts }, at) => {
    if (of === null || behind.has(of)) behind.get(last)?.push({ id: `${seed}.${at}`, role, parts });
    else {
      last = of;
      behind.set(of, [asLogged(of, parts, said)]);
    }
  });
  const result = behind.get(null) ?? [];
  let isLeft = true;
  for (const message of messages) {
    if (message.parts.some((part) => said.has(part))) isLeft = behind.has(message);
    else if (isLeft) result.push(message);
    result.push(...(behind.get(message) ?? []));
  }
  return result;
}

function asLogged(message: Message, parts: readonly Part[], said: ReadonlySet<Part>): Message {
  const before = message.parts.filter((part) => said.has(part));
  const isWhole = before.length === parts.length && before.every((part, index) => part === parts[index]);
  return isWhole ? message : { ...message, parts };
}
