import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { describeWhere } from "@/tests/support/describe-where";
import { isBuilt, type ProductionServer, startProductionServer } from "@/tests/support/production-server";
import { recordFigure } from "@/tests/support/record-figure";
import { makeSession } from "@/tests/support/transcripts";

const YEAR = 365 * 86_400_000;
const HOUR = 3_600_000;

let directory = "";
let server: ProductionServer | null = null;
beforeEach(() => {
  directory = fs.mkdtempSync(path.join(os.tmpdir(), "winnow-faults-"));
});
afterEach(async () => {
  await server?.stop();
  fs.rmSync(directory, { recursive: true, force: true });
});

async function start(nodeArguments: readonly string[] = []): Promise<void> {
  server = await startProductionServer({ WINNOW_DATA_DIR: directory, WINNOW_DISCOVERY_HOME: directory }, nodeArguments);
}

/** Each on a new connection, because a kept one may end while the process is stopped, which is not the server's fault. */
const call = (place: string, init: RequestInit = {}) =>
  fetch(`${server?.origin}${place}`, { ...init, headers: { ...init.headers, connection: "close" } });
const upload = (number: number) =>
  call("/api/sessions", {
    method: "POST",
    body: makeSession({ id: `bcbcbcbc-0000-4000-8000-${String(number).padStart(12, "0")}`, turns: 40 }),
    headers: { "content-type": "application/octet-stream", "x-file-name": `${number}.jsonl` },
  });

async function sessions(): Promise<string[]> {
  const answer = (await (await call("/api/sessions")).json()) as { sessions: { id: string; file_name: string }[] };
  return answer.sessions.flatMap(({ id, file_name }) => (/^\d+\.jsonl$/.test(file_name) ? [id] : []));
}

/** A module that moves the clock of the process it is loaded into. */
function clockMovedBy(milliseconds: number): string[] {
  const file = path.join(directory, "clock.mjs");
  fs.writeFileSync(
    file,
    // Next wraps Date again and copies only own properties, so inherited ones would be lost.
    `const { now, parse, UTC } = Date; Date.now = () => now() + ${milliseconds};
globalThis.Date = class extends Date { constructor(...given) { given.length === 0 ? super(Date.now()) : super(...given); } };
Object.assign(globalThis.Date, { now: () => now() + ${milliseconds}, parse, UTC });`,
  );
  return ["--import", pathToFileURL(file).href];
}

describe.skipIf(!isBuilt)("faults of the machine", () => {
  test("a clock that jumps a year ahead, and an hour back: every session stays, and new ones arrive", async () => {
    await start();
    expect((await upload(1)).status).toBe(201);
    for (const [number, jump] of [
      [2, YEAR],
      [3, -HOUR],
    ] as const) {
      await server?.stop();
      await start(clockMovedBy(jump));
      expect((await upload(number)).status).toBe(201);
      await expect.poll(async () => (await call("/api/ready")).status, { timeout: 60_000 }).toBe(200);
      expect(await sessions()).toHaveLength(number);
    }
    recordFigure("L4", "clock a year ahead, then an hour back", "no session lost");
  });

  test("a process that was stopped for seconds continues, and answers earlier requests", async () => {
    await start();
    expect((await upload(1)).status).toBe(201);
    server?.process.kill("SIGSTOP");
    const asked = Promise.all([upload(2), call("/api/sessions"), call("/api/health")]);
    await new Promise((resolve) => setTimeout(resolve, 5_000));
    server?.process.kill("SIGCONT");
    expect((await asked).map(({ status }) => status)).toEqual([201, 200, 200]);
    expect(await sessions()).toHaveLength(2);
    recordFigure("L4", "a process stopped for 5 s", "answered all calls made meanwhile");
  });

  test("a database lost while the server was down: the files exist, and a rebuild restores every session", async () => {
    await start();
    for (const number of [1, 2, 3]) expect((await upload(number)).status).toBe(201);
    const before = (await sessions()).sort();
    await server?.stop();
    for (const name of fs.readdirSync(directory)) if (/^winnow\.db/.test(name)) fs.rmSync(path.join(directory, name));
    await start();
    const { job } = (await (await call("/api/library/rebuild", { method: "POST" })).json()) as { job: { id: string } };
    const stateOf = async () => ((await (await call(`/api/jobs/${job.id}`)).json()) as { state: string }).state;
    await expect.poll(stateOf, { timeout: 60_000 }).toBe("done");
    expect((await sessions()).sort()).toEqual(before);
    recordFigure("L4", "a lost database", `${before.length} of ${before.length} sessions rebuilt`);
  });

  describeWhere(process.getuid?.() !== 0, "a user other than root", "a folder that is not writable", () => {
    test("is 507, reads continue, and later writes too", async () => {
      await start();
      expect((await upload(1)).status).toBe(201);
      for (const name of ["incoming", "blobs"]) fs.chmodSync(path.join(directory, name), 0o500);
      expect((await upload(2)).status).toBe(507);
      expect(await sessions()).toHaveLength(1);
      for (const name of ["incoming", "blobs"]) fs.chmodSync(path.join(directory, name), 0o700);
      expect((await upload(2)).status).toBe(201);
      recordFigure("L4", "a read-only folder", "507, then written again");
    });
  });
});
