import type { OutputSource } from "@/lib/api/schemas/stored-output";
import type { CallResult } from "@/lib/compress/call";
import type { ModelNeeds, SummaryInput } from "@/lib/compress/summary-rules";
import { jsonText } from "@/lib/conversation/exact-json";

/** A request body as received. It is decoded, checked and processed in the worker, never on the event loop. */
export type BodyInput = { readonly body: Uint8Array; readonly summaries?: SummaryInput; readonly keptFor?: KeptFor };

/** In which project, and of which session if of one, originals are put aside. */
export type KeptFor = { readonly project: string; readonly sessionId: string | null };

/** A put-aside original as the database keeps it. */
export type StoredOutputRow = {
  readonly id: string;
  readonly sha256: string;
  readonly tool: string | null;
  readonly tokens: number;
  readonly bytes: number;
  /** The session from which alone it was put aside; null if it came in a body. */
  readonly sessionId: string | null;
};

/** A put-aside original that the worker wrote as a blob; the main thread adds its row. The rest is in its note. */
export type StoredOutputFile = StoredOutputRow & {
  /** When it was put aside first, ISO 8601; null of notes that older versions wrote. */
  readonly putAsideAt: string | null;
  readonly source: OutputSource | null;
  readonly project: string;
};

/** The answer as JSON text. With `needs` there is no answer yet. */
export type BodyOutput = {
  readonly json: string;
  readonly outputs: readonly StoredOutputFile[];
  readonly needs?: ModelNeeds;
};

/** What a call came to, as the task hands it over. Throws the problem that it refused with. */
export function outputOf(result: CallResult, outputs: readonly StoredOutputFile[]): BodyOutput {
  if (!result.ok) throw result.error;
  const { answer, needs } = result.value;
  return needs ? { json: "", outputs: [], needs } : { json: jsonText(answer), outputs };
}
