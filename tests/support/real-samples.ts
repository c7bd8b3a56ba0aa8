import { existsSync } from "node:fs";
import path from "node:path";
import type { Session } from "@/lib/transcript/session";
import { cacheWritten, sumKnown, type Usage } from "@/lib/transcript/usage";
import { SHARED_TRANSCRIPTS } from "./shared-transcripts";

/** The place of a real sample; null, with a notice, on a machine without it. */
export function realSample(relative: string): string | null {
  const location = path.join(SHARED_TRANSCRIPTS, relative);
  if (existsSync(location)) return location;
  console.error(`skipped: ${relative} is not on this machine`);
  return null;
}

/** What is counted of a session, to be compared with a reading that shares no code with ours. */
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
