/** A request body as received: it is decoded, checked and worked on in the worker, never on the event loop. */
export type BodyInput = { readonly body: Uint8Array };

/** A put-aside original that the worker wrote as a blob; the main thread adds its row. */
export type StoredOutputFile = {
  readonly id: string;
  readonly sha256: string;
  readonly tool: string | null;
  readonly tokens: number;
  readonly bytes: number;
};

/** The answer as JSON text. */
export type BodyOutput = { readonly json: string; readonly outputs: readonly StoredOutputFile[] };
