import type { ModelInfo } from "./model-info";

/** How much of a model's window a client uses. */
type ClientFacts = {
  readonly client: string;
  /**
   * The client's window up to a version, unless the model's name asked for more (`[1m]`). Later versions use the
   * model's own.
   */
  readonly window: { readonly tokens: number; readonly lastVersion: string } | null;
  readonly asOf: string;
  readonly source: string;
};

const CLIENTS: readonly ClientFacts[] = [
  {
    client: "claude-code",
    window: { tokens: 200_000, lastVersion: "2.1.37" },
    asOf: "2026-11-24",
    source:
      "2.1.331 tells its status line and its result a window of 1,000,000 for claude-opus-4-8; older logs: automatic compactions at 155,277 and 155,475 tokens (2.1.14), 167,471 and 167,448 (2.1.37, whose reserve this is); it varies by version (community reports: 94 %; anthropics/claude-code#31806: effective window − 13,000)",
  },
];

const clientFacts = (client: string | null): ClientFacts | null =>
  CLIENTS.find((facts) => facts.client === client) ?? null;

/** A session's facts about its client. */
export type ClientOfSession = { readonly format: string; readonly clientVersions: readonly string[] };

/**
 * The window that the client used for every model before a certain version and to which later versions can
 * be set; null if it has none.
 */
export const clientWindow = ({ format }: Pick<ClientOfSession, "format">): number | null =>
  clientFacts(format)?.window?.tokens ?? null;

/** The actual window of this client's session. `name`: the model as logged, because of `[1m]`. */
export function effectiveWindow(
  session: ClientOfSession | null,
  name: string | null,
  model: ModelInfo | null,
): number | null {
  const window = model?.window ?? null;
  if (name?.trim().toLowerCase().endsWith("[1m]")) return window;
  const limit = clientFacts(session?.format ?? null)?.window ?? null;
  const versions = session?.clientVersions ?? [];
  const isLimited =
    limit !== null && versions.length > 0 && versions.every((version) => !isAfter(version, limit.lastVersion));
  return isLimited && window !== null ? Math.min(limit.tokens, window) : window;
}

/** Compares versions number by number. */
export function isAfter(version: string, other: string): boolean {
  const [left, right] = [version, other].map((one) => one.split(".").map((number) => Number.parseInt(number, 10) || 0));
  const length = Math.max(left?.length ?? 0, right?.length ?? 0);
  for (let at = 0; at < length; at += 1) {
    const difference = (left?.[at] ?? 0) - (right?.[at] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return false;
}
