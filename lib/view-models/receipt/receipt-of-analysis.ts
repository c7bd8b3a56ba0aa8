import type { CompactionAnswer } from "../../api/schemas/compaction";
import type { Analysis } from "../../pipeline/analyze-session";
import { messageRows } from "../../read-models/message-rows";
import { toRequestRows } from "../../read-models/request-rows";
import { type PartFacts, receiptOf } from "./receipt-of";

/** `receiptOf` for a session that is analysed in this process. */
export function receiptOfAnalysis(analysis: Analysis, agent: string, index: number | null): CompactionAnswer {
  const parts = new Map<string, PartFacts>();
  for (const row of messageRows(analysis, { maxChars: 1 })) for (const part of row.parts) parts.set(part.id, part);
  const source = {
    session: analysis.session,
    requests: toRequestRows(analysis),
    partOf: (id: string) => parts.get(id),
  };
  return receiptOf(source, agent, index);
}
