import { PAGE_LIMITS } from "@/lib/api/page-limits";

const KB = 1024;
const MB = 1024 * KB;

/** Every limit of the server in one place. Bytes unless the name says otherwise. */
export const LIMITS = {
  /** One uploaded file, and one upload request. */
  uploadBytes: 512 * MB,
  /** Files of one multipart upload. */
  uploadFiles: 2_000,
  /** Up to here an upload is answered when it is imported; above it gets a job. */
  synchronousUploadBytes: 32 * MB,
  /** A body of JSON. */
  jsonBodyBytes: 32 * MB,
  /** Nesting of a JSON body: recursion throws from 5,000 on, real bodies stay below 40. */
  jsonDepth: 128,
  /** Bodies up to here go to the interactive lane, so that a big import never delays a small answer. */
  interactiveBytes: 256 * KB,
  /** Bytes that arrived of all requests that are being answered at one time. */
  inFlightBytes: 1024 * MB,
  /** Each time that a sender was waited for so long, so many bytes must have come (3 KB/s: a poor modem), or the body's end. */
  bodyStretchMs: 20_000,
  bodyStretchBytes: 64 * KB,
  /** Tasks that may wait for a worker, per lane. */
  queuedTasks: 64,
  /** Heap of one worker: 100 MB of transcript need about 250. The young part is small so that the process stays small. */
  workerHeapMb: 320,
  workerYoungHeapMb: 16,
  /** Hard stop of one task, from the moment that it runs. */
  taskSeconds: 600,
  /** The same for a query of a put-aside output: nested filters of a JSON path multiply. */
  querySeconds: 5,
  /** Characters of one part in a page of messages; the whole part has its own route. */
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
} as const;
