import type { Prompt, RequestRow } from "./session-data";

export type RailRow =
  | { type: "prompt"; key: string; prompt: Prompt; requests: number }
  | { type: "request"; key: string; position: number };

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
