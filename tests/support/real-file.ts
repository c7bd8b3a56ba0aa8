import { readFileSync } from "node:fs";
import { toolOutputText } from "@/lib/conversation/part";
import type { TranscriptFile } from "@/lib/importers/importer";
import type { Session } from "@/lib/transcript/session";
import { cacheWritten, sumKnown, type Usage } from "@/lib/transcript/usage";
import { describeShared } from "./shared";
import { diskFile, memoryFile } from "./transcript-file";

// biome-ignore lint/suspicious/noExplicitAny: an independent reading trusts nothing of ours, types included
export type Json = any;

export type RealFile = {
  readonly file: TranscriptFile;
  /** The same bytes under a meaningless name. */
  readonly nameless: TranscriptFile;
  readonly text: () => string;
  readonly json: () => Json;
};

/** Tests on one of the shared real transcripts. */
export function describeReal(relative: string, tests: (real: RealFile) => void) {
  describeShared(`transcripts/${relative}`, (place) => {
    const text = () => readFileSync(place, "utf8");
    const nameless = memoryFile(new Uint8Array(readFileSync(place)), "unknown");
    tests({ file: diskFile(place), nameless, text, json: () => JSON.parse(text()) as Json });
  });
}

/** The figures by which two readings of a file are compared. */
export function countsOf(sessions: readonly Session[]) {
  const messages = sessions.flatMap((session) => session.messages);
  const parts = messages.flatMap((message) => message.parts);
  const usages = sessions.flatMap((session) => session.responses.flatMap(({ usage }) => usage ?? []));
  const sum = (read: (usage: Usage) => number | null) => sumKnown(usages.map(read));
  return {
    sessions: sessions.length,
    messages: messages.length,
    responses: sessions.reduce((total, session) => total + session.responses.length, 0),
    calls: parts.filter((part) => part.type === "tool-call").length,
    results: parts.filter((part) => part.type === "tool-result").length,
    text: parts.reduce((total, part) => total + (part.type === "text" ? part.text.length : 0), 0),
    output: parts.reduce(
      (total, part) => total + (part.type === "tool-result" ? toolOutputText(part.output).length : 0),
      0,
    ),
    reasoning: parts.reduce((total, part) => total + (part.type === "reasoning" ? part.text.length : 0), 0),
    usage: {
      uncached: sum((usage) => usage.uncachedInput),
      written: sum(cacheWritten),
      read: sum((usage) => usage.cacheRead),
      output: sum((usage) => usage.output),
      reasoning: sum((usage) => usage.reasoning),
    },
  };
}
