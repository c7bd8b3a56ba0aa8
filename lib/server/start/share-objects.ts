import { getDb } from "../db/get-db";
import { objectStore } from "../objects/object-store";
import { log } from "../process/log";

/**
 * Uploads the contents that rows refer to and the bucket lacks, if this machine has a copy. A bucket lacks some when it
 * is new, or was restored from an older backup. Returns how many were sent.
 */
export async function shareObjects(): Promise<number> {
  const store = objectStore();
  if (store.kind !== "s3") return 0;
  const held = new Set<string>();
  for await (const { key } of store.entries()) held.add(key.slice(3));
  const rows = await (await getDb()).blob.findMany({ select: { sha256: true } });
  let [shared, lost] = [0, 0];
  for (const { sha256 } of rows) {
    if (held.has(sha256)) continue;
    if (await store.copies.isWhole(sha256)) {
      await store.share(sha256);
      shared += 1;
    } else lost += 1;
  }
  if (lost > 0) log().warn({ lost }, "contents that rows name are neither in the bucket nor here");
  return shared;
}
