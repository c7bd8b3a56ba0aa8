import { type Candidate, candidateOf, type Family } from "./candidate";
import { unsetOf } from "./winnow-by-default";

/**
 * The compaction that the session's client has itself, so that the advice can be a threshold of the client's own. A rule
 * writes its summary, and the call with which the client has a model write it is part of the cost. Clients whose own
 * compaction is not here are replayed with that of Claude Code, which summarises everything.
 */
export const FOLD_AS_CLIENT: Family = {
  id: "fold as the client does",
  recipe: "claude-code",
  byClient: { Codex: "codex-local", OpenCode: "opencode-compact" },
  floorShare: null,
};

/**
 * What is searched if the reader names nothing: ways that need no model here and that a client or an agent of one's own can
 * be told to use. A floor is a share of the trigger. What drops the oldest messages whatever they say is not among them: it takes the
 * person's own instructions, which no count of lost facts shows.
 */
export const DEFAULT_FAMILIES: readonly Family[] = [
  { id: "winnow", recipe: "winnow", floorShare: null },
  { id: "winnow to 60 %", recipe: "winnow", floorShare: 0.6 },
  { id: "anthropic-clear-tool-uses", recipe: "anthropic-clear-tool-uses", floorShare: null },
  { id: "opencode-prune", recipe: "opencode-prune", floorShare: null },
  { id: "manus", recipe: "manus", floorShare: null },
  FOLD_AS_CLIENT,
];

/** Triggers of an advice over several sessions, in tokens. */
const SHARED_TRIGGERS = [40, 60, 80, 100, 120, 150, 200, 300, 500].map((thousands) => thousands * 1_000);

/** The policies of an advice over several sessions, which are the same for all of them; `latest` in tokens. */
export const sharedPolicies = (families: readonly Family[], latest: number): Candidate[] => [
  ...unsetOf(families),
  ...SHARED_TRIGGERS.filter((trigger) => trigger <= latest).flatMap((trigger) =>
    families.map((family) => candidateOf(family, trigger)),
  ),
];
