import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import * as z from "zod";
import { Problem } from "@/lib/api/problem";
import type { Job } from "@/lib/api/schemas/job";
import { getDb } from "@/lib/server/db/get-db";
import { getBoss } from "@/lib/server/job-queue/boss";
import { enqueueJob } from "@/lib/server/job-queue/enqueue";
import { LANES, splitWork, wholeWork } from "@/lib/server/job-queue/work";
import { workJobs } from "@/lib/server/job-queue/work-jobs";
import * as works from "@/lib/server/job-queue/works";
import type { JobContext } from "@/lib/server/jobs/jobs";
import { heedOthers } from "@/lib/server/start/join-others";
import { apiRoute } from "../support/api-route";
import { onBothStores } from "../support/on-both-stores";
import { makeTempData, type Store } from "../support/temp-data";
import { readProblem, send } from "../support/test-server";

const events = apiRoute("GET /api/jobs/{id}/events");
const cancel = apiRoute("DELETE /api/jobs/{id}");
const retry = apiRoute("POST /api/jobs/{id}");
const show = apiRoute("GET /api/jobs/{id}");
const list = apiRoute("GET /api/jobs");

/** Work defined by each test: what an undivided job does, what a part returns, and how parts are gathered. */
const script = {
  whole: async (_context: JobContext): Promise<unknown> => null,
  part: async (_part: number, _context: JobContext): Promise<unknown> => null,
  gather: async (_outcomes: readonly unknown[], _context: JobContext): Promise<unknown> => null,
};
const whole = wholeWork(z.object({}), "bulk", (_, context) => script.whole(context) as Promise<never>);
const split = splitWork({
  params: z.object({ parts: z.array(z.int()) }),
  parts: ({ parts }) => parts,
  measure: (_, part, __, context) => script.part(part, context),
  lost: (part) => `lost ${part}`,
  gather: (_, outcomes, context) => script.gather(outcomes, context) as Promise<never>,
});
beforeAll(() => {
  vi.spyOn(works, "workOf").mockImplementation((kind) => (kind === "corpus" ? split : whole));
});
afterAll(() => vi.restoreAllMocks());

/** A queue's retries take seconds. */
const PATIENCE = { timeout: 60_000, interval: 50 };
const at = (id: string) => [`/api/jobs/${id}`, { params: { id } }] as const;
const load = async (id: string): Promise<Job> => (await send(show, ...at(id))).json();
const ended = async (id: string): Promise<Job> => {
  await expect.poll(async () => (await load(id)).ended_at, PATIENCE).not.toBeNull();
  return load(id);
};
const stop = (id: string) => send(cancel, `/api/jobs/${id}`, { method: "DELETE", params: { id } });
const again = (id: string) => send(retry, `/api/jobs/${id}`, { method: "POST", params: { id } });
const untilAborted = ({ signal }: JobContext) =>
  new Promise<never>((_, reject) => {
    if (signal.aborted) reject(new Error("stopped"));
    signal.addEventListener("abort", () => reject(new Error("stopped")), { once: true });
  });
const run = { run: "run_42" };
const replay = () => enqueueJob("replay", {});
const corpus = (...parts: number[]) => enqueueJob("corpus", { parts });

/** The queue's own delays grow to seconds. */
async function retryWithoutDelay(): Promise<void> {
  const boss = await getBoss();
  for (const lane of LANES) await boss.updateQueue(lane, { retryDelay: 0, retryBackoff: false });
}

