import type { ArtifactTrail } from "./artifacts/artifact-trail";
import type { Dimensions } from "./dimensions";
import type { EntityKind } from "./entities/entity";
import type { KnownEntity } from "./evidence";
import type { Hindsight } from "./hindsight";
import type { AnsweredProbe } from "./probes";
import type { Recoverability } from "./recoverability";
import type { StatementRetention } from "./statements/statement-retention";

/** What was lost. Shares are 0 to 1, null if there is nothing to measure. */
export type Loss = {
  readonly retention: number;
  readonly byKind: Readonly<Record<EntityKind | "instruction" | "decision" | "state", number | null>>;
  /** Entities no longer shown. `held` counts the original's entities by kind. */
  readonly lost: readonly KnownEntity[];
  readonly held: Readonly<Record<EntityKind, number>>;
  readonly faithfulness: number;
  readonly hindsight: Hindsight | null;
  readonly recoverability: Recoverability | null;
  readonly artifacts: ArtifactTrail;
  readonly statements: StatementRetention;
  /** Questions with known answers, and whether the answers are still there. Computed on demand. */
  readonly probes: () => readonly AnsweredProbe[];
  readonly dimensions: Dimensions;
  /**
   * Tokens of the rest of the log, with this result in its prompts and with the original; null if nothing follows in
   * the log.
   */
  readonly tokensPerTask: { readonly compressed: number; readonly original: number } | null;
  /** By key: the figures of `metrics/` that have no field above. */
  readonly metrics: Readonly<Record<string, number | null>>;
};
