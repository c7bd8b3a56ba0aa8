import { processState } from "../process/process-state";

/** The embedded database is damaged. `problems` are SQLite's findings. */
export class DatabaseDamaged extends Error {
  override readonly name = "DatabaseDamaged";
  constructor(
    readonly file: string,
    readonly problems: readonly string[],
  ) {
    super(`the database ${file} is damaged: ${problems.join("; ")}`);
  }
}

/** Compares the name, not the class, because the error may come from another bundle in this process. */
export const isDatabaseDamaged = (error: unknown): error is DatabaseDamaged =>
  (error as Error | null)?.name === "DatabaseDamaged";

const found = () => processState("database-damage", () => new Map<string, DatabaseDamaged>());

/** The damage found by the check at the start. The check is not repeated for each request. */
export const damageOf = (url: string): DatabaseDamaged | null => found().get(url) ?? null;

export function noteDamage(url: string, damage: DatabaseDamaged): void {
  found().set(url, damage);
}

/** Call this after another file has replaced the damaged one. */
export const forgetDamage = (url: string): boolean => found().delete(url);

const waiting = () => processState("database-repaired", () => new Set<() => void>());

/** Calls this once when another database has replaced the damaged one and is ready. */
export const whenRepaired = (work: () => void): void => void waiting().add(work);

export function tellRepaired(): void {
  const works = [...waiting()];
  waiting().clear();
  for (const work of works) work();
}
