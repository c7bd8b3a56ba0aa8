import type { PgBoss } from "pg-boss";
import { asServer } from "../process/caller-context";
import { stoppingSignal } from "../process/stopping";
import { DEAD, FETCH_SECONDS, getBoss, type Piece } from "./boss";
import { doPiece, giveUp } from "./do-piece";
import { LANES } from "./work";

/**
 * Takes one piece of each lane at a time, until the process stops. Called once by each process that works jobs, after
 * `heedOthers`, by which it learns what is cancelled.
 */
export async function workJobs(): Promise<void> {
  const boss = await getBoss();
  for (const lane of LANES) await takePieces(boss, lane, doPiece);
  await takePieces(boss, DEAD, giveUp);
  const rest = () => {
    for (const queue of [...LANES, DEAD]) void boss.offWork(queue, { wait: false });
  };
  stoppingSignal().addEventListener("abort", rest, { once: true });
}

/** Takes one piece after the other from a queue, each as soon as the one before is done. */
export async function takePieces(boss: PgBoss, queue: string, work: (piece: Piece) => Promise<void>): Promise<void> {
  const options = { pollingIntervalSeconds: FETCH_SECONDS, notifyPollingIntervalSeconds: FETCH_SECONDS };
  const id = await boss.work<Piece>(queue, options, async ([piece]) => {
    try {
      if (piece) await asServer(() => work(piece.data));
    } finally {
      boss.notifyWorker(id); // the next one is fetched at once, not at the end of the interval
    }
  });
}
