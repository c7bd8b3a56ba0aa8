import { Problem } from "@/lib/api/problem";
import type { Transaction } from "../db/get-db";

/**
 * Throws a 404 for the first missing session. Call it in the transaction that writes dependent rows, so none is left
 * orphaned if a session is deleted at the same time.
 */
export async function assertThere(transaction: Transaction, ids: readonly string[]): Promise<void> {
  const sessions = await transaction.session.findMany({ where: { id: { in: [...ids] } }, select: { id: true } });
  const known = new Set(sessions.map(({ id }) => id));
  const unknown = ids.findIndex((id) => !known.has(id));
  if (unknown < 0) return;
  throw new Problem(404, "no-such-session", "there is no session with that id", {
    errors: [{ pointer: `$.sessions[${unknown}]`, detail: "see GET /api/sessions" }],
  });
}
