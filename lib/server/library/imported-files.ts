import { visibleName } from "@/lib/read-models/visible-name";
import { LOGS, logBytes } from "./read-rows";
import { libraryDb } from "./refresh-items";

type Imported = { readonly fileName: string; readonly bytes: number; readonly logBytes: number };

/** Sizes per statement, because databases limit the number of parameters. */
const BATCH = 500;

/** The imported files of these sizes that belong to a listed session. */
export async function importedOfSizes(sizes: readonly number[]): Promise<Imported[]> {
  const db = await libraryDb();
  const wanted = [...new Set(sizes)];
  const found: Imported[] = [];
  for (let from = 0; from < wanted.length; from += BATCH) {
    const files = await db.importedFile.findMany({
      where: { bytes: { in: wanted.slice(from, from + BATCH) }, sessions: { some: { item: { isBinned: false } } } },
      select: { name: true, bytes: true, companions: LOGS },
    });
    for (const { name, bytes, companions } of files)
      found.push({ fileName: visibleName(name), bytes, logBytes: logBytes(companions) });
  }
  return found;
}
