import type { LibraryItem } from "../../read-models/library-item";
import { formatDay } from "../../wording/format-day";
import { formatCount } from "../../wording/number-format";
import { english } from "../../wording/say";

/** Facts that distinguish sessions of the same title. */
export type Alike = Pick<LibraryItem, "project" | "startedAt" | "requests" | "fileName"> & {
  readonly firstModel: string | null;
};

/** The facts by which a reader recognises a session, in this order; the first two that differ are used. */
const FACTS: readonly ((item: Alike) => string | null)[] = [
  ({ project }) => project?.split("/").filter(Boolean).at(-1) ?? null,
  ({ startedAt }) => (startedAt === null ? null : formatDay(startedAt, "time")),
  ({ requests }) => formatCount(requests, "request"),
  ({ firstModel }) => firstModel,
  ({ fileName }) => fileName,
];

/** Differences between this session and others of the same title, or between a copy and its original. */
export function differenceOf(item: Alike, alike: readonly Alike[], original: Alike | null): string | null {
  if (original) {
    const place = item.project ?? item.fileName;
    const where = original.project === item.project ? item.fileName : english("from {place}", { place });
    const { requests: count } = item;
    if (item.startedAt !== original.startedAt)
      return english("same session, {count} of {all} requests; {where}", { count, all: original.requests, where });
    return count === original.requests
      ? english("same start and requests; {where}", { where })
      : english("same start, {count} of {all} requests; {where}", { count, all: original.requests, where });
  }
  const said = FACTS.filter((fact) => new Set(alike.map(fact)).size > 1).flatMap((fact) => fact(item) ?? []);
  return said.length === 0 ? null : said.slice(0, 2).join(" · ");
}
