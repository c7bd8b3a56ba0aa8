import { PAGE_LIMITS } from "@/lib/api/page-limits";

const KB = 1024;
const MB = 1024 * KB;

/** All limits of the server. Bytes unless the name says otherwise. */
export const LIMITS = {
  /** One uploaded file, and one upload request. */
  uploadBytes: 512 * MB,
  /** Files of one multipart upload. */
  uploadFiles: 2_000,
  /** Up to this size, an upload is answered once imported; a larger one gets a job. */
  synchronousUploadBytes: 32 * MB,
  /** A JSON body. */
  jsonBodyBytes: 32 * MB,
  /** Nesting of a JSON body. Recursion fails above about 5,000 levels; real bodies have fewer than 40. */
  jsonDepth: 128,
  /** Bodies and files up to this size use the interactive lane, so large ones never delay a small answer. */
  interactiveBytes: 256 * KB,
  /** Total bytes received for all requests that are being answered. */
  inFlightBytes: 1024 * MB,
  /** Each waiting period of this length must bring this many bytes, or the end of the body: 3 KB/s, a slow modem. */
  bodyStretchMs: 20_000,
  bodyStretchBytes: 64 * KB,
  /** Days for which an ended job remains available. */
  endedJobDays: 90,
  /** Tasks waiting for a worker, per lane. */
  queuedTasks: 64,
  /**
   * Heap of one worker. A transcript of 100 MB with ten thousand requests needs about 250 MB. A small young generation
   * keeps the process small.
   */
  workerHeapMb: 320,
  /**
   * Maximum heap of a worker for imports and large bodies, if the machine has four times as much memory. A session's
   * need grows with its requests (about 6 KB each), however small they are: 80,000 need 480 MB.
   */
  largeWorkerHeapMb: 1_024,
  workerYoungHeapMb: 16,
  /** Time limit of one task, from its start. */
  taskSeconds: 600,
  /**
   * Time limit of a query of a put-aside output, because nested filters of a JSON path multiply the work;
   * ordinary ones take less than a second.
   */
  querySeconds: 2,
  /** Characters of one part in a page of messages; the complete part has a separate route. */
  messageCharacters: PAGE_LIMITS.characters,
  messagesPerPage: PAGE_LIMITS.messages,
  sessionsPerPage: PAGE_LIMITS.sessions,
  grepMatches: 500,
  /** Concurrent event streams. */
  eventStreams: 100,
  eventHeartbeatMs: 15_000,
  /** Files listed per discovered root. */
  discoveredFiles: PAGE_LIMITS.foundFiles,
  compareRecipes: 8,
  /** API calls per second and caller, if others can reach the server (rate-limit.ts). */
  callsPerSecond: 50,
  /** Audit rows for refused sign-ins per minute, one per address; further addresses share a row. */
  refusalRows: 100,
  /** Callers tracked for rate limiting. */
  rateCallers: 1_000,
  /** Model calls per day, including retries, unless WINNOW_MODEL_CALLS_PER_DAY says otherwise. */
  modelCallsPerDay: 5_000,
} as const;
