import { apparentOrigin } from "../conversation/apparent-origin";
import type { Conversation, Message } from "../conversation/message";
import { type Part, partText } from "../conversation/part";
import type { Codec } from "../formats";
import { INTERRUPTED_RESULT } from "../formats/arrange-exchanges";
import { withoutOpening } from "../formats/opening";

/** The conversation with the origin of each message told from the message itself, alike for a log and a body. */
export const withApparentOrigins = ({ tools, messages }: Conversation): Conversation => ({
  tools,
  messages: messages.map((message) => ({ ...message, origin: apparentOrigin(message) })),
});

/**
 * A logged conversation with the messages that its body has. A log may keep each result, or each block of an answer, in a
 * message of its own, where the provider's format joins them; strategies count messages, so they would choose differently.
 * Parts are those of the log, with their ids, and if the body has no place for the outcome of a call (Chat Completions)
 * it is unknown as it is there; a message has the id of the last logged one in it. Parts that the format
 * cannot say stay beside their neighbours, empty texts go. Where the body cannot be matched with the log, the conversation
 * is returned as it is.
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

type Place = { readonly part: Part; readonly message: Message };

/** Finds the logged part that a part of the body was made of: the oldest one with the same content that was not yet found. */
function finderOf(places: readonly Place[]): (part: Part) => Part | null {
  const open = new Map<string, Part[]>();
  for (const { part } of places) open.set(keyOf(part), [...(open.get(keyOf(part)) ?? []), part]);
  const take = (part: Part) => open.get(keyOf(part))?.shift();
  return (part) => take(part) ?? take(withoutNumber(part)) ?? interruption(part);
}

/** The second call with an id, and its result, have a number behind it in a body. */
const withoutNumber = (part: Part): Part =>
  part.type === "tool-call" || part.type === "tool-result"
    ? { ...part, toolCallId: part.toolCallId.replace(/_\d+$/, "") }
    : part;

/** The logged part with what a body says otherwise: the id of a call that was there twice, and no outcome if it has no place. */
function withBodysFields(part: Part, said: Part): Part {
  if (part.type === "tool-call" && said.type === "tool-call") return { ...part, toolCallId: said.toolCallId };
  if (part.type === "tool-result" && said.type === "tool-result")
    return { ...part, toolCallId: said.toolCallId, isError: said.isError };
  return part;
}

/** The result that a format adds for a call that was interrupted. */
function interruption(part: Part): Part | null {
  const isAdded = part.type === "tool-result" && partText(part) === INTERRUPTED_RESULT;
  return isAdded ? { ...part, id: `${part.toolCallId}~interrupted` } : null;
}

/**
 * For each part of the body: that part with the logged parts that the body does not say, before or behind it as in the
 * log. Such a part goes to the next one of the same speaker, else to the one before; null when there is none.
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
