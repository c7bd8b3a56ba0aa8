import type { CauseId, CauseSetting } from "../api/schemas/cost-answer";
import type { IdleRemedy } from "./cause-facts";

type Row = CauseSetting & {
  /** Format of the client's logs. */
  readonly format: string;
  readonly for: CauseId | IdleRemedy;
};

/** The clients that `winnow record` starts, by the format of their logs, and where the setting is documented that it makes for one run. */
const RECORDED: readonly (readonly [format: string, name: string, source: string])[] = [
  ["claude-code", "claude", "https://code.claude.com/docs/en/env-vars"],
  ["codex", "codex", "https://developers.openai.com/codex/config-reference"],
  ["opencode", "opencode", "https://opencode.ai/docs/config"],
  ["gemini-cli", "gemini", "https://geminicli.com/docs/reference/configuration"],
  ["qwen-code", "qwen", "https://qwenlm.github.io/qwen-code-docs"],
  ["pi", "pi", "https://github.com/badlogic/pi-mono/blob/main/packages/coding-agent/docs/custom-provider.md"],
];

/** Settings to type at once, by client: the one that avoids a cause, or the command that records what a log lacks. */
const ROWS: readonly Row[] = [
  {
    format: "claude-code",
    for: "longer-life",
    text: "export ENABLE_PROMPT_CACHING_1H=1",
    since: "2.1.108",
    source: "https://code.claude.com/docs/en/env-vars",
    as_of: "2026-11-28",
  },
  ...RECORDED.map(
    ([format, name, source]): Row => ({
      format,
      for: "unexplained",
      text: `winnow record ${name}`,
      since: null,
      source,
      as_of: "2026-11-28",
    }),
  ),
];

/** A client's setting against a cause; null: unknown. */
export function settingFor(format: string, wanted: CauseId | IdleRemedy): CauseSetting | null {
  const row = ROWS.find((candidate) => candidate.format === format && candidate.for === wanted);
  if (row === undefined) return null;
  const { text, since, source, as_of } = row;
  return { text, since, source, as_of };
}
