import { asObject } from "../../formats/json-fields";
import { ArchiveFault } from "../containers/archive-fault";
import { unzstd } from "../containers/unzstd";
import type { ImportRun } from "../import-run";
import type { ItemSession } from "../item-session";
import { parseJsonBytes } from "../json-text";
import type { FamilyRows } from "../sqlite/import-store";
import type { StoreTables } from "../sqlite/session-index";
import type { Store } from "../sqlite/store";
import type { StoreRow } from "../sqlite/store-row";
import { OPENCLAW } from "./openclaw-rows";
import { PiReader } from "./pi-reader";

/**
 * The database of an OpenClaw agent, `~/.openclaw/agents/<agent>/agent/openclaw-agent.sqlite`: each event of a session is a
 * row, as JSON or, if it is large, compressed with zstd. Source: openclaw/openclaw,
 * docs/reference/database-schemas/layout.md (agent schema 24, 2026-09).
 */
export const AGENT_TABLES: StoreTables = {
  sessions: { table: "session_windows", id: "session_id", parent: "", created: "updated_at" },
  rows: [{ table: "transcript_events", order: "seq" }],
};

export const isAgentStore = (store: Store): boolean =>
  store.has("transcript_events", ["session_id", "seq", "event_json"]) && store.has("session_windows", ["session_id"]);

export async function readAgentSession(rows: FamilyRows): Promise<ItemSession> {
  const [{ id, place }] = rows.family;
  const reader = new PiReader(OPENCLAW);
  let isFirst = true;
  for (const row of rows.rows("transcript_events", id, ["event_json", "event_zstd"])) {
    const read = await eventIn(row, rows.run);
    // The client may have removed the session's own header when it shortened the session.
    if (isFirst && asObject(read.event)?.type !== "session")
      reader.interpret(
        { type: "session", id, version: 3 },
        { file: 0, line: place.line, byteOffset: 0, byteLength: 0 },
      );
    isFirst = false;
    const isRead = read.fault === null;
    rows.run.settle(isRead ? reader.interpret(read.event, row.source) : unreadable(read.fault), row.source);
  }
  return reader.session;
}

type Read = { readonly event: unknown; readonly fault: null } | { readonly event: null; readonly fault: string };

async function eventIn(row: StoreRow, { limits, unpacking }: ImportRun): Promise<Read> {
  const packed = row.blob("event_zstd");
  const plain = row.blob("event_json");
  if (!packed && !plain) return { event: null, fault: "it has neither event_json nor event_zstd" };
  try {
    const bytes = plain ?? (await unpack(packed as Uint8Array, { limits, unpacking }));
    const parsed = parseJsonBytes(bytes, "utf-8", limits.maxDepth);
    return "value" in parsed ? { event: parsed.value, fault: null } : { event: null, fault: "it is not JSON" };
  } catch (error) {
    if (!(error instanceof ArchiveFault)) throw error;
    return { event: null, fault: error.failure.message };
  }
}

async function unpack(packed: Uint8Array, { limits, unpacking }: Pick<ImportRun, "limits" | "unpacking">) {
  const { maxLineBytes: maxBytes, maxUnpackRatio: maxRatio } = limits;
  const bounds = { packedBytes: packed.length, maxBytes, maxRatio };
  const pieces: Uint8Array[] = [];
  for await (const piece of unpacking.count(unzstd(once(packed), "packed event", bounds))) pieces.push(piece);
  const bytes = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

const unreadable = (fault: string) => ({
  bad: "damaged-row",
  message: `An event of a session cannot be read: ${fault}. It was skipped, all others were kept.`,
});
