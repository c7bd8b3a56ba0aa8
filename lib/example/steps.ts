/** A tool call with its result. `detail`: the client's richer copy of the result. */
export type Call = {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly result: string;
  readonly detail: unknown;
  readonly isError?: boolean;
  /** Seconds until the result arrives. */
  readonly seconds: number;
  /** The sub-agent started by this call. */
  readonly subAgent?: SubAgent;
};

export type SubAgent = { readonly prompt: string; readonly steps: readonly Step[]; readonly report: string };

/** One API response: its reasoning, its text, and its parallel tool calls. Without calls the turn ends. */
export type Step = { readonly thinking?: string; readonly text?: string; readonly calls: readonly Call[] };
