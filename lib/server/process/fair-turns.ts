/**
 * Numbers the tasks of several callers so that they take turns (start-time fair queueing): each caller's next task comes after
 * its own last one, and not before the one that runs now. Whoever asks for little is next; nobody waits for ever.
 */
export class FairTurns {
  private now = 0;
  private readonly last = new Map<string, number>();

  /** The number of a new task; those with smaller numbers run first. */
  next(caller: string): number {
    const turn = Math.max(this.now, this.last.get(caller) ?? 0) + 1;
    this.last.set(caller, turn);
    return turn;
  }

  /** The task with this number starts. */
  begin(turn: number): void {
    this.now = Math.max(this.now, turn);
    for (const [caller, last] of this.last) if (last <= this.now) this.last.delete(caller);
  }
}
