/** The story's hand-written files: those present at its start, and those that the session adds. */
export const CORE_FILES: Readonly<Record<string, string>> = {
  "src/carriers/carrier-client.ts": `import { request } from "undici";
import type { CarrierConfig } from "./carrier-config.js";
import { CarrierError } from "../errors.js";
import { statusResponse, type CarrierStatus } from "./status-response.js";

/** Asks one carrier for the state of a parcel. One attempt: a carrier that is down loses the answer. */
export class CarrierClient {
  constructor(private readonly config: CarrierConfig) {}

  async fetchStatus(trackingNumber: string): Promise<CarrierStatus> {
    const url = new URL(\`/v2/track/\${encodeURIComponent(trackingNumber)}\`, this.config.apiBase);
    const response = await request(url, {
      headers: { authorization: \`Bearer \${this.config.token}\`, accept: "application/json" },
      bodyTimeout: this.config.timeoutMs,
      headersTimeout: this.config.timeoutMs,
    });
    if (response.statusCode === 404) return { kind: "unknown", trackingNumber };
    if (response.statusCode >= 400) throw new CarrierError(this.config.id, response.statusCode);
    return statusResponse.parse(await response.body.json());
  }

  async acknowledge(webhookId: string): Promise<void> {
    const url = new URL(\`/v2/webhooks/\${webhookId}/ack\`, this.config.apiBase);
    const response = await request(url, { method: "POST", headers: { authorization: \`Bearer \${this.config.token}\` } });
    if (response.statusCode >= 400) throw new CarrierError(this.config.id, response.statusCode);
  }
}
`,
  "src/webhooks/webhook-handler.ts": `import type { FastifyReply, FastifyRequest } from "fastify";
import { verifySignature } from "./verify-signature.js";
import type { ScanService } from "../scans/scan-service.js";
import type { Logger } from "../log.js";

/** Takes a carrier's webhook, verifies it and records the scan. Answers 200 even when recording fails. */
export function createWebhookHandler(scans: ScanService, secret: string, log: Logger) {
  return async function handleWebhook(request: FastifyRequest, reply: FastifyReply) {
    const raw = request.rawBody;
    if (!raw || !verifySignature(raw, String(request.headers["x-carrier-signature"]), secret)) {
      return reply.status(401).send({ error: "bad signature" });
    }
    try {
      await scans.record(JSON.parse(raw.toString("utf8")));
    } catch (error) {
      // The carrier retries three times and then gives up for good, so this scan is lost.
      log.error({ error }, "webhook was not recorded");
    }
    return reply.status(200).send();
  };
}
`,
  "src/errors.ts": `export class CarrierError extends Error {
  constructor(readonly carrierId: string, readonly status: number) {
    super(\`carrier \${carrierId} answered \${status}\`);
    this.name = "CarrierError";
  }
}

export class NotFoundError extends Error {
  constructor(readonly kind: string, readonly id: string) {
    super(\`\${kind} \${id} was not found\`);
    this.name = "NotFoundError";
  }
}

export class StaleVersionError extends Error {
  constructor(readonly kind: string, readonly id: string, readonly version: number) {
    super(\`\${kind} \${id} has changed since version \${version}\`);
    this.name = "StaleVersionError";
  }
}
`,
  "src/i18n/de.json": `{
  "parcel.notFound": "Paket nicht gefunden",
  "parcel.notFoundYet": "Paket nicht gefunden",
  "parcel.inTransit": "Ihr Paket ist unterwegs und wird voraussichtlich am {date} zugestellt.",
  "parcel.returned": "Die Sendung wurde nach drei erfolglosen Zustellversuchen zurückgeschickt.",
  "delivery.window": "Zustellung zwischen {from} und {to} Uhr"
}
`,
  "src/i18n/ja.json": `{
  "parcel.notFound": "荷物が見つかりません",
  "parcel.notFoundYet": "配達予定日は未定です",
  "parcel.inTransit": "お荷物は配送中です。{date}にお届けの予定です。",
  "delivery.window": "配達時間帯: {from}〜{to}"
}
`,
};

