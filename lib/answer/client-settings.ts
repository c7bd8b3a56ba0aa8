import type { CauseId, CauseSetting } from "../api/schemas/cost-answer";
import type { IdleRemedy } from "./cause-facts";

type Row = CauseSetting & {
  /** The format of the logs that the client writes. */
  readonly format: string;
  readonly for: CauseId | IdleRemedy;
};

/** What can be typed at once, by client: the setting that avoids a cause, or the command that records what a log leaves out. */
const ROWS: readonly Row[] = [
  {
    format: "claude-code",
    for: "longer-life",
    text: "export ENABLE_PROMPT_CACHING_1H=1",
    since: "2.1.108",
    source: "https://code.claude.com/docs/en/env-vars",
    as_of: "2026-11-28",
  },
  {
    format: "claude-code",
    for: "unexplained",
    text: "npx @mariozechner/claude-trace",
    since: null,
    source: "https://www.npmjs.com/package/@mariozechner/claude-trace",
    as_of: "2026-11-28",
  },
];

/** What the client of a log can be told to do about a cause; null: nothing is known. */
export function settingFor(format: string, wanted: CauseId | IdleRemedy): CauseSetting | null {
  const row = ROWS.find((candidate) => candidate.format === format && candidate.for === wanted);
  if (row === undefined) return null;
  const { text, since, source, as_of } = row;
  return { text, since, source, as_of };
}
