import fs from "node:fs";
import path from "node:path";
import type { SessionFrame, SessionReader } from "@/lib/exporters/select-session";
import type { KeptRow, SessionMessage } from "@/lib/transcript/session";
import type { SessionIndex } from "../derived";

/** Read at a time; a longer line is read whole all the same. */
const CHUNK_BYTES = 1 << 20;

/** A stored session that is read line by line, so that its size does not matter. For worker threads: it blocks. */
export function openDerived(directory: string): SessionReader {
  const index = readJson<SessionIndex>(directory, "index.json");
  const frame = {
    ...readJson<SessionFrame>(directory, "session.json"),
    keptRows: readJson<KeptRow[]>(directory, "kept-rows.json"),
  };
  return {
    frame,
    length: index.agentOf.length,
    agentOf: (message) => index.agents[index.agentOf[message] ?? -1] ?? "",
    read: (start, end) => readMessages(directory, index.messageOffsets, start, end),
  };
}

export const readJson = <T>(directory: string, name: string): T =>
  JSON.parse(fs.readFileSync(path.join(directory, name), "utf8")) as T;

function* readMessages(
  directory: string,
  offsets: readonly number[],
  start: number,
  end: number,
): Iterable<SessionMessage> {
  const descriptor = fs.openSync(path.join(directory, "messages.jsonl"), "r");
  try {
    for (let from = start; from < end; ) {
      let to = from + 1;
      while (to < end && (offsets[to + 1] as number) - (offsets[from] as number) <= CHUNK_BYTES) to += 1;
      yield* readLines(descriptor, offsets, from, to);
      from = to;
    }
  } finally {
    fs.closeSync(descriptor);
  }
}

function* readLines(
  descriptor: number,
  offsets: readonly number[],
  from: number,
  to: number,
): Iterable<SessionMessage> {
  const base = offsets[from] as number;
  const buffer = Buffer.alloc((offsets[to] as number) - base);
  fs.readSync(descriptor, buffer, 0, buffer.length, base);
  for (let line = from; line < to; line += 1)
    yield JSON.parse(
      buffer.toString("utf8", (offsets[line] as number) - base, (offsets[line + 1] as number) - base),
    ) as SessionMessage;
}
