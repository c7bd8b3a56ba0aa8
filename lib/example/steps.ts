/** A tool call with its result. `detail` is the client's more detailed copy of the result. */
export type Call = {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly result: string;
  readonly detail: unknown;
  readonly isError?: boolean;
  /** Seconds until the result arrives. */
  readonly seconds: number;
  /** The sub-agent that this call starts. */
  readonly subAgent?: SubAgent;
};

export type SubAgent = { readonly prompt: string; readonly steps: readonly Step[]; readonly report: string };

/** One API response: its reasoning, its text, and its parallel tool calls. A response without calls ends the turn. */
export type Step = { readonly thinking?: string; readonly text?: string; readonly calls: readonly Call[] };
