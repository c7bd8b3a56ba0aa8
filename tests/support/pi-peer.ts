import { type Loaded, loadPeer } from "./peers";

export type PiEntry = { readonly type: "message"; readonly message: object };

/** The exported rules of pi's compaction; pure functions. */
export type PiCompaction = {
  readonly DEFAULT_COMPACTION_SETTINGS: { enabled: boolean; reserveTokens: number; keepRecentTokens: number };
  readonly shouldCompact: (tokens: number, window: number, settings: object) => boolean;
  readonly estimateTokens: (message: object) => number;
  readonly findCutPoint: (
    entries: readonly PiEntry[],
    start: number,
    end: number,
    keepRecent: number,
  ) => { firstKeptEntryIndex: number; turnStartIndex: number; isSplitTurn: boolean };
};

export const loadPi = (): Promise<Loaded<PiCompaction>> =>
  loadPeer({
    spec: "@mariozechner/pi-coding-agent@0.73.1",
    sha512: "gXQh3SaZmWTfVMc4Ao5+LGbVeKvzyO7tolok0nLsZgq9nGjZx/EEU3NM8C+qUnB4Nvs2rswG5qOVgLzQkq0fHQ==",
    source: 'export * from "./dist/core/compaction/compaction.js";',
    absent: /session-manager/,
  });
