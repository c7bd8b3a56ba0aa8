import type { RequestRow } from "../../lib/api/schemas/request-row";
import type { PromptRow } from "../../lib/read-models/prompt-rows";

export type RailRow =
  | { type: "prompt"; key: string; prompt: PromptRow; requests: number }
  | { type: "request"; key: string; position: number };

/** Groups requests under the prompt of the user that they work on. */
export function toRailRows(rows: readonly RequestRow[], prompts: readonly PromptRow[]): RailRow[] {
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
