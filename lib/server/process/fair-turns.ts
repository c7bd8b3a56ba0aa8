/**
 * Numbers tasks so that callers take turns (start-time fair queueing): a caller's next task comes after its previous
 * one, and not before the running task. A caller with few tasks goes next; nobody starves.
 */
export class FairTurns {
  private now = 0;
  private readonly last = new Map<string, number>();

  /** The number of a new task; smaller numbers run first. */
  next(caller: string): number {
    const turn = Math.max(this.now, this.last.get(caller) ?? 0) + 1;
    this.last.set(caller, turn);
    return turn;
  }

  /** Marks the task with this number as started. */
  begin(turn: number): void {
    this.now = Math.max(this.now, turn);
    for (const [caller, last] of this.last) if (last <= this.now) this.last.delete(caller);
  }
}
