import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { isBuilt, type ProductionServer, startProductionServer } from "@/tests/support/production-server";
import { makeSession } from "@/tests/support/transcripts";

/** Above the size of uploads that are answered once imported. */
const BYTES = 40 << 20;
/**
 * The longer the outputs, the fewer messages and the faster the import. An orderly stop waits for an import, so that
 * one has to be slower.
 */
const OUTPUTS = { SIGTERM: "one line of an output\n".repeat(40), SIGKILL: "one line of a long output\n".repeat(150) };
const TEN_SECONDS = 10_000;

type Job = { readonly id: string; readonly state: string; readonly result: { files: { sessions: string[] }[] } | null };

let directory = "";
let server: ProductionServer;
beforeEach(async () => {
  directory = fs.mkdtempSync(path.join(os.tmpdir(), "winnow-stop-"));
  await start();
});
afterEach(async () => {
  await server.stop();
  fs.rmSync(directory, { recursive: true, force: true });
});

async function start(): Promise<void> {
  server = await startProductionServer({ WINNOW_DATA_DIR: directory, WINNOW_DISCOVERY_HOME: directory });
}

function transcript(output: string): string {
  const session = { id: "ffffffff-0000-4000-8000-000000000001", output };
  const one = makeSession({ ...session, turns: 100 });
  return makeSession({ ...session, turns: Math.ceil((100 * BYTES) / one.length) });
}

async function upload(text: string): Promise<Job> {
  const answer = await fetch(`${server.origin}/api/sessions`, {
    method: "POST",
    body: text,
    headers: { "content-type": "application/octet-stream", "x-file-name": "long.jsonl" },
  });
  expect(answer.status).toBe(202);
  return ((await answer.json()) as { job: Job }).job;
}

/** Uploads that were accepted but not imported yet. */
const accepted = () => fs.readdirSync(path.join(directory, "accepted"));

const load = async (id: string) => (await (await fetch(`${server.origin}/api/jobs/${id}`)).json()) as Job;

async function ended(id: string): Promise<Job> {
  await expect.poll(async () => (await load(id)).state, { timeout: 180_000, interval: 500 }).not.toBe("running");
  return load(id);
}

describe.skipIf(!isBuilt)("an accepted upload", () => {
  test.each(["SIGTERM", "SIGKILL"] as const)(
    "continues after %s at the next start, without being sent again",
    async (signal) => {
      const job = await upload(transcript(OUTPUTS[signal]));
      const startedAt = performance.now();
      server.process.kill(signal);
      const [code] = (await once(server.process, "exit")) as [number | null];
      if (signal === "SIGTERM") {
        expect(code).toBe(0);
        expect(performance.now() - startedAt).toBeLessThan(TEN_SECONDS + 1_000);
      } else expect(accepted()).toHaveLength(1);
      await start();
      const end = await ended(job.id);
      expect(end.state).toBe("done");
      const [session] = end.result?.files[0]?.sessions ?? [];
      expect((await fetch(`${server.origin}/api/sessions/${session}`)).status).toBe(200);
      expect(accepted()).toEqual([]);
    },
  );
});
