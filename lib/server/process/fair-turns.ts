/**
 * Numbers tasks so that callers take turns (start-time fair queueing): a caller's next task comes after its previous
 * one, and not before the running task. A caller with few tasks goes next; nobody starves.
 */
export class FairTurns {
  private now = 0;
  /** The numbers of each caller's tasks, in ascending order. */
  private readonly taken = new Map<string, readonly number[]>();

  /** The number of a new task; smaller numbers run first. */
  next(caller: string): number {
    const turns = this.taken.get(caller) ?? [];
    const turn = Math.max(this.now, turns.at(-1) ?? 0) + 1;
    this.taken.set(caller, [...turns, turn]);
    return turn;
  }

  /** Marks the task with this number as started. */
  begin(turn: number): void {
    this.now = Math.max(this.now, turn);
  }

  /** Forgets a task that ended, or that was aborted before it started. */
  leave(caller: string, turn: number): void {
    const turns = (this.taken.get(caller) ?? []).filter((one) => one !== turn);
    if (turns.length > 0) this.taken.set(caller, turns);
    else this.taken.delete(caller);
  }
}