/** Files that the session writes, in story order. */
export const NEW_FILES: Readonly<Record<string, string>> = {
  "src/retry/retry-policy.ts": `export type RetryPolicy = { attempts: number; baseMs: number; factor: number; maxMs: number; jitter: number };

export const CARRIER_POLICY: RetryPolicy = { attempts: 5, baseMs: 200, factor: 2, maxMs: 10_000, jitter: 0.2 };

/** Delay before attempt \`attempt\` (1 = the first retry). \`random\` is injected so that tests are exact. */
export function delayOf(policy: RetryPolicy, attempt: number, random: () => number): number {
  const plain = Math.min(policy.maxMs, policy.baseMs * policy.factor ** (attempt - 1));
  return Math.round(plain * (1 + policy.jitter * (2 * random() - 1)));
}

export const isRetryable = (error: unknown): boolean =>
  !(error instanceof Error && "status" in error && Number(error.status) < 500 && Number(error.status) !== 429);
`,
  "src/retry/with-retry.ts": `import { delayOf, isRetryable, type RetryPolicy } from "./retry-policy.js";

export type Surroundings = { sleep(ms: number): Promise<void>; random(): number; onRetry?(attempt: number, error: unknown): void };

/** Runs \`work\` until it succeeds, fails for good, or the policy is used up; the last error is thrown unchanged. */
export async function withRetry<T>(policy: RetryPolicy, work: () => Promise<T>, around: Surroundings): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt >= policy.attempts || !isRetryable(error)) throw error;
      around.onRetry?.(attempt, error);
      await around.sleep(delayOf(policy, attempt, around.random));
    }
  }
}
`,
  "src/retry/with-retry.test.ts": `import { describe, expect, it } from "vitest";
import { CarrierError } from "../errors.js";
import { CARRIER_POLICY } from "./retry-policy.js";
import { withRetry } from "./with-retry.js";

const around = () => {
  const slept: number[] = [];
  return { slept, sleep: async (ms: number) => void slept.push(ms), random: () => 0.5 };
};

describe("withRetry", () => {
  it("doubles the delay up to the limit", async () => {
    const clock = around();
    await expect(withRetry(CARRIER_POLICY, () => Promise.reject(new CarrierError("dhx", 503)), clock)).rejects.toThrow("503");
    expect(clock.slept).toEqual([200, 400, 800, 1600]);
  });

  it("does not retry a refusal", async () => {
    const clock = around();
    await expect(withRetry(CARRIER_POLICY, () => Promise.reject(new CarrierError("dhx", 401)), clock)).rejects.toThrow("401");
    expect(clock.slept).toEqual([]);
  });
});
`,
  "migrations/0014_retry_queue.sql": `create table retry_jobs (
  id          bigint generated always as identity primary key,
  kind        text not null,
  dedupe_key  text not null unique,
  payload     jsonb not null,
  attempts    integer not null default 0,
  run_after   timestamptz not null default now(),
  locked_by   text,
  locked_at   timestamptz,
  last_error  text,
  created_at  timestamptz not null default now()
);
create index retry_jobs_due on retry_jobs (run_after) where locked_by is null;
`,
  "src/queue/retry-queue.ts": `import type { Database } from "../database/database.js";

export type RetryJob = { id: string; kind: string; payload: unknown; attempts: number };

/** A queue in Postgres. A job is taken with SKIP LOCKED, so any number of workers may ask at once. */
export class RetryQueue {
  constructor(private readonly database: Database, private readonly workerId: string) {}

  async put(kind: string, dedupeKey: string, payload: unknown): Promise<void> {
    await this.database.query(
      "insert into retry_jobs (kind, dedupe_key, payload) values ($1, $2, $3) on conflict (dedupe_key) do nothing",
      [kind, dedupeKey, JSON.stringify(payload)],
    );
  }

  async take(limit: number): Promise<RetryJob[]> {
    return this.database.query(
      \`update retry_jobs set locked_by = $1, locked_at = now(), attempts = attempts + 1
         where id in (select id from retry_jobs where run_after <= now() and locked_by is null
                      order by run_after for update skip locked limit $2)
       returning id, kind, payload, attempts\`,
      [this.workerId, limit],
    );
  }

  async finish(job: RetryJob): Promise<void> {
    await this.database.query("delete from retry_jobs where id = $1 and locked_by = $2", [job.id, this.workerId]);
  }

  async giveBack(job: RetryJob, error: unknown, delayMs: number): Promise<void> {
    await this.database.query(
      "update retry_jobs set locked_by = null, locked_at = null, last_error = $3, run_after = now() + $4 * interval '1 millisecond' where id = $1 and locked_by = $2",
      [job.id, this.workerId, String(error), delayMs],
    );
  }
}
`,
  "src/queue/retry-worker.ts": `import { delayOf, type RetryPolicy } from "../retry/retry-policy.js";
import type { Logger } from "../log.js";
import type { RetryJob, RetryQueue } from "./retry-queue.js";

export type Handlers = Readonly<Record<string, (payload: unknown) => Promise<void>>>;

export async function runOnce(queue: RetryQueue, handlers: Handlers, policy: RetryPolicy, log: Logger): Promise<number> {
  const jobs = await queue.take(20);
  for (const job of jobs) await runJob(job, queue, handlers, policy, log);
  return jobs.length;
}

async function runJob(job: RetryJob, queue: RetryQueue, handlers: Handlers, policy: RetryPolicy, log: Logger) {
  try {
    const handler = handlers[job.kind];
    if (!handler) throw new Error(\`no handler for \${job.kind}\`);
    await handler(job.payload);
    await queue.finish(job);
  } catch (error) {
    log.warn({ jobId: job.id, attempts: job.attempts, error }, "job failed");
    await queue.giveBack(job, error, delayOf(policy, job.attempts, Math.random));
  }
}
`,
  "src/queue/dead-letters.ts": `import type { Database } from "../database/database.js";

/** A job that used up its attempts is moved here in the same transaction, and never deleted by the program. */
export async function buryExhausted(database: Database, maxAttempts: number): Promise<number> {
  const rows = await database.query(
    \`with moved as (delete from retry_jobs where attempts >= $1 and locked_by is null returning *)
     insert into dead_letters select * from moved returning id\`,
    [maxAttempts],
  );
  return rows.length;
}

export async function replay(database: Database, kind: string, since: Date): Promise<number> {
  const rows = await database.query(
    \`with moved as (delete from dead_letters where kind = $1 and created_at >= $2 returning *)
     insert into retry_jobs (kind, dedupe_key, payload) select kind, dedupe_key, payload from moved
     on conflict (dedupe_key) do nothing returning id\`,
    [kind, since],
  );
  return rows.length;
}
`,
  "src/limits/token-bucket.ts": `/** A token bucket per carrier. Time is passed in; the bucket has no clock of its own. */
export class TokenBucket {
  private tokens: number;
  private updatedAt: number;

  constructor(private readonly capacity: number, private readonly perSecond: number, now: number) {
    this.tokens = capacity;
    this.updatedAt = now;
  }

  /** 0 when a call may go now, otherwise the milliseconds to wait. */
  take(now: number): number {
    this.tokens = Math.min(this.capacity, this.tokens + ((now - this.updatedAt) / 1000) * this.perSecond);
    this.updatedAt = now;
    if (this.tokens >= 1) {
      this.tokens -= 1;
      return 0;
    }
    return Math.ceil(((1 - this.tokens) / this.perSecond) * 1000);
  }
}
`,
  "docs/retries.md": `# Retries and the queue

A call to a carrier is tried five times within about three seconds. What still fails is put into \`retry_jobs\` and tried
again by a worker with growing delays for about a day; then it goes to \`dead_letters\`, where it stays until someone runs
\`npm run replay-dead-letters -- --kind webhook.record --since 2026-03-01\`.

- A webhook is answered with 200 only after the scan is stored or queued.
- The key \`carrier:webhook-id:attempt-independent\` makes a replay harmless.
- Metrics: \`retry_attempts_total\`, \`retry_queue_depth\`, \`dead_letters_total\`.
`,
};
