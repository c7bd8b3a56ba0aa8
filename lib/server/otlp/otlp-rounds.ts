import PQueue from "p-queue";
import { keepingCaller } from "../process/caller-context";
import { processState } from "../process/process-state";

type Rounds = { running: Promise<void>; isAgain: boolean };
const allRounds = () => processState("otlp-imports", () => new Map<string, Rounds>());
/** Each waits for a lock of its own while it runs, which takes a connection. */
const queue = () => processState("otlp-queue", () => new PQueue({ concurrency: 2 }));

/** Does the work soon, once at a time for each key. Whoever asks while it runs gets one more round behind it. */
export function askForRound(key: string, work: () => Promise<void>): void {
  const known = allRounds().get(key);
  if (known) {
    known.isAgain = true;
    return;
  }
  const rounds: Rounds = { running: Promise.resolve(), isAgain: true };
  allRounds().set(key, rounds);
  rounds.running = queue().add(keepingCaller(() => runRounds(key, rounds, work)));
}

/** The key goes in the very step that finds that nobody asked for more; whoever asks later begins anew. */
async function runRounds(key: string, rounds: Rounds, work: () => Promise<void>): Promise<void> {
  try {
    while (rounds.isAgain) {
      rounds.isAgain = false;
      await work();
    }
  } finally {
    allRounds().delete(key);
  }
}

/** Ends when nothing runs and nobody has asked for more. */
export async function whenRoundsEnd(): Promise<void> {
  while (allRounds().size > 0) await Promise.all([...allRounds().values()].map(({ running }) => running));
}
