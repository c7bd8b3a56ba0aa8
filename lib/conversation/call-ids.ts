/**
 * The calls with one logged id in the last answer that uses it: those without a result, oldest first, and the newest of
 * all.
 */
type Calls = { readonly turn: unknown; readonly open: string[]; readonly newest: string };

/**
 * Distinguishes calls to which a log gives the same id (`0` for every call, `REDACTED`): from the second on, they and
 * their results get a number. A result belongs to the oldest open call with its id in the last answer that has one.
 */
export class CallIds {
  readonly #calls = new Map<string, Calls>();
  readonly #taken: Set<string>;
  readonly #counts = new Map<string, number>();

  /** `taken`: ids that no call may get; those of new calls are added. */
  constructor(taken: Set<string> = new Set()) {
    this.#taken = taken;
  }

  /** A unique id for a call of this turn. A given `id` is used instead. */
  call(logged: string, turn: unknown, id: string = this.#own(logged)): string {
    const known = this.#calls.get(logged);
    const open = known !== undefined && known.turn === turn ? known.open : [];
    this.#calls.set(logged, { turn, open: [...open, id], newest: id });
    return id;
  }

  /**
   * The id of the call that a result answers. Once every call is answered, a further result answers the newest one
   * again.
   */
  result(logged: string): string {
    const known = this.#calls.get(logged);
    return known?.open.shift() ?? known?.newest ?? logged;
  }

  #own(logged: string): string {
    let count = this.#counts.get(logged) ?? 1;
    let id = logged;
    while (this.#taken.has(id)) {
      count += 1;
      id = `${logged}_${count}`;
    }
    this.#counts.set(logged, count);
    this.#taken.add(id);
    return id;
  }
}
