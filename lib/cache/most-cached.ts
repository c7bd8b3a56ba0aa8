import { isSameConversation } from "./same-conversation";

/** A request in a log that reports what was read from the cache, but not what was written. */
type Read = {
  readonly agent: string;
  readonly prompt: number;
  readonly output: number | null;
  readonly read: number | null;
};

/**
 * Returns the most that a request can have left in the cache: its prompt and, if some read of its agent goes beyond the
 * previous prompt of the conversation, its answer. The least is what it read itself. Side calls, such as for a title,
 * have short prompts of their own, beyond which the conversation always reads.
 */
export function mostCachedIn(requests: readonly Read[]): (position: number) => number {
  const prompts = new Map<string, number>();
  const cachesAnswers = new Set<string>();
  for (const { agent, prompt, read } of requests) {
    const before = prompts.get(agent) ?? 0;
    if (isSameConversation(before, prompt) && (read ?? 0) > before) cachesAnswers.add(agent);
    prompts.set(agent, prompt);
  }
  return (position) => {
    const { agent = "", prompt = 0, output = null } = requests[position] ?? {};
    return prompt + (cachesAnswers.has(agent) ? (output ?? 0) : 0);
  };
}
