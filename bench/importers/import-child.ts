import { createReadStream, statSync } from "node:fs";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { importTranscript } from "@/lib/importers/import-transcript";

/** Sizes in bytes. */
export type Measured = {
  readonly bytes: number;
  readonly rows: number;
  readonly sessions: number;
  readonly messages: number;
  readonly seconds: number;
  /** Processor time of all threads, because garbage collection has its own threads. */
  readonly processorSeconds: number;
  /** Resident memory before the import, and its maximum. */
  readonly before: number;
  readonly peak: number;
  /** Memory of the sessions themselves: the heap after a garbage collection, minus the heap before the import. */
  readonly held: number;
};

/** Imports a file as a stream, as the server does, and measures the import. */
export async function importInChild(place: string): Promise<Measured> {
  const collect = collector();
  const bytes = statSync(place).size;
  const file = { name: "unknown", sha256: "0".repeat(64), bytes, open: () => createReadStream(place) };
  collect();
  const [heapBefore, before] = [process.memoryUsage().heapUsed, process.memoryUsage.rss()];
  const [start, processor] = [performance.now(), process.cpuUsage()];
  const imported = await importTranscript([file]);
  const seconds = (performance.now() - start) / 1000;
  const { user, system } = process.cpuUsage(processor);
  const peak = process.resourceUsage().maxRSS * 1024;
  if (!imported.ok) throw new Error(imported.error.message);
  collect();
  const held = process.memoryUsage().heapUsed - heapBefore;
  const { sessions, rows } = imported.value;
  if (rows.bad > 0) throw new Error(`${rows.bad} bad rows: ${imported.value.issues[0]?.message}`);
  const messages = sessions.reduce((sum, session) => sum + session.messages.length, 0);
  const processorSeconds = (user + system) / 1e6;
  return { bytes, rows: rows.read, sessions: sessions.length, messages, seconds, processorSeconds, before, peak, held };
}

function collector(): () => void {
  setFlagsFromString("--expose-gc");
  return runInNewContext("gc") as () => void;
}
