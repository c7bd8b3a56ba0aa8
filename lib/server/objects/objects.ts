/** Bytes that were received and hashed, in a file that does not yet have its final name. */
export type StagedBlob = { readonly path: string; readonly sha256: string; readonly bytes: number };

/** A store of contents by their SHA-256 (64 hexadecimal digits). The same content is one object, whoever keeps it. */
export type ObjectStore = {
  readonly kind: "files" | "s3";
  /** Takes staged bytes over, also in place of damaged ones. They are kept when this resolves. */
  keep(staged: StagedBlob): Promise<void>;
  /** A file of this machine that has the bytes. Rejects with `ENOENT` if there is no such content, and with `DamagedObject`. */
  file(sha256: string): Promise<string>;
  has(sha256: string): Promise<boolean>;
  /** Whether there is such a content and its bytes still have that hash. */
  isWhole(sha256: string): Promise<boolean>;
  /** No error if there is none. */
  remove(sha256: string): Promise<void>;
  /** Hashes of all contents that are kept, listed by the store itself. */
  list(): Promise<string[]>;
};
