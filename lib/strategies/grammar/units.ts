import { isTypedUser, type Message } from "../../conversation/message";
import type { View } from "./view";

/** What a product counts as one history entry: its parts and their message. */
export type Unit = { readonly parts: readonly string[]; readonly message: Message };

export type UnitRule = {
  /**
   * `message`: every message. `entry`: consecutive tool-result messages count as one (Anthropic-shaped histories).
   * `event`: every tool result counts separately (event logs).
   */
  readonly by: "message" | "entry" | "event";
  /** `counted` if system messages are part of the history, otherwise `apart`. */
  readonly systemMessages: "apart" | "counted";
};

export function unitsOf({ conversation }: View, { by, systemMessages }: UnitRule): Unit[] {
  const units: { parts: string[]; message: Message }[] = [];
  for (const message of conversation.messages) {
    if (message.role === "system" && systemMessages === "apart") continue;
    const previous = units.at(-1);
    const parts = message.parts.map(({ id }) => id);
    if (!holdsOnlyResults(message)) units.push({ parts, message });
    else if (by === "event") for (const id of parts) units.push({ parts: [id], message });
    else if (by === "entry" && previous && holdsOnlyResults(previous.message)) previous.parts.push(...parts);
    else units.push({ parts, message });
  }
  return units;
}

export function holdsOnlyResults(message: Message): boolean {
  return (
    message.role !== "assistant" && message.parts.length > 0 && message.parts.every((p) => p.type === "tool-result")
  );
}

/** Allowed places for a cut, and in which direction it moves to one. Products differ. */
type Boundary = "group-back" | "group-forward" | "turn-item-back";

const startsGroup = (message: Message) => !holdsOnlyResults(message);
const startsTurnItem = (message: Message) => message.role === "assistant" || isTypedUser(message);

/**
 * The nearest index at or before (`-back`) or at or after (`-forward`) the cut at which a unit of that kind starts;
 * the end counts.
 */
export function snapTo(boundary: Boundary, units: readonly Unit[], index: number): number {
  const starts = boundary === "turn-item-back" ? startsTurnItem : startsGroup;
  const isBack = boundary !== "group-forward";
  let at = Math.min(Math.max(index, 0), units.length);
  while (at > 0 && at < units.length && !starts((units[at] as Unit).message)) at += isBack ? -1 : 1;
  return at;
}
