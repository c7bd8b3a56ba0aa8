/** Source: code.claude.com/docs/en/monitoring-usage, `query_source` of events; output styles are appended to the first. */
export const isMainPart = (part: string | null): boolean =>
  part === "sdk" || part === "main" || (part?.startsWith("repl_main_thread") ?? false);

/** The name of a part for people: `Explore` for `agent:builtin:Explore`. */
export const labelOf = (part: string | null): string | null =>
  part?.replace(/^agent:(?:(?:builtin|custom):)?/, "") ?? null;
