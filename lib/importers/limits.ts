/** Limits on reading a file. Each is far above what real transcripts need. */
export type ImportLimits = {
  /** Total bytes of all files of one import. */
  readonly maxBytes: number;
  readonly maxLines: number;
  /** A longer line is reported and skipped; the others are kept. */
  readonly maxLineBytes: number;
  /** Depth of nested arrays and objects. JSON.parse accepts more, but later code does not. */
  readonly maxDepth: number;
  /** A file that is one JSON value must fit in memory. A list above this size is read item by item instead. */
  readonly maxJsonBytes: number;
  /** Packed bytes of a ZIP archive, which is kept in memory entirely. */
  readonly maxArchiveBytes: number;
  readonly maxArchiveEntries: number;
  /** Total unpacked bytes of an archive. */
  readonly maxUnpackedBytes: number;
  /** Bytes that one import may unpack in total, including nested archives and repeated readings of a file. */
  readonly maxUnpackWork: number;
  /** Unpacked bytes per packed byte. An archive with more is a bomb. */
  readonly maxUnpackRatio: number;
  /** Bytes of a database that cannot be read in place (from an archive) and is kept in memory entirely. */
  readonly maxHeldStoreBytes: number;
  /** Maximum number of listed problems. Further ones are only counted. */
  readonly maxIssues: number;
  /** Maximum number of listed kept rows. Further ones are only counted. */
  readonly maxKeptRows: number;
};

const MEGABYTE = 1024 * 1024;

export const DEFAULT_LIMITS: ImportLimits = {
  maxBytes: 512 * MEGABYTE,
  maxLines: 5_000_000,
  maxLineBytes: 16 * MEGABYTE,
  maxDepth: 128,
  maxJsonBytes: 64 * MEGABYTE,
  maxArchiveBytes: 256 * MEGABYTE,
  maxArchiveEntries: 10_000,
  maxUnpackedBytes: 2048 * MEGABYTE,
  maxUnpackWork: 8192 * MEGABYTE,
  maxUnpackRatio: 100,
  maxHeldStoreBytes: 128 * MEGABYTE,
  maxIssues: 1000,
  maxKeptRows: 200_000,
};
