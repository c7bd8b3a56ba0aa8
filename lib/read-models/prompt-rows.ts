import type { MessageRow } from "../api/schemas/message-row";

/** A typed prompt, and the first request that carried it (position within the agent). Groups the rail. */
export type PromptRow = {
  readonly at: number;
  /** The prompt's start, as typed. */
  readonly text: string;
  readonly time: string | null;
};

/** Enough for a line of the rail and its tooltip. */
const LONGEST_TEXT = 300;

/** One agent's prompts, in order; `messages`: that agent's. */
export function toPromptRows(messages: readonly MessageRow[]): PromptRow[] {
  const prompts: PromptRow[] = [];
  for (const message of messages) {
    if (message.origin !== "typed" || message.hidden || message.request === null) continue;
    const text = message.parts.find((part) => part.type === "text")?.text.trim() ?? "";
    // Several messages typed before the same request form one group: the request answers the last.
    if (prompts.at(-1)?.at === message.request) prompts.pop();
    prompts.push({ at: message.request, text: text.slice(0, LONGEST_TEXT) || "(no text)", time: message.time });
  }
  return prompts;
}
