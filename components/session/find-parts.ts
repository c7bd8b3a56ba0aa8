import { KINDS, type Kind } from "@/components/ui/content-kinds";
import type { TranscriptRow } from "./transcript-rows";

/** Option for every kind of content. */
export const ANY = "any";

/** A single letter would match nearly every part. */
const SHORTEST = 2;

export const partsOf = (row: TranscriptRow | undefined) =>
  row?.type === "part" ? [row.part] : row?.type === "compaction" ? row.message.parts : [];

/** Whether a search is active: words, or only a kind of content. */
export const isAsking = (query: string, kind: Kind | typeof ANY): boolean =>
  query.trim().length >= SHORTEST || (kind !== ANY && query.trim() === "");

/** Rows with a part of this kind that contains the words. */
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

/** The kinds in these rows, in legend order. */
export function kindsOf(rows: readonly TranscriptRow[]): readonly Kind[] {
  const present = new Set(rows.flatMap((row) => partsOf(row).map(({ kind }) => kind)));
  return KINDS.filter((kind) => present.has(kind));
}