const laws = (store: Store) => {
  makeTempData(store);
  beforeAll(async () => {
    if (store === "libsql") return;
    heedOthers();
    await retryWithoutDelay();
    await workJobs();
  });
  afterEach(() => {
    script.whole = async () => null;
    script.part = async () => null;
    script.gather = async () => null;
  });

  test("a job ends with its result, and its row keeps the result without the input", async () => {
    script.whole = async () => run;
    const { id } = await replay();
    expect(await ended(id)).toMatchObject({ state: "done", result: run, error: null, attempts: 1, can_retry: false });
    const row = await (await getDb()).job.findUniqueOrThrow({ where: { id } });
    expect(row).toMatchObject({ state: "done", paramsJson: null, resultJson: JSON.stringify(run) });
  });

  test("work refused because of its input fails immediately and is not retried", async () => {
    let calls = 0;
    script.whole = async () => {
      calls += 1;
      throw new Problem(422, "empty-file", "the file is empty");
    };
    const { id } = await replay();
    expect(await ended(id)).toMatchObject({
      state: "failed",
      error: { code: "empty-file", message: "the file is empty" },
      can_retry: false,
    });
    expect(calls).toBe(1);
    expect(await readProblem(await again(id))).toMatchObject({ status: 409, code: "cannot-retry" });
  });

  test("an unexpected failure is listed without the error's text, and a retry continues under the same id", async () => {
    script.whole = async () => {
      throw new Error("secret");
    };
    const { id } = await replay();
    const failed = await ended(id);
    expect(failed).toMatchObject({ state: "failed", error: { code: "internal" }, can_retry: true });
    expect(JSON.stringify(failed)).not.toContain("secret");
    const { jobs } = await (await send(list, "/api/jobs")).json();
    expect(jobs.map((job: Job) => job.id)).toContain(id);
    script.whole = async () => run;
    expect((await again(id)).status).toBe(202);
    await expect.poll(async () => (await load(id)).state, PATIENCE).toBe("done");
    expect(await load(id)).toMatchObject({ result: run, error: null, attempts: failed.attempts + 1 });
  });

  test("a cancelled running job ends within two seconds; an ended one is unchanged", async () => {
    script.whole = untilAborted;
    const { id } = await replay();
    await expect.poll(async () => (await load(id)).state, PATIENCE).toBe("running");
    const askedAt = Date.now();
    await stop(id);
    expect(await ended(id)).toMatchObject({ state: "cancelled", can_retry: false });
    expect(Date.now() - askedAt).toBeLessThan(2_000);
    expect(await (await stop(id)).json()).toEqual(await load(id));
  });

  test("the events report progress in order, and one end", async () => {
    let read = "";
    const isRead = (done: number) => expect.poll(() => read.includes(`"done":${done}`), PATIENCE).toBe(true);
    script.whole = async ({ onProgress }) => {
      for (const done of [1, 2, 3]) {
        onProgress({ done });
        await isRead(done);
      }
      return run;
    };
    const { id } = await replay();
    const stream = await send(events, `/api/jobs/${id}/events`, { params: { id } });
    for await (const piece of stream.body?.pipeThrough(new TextDecoderStream()) ?? []) read += piece;
    const frames = read.split("\n\n").flatMap((frame) => /^event: (\w+)\ndata: (.*)$/.exec(frame)?.slice(1, 3) ?? []);
    const names = frames.filter((_, index) => index % 2 === 0);
    const views = frames.filter((_, index) => index % 2 === 1).map((text) => JSON.parse(text) as Job);
    expect(names).toEqual([...names.slice(1).map(() => "progress"), "end"]);
    const seen = views.flatMap(({ progress }) => progress?.done ?? []);
    expect([...new Set(seen)]).toEqual([1, 2, 3]);
    expect(seen).toEqual(seen.toSorted());
    expect(views.at(-1)).toMatchObject({ state: "done", result: run });
  });

  test("a job's parts are gathered once, in order", async () => {
    let gathered = 0;
    script.part = async (part) => part * part;
    script.gather = async (outcomes) => {
      gathered += 1;
      return { run: outcomes.join(",") };
    };
    const { id } = await corpus(5, 4, 3, 2, 1);
    expect(await ended(id)).toMatchObject({ state: "done", result: { run: "25,16,9,4,1" } });
    expect(gathered).toBe(1);
    // They are deleted right after the end is written, which another process may see first.
    await expect.poll(async () => (await getDb()).jobPart.count({ where: { jobId: id } }), PATIENCE).toBe(0);
  });

  test("a cancelled job with parts ends with a partial result, if there can be one", async () => {
    script.part = async (part, context) => (part === 1 ? "one" : untilAborted(context).catch(() => "half"));
    script.gather = async (outcomes) => ({ run: outcomes.join(",") });
    const { id } = await corpus(1, 2, 3);
    await expect.poll(async () => (await load(id)).state, PATIENCE).toBe("running");
    await new Promise((resolve) => setTimeout(resolve, 500));
    await stop(id);
    expect(await ended(id)).toMatchObject({ state: "done", result: { run: "one,half" } });
  });

  test("a cancelled job with parts ends as cancelled if there can be no partial result", async () => {
    script.part = async (_, context) => untilAborted(context);
    script.gather = async (_, { signal }) => signal.throwIfAborted();
    const { id } = await corpus(1, 2, 3);
    await expect.poll(async () => (await load(id)).state, PATIENCE).toBe("running");
    await stop(id);
    expect(await ended(id)).toMatchObject({ state: "cancelled", result: null });
  });
};

onBothStores(laws);
