/** How much of a file is read. Each number is far above what real transcripts need. */
export type ImportLimits = {
  /** All files of one import together. */
  readonly maxBytes: number;
  readonly maxLines: number;
  /** A longer line is reported and skipped; the others are kept. */
  readonly maxLineBytes: number;
  /** Nested arrays and objects; JSON.parse takes more, but what follows it does not. */
  readonly maxDepth: number;
  /** A file that is one JSON value has to be held whole; a list above this is read item by item instead. */
  readonly maxJsonBytes: number;
  /** A ZIP archive is held whole, packed. */
  readonly maxArchiveBytes: number;
  readonly maxArchiveEntries: number;
  /** All that an archive unpacks to. */
  readonly maxUnpackedBytes: number;
  /** All that one import unpacks, archives in archives and every time that a file is read again included. */
  readonly maxUnpackWork: number;
  /** Unpacked bytes per packed byte: more is a bomb. */
  readonly maxUnpackRatio: number;
  /** A database that cannot be read in place (from an archive) is held whole. */
  readonly maxHeldStoreBytes: number;
  /** Problems listed one by one; more are only counted. */
  readonly maxIssues: number;
  /** Kept rows listed one by one; more are only counted. */
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
