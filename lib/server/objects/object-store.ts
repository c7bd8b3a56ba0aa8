import { processState } from "../process-state";
import { LocalObjects } from "./local-objects";
import type { ObjectStore } from "./objects";
import { bucketOf, openBucket } from "./s3-bucket";
import { S3Objects } from "./s3-objects";

/** The store of this process. Cheap to ask; the SDK of S3 is loaded by the first call that needs it. */
export function objectStore(): ObjectStore {
  const setting = process.env.WINNOW_OBJECTS || "files";
  const stores = processState("object-stores", () => new Map<string, ObjectStore>());
  const store = stores.get(setting) ?? makeStore(setting);
  stores.set(setting, store);
  return store;
}

function makeStore(setting: string): ObjectStore {
  const files = new LocalObjects();
  return setting === "files" ? files : new S3Objects(files, openBucket(bucketOf(setting)));
}
