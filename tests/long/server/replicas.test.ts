import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { CorpusResult } from "@/lib/api/schemas/corpus";
import type { Job } from "@/lib/api/schemas/job";
import type { RunAnswer } from "@/lib/api/schemas/run";
import { findPostgres } from "@/tests/support/postgres-binaries";
import { PostgresCluster } from "@/tests/support/postgres-cluster";
import { isBuilt, type ProductionServer, startProductionServer } from "@/tests/support/production-server";
import { exampleMorning, makeSession } from "@/tests/support/transcripts";
import { buildJobWorker, startWorkerProcess, type WorkerProcess } from "@/tests/support/worker-process";

const SESSIONS = 6;
/** Above the size up to which an upload is answered when it is imported. */
const LARGE_BYTES = 34 << 20;
const TEN_TIMES = process.env.WINNOW_LONG === "full" ? 10 : 1;

let cluster: PostgresCluster;
let directory = "";
let servers: ProductionServer[] = [];
let workers: WorkerProcess[] = [];
let environment: Record<string, string> = {};
let turn = 0;

/** As a round-robin before the servers does it: the next one that answers gets the call. */
async function call(address: string, init: RequestInit = {}): Promise<Response> {
  for (let tried = 0; ; tried += 1) {
    turn += 1;
    const server = servers[turn % servers.length] as ProductionServer;
    try {
      return await fetch(`${server.origin}${address}`, init);
    } catch (error) {
      if (tried >= servers.length) throw error;
    }
  }
}
const json = async <T>(address: string, init?: RequestInit): Promise<T> => (await call(address, init)).json() as T;
const upload = (text: string, name: string) =>
  call("/api/sessions", {
    method: "POST",
    body: text,
    headers: { "content-type": "application/octet-stream", "x-file-name": name },
  });
const load = (id: string) => json<Job>(`/api/jobs/${id}`);
const ended = async (id: string): Promise<Job> => {
  const state = async () => (await load(id)).ended_at;
  await expect.poll(state, { timeout: 300_000, interval: 500 }).not.toBeNull();
  return load(id);
};

function largeTranscript(): string {
  const id = "ffffffff-0000-4000-8000-000000000001";
  const one = makeSession({ id, turns: 1_000 });
  return makeSession({ id, turns: Math.ceil((1_000 * LARGE_BYTES) / one.length) });
}

const isPossible = isBuilt && findPostgres() !== null;

describe.skipIf(!isPossible)("two servers and three workers on one PostgreSQL database", () => {
  beforeAll(buildJobWorker);
  beforeEach(async () => {
    cluster = (await PostgresCluster.start()) as PostgresCluster;
    directory = fs.mkdtempSync(path.join(os.tmpdir(), "winnow-replicas-"));
    const url = await cluster.createDatabase();
    environment = { WINNOW_DATA_DIR: directory, WINNOW_DISCOVERY_HOME: directory, DATABASE_URL: url };
    const server = () => startProductionServer({ ...environment, WINNOW_WORKERS: "0" });
    servers = await Promise.all([server(), server()]);
    workers = await Promise.all([1, 2, 3].map(() => startWorkerProcess(environment)));
  });
  afterEach(async () => {
    for (const worker of workers) await worker.kill();
    for (const server of servers) await server.stop();
    await cluster.remove();
    fs.rmSync(directory, { recursive: true, force: true });
  });

  test.each(Array.from({ length: TEN_TIMES }, (_, round) => round + 1))(
    "one of each is killed in the middle of its work: nothing is lost, and no session is there twice (%i)",
    async () => {
      const sent = Array.from({ length: SESSIONS }, (_, index) => exampleMorning(index + 1));
      for (const [index, text] of sent.entries()) expect((await upload(text, `${index}.jsonl`)).status).toBe(201);
      const large = (await (await upload(largeTranscript(), "large.jsonl")).json()) as { job: Job };
      const body = JSON.stringify({ strategies: ["roo-truncate", "winnow", "manus"], cuts: 4 });
      const headers = { "content-type": "application/json" };
      const corpus = await json<{ job: Job }>("/api/corpus", { method: "POST", body, headers });

      // The stream of one server stays open while the other is killed.
      const [first, second] = servers as [ProductionServer, ProductionServer];
      const events = fetch(`${second.origin}/api/jobs/${corpus.job.id}/events`).then((answer) => answer.text());
      await expect
        .poll(async () => (await load(corpus.job.id)).progress?.done ?? 0, { timeout: 120_000 })
        .toBeGreaterThan(0);
      await Promise.all([first.stop(), workers[0]?.kill()]);

      const [imported, measured] = await Promise.all([ended(large.job.id), ended(corpus.job.id)]);
      expect(imported.state).toBe("done");
      expect(measured.state).toBe("done");
      expect(await events).toMatch(/event: end\ndata: .*"state":"done"/);

      const { sessions } = await json<{ sessions: { id: string; file_name: string }[] }>("/api/sessions?limit=100");
      // Beside these there is the built-in example, which is offered once.
      const names = sessions.map(({ file_name }) => file_name).toSorted();
      const wanted = [...sent.keys()].map((index) => `${index}.jsonl`);
      expect(names.filter((name) => /^\d\.jsonl$/.test(name))).toEqual(wanted);
      expect(names.filter((name) => name === "example-session.jsonl").length).toBeLessThanOrEqual(1);
      expect(names.filter((name) => name === "large.jsonl")).toHaveLength(1);
      expect(new Set(sessions.map(({ id }) => id)).size).toBe(sessions.length);

      const { result } = await json<RunAnswer>(`/api/runs/${(measured.result as { run: string }).run}`);
      const { sessions: counted, left_out } = result as CorpusResult;
      const all = [...counted, ...left_out].map(({ id }) => id);
      expect(new Set(all).size).toBe(all.length);
      expect(all).toHaveLength(SESSIONS);
    },
  );
});
