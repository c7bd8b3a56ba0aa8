/** A request in a log that reports what was read from the cache, but not what was written. */
type Read = {
  readonly agent: string;
  readonly prompt: number;
  readonly output: number | null;
  readonly read: number | null;
};

/**
 * Returns the most that a request can have left in the cache: its prompt and, if some read of its agent goes beyond the
 * previous prompt, its answer. The least is what it read itself.
 */
export function mostCachedIn(requests: readonly Read[]): (position: number) => number {
  const prompts = new Map<string, number>();
  const cachesAnswers = new Set<string>();
  for (const { agent, prompt, read } of requests) {
    if ((read ?? 0) > (prompts.get(agent) ?? Number.POSITIVE_INFINITY)) cachesAnswers.add(agent);
    prompts.set(agent, prompt);
  }
  return (position) => {
    const { agent = "", prompt = 0, output = null } = requests[position] ?? {};
    return prompt + (cachesAnswers.has(agent) ? (output ?? 0) : 0);
  };
}
