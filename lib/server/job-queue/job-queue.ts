import type { Job } from "@/lib/api/schemas/job";
import type { QueuedKind } from "./works";

/**
 * Where work waits until a process does it. There are two: the embedded one runs it at once in this process, the one of
 * PostgreSQL hands it to any process that works jobs. Work is named by its kind and params, which hold ids and choices and
 * no content, and may be begun more than once.
 */
export type JobQueue = {
  enqueue(kind: QueuedKind, params: object, id: string): Promise<Job>;
  /** Asks it to stop; it ends as `cancelled` within a second, or as `done` if a part is a result. */
  cancel(id: string): Promise<Job>;
  /** Tries failed work again, under the same id. */
  retry(id: string, kind: QueuedKind, params: unknown): Promise<Job>;
};
