import fs from "node:fs";
import { loadS3Sdk, type S3Sdk } from "./s3-sdk";

/** Part of a bucket: its name and the prefix of its keys ("" or ending with a slash). */
export type BucketPlace = { readonly bucket: string; readonly prefix: string };
type BucketEntry = { readonly key: string; readonly changedAt: Date | null };

/** The bucket operations that the store needs. Keys are relative to the prefix. */
export type Bucket = {
  readonly place: BucketPlace;
  /** Uploads a file, in concurrent parts if it is large; with its hash, if known. */
  put(key: string, file: string, sha256: string | null): Promise<void>;
  /** Streams the bytes; null if there is no such object. */
  get(key: string): Promise<AsyncIterable<Uint8Array> | null>;
  has(key: string): Promise<boolean>;
  remove(key: string): Promise<void>;
  /** One page of the bucket's listing of keys that begin with `under`, by the previous page's token. */
  page(
    token: string | null,
    under?: string,
  ): Promise<{ readonly entries: readonly BucketEntry[]; readonly next: string | null }>;
};

/** Reads `s3://bucket/prefix`. Throws for anything else, and never quotes a possible secret. */
export function bucketOf(setting: string): BucketPlace {
  const [, bucket, rest = ""] = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([\w!.*'()/-]*))?$/.exec(setting) ?? [];
  if (bucket === undefined)
    throw new Error(
      "WINNOW_OBJECTS has to be s3://bucket or s3://bucket/prefix; without it, objects are files of the data directory",
    );
  const prefix = rest.replace(/^\/+|\/+$/g, "");
  return { bucket, prefix: prefix === "" ? "" : `${prefix}/` };
}

/** The store does not respond, or refuses. `code` is the store's own; its message is not passed on. */
export class BucketFailure extends Error {
  constructor(
    readonly code: string,
    place: BucketPlace,
    cause: unknown,
  ) {
    super(`the object store s3://${place.bucket} does not do its work (${code})`, { cause });
    this.name = "BucketFailure";
  }
}

/** Also recognises failures from another thread, which keep only their message. */
export const isBucketFailure = (error: unknown): boolean =>
  error instanceof BucketFailure || /^the object store s3:/.test((error as Error | null)?.message ?? "");

const PART_BYTES = 8 << 20;
const PARTS_AT_A_TIME = 4;

type Connection = { readonly sdk: S3Sdk; readonly client: InstanceType<S3Sdk["S3Client"]> };

/** Loads and connects nothing before the first call. */
export function openBucket(place: BucketPlace, load: () => Promise<S3Sdk> = loadS3Sdk): Bucket {
  let connection: Promise<Connection> | null = null;
  const connected = () => {
    connection ??= load().then((sdk) => ({ sdk, client: connect(sdk) }));
    return connection;
  };
  const at = (key: string) => ({ Bucket: place.bucket, Key: place.prefix + key });
  /** Null if the store reports that there is no such object. */
  const asked = async <T>(call: (connection: Connection) => Promise<T>): Promise<T | null> => {
    const connection = await connected();
    try {
      return await call(connection);
    } catch (error) {
      const { name, code } = error as { name?: string; code?: string };
      if (name === "NoSuchKey" || name === "NotFound") return null;
      throw new BucketFailure(code ?? name ?? "unknown", place, error);
    }
  };
  return {
    place,
    put: async (key, file, sha256) => {
      await asked(({ sdk, client }) => {
        const params = {
          ...at(key),
          Body: fs.createReadStream(file),
          ...(sha256 !== null && { Metadata: { sha256 } }),
        };
        return new sdk.Upload({ client, params, partSize: PART_BYTES, queueSize: PARTS_AT_A_TIME }).done();
      });
    },
    get: async (key) => {
      const found = await asked(({ sdk, client }) => client.send(new sdk.GetObjectCommand(at(key))));
      return (found?.Body as AsyncIterable<Uint8Array> | undefined) ?? null;
    },
    has: async (key) => (await asked(({ sdk, client }) => client.send(new sdk.HeadObjectCommand(at(key))))) !== null,
    remove: async (key) => void (await asked(({ sdk, client }) => client.send(new sdk.DeleteObjectCommand(at(key))))),
    page: async (token, under = "") => {
      const input = {
        Bucket: place.bucket,
        Prefix: place.prefix + under,
        ...(token !== null && { ContinuationToken: token }),
      };
      const found = await asked(({ sdk, client }) => client.send(new sdk.ListObjectsV2Command(input)));
      if (found === null) throw new BucketFailure("NoSuchBucket", place, null);
      const entries = (found.Contents ?? []).flatMap(({ Key, LastModified }) =>
        Key === undefined ? [] : [{ key: Key.slice(place.prefix.length), changedAt: LastModified ?? null }],
      );
      return { entries, next: found.NextContinuationToken ?? null };
    },
  };
}

/**
 * Keys, region and endpoint come from the standard variables (AWS_…). Stores other than Amazon's use path-style
 * buckets.
 */
function connect({ S3Client }: S3Sdk): Connection["client"] {
  const { AWS_REGION, AWS_DEFAULT_REGION, AWS_ENDPOINT_URL_S3, AWS_ENDPOINT_URL } = process.env;
  return new S3Client({
    region: AWS_REGION || AWS_DEFAULT_REGION || "us-east-1",
    forcePathStyle: Boolean(AWS_ENDPOINT_URL_S3 || AWS_ENDPOINT_URL),
  });
}
