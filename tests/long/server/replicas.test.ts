import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { CorpusResult } from "@/lib/api/schemas/corpus";
import type { Job } from "@/lib/api/schemas/job";
import type { RunAnswer } from "@/lib/api/schemas/run";
import { BUCKET, startObjectServer } from "@/tests/support/object-server";
import { findPostgres } from "@/tests/support/postgres-binaries";
import { PostgresCluster } from "@/tests/support/postgres-cluster";
import { isBuilt, type ProductionServer, startProductionServer } from "@/tests/support/production-server";
import { exampleMorning, makeSession } from "@/tests/support/transcripts";
import { buildJobWorker, startWorkerProcess, type WorkerProcess } from "@/tests/support/worker-process";

const SESSIONS = 6;
const TAKEN_OVER_MS = 30_000;
/** Above the size of uploads that are answered once imported. */
const LARGE_BYTES = 34 << 20;
const TEN_TIMES = process.env.WINNOW_LONG === "full" ? 10 : 1;

let cluster: PostgresCluster;
let directory = "";
let servers: ProductionServer[] = [];
let workers: WorkerProcess[] = [];
let round = 0;
let turn = 0;

/** Like a round-robin in front of the servers: if one does not answer, or is killed while answering, the next gets the call. */
async function call(address: string, init: RequestInit = {}): Promise<Response> {
  turn += 1;
  const own = turn; // other calls take turns meanwhile, and would send this one to the killed server again
  for (let tried = 0; ; tried += 1) {
    const server = servers[(own + tried) % servers.length] as ProductionServer;
    try {
      const answer = await fetch(`${server.origin}${address}`, init);
      return new Response(await answer.arrayBuffer(), answer);
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
/** Long enough to be still running at the kill; a finished run would prove nothing. */
const LONG_RUN = ["roo-truncate", "winnow", "manus", "swe-agent-last-n", "opencode-prune", "anthropic-clear-tool-uses"];
async function howFar(id: string): Promise<"begun" | "in the middle" | "ended"> {
  const { progress, ended_at } = await load(id);
  if (ended_at !== null) return "ended";
  return (progress?.done ?? 0) > 0 ? "in the middle" : "begun";
}
const load = (id: string) => json<Job>(`/api/jobs/${id}`);
const ended = async (id: string): Promise<Job> => {
  const state = async () => (await load(id)).ended_at;
  await expect.poll(state, { timeout: 300_000, interval: 500 }).not.toBeNull();
  return load(id);
};

function largeTranscript(): string {
  const session = { id: "ffffffff-0000-4000-8000-000000000001", output: "one line of an output\n".repeat(20) };
  const one = makeSession({ ...session, turns: 1_000 });
  return makeSession({ ...session, turns: Math.ceil((1_000 * LARGE_BYTES) / one.length) });
}

/** A call with an Idempotency-Key that arrives at both servers at the same moment runs on one of them. */
async function expectDoneOnce(): Promise<void> {
  const body = JSON.stringify({
    messages: [{ role: "user", content: "Once, please." }],
    model: "gpt-5",
    strategy: "winnow",
  });
  const headers = { "content-type": "application/json", "idempotency-key": `round-${round}` };
  const ask = ({ origin }: ProductionServer) => fetch(`${origin}/api/compress`, { method: "POST", body, headers });
  const answers = await Promise.all(servers.map(ask));
  const kinds = answers.map((answer) =>
    answer.status === 200 ? (answer.headers.get("idempotency-replayed") ?? "done") : answer.status,
  );
  expect(kinds.filter((kind) => kind === "done")).toHaveLength(1);
  for (const kind of kinds) expect(["done", "true", 409]).toContain(kind);
  const again = await Promise.all(servers.map(ask));
  expect(again.map((answer) => answer.headers.get("idempotency-replayed"))).toEqual(["true", "true"]);
}

/** Milliseconds until another worker restarted the import; 0 if the killed one was not working on it. */
async function timeOfTakeover(id: string, killedAt: number): Promise<number> {
  for (;;) {
    const { attempts, ended_at } = await load(id);
    if (attempts > 1) return Date.now() - killedAt;
    if (ended_at !== null) return 0;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

const isPossible = isBuilt && findPostgres() !== null;

describe.skipIf(!isPossible)("two servers and three workers on one PostgreSQL database and one bucket", () => {
  startObjectServer();
  beforeAll(buildJobWorker);
  beforeEach(async () => {
    cluster = (await PostgresCluster.start()) as PostgresCluster;
    directory = fs.mkdtempSync(path.join(os.tmpdir(), "winnow-replicas-"));
    const url = await cluster.createDatabase();
    round += 1;
    // Each has its own empty directory; they share only the database and the bucket.
    const environmentOf = (name: string) => ({
      WINNOW_DATA_DIR: path.join(directory, name),
      WINNOW_OBJECTS: `s3://${BUCKET}/round-${round}`,
      WINNOW_DISCOVERY_HOME: directory,
      DATABASE_URL: url,
    });
    const server = (name: string) => startProductionServer({ ...environmentOf(name), WINNOW_WORKERS: "0" });
    servers = await Promise.all([server("web-1"), server("web-2")]);
    workers = await Promise.all([1, 2, 3].map((number) => startWorkerProcess(environmentOf(`worker-${number}`))));
  });
  afterEach(async () => {
    for (const worker of workers) await worker.kill();
    for (const server of servers) await server.stop();
    await cluster.remove();
    fs.rmSync(directory, { recursive: true, force: true });
  });

  test.each(Array.from({ length: TEN_TIMES }, (_, round) => round + 1))(
    "one of each is killed in the middle of its work: nothing is lost, and no session exists twice (%i)",
    async () => {
      const sent = Array.from({ length: SESSIONS }, (_, index) => exampleMorning(index + 1));
      const ids: string[] = [];
      for (const [index, text] of sent.entries()) {
        const answer = await upload(text, `${index}.jsonl`);
        expect(answer.status).toBe(201);
        ids.push(((await answer.json()) as { files: { sessions: string[] }[] }).files[0]?.sessions[0] ?? "");
      }
      // What came in through one is read through the other. Calls take turns, so each of these goes to both.
      for (const id of ids) {
        const pages = [await call(`/api/sessions/${id}/messages`), await call(`/api/sessions/${id}/messages`)];
        expect(pages.map(({ status }) => status)).toEqual([200, 200]);
        expect(await pages[0]?.text()).toBe(await pages[1]?.text());
      }
      await expectDoneOnce();
      const large = (await (await upload(largeTranscript(), "large.jsonl")).json()) as { job: Job };
      const body = JSON.stringify({ strategies: LONG_RUN, cuts: 10 });
      const headers = { "content-type": "application/json" };
      const corpus = await json<{ job: Job }>("/api/corpus", { method: "POST", body, headers });

      // The stream of one server stays open while the other is killed.
      const [first, second] = servers as [ProductionServer, ProductionServer];
      const events = fetch(`${second.origin}/api/jobs/${corpus.job.id}/events`).then((answer) => answer.text());
      await expect.poll(() => howFar(corpus.job.id), { timeout: 120_000 }).toBe("in the middle");
      await Promise.all([first.stop(), workers[0]?.kill()]);
      const takenOver = timeOfTakeover(large.job.id, Date.now());

      const [imported, measured] = await Promise.all([ended(large.job.id), ended(corpus.job.id)]);
      expect(imported.state).toBe("done");
      expect(measured.state).toBe("done");
      expect(await takenOver).toBeLessThan(TAKEN_OVER_MS);
      expect(await events).toMatch(/event: end\ndata: .*"state":"done"/);

      const { sessions } = await json<{ sessions: { id: string; file_name: string }[] }>("/api/sessions?limit=100");
      // In addition, there is the built-in example, which is offered once.
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
