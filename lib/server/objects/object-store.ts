import { processState } from "../process/process-state";
import { LocalObjects } from "./local-objects";
import { bucketOf, openBucket } from "./s3-bucket";
import { S3Objects } from "./s3-objects";

type Store = LocalObjects | S3Objects;

/**
 * The store of this process. Cheap to call; the S3 SDK loads with the first call that needs it. Distinguish stores by
 * `kind`, not by class, because another bundle may have created the store.
 */
export function objectStore(): Store {
  const setting = process.env.WINNOW_OBJECTS || "files";
  const stores = processState("object-stores", () => new Map<string, Store>());
  const store = stores.get(setting) ?? makeStore(setting);
  stores.set(setting, store);
  return store;
}

function makeStore(setting: string): Store {
  const files = new LocalObjects();
  return setting === "files" ? files : new S3Objects(files, openBucket(bucketOf(setting)));
}
