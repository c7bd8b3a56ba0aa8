import { type Candidate, candidateOf, type Family } from "./candidate";
import { unsetOf } from "./winnow-by-default";

const OWN_FOLDS = {
  Codex: "codex-local",
  Continue: "continue-cli-auto",
  Crush: "crush",
  "Gemini CLI": "gemini-compress",
  Goose: "goose",
  "Kilo Code": "kilo-compact",
  OpenCode: "opencode-compact",
  OpenHands: "openhands-summarising",
  "Roo Code": "roo-latest",
  aider: "aider",
  pi: "pi-1.5",
} as const;

/**
 * The compaction built into the session's client, so that the advice can be a threshold in the client's settings. A
 * rule writes the summary, but the cost includes the model call that the client would make for it. Clients missing from
 * `OWN_FOLDS` are replayed with Claude Code's compaction.
 */
export const FOLD_AS_CLIENT: Family = {
  id: "fold as the client does",
  recipe: "claude-code-2.1",
  byClient: OWN_FOLDS,
  isFold: true,
};

/** The strategies of the family `FOLD_AS_CLIENT`, including those of earlier versions of Winnow. */
export const OWN_FOLD_STRATEGIES: ReadonlySet<string> = new Set([
  "claude-code-2.1",
  "claude-code",
  ...Object.values(OWN_FOLDS),
]);

/**
 * The families searched by default: compressions that need no model here and that a client or a custom agent can be
 * configured to do. Two kinds are left out because the number of lost facts does not show their harm. Strategies that
 * drop the oldest messages, such as `winnow` with a floor, remove the person's own instructions. Clearing all but the
 * few newest outputs removes results that the model has not read yet, and breaks the cache at each request once little
 * is left to clear.
 */
export const DEFAULT_FAMILIES: readonly Family[] = [
  { id: "winnow", recipe: "winnow" },
  { id: "opencode-prune", recipe: "opencode-prune" },
  FOLD_AS_CLIENT,
];

/** Triggers that are tried for advice about several sessions, in tokens. */
const SHARED_TRIGGERS = [40, 60, 80, 100, 120, 150, 200, 300, 500].map((thousands) => thousands * 1_000);

/** The policies tried for advice about several sessions, the same for each session. `latest` is in tokens. */
export const sharedPolicies = (families: readonly Family[], latest: number): Candidate[] => [
  ...unsetOf(families),
  ...SHARED_TRIGGERS.filter((trigger) => trigger <= latest).flatMap((trigger) =>
    families.map((family) => candidateOf(family, trigger)),
  ),
];
