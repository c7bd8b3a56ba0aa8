import { PAGE_LIMITS } from "@/lib/api/page-limits";

const KB = 1024;
const MB = 1024 * KB;

/** Every limit of the server in one place. Bytes unless the name says otherwise. */
export const LIMITS = {
  /** One uploaded file, and one upload request. */
  uploadBytes: 512 * MB,
  /** Files of one multipart upload. */
  uploadFiles: 2_000,
  /** Up to this size an upload is answered when it is imported; a larger one gets a job. */
  synchronousUploadBytes: 32 * MB,
  /** A JSON body. */
  jsonBodyBytes: 32 * MB,
  /** Nesting of a JSON body. Recursion fails from about 5,000 levels on; real bodies have fewer than 40. */
  jsonDepth: 128,
  /** Bodies and files up to this size go to the interactive lane, so that large ones never delay a small answer. */
  interactiveBytes: 256 * KB,
  /** Bytes that have arrived for all requests that are being answered at one time. */
  inFlightBytes: 1024 * MB,
  /** In each period of waiting of this length, this many bytes must arrive, or the end of the body: 3 KB/s, a slow modem. */
  bodyStretchMs: 20_000,
  bodyStretchBytes: 64 * KB,
  /** Days for which a job that has ended can be asked for. */
  endedJobDays: 90,
  /** Tasks that may wait for a worker, per lane. */
  queuedTasks: 64,
  /**
   * Heap of one worker: a transcript of 100 MB with ten thousand requests needs about 250. A small young generation keeps
   * the process small.
   */
  workerHeapMb: 320,
  /**
   * Most heap of a worker for imports and large bodies, if the machine has four times as much. What a session takes
   * grows with its requests (about 6 KB each), however small they are: 80,000 need 480.
   */
  largeWorkerHeapMb: 1_024,
  workerYoungHeapMb: 16,
  /** Time limit of one task, from the moment that it starts to run. */
  taskSeconds: 600,
  /** The same for a query of a put-aside output, because nested filters of a JSON path multiply the work; honest ones take less than one. */
  querySeconds: 2,
  /** Characters of one part in a page of messages; the complete part has its own route. */
  messageCharacters: PAGE_LIMITS.characters,
  messagesPerPage: PAGE_LIMITS.messages,
  sessionsPerPage: PAGE_LIMITS.sessions,
  /** Lines of a grep answer. */
  grepMatches: 500,
  /** Event streams open at one time. */
  eventStreams: 100,
  eventHeartbeatMs: 15_000,
  /** Files listed per discovered root. */
  discoveredFiles: PAGE_LIMITS.foundFiles,
  compareRecipes: 8,
  /** Calls of the API in a second by one caller, if others can reach the server (rate-limit.ts). */
  callsPerSecond: 50,
  /** Rows that refused sign-ins of one minute get in the audit log, one for each address; those of further addresses share one. */
  refusalRows: 100,
  /** Callers whose rate is remembered. */
  rateCallers: 1_000,
  /** Calls of models in one day, retries included, unless WINNOW_MODEL_CALLS_PER_DAY says otherwise. */
  modelCallsPerDay: 5_000,
} as const;
