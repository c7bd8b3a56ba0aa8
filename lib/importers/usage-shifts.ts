import type { ImportIssue, Session } from "../transcript/session";
import { findUsageShifts, type UsageShift } from "../transcript/usage-placement";

/**
 * Issues about usage that is probably assigned to the wrong calls. This is the only importer mistake that row counts
 * cannot reveal, and every new client version may cause it.
 */
export function usageShiftIssues(session: Session): ImportIssue[] {
  return findUsageShifts(session).map((shift) => {
    const { line = 0, byteOffset = 0 } = shift.first.source ?? {};
    return { code: "usage-off-by-one-call", message: messageOf(shift), line, byteOffset, excerpt: "" };
  });
}

function messageOf({ agent, calls, fits, asAssigned, shifted }: UsageShift): string {
  const neighbour = fits === "next" ? "after" : "before";
  const whose = agent === "main" ? "" : ` of agent ${agent}`;
  const figures = `rank correlation ${shifted.toFixed(2)} against ${asAssigned.toFixed(2)}`;
  return (
    `The reported usage of ${calls} calls${whose} fits what the call ${neighbour} each wrote or read, not its own ` +
    `(${figures}). The client probably writes usage at a new place in its log. Sums are right; the figures of single ` +
    "calls are probably one call off."
  );
}
