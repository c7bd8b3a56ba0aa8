import { formatDay } from "./format-day";
import type { LibraryItem } from "./library-table";
import { formatCount } from "./number-format";

/** What sessions of one title are told apart by. */
export type Alike = Pick<LibraryItem, "project" | "startedAt" | "requests" | "fileName"> & {
  readonly firstModel: string | null;
};

/** What a reader recognises a session by, in this order; the first two that are not the same for all are said. */
const FACTS: readonly ((item: Alike) => string | null)[] = [
  ({ project }) => project?.split("/").filter(Boolean).at(-1) ?? null,
  ({ startedAt }) => (startedAt === null ? null : formatDay(startedAt, "time")),
  ({ requests }) => formatCount(requests, "request"),
  ({ firstModel }) => firstModel,
  ({ fileName }) => fileName,
];

/** What differs between this session and those of the same title, or between a copy and its original. */
export function differenceOf(item: Alike, alike: readonly Alike[], original: Alike | null): string | null {
  if (original) {
    const where = original.project === item.project ? item.fileName : `from ${item.project ?? item.fileName}`;
    return item.requests === original.requests
      ? `same start and requests; ${where}`
      : `same start, ${item.requests} of ${original.requests} requests; ${where}`;
  }
  const said = FACTS.filter((fact) => new Set(alike.map(fact)).size > 1).flatMap((fact) => fact(item) ?? []);
  return said.length === 0 ? null : said.slice(0, 2).join(" · ");
}
