import type { OutputSource } from "@/lib/api/schemas/stored-output";
import type { CallResult } from "@/lib/compress/call";
import type { ModelNeeds, SummaryInput } from "@/lib/compress/summary-rules";
import { jsonText } from "@/lib/conversation/exact-json";

/** A request body as received. It is decoded, checked and processed in the worker, never on the event loop. */
export type BodyInput = { readonly body: Uint8Array; readonly summaries?: SummaryInput; readonly keptFor?: KeptFor };

/** The project, and the session if there is one, for put-aside originals. */
export type KeptFor = { readonly project: string; readonly sessionId: string | null };

/** A put-aside original as a database row. */
export type StoredOutputRow = {
  readonly id: string;
  readonly sha256: string;
  readonly tool: string | null;
  readonly tokens: number;
  readonly bytes: number;
  /** The only session that the original was put aside from; null if the original came in a body. */
  readonly sessionId: string | null;
};

/**
 * A put-aside original that the worker wrote as a blob; the main thread adds its row. The other facts are in its note.
 */
export type StoredOutputFile = StoredOutputRow & {
  /** The first time the original was put aside, ISO 8601; null in notes from older versions. */
  readonly putAsideAt: string | null;
  readonly source: OutputSource | null;
  readonly project: string;
};

/** The answer as JSON text. With `needs`, there is no answer yet. */
export type BodyOutput = {
  readonly json: string;
  readonly outputs: readonly StoredOutputFile[];
  readonly needs?: ModelNeeds;
};

/** The result of a call as the task's output. Throws the problem of a refusal. */
export function outputOf(result: CallResult, outputs: readonly StoredOutputFile[]): BodyOutput {
  if (!result.ok) throw result.error;
  const { answer, needs } = result.value;
  return needs ? { json: "", outputs: [], needs } : { json: jsonText(answer), outputs };
}
