import type { Session } from "@/lib/transcript/session";
import { cacheWritten, sumKnown, type Usage } from "@/lib/transcript/usage";

/** A session's counts, for comparison with a reading that shares no code with ours. */
export function tally({ messages, responses }: Session) {
  const parts = messages.flatMap((message) => message.parts);
  const usages = responses.flatMap((response) => response.usage ?? []);
  const sum = (read: (usage: Usage) => number | null) => sumKnown(usages.map(read));
  const results = parts.filter((part) => part.type === "tool-result");
  return {
    messages: messages.length,
    responses: responses.length,
    withUsage: usages.length,
    uncachedInput: sum((usage) => usage.uncachedInput),
    cacheWrite: sum(cacheWritten),
    cacheRead: sum((usage) => usage.cacheRead),
    output: sum((usage) => usage.output),
    calls: parts.filter((part) => part.type === "tool-call").length,
    results: results.length,
    errors: results.filter((part) => part.isError).length,
    reasoning: parts.filter((part) => part.type === "reasoning").length,
    files: parts.filter((part) => part.type === "file").length,
    opaque: parts.filter((part) => part.type === "opaque").length,
    textLength: parts.reduce((total, part) => total + (part.type === "text" ? part.text.length : 0), 0),
  };
}
