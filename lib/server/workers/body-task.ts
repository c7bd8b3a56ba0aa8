import type { ItemAnswer, ItemRequest } from "@/lib/strategies/grammar/item-maker";
import type { SummaryAnswer, SummaryNeed } from "@/lib/strategies/grammar/summariser";

/** Summaries that exist when a task starts: the server's model, and answers of earlier rounds by key. */
export type SummaryInput = {
  readonly defaultModel: string | null;
  readonly answers: readonly (readonly [string, SummaryAnswer])[];
  /** Compaction items that a provider made. */
  readonly items?: readonly (readonly [string, ItemAnswer])[];
};

/** Summaries and items that are needed first, all from one model. */
export type ModelNeeds = {
  readonly model: string;
  readonly summaries: readonly SummaryNeed[];
  readonly items?: readonly ItemRequest[];
};

/** A request body as received. It is decoded, checked and processed in the worker, never on the event loop. */
export type BodyInput = { readonly body: Uint8Array; readonly summaries?: SummaryInput };

/** A put-aside original that the worker wrote as a blob; the main thread adds its row. */
export type StoredOutputFile = {
  readonly id: string;
  readonly sha256: string;
  readonly tool: string | null;
  readonly tokens: number;
  readonly bytes: number;
};

/** The answer as JSON text. With `needs` there is no answer yet. */
export type BodyOutput = {
  readonly json: string;
  readonly outputs: readonly StoredOutputFile[];
  readonly needs?: ModelNeeds;
};
