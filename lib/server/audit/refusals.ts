import { getDb } from "../db/get-db";
import { networkOf } from "../http/network-of";
import { LIMITS } from "../process/limits";
import { log } from "../process/log";
import { processState } from "../process/process-state";
import { callerAddress } from "../process/request-facts";
import { stoppingSignal } from "../process/stopping";
import { type Actor, addEntry } from "./audit";

const MINUTE_MS = 60_000;
/** How long a row may lag behind its count. */
const WRITE_MS = 2_000;
const NOBODY: Actor = { kind: "nobody", id: null, name: null };
/** Replaces the request's address if a row covers several. */
const MANY_PLACES = { requestId: null, address: null };

/** The refused sign-ins of one caller at one address in one minute, by reason. */
type Tally = {
  readonly minute: number;
  readonly counts: Map<string, number>;
  readonly row: Promise<number>;
  isLate: boolean;
};

const tallies = () => processState("refusals", () => new Map<string, Tally>());

/**
 * Logs a refused sign-in. All refusals of one address in a minute share a row with a count per reason, so repeated
 * attempts cannot flood the log. The first is written before the answer, later counts within seconds.
 */
export async function auditRefusal(reason: string, by: Actor = NOBODY): Promise<void> {
  const minute = Math.floor(Date.now() / MINUTE_MS);
  forgetBefore(minute);
  const place = `${by.id ?? ""} ${networkOf(callerAddress() ?? "")}`;
  const isOneTooMany = !tallies().has(place) && tallies().size >= LIMITS.refusalRows;
  const tally = tallies().get(isOneTooMany ? "others" : place);
  if (tally) count(tally, reason);
  else if (isOneTooMany) await open("others", minute, reason, { ...NOBODY, facts: MANY_PLACES });
  else await open(place, minute, reason, by);
}

function forgetBefore(minute: number): void {
  for (const [place, tally] of tallies()) if (tally.minute < minute) tallies().delete(place);
}

async function open(place: string, minute: number, reason: string, by: Actor): Promise<void> {
  const row = addEntry({ action: "sign-in-refused", subject: by.id, detail: reason, by });
  tallies().set(place, { minute, counts: new Map([[reason, 1]]), row, isLate: false });
  try {
    await row;
  } catch (error) {
    tallies().delete(place);
    throw error;
  }
}

function count(tally: Tally, reason: string): void {
  tally.counts.set(reason, (tally.counts.get(reason) ?? 0) + 1);
  if (tally.isLate) return;
  tally.isLate = true;
  const write = () => {
    clearTimeout(timer);
    stoppingSignal().removeEventListener("abort", write);
    void writeCounts(tally);
  };
  const timer = setTimeout(write, WRITE_MS).unref();
  stoppingSignal().addEventListener("abort", write);
}

/** Writes `unknown-key × 300, expired × 2`. If the row cannot be written, it keeps its previous count. */
async function writeCounts(tally: Tally): Promise<void> {
  tally.isLate = false;
  const detail = [...tally.counts].map(([reason, times]) => `${reason} × ${times}`).join(", ");
  try {
    await (await getDb()).auditEntry.updateMany({ where: { id: await tally.row }, data: { detail } });
  } catch (error) {
    log().warn({ name: (error as Error).name }, "a count of refused sign-ins could not be written");
  }
}
