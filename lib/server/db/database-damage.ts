import { processState } from "../process-state";

/** The embedded database cannot be used. `problems`: what the check found, in SQLite's words. */
export class DatabaseDamaged extends Error {
  override readonly name = "DatabaseDamaged";
  constructor(
    readonly file: string,
    readonly problems: readonly string[],
  ) {
    super(`the database ${file} is damaged: ${problems.join("; ")}`);
  }
}

/** By name: the check may have run in another bundle of this process. */
export const isDatabaseDamaged = (error: unknown): error is DatabaseDamaged =>
  (error as Error | null)?.name === "DatabaseDamaged";

const found = () => processState("database-damage", () => new Map<string, DatabaseDamaged>());

/** What the check at the start found; it is not repeated for each request. */
export const damageOf = (url: string): DatabaseDamaged | null => found().get(url) ?? null;

export function noteDamage(url: string, damage: DatabaseDamaged): void {
  found().set(url, damage);
}

/** Another file stands in its place now. */
export const forgetDamage = (url: string): boolean => found().delete(url);
