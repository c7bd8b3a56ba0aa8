import { createHash } from "node:crypto";
import { beforeAll } from "vitest";
import { workJobs } from "@/lib/server/job-queue/work-jobs";
import { isShared } from "@/lib/server/replicas/channel";
import { heedOthers } from "@/lib/server/start/join-others";
import { checkAnswer } from "./check-answer";
import { makeTempData, type Store, type TempData } from "./temp-data";

const ORIGIN = "http://127.0.0.1:3000";

type Handler = (request: Request, context: { params: Promise<never> }) => Promise<Response>;
export type SendOptions = {
  readonly method?: string;
  readonly params?: Record<string, string>;
  readonly headers?: Record<string, string>;
  readonly body?: BodyInit | ReadableStream | null;
  readonly signal?: AbortSignal;
};

/**
 * A request as passed to a handler by `next start`: with Host, and with Content-Length if the body is bytes. The answer
 * is checked against its route's contract.
 */
export async function send(handler: unknown, path: string, options: SendOptions = {}): Promise<Response> {
  const { method = "GET", params = {}, headers = {}, body = null, signal } = options;
  const length =
    typeof body === "string" ? Buffer.byteLength(body) : body instanceof Uint8Array ? body.byteLength : null;
  const request = new Request(`${ORIGIN}${path}`, {
    method,
    headers: { host: "127.0.0.1:3000", ...(length !== null && { "content-length": String(length) }), ...headers },
    body,
    ...(body !== null && { duplex: "half" }),
    ...(signal && { signal }),
  } as RequestInit);
  const response = await (handler as Handler)(request, { params: Promise.resolve(params as never) });
  await checkAnswer(method, path, response);
  return response;
}

export const postJson = (handler: unknown, path: string, value: unknown, options: SendOptions = {}) =>
  send(handler, path, {
    method: "POST",
    body: JSON.stringify(value),
    ...options,
    headers: { "content-type": "application/json", ...options.headers },
  });

export const postBytes = (
  handler: unknown,
  bytes: Uint8Array | string,
  headers: Record<string, string> = {},
  path = "/api/sessions",
) =>
  send(handler, path, {
    method: "POST",
    body: bytes as BodyInit,
    headers: { "content-type": "application/octet-stream", ...headers },
  });

export const sha256 = (bytes: Uint8Array | string): string => createHash("sha256").update(bytes).digest("hex");

/** A temporary data directory and the worker bundle, as for a started server; on PostgreSQL it also runs the jobs. */
export function startTestServer(store?: Store, { worksJobs = true } = {}): TempData {
  const data = makeTempData(store);
  beforeAll(async () => {
    if (isShared()) await joinQueue(worksJobs);
  });
  beforeAll(async () => {
    if (process.env.WINNOW_TEST_WORKER === "built") return; // by whoever runs the tests
    // Plain JavaScript that the start script runs too; it has no types.
    const { buildWorker } = (await import("../../scripts/build-worker.mjs" as string)) as {
      buildWorker(): Promise<string>;
    };
    await buildWorker();
  });
  return data;
}

async function joinQueue(worksJobs: boolean): Promise<void> {
  heedOthers();
  if (worksJobs) await workJobs();
}

/** Asserts RFC 9457 and returns the body. */
export async function readProblem(
  response: Response,
): Promise<{ status: number; code: string; detail: string; errors: { pointer?: string }[] }> {
  const type = response.headers.get("content-type");
  const body = await response.json();
  if (type !== "application/problem+json") throw new Error(`not a problem: ${response.status} ${type}`);
  if (body.status !== response.status) throw new Error("status of body and answer differ");
  for (const key of ["type", "title", "detail", "instance", "code", "errors"])
    if (body[key] === undefined) throw new Error(`a problem without ${key}`);
  return body;
}
