/** Received and hashed bytes, in a file without its final name. */
export type StagedBlob = { readonly path: string; readonly sha256: string; readonly bytes: number };

/** Stores contents by their SHA-256 (64 hexadecimal digits). Equal content is one object. */
export type ObjectStore = {
  readonly kind: "files" | "s3";
  /** Takes over staged bytes, also to replace damaged ones. They are stored when this resolves. */
  keep(staged: StagedBlob): Promise<void>;
  /**
   * A local file with the bytes. Rejects with `ENOENT` if there is no such content, and with `DamagedObject`
   * if the bytes are damaged.
   */
  file(sha256: string): Promise<string>;
  has(sha256: string): Promise<boolean>;
  /** True if the content exists and its bytes still match the hash. */
  isWhole(sha256: string): Promise<boolean>;
  /** Not an error if there is none. */
  remove(sha256: string): Promise<void>;
  /** Hashes of all stored contents, listed by the store itself. */
  list(): Promise<string[]>;
};
