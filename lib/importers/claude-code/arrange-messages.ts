import type { SourceLocation } from "../../conversation/part";
import { asObject, asString, type JsonObject } from "../../formats/json-fields";
import type { SessionMessage } from "../../transcript/session";
import { placeOf } from "../place-of";
import type { Cut, OpenMessage, SessionRecorder } from "./session-recorder";
import { contentOf, type Told, type ToldParts } from "./told-parts";

/**
 * A message of a request and, for each of its blocks, the session's parts with the same content; null if there are
 * none.
 */
export type Sent = { readonly message: JsonObject; readonly parts: (readonly Told[] | null)[] };

/**
 * Finds the logged parts that match the messages of a request. Searches backwards from the last block, because among
 * equal texts the newest was sent.
 */
export function findParts(messages: readonly JsonObject[], told: ToldParts): Sent[] {
  const used = new Set<string>();
  const found = [...messages].reverse().map((message): Sent => {
    const parts = [...contentOf(message)].reverse().map((block) => {
      const same = told.of(block, ({ id }) => !used.has(id));
      for (const { part } of same ?? []) used.add(part.id);
      return same;
    });
    return { message, parts: parts.reverse() };
  });
  return found.reverse();
}

export type Arranged = { readonly system: readonly string[]; readonly added: readonly string[] };

type Task = {
  readonly recorder: SessionRecorder;
  readonly agent: string;
  /** The new messages of the request. Receives the parts that no row contains. */
  readonly sent: readonly Sent[];
  /** The system prompt, if it is to be added. */
  readonly system: readonly string[];
  readonly source: SourceLocation;
};

/**
 * Reorders the messages since the agent's last answer in the order in which the request sends them. Content of the
 * request that no row contains is added; messages that the client would add but this request does not send are hidden.
 * Returns the parts of the system prompt, and the added texts.
 */
export function arrange({ recorder, agent, sent, system, source }: Task): Arranged {
  const { messages } = recorder;
  const from = recorder.endOfAnswers(agent);
  const window = messages.slice(from);
  const cut = recorder.lastCut(agent, from);
  const [before, after] = [
    window.slice(0, (cut?.atMessage ?? from) - from),
    window.slice((cut?.atMessage ?? from) - from),
  ];
  const isOpen = new Set<SessionMessage>(window.filter((message) => message.agent === agent && !message.isHidden));
  const stays = new Set<SessionMessage>(
    before.filter((message) => !isOpen.has(message) || message.origin !== "client"),
  );
  const order = new Set<OpenMessage>();
  const make = maker(agent, source);
  const added: string[] = [];
  const said = system.map((text) => make("system", "system", text));
  for (const message of said) order.add(message);
  let lead: number | null = null;
  for (const { message, parts } of sent) {
    contentOf(message).forEach((block, at) => {
      const text = asString(asObject(block)?.text);
      if (parts[at] === null && text !== null && message.role !== "assistant") {
        const made = make(message.role === "system" ? "system" : "user", "client", text);
        parts[at] = made.parts.map((part) => ({ part, message: made }));
        order.add(made);
        added.push(text);
      }
      for (const { message: own } of parts[at] ?? []) {
        const isOfTurn = order.has(own as OpenMessage) || (isOpen.has(own) && !stays.has(own));
        if (isOfTurn) order.add(sayAsSent(own as OpenMessage, text));
        else lead ??= order.size;
      }
    });
  }
  const unsent = new Set(before.filter((message) => !stays.has(message) && !order.has(message)));
  const head = before.filter((message) => stays.has(message) || unsent.has(message));
  const rest = after.filter((message) => !order.has(message));
  for (const message of rest) if (isOpen.has(message) && message.origin === "client") message.isHidden = true;
  messages.splice(from, window.length, ...head, ...order, ...rest);
  if (cut !== null) moveCut(cut, from + head.length, lead);
  return { system: said.flatMap(({ parts }) => parts.map(({ id }) => id)), added };
}

/** Adds or removes a line break at the end of the message, so that it matches the request. */
function sayAsSent(message: OpenMessage, text: string | null): OpenMessage {
  const [part] = message.parts;
  const isSame = text !== null && part?.type === "text" && part.text.trimEnd() === text.trimEnd();
  if (isSame && part.text !== text) message.parts[0] = { ...part, text };
  return message;
}

function moveCut(cut: Cut, atMessage: number, lead: number | null) {
  cut.atMessage = atMessage;
  if (cut.type === "compaction" && cut.kept !== undefined && lead !== null) cut.keptBehind = atMessage + lead;
}

function maker(agent: string, source: SourceLocation) {
  let count = 0;
  return (role: "system" | "user", origin: "system" | "client", text: string): OpenMessage => {
    count += 1;
    const place = `${placeOf(source)}.sent${count}`;
    return { id: `m${place}`, role, origin, agent, parts: [{ type: "text", text, id: `p${place}`, source }] };
  };
}
