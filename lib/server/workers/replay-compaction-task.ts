import type { MessageRow } from "@/lib/api/schemas/message-row";
import type { RequestRow } from "@/lib/api/schemas/request-row";
import { type PartFacts, receiptOf } from "@/lib/view-models/receipt/receipt-of";
import type { SessionIndex } from "../files/derived";
import { readJson, readSlice } from "./derived-reader";
import { findDerived } from "./load-context";
import { loadSession } from "./load-session";

/** `index` counts the agent's compactions from 0, as the session page does; null: the newest one that can be measured. */
export type CompactionInput = { readonly sessionId: string; readonly agent: string; readonly index: number | null };
export type CompactionOutput = { readonly json: string };

/** GET /api/sessions/:id/receipt and …/compactions/:index. Uses the stored counts, so nothing is tokenized. */
export function compactionTask({ sessionId, agent, index }: CompactionInput): CompactionOutput {
  const file = findDerived(sessionId);
  const parts = partFacts(file);
  const { requests } = readJson<{ requests: RequestRow[] }>(file, "requests/all.json");
  const source = { session: loadSession(file), requests, partOf: (id: string) => parts.get(id) };
  return { json: JSON.stringify(receiptOf(source, agent, index)) };
}

/** Facts of every part with the ledger's counts, read line by line. */
function partFacts(file: string): Map<string, PartFacts> {
  const facts = new Map<string, PartFacts>();
  const { rowOffsets } = readJson<SessionIndex>(file, "index.json");
  const all = { start: 0, end: rowOffsets.length - 1 };
  for (const { parts } of readSlice<MessageRow>(file, "message-rows.jsonl", rowOffsets, all))
    for (const { id, kind, tokens, first_request } of parts) facts.set(id, { kind, tokens, first_request });
  return facts;
}
