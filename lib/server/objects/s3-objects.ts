import { hashIn, type LocalObjects } from "./local-objects";
import type { ObjectStore, StagedBlob } from "./objects";
import type { Bucket } from "./s3-bucket";
import { dropStaged, stageBlob } from "./stage-blob";

/** The bucket's bytes for this hash do not match it. */
export class DamagedObject extends Error {
  constructor(readonly sha256: string) {
    super("the bytes in the object store do not have the hash that they are stored under");
    this.name = "DamagedObject";
  }
}

/** Younger objects may belong to another process's import whose rows are not written yet. */
const SETTLED_MS = 60 * 60_000;
const keyOf = (sha256: string): string => `${sha256.slice(0, 2)}/${sha256}`;

/** The objects are in a bucket; files in the data directory are working copies and may be deleted. */
export class S3Objects implements ObjectStore {
  readonly kind = "s3";
  /** Running downloads by hash: readers of the same content share one. */
  readonly #coming = new Map<string, Promise<void>>();

  constructor(
    readonly copies: LocalObjects,
    readonly bucket: Bucket,
    readonly settledMs = SETTLED_MS,
  ) {}

  /**
   * The bucket comes first, because a row may name the content as soon as this resolves, and other machines read it
   * there.
   */
  async keep(staged: StagedBlob): Promise<void> {
    await this.bucket.put(keyOf(staged.sha256), staged.path, staged.sha256);
    await this.copies.keep(staged);
  }

  async file(sha256: string): Promise<string> {
    if (!(await this.copies.has(sha256))) await this.#bring(sha256);
    return this.copies.file(sha256);
  }

  async has(sha256: string): Promise<boolean> {
    return (await this.copies.has(sha256)) || this.bucket.has(keyOf(sha256));
  }

  /** If the local copy is damaged or missing, downloads it again from the bucket first. */
  async isWhole(sha256: string): Promise<boolean> {
    if (await this.copies.isWhole(sha256)) return true;
    try {
      await this.#bring(sha256);
      return await this.copies.isWhole(sha256);
    } catch (error) {
      if (error instanceof DamagedObject) return false;
      throw error;
    }
  }

  async remove(sha256: string): Promise<void> {
    await this.bucket.remove(keyOf(sha256));
    await this.copies.remove(sha256);
  }

  async list(): Promise<string[]> {
    const settled = Date.now() - this.settledMs;
    const hashes: string[] = [];
    for await (const { key, changedAt } of this.entries()) {
      const sha256 = hashIn(key);
      if (sha256 !== null && (changedAt?.getTime() ?? 0) <= settled) hashes.push(sha256);
    }
    return hashes;
  }

  /** All objects, including young ones, page by page. */
  async *entries() {
    let token: string | null = null;
    do {
      const { entries, next } = await this.bucket.page(token);
      yield* entries;
      token = next;
    } while (token !== null);
  }

  /** Uploads a copy that only this machine has. */
  async share(sha256: string): Promise<void> {
    await this.bucket.put(keyOf(sha256), await this.copies.file(sha256), sha256);
  }

  #bring(sha256: string): Promise<void> {
    const coming = this.#coming.get(sha256) ?? this.#download(sha256).finally(() => this.#coming.delete(sha256));
    this.#coming.set(sha256, coming);
    return coming;
  }

  /** Writes nothing if the bucket has no such object: reading the file then fails with the file system's error. */
  async #download(sha256: string): Promise<void> {
    const bytes = await this.bucket.get(keyOf(sha256));
    if (bytes === null) return;
    const staged = await stageBlob(bytes);
    if (staged.sha256 === sha256) return this.copies.keep(staged);
    dropStaged(staged);
    throw new DamagedObject(sha256);
  }
}
