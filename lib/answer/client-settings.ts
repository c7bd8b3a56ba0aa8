import type { CauseId, CauseSetting } from "../api/schemas/cost-answer";
import type { Session } from "../transcript/session";
import type { IdleRemedy } from "./cause-facts";
import { RECORDED_CLIENTS } from "./recorded-clients";

type Row = CauseSetting & {
  readonly format: string;
  readonly for: CauseId | IdleRemedy;
};

/**
 * Settings that a person can type, by client: one that avoids a cause, or the command that records what a log lacks.
 */
const ROWS: readonly Row[] = [
  {
    format: "claude-code",
    for: "longer-life",
    text: "export ENABLE_PROMPT_CACHING_1H=1",
    since: "2.1.108",
    source: "https://code.claude.com/docs/en/env-vars",
    as_of: "2026-11-28",
  },
  ...RECORDED_CLIENTS.map(
    ({ format, name, source, as_of }): Row => ({
      ...{ format, for: "unexplained", text: `winnow record ${name}` },
      ...{ since: null, source, as_of },
    }),
  ),
];

/** A client's setting that avoids a cause; null if none is known. */
export function settingFor(
  { format, clientVersions }: Pick<Session, "format" | "clientVersions">,
  wanted: CauseId | IdleRemedy,
): CauseSetting | null {
  const row = ROWS.find((candidate) => candidate.format === format && candidate.for === wanted);
  if (row === undefined) return null;
  const { text, since, source, as_of } = row;
  const version = clientVersions.at(-1);
  const isOlder = since !== null && version !== undefined && isBefore(version, since);
  return { text, since, source, as_of, ...(isOlder && { update_from: version }) };
}

/** Compares versions such as 2.1.9 and 2.1.108. */
const isBefore = (version: string, other: string): boolean => version.localeCompare(other, "en", { numeric: true }) < 0;
