import type { ModelInfo } from "./model-info";

/** How a client uses a model's window: how far it lets a prompt grow before it compacts automatically. */
export type ClientFacts = {
  readonly client: string;
  /** The window the client works with unless the model's name asks for more (`[1m]`); null = the model's own. */
  readonly window: number | null;
  /** Tokens it keeps free at the end: it compacts when the prompt reaches window − reserve. The timeline hatches them. */
  readonly compactionReserve: number;
  /** The smallest and the largest prompt at which logs show an automatic compaction, as shares of the window. */
  readonly observedTrigger: readonly [number, number] | null;
  readonly asOf: string;
  readonly source: string;
};

export const CLIENTS: readonly ClientFacts[] = [
  {
    client: "claude-code",
    window: 200_000,
    compactionReserve: 33_000,
    observedTrigger: [0.776, 0.838],
    asOf: "2026-11-21",
    source:
      "logs: automatic compactions at 155,277 and 155,475 tokens (2.1.14), 167,471 and 167,448 (2.1.37, whose reserve this is); it varies by version (community reports: 94 %; anthropics/claude-code#31806: effective window − 13,000)",
  },
];

export const clientFacts = (client: string | null): ClientFacts | null =>
  CLIENTS.find((facts) => facts.client === client) ?? null;

/** The window a session of this client really has. `name`: the model as the log writes it, because of `[1m]`. */
export function effectiveWindow(client: string | null, name: string | null, model: ModelInfo | null): number | null {
  const window = model?.window ?? null;
  if (name?.trim().toLowerCase().endsWith("[1m]")) return window;
  const limit = clientFacts(client)?.window ?? null;
  return limit === null || window === null ? window : Math.min(limit, window);
}
