import type { DivergedBlock, Divergence } from "./divergence";

/** The block that a divergence is about: for a removal the removed block, not the one that took its place. */
export const concernedBlock = ({
  kind,
  before,
  after,
}: Pick<Divergence, "kind" | "before" | "after">): DivergedBlock | null =>
  kind === "removed" ? (before ?? after) : (after ?? before);
