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
  /** Whether system messages count as part of the history. */
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

/** Allowed places for a cut, and in which direction it moves to one. Products differ; `any` does not move it. */
const BOUNDARIES = [
  "any",
  "group-back",
  "group-forward",
  "user-back",
  "user-forward",
  "assistant-back",
  "assistant-forward",
  "turn-item-back",
] as const;
export type Boundary = (typeof BOUNDARIES)[number];

const STARTS: Record<string, (message: Message) => boolean> = {
  group: (message) => !holdsOnlyResults(message),
  user: isTypedUser,
  assistant: (message) => message.role === "assistant",
  "turn-item": (message) => message.role === "assistant" || isTypedUser(message),
};

/**
 * The nearest index at or before (`-back`) or at or after (`-forward`) the cut at which a unit of that kind starts;
 * the end counts.
 */
export function snapTo(boundary: Boundary, units: readonly Unit[], index: number): number {
  if (boundary === "any" || index <= 0 || index >= units.length) return Math.min(Math.max(index, 0), units.length);
  const isBack = boundary.endsWith("-back");
  const starts = STARTS[boundary.replace(/-(back|forward)$/, "")];
  if (!starts) throw new Error(`unknown boundary ${boundary}`);
  let at = index;
  while (at > 0 && at < units.length && !starts((units[at] as Unit).message)) at += isBack ? -1 : 1;
  return at;
}
