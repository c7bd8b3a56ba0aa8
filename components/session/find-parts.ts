import { KINDS, type Kind } from "@/components/ui/content-kinds";
import type { TranscriptRow } from "./transcript-rows";

/** Stands for every kind of content in the choice. */
export const ANY = "any";

/** A single letter would hit nearly every part. */
const SHORTEST = 2;

export const partsOf = (row: TranscriptRow | undefined) =>
  row?.type === "part" ? [row.part] : row?.type === "compaction" ? row.message.parts : [];

/** Whether anything is looked for: words, or a kind of content alone. */
export const isAsking = (query: string, kind: Kind | typeof ANY): boolean =>
  query.trim().length >= SHORTEST || (kind !== ANY && query.trim() === "");

/** The rows with a part of this kind that has the words. */
export function findParts(rows: readonly TranscriptRow[], query: string, kind: Kind | typeof ANY): number[] {
  if (!isAsking(query, kind)) return [];
  const wanted = query.trim().toLowerCase();
  return rows.flatMap((row, index) => {
    const parts = partsOf(row).filter((part) => kind === ANY || part.kind === kind);
    const texts = parts.flatMap((part) => [part.text, part.path, part.command, part.tool]);
    const isHit = wanted === "" ? parts.length > 0 : texts.some((text) => text?.toLowerCase().includes(wanted));
    return isHit ? [index] : [];
  });
}

/** The kinds that these rows have, in the order of legends. */
export function kindsOf(rows: readonly TranscriptRow[]): readonly Kind[] {
  const present = new Set(rows.flatMap((row) => partsOf(row).map(({ kind }) => kind)));
  return KINDS.filter((kind) => present.has(kind));
}
