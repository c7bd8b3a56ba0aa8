import type { Session } from "../transcript/session";
import { isAfter } from "./clients";

/**
 * The prompt size at which a client compacts by itself, as a share of its window less a reserve. Dated facts; the first
 * matching row applies.
 */
type TriggerRow = {
  readonly format: string;
  /** The last version for which the row is known to be true; absent if it is true for all later ones too. */
  readonly lastVersion?: string;
  readonly share: number;
  readonly reserve: number;
  readonly asOf: string;
  readonly source: string;
};

const TRIGGERS: readonly TriggerRow[] = [
  {
    format: "claude-code",
    lastVersion: "2.1.20",
    share: 1,
    reserve: 45_000,
    asOf: "2026-11-28",
    source: "logs of 2.1.1 to 2.1.20: automatic compactions at 155,031 to 158,105 of 200,000",
  },
  {
    format: "claude-code",
    share: 1,
    reserve: 33_000,
    asOf: "2026-11-28",
    source: "logs of 2.1.25 to 2.1.50: automatic compactions at 167,045 to 171,656 of 200,000",
  },
  {
    format: "codex",
    lastVersion: "0.47.0",
    share: 0.9,
    reserve: 0,
    asOf: "2026-11-28",
    source: "github.com/openai/codex: model_auto_compact_token_limit is nine tenths of the window unless it is set",
  },
  {
    format: "codex",
    share: 0.9 / 0.95,
    reserve: 0,
    asOf: "2026-11-29",
    source: "the same; logs state 95 % of the window (258,400 of 272,000), and prompts of up to 240,512 were continued",
  },
  {
    format: "pi",
    share: 1,
    reserve: 16_384,
    asOf: "2026-11-29",
    source:
      "docs/compaction.md of @earendil-works/pi-coding-agent 1.5.2; logs compacted at 184,525 and 186,045 of 200,000",
  },
];

/** The prompt size in tokens at which a client compacts; null if its rule or its window is unknown. */
export function knownTrigger(format: string, versions: readonly string[], window: number | null): number | null {
  const [version = "0"] = versions;
  const row = TRIGGERS.find(
    (candidate) =>
      candidate.format === format &&
      (candidate.lastVersion === undefined || (versions.length > 0 && !isAfter(version, candidate.lastVersion))),
  );
  return row === undefined || window === null ? null : Math.floor(window * row.share) - row.reserve;
}

type ClientOf = Pick<Session, "format" | "client" | "clientVersions">;

/** Like `knownTrigger`, for a session. For a recording, the client is named separately from the format. */
export const triggerOfClient = ({ format, client, clientVersions }: ClientOf, window: number): number | null =>
  knownTrigger(format, clientVersions, window) ?? knownTrigger(client ?? "", clientVersions, window);
