/**
 * True for the main agent. Source: code.claude.com/docs/en/monitoring-usage, `query_source` of events, where an output
 * style may follow `repl_main_thread`.
 */
export const isMainPart = (part: string | null): boolean =>
  part === "sdk" || part === "main" || (part?.startsWith("repl_main_thread") ?? false);

/** A part's name for people: `Explore` for `agent:builtin:Explore`. */
export const labelOf = (part: string | null): string | null =>
  part?.replace(/^agent:(?:(?:builtin|custom):)?/, "") ?? null;
