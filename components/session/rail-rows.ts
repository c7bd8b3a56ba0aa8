import type { MessageRow, RequestRow } from "./session-data";

/** What a person typed, and the first request that carried it. */
export type Prompt = { at: number; text: string; time: string | null };

export type RailRow =
  | { type: "prompt"; key: string; prompt: Prompt; requests: number }
  | { type: "request"; key: string; position: number };

export function promptsOf(messages: readonly MessageRow[]): Prompt[] {
  const prompts: Prompt[] = [];
  for (const message of messages) {
    if (message.origin !== "typed" || message.hidden || message.request === null) continue;
    const text = message.parts.find((part) => part.type === "text")?.text.trim() ?? "";
    const last = prompts.at(-1);
    // Several messages typed before the same request are one group: the last is what the request answers.
    if (last?.at === message.request) prompts.pop();
    prompts.push({ at: message.request, text: text || "(no text)", time: message.time });
  }
  return prompts;
}

/** Requests under the prompt they work on. */
export function toRailRows(rows: readonly RequestRow[], prompts: readonly Prompt[]): RailRow[] {
  const list: RailRow[] = [];
  let next = 0;
  for (let position = 0; position < rows.length; position += 1) {
    const prompt = prompts[next];
    if (prompt && prompt.at <= position) {
      const end = prompts[next + 1]?.at ?? rows.length;
      list.push({ type: "prompt", key: `p${prompt.at}`, prompt, requests: Math.max(0, end - prompt.at) });
      next += 1;
    }
    list.push({ type: "request", key: `r${position}`, position });
  }
  return list;
}
