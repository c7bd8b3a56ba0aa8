import { apparentOrigin } from "../conversation/apparent-origin";
import { append } from "../conversation/append";
import type { Conversation, Message } from "../conversation/message";
import { type Part, partText } from "../conversation/part";
import type { Codec } from "../formats";
import { INTERRUPTED_RESULT } from "../formats/arrange-exchanges";
import { withoutOpening } from "../formats/opening";

/**
 * The conversation with each message's origin inferred from the message itself, which gives the same result for a log
 * and a body.
 */
export const withApparentOrigins = ({ tools, messages }: Conversation): Conversation => ({
  tools,
  messages: messages.map((message) => ({ ...message, origin: apparentOrigin(message) })),
});

/**
 * A logged conversation, regrouped into the messages of its request body. A log may have each result, or each block of
 * an answer, in a separate message, while the provider's format joins them. Strategies count messages, so they would
 * choose differently.
 *
 * Parts are the log's, with their ids. A message has the id of its last logged message. If the body cannot express a
 * call's outcome (Chat Completions), it is unknown here too. Parts that the format cannot express stay next to their
 * neighbours, and empty texts are removed. If the body does not match the log, the conversation is returned unchanged.
 */
export function asSent(logged: Conversation, codec: Codec): Conversation {
  const decoded = codec.decode(codec.encode(logged));
  if (!decoded.ok) return logged;
  const places = logged.messages.flatMap((message) => message.parts.map((part): Place => ({ part, message })));
  const find = finderOf(places);
  const said: { readonly role: Message["role"]; readonly parts: readonly Part[] }[] = [];
  const asSaid = new Map<Part, Part>();
  for (const { role, parts } of withoutOpening(decoded.value).messages) {
    const found = parts.map(find);
    if (found.includes(null)) return logged;
    found.forEach((part, index) => {
      if (part) asSaid.set(part, withBodysFields(part, parts[index] as Part));
    });
    said.push({ role, parts: found as Part[] });
  }
  const neighbours = unsaidBeside(places, new Set(said.flatMap(({ parts }) => parts)));
  if (!neighbours) return logged;
  const messageOf = new Map(places.map(({ part, message }) => [part, message]));
  const messages = said.map(({ role, parts }, index) => {
    const last = parts.findLast((part) => messageOf.has(part));
    const origin = last ? messageOf.get(last) : undefined;
    const all = parts.flatMap((part) => neighbours.get(part) ?? [part]).map((part) => asSaid.get(part) ?? part);
    return { ...origin, id: origin?.id ?? `sent-${index}`, role, parts: all };
  });
  return { ...logged, messages };
}

/**
 * Maps each part of a body to the logged part that it was made from. Parts that are only in the body are missing from
 * the map.
 */
export function loggedParts(logged: Conversation, sent: readonly Message[]): ReadonlyMap<Part, Part> {
  const places = logged.messages.flatMap((message) => message.parts.map((part): Place => ({ part, message })));
  const find = finderOf(places);
  const own = new Set(places.map(({ part }) => part));
  return new Map(
    sent.flatMap(({ parts }) =>
      parts.flatMap((part) => {
        const found = find(part);
        return found && own.has(found) ? [[part, found] as const] : [];
      }),
    ),
  );
}

type Place = { readonly part: Part; readonly message: Message };

/** Finds the logged part for a body's part: the oldest unmatched one with the same content. */
function finderOf(places: readonly Place[]): (part: Part) => Part | null {
  const open = new Map<string, Part[]>();
  for (const { part } of places) append(open, keyOf(part), part);
  const take = (part: Part) => open.get(keyOf(part))?.shift();
  return (part) => take(part) ?? take(withoutNumber(part)) ?? interruption(part);
}

/** Removes the number suffix that a body gives to the second call with the same id, and to its result. */
const withoutNumber = (part: Part): Part =>
  part.type === "tool-call" || part.type === "tool-result"
    ? { ...part, toolCallId: part.toolCallId.replace(/_\d+$/, "") }
    : part;

/**
 * The logged part with the body's deviations: the id of a duplicate call, and an unknown outcome if the body cannot
 * express it.
 */
function withBodysFields(part: Part, said: Part): Part {
  if (part.type === "tool-call" && said.type === "tool-call") return { ...part, toolCallId: said.toolCallId };
  if (part.type === "tool-result" && said.type === "tool-result")
    return { ...part, toolCallId: said.toolCallId, isError: said.isError };
  return part;
}

/** The result that a format inserts for an interrupted call. */
function interruption(part: Part): Part | null {
  const isAdded = part.type === "tool-result" && partText(part) === INTERRUPTED_RESULT;
  return isAdded ? { ...part, id: `${part.toolCallId}~interrupted` } : null;
}

/**
 * For each part of the body, a list of that part and the logged parts missing from the body, in the log's order. A
 * missing part joins the next part from the same speaker, otherwise the previous one. Null if there is neither.
 */
function unsaidBeside(places: readonly Place[], said: ReadonlySet<Part>): Map<Part, Part[]> | null {
  const beside = new Map<Part, Part[]>();
  let previous: Part[] | null = null;
  let waiting: Place[] = [];
  for (const place of places) {
    const { part, message } = place;
    if (!said.has(part)) {
      if (!isEmptyText(part)) waiting.push(place);
      continue;
    }
    const isNext = waiting.every((one) => one.message.role === message.role);
    const unsaid = waiting.map((one) => one.part);
    if (!isNext && previous === null) return null;
    if (!isNext) previous?.push(...unsaid);
    previous = isNext ? [...unsaid, part] : [part];
    beside.set(part, previous);
    waiting = [];
  }
  if (waiting.length > 0 && previous === null) return null;
  previous?.push(...waiting.map((one) => one.part));
  return beside;
}

const isEmptyText = (part: Part): boolean => part.type === "text" && part.text.trim() === "";

function keyOf(part: Part): string {
  switch (part.type) {
    case "tool-call":
    case "tool-result":
      return `${part.type} ${part.toolCallId}`;
    case "opaque":
      return `opaque ${JSON.stringify(part.value)}`;
    case "file":
      return `file ${part.mediaType} ${part.byteLength}`;
    default:
      return `${part.type} ${part.text.trimEnd()}`;
  }
}
