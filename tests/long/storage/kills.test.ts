import { createHash } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { checkDatabase } from "@/lib/server/db/database-child";
import { isBuilt, type ProductionServer, startProductionServer } from "@/tests/support/production-server";
import { isFull, recordFigure } from "@/tests/support/record-figure";
import { rawFiles } from "@/tests/support/restart";
import { makeSession } from "@/tests/support/transcripts";

const KILLS = isFull ? 50 : 6;
const TURNS = 150;
const MESSAGES = TURNS * 4;
/** The last kill comes after this many times the duration of an import, so that some imports complete. */
const LONGEST_SHARE = 1.5;

const directory = fs.mkdtempSync(path.join(os.tmpdir(), "winnow-kills-"));
let server: ProductionServer | null = null;
afterAll(async () => {
  await server?.stop();
  fs.rmSync(directory, { recursive: true, force: true });
});

type Library = { readonly sessions: readonly { readonly id: string; readonly file_name: string }[] };
const getJson = async <T>(url: string): Promise<T> => (await (await fetch(`${server?.origin}${url}`)).json()) as T;
const start = async () => {
  server = await startProductionServer({ WINNOW_DATA_DIR: directory, WINNOW_DISCOVERY_HOME: directory });
};
const library = async () => (await getJson<Library>("/api/sessions?limit=200")).sessions;

function transcript(round: number): { name: string; text: string; sha256: string } {
  const text = makeSession({ id: `aaaaaaaa-0000-4000-8000-0000000000${String(round).padStart(2, "0")}`, turns: TURNS });
  return { name: `round-${round}.jsonl`, text, sha256: createHash("sha256").update(text).digest("hex") };
}

/** True if the server acknowledged the file. */
const sendTo = (origin: string, { name, text }: { name: string; text: string }): Promise<boolean> =>
  fetch(`${origin}/api/sessions`, {
    method: "POST",
    body: text,
    headers: { "content-type": "application/octet-stream", "x-file-name": name },
  }).then(
    (answer) =>
      answer.json().then(
        () => answer.ok,
        () => false,
      ),
    () => false,
  );

/** How long a server that has just started takes, in milliseconds, which depends on the machine. */
async function timeOfImport(): Promise<number> {
  await start();
  const startedAt = performance.now();
  expect(await sendTo((server as ProductionServer).origin, transcript(KILLS))).toBe(true);
  const duration = performance.now() - startedAt;
  await server?.stop();
  return duration;
}

async function killDuringImport(round: number, duration: number): Promise<boolean> {
  const running = server as ProductionServer;
  const answer = sendTo(running.origin, transcript(round));
  await new Promise((resolve) => setTimeout(resolve, (LONGEST_SHARE * duration * round) / KILLS));
  await running.stop(); // SIGKILL
  return answer;
}

async function rebuild(): Promise<void> {
  const answer = await fetch(`${server?.origin}/api/library/rebuild`, { method: "POST" });
  const { job } = (await answer.json()) as { job: { id: string } };
  await expect
    .poll(async () => (await getJson<{ state: string }>(`/api/jobs/${job.id}`)).state, { timeout: 60_000 })
    .toBe("done");
}

describe.skipIf(!isBuilt)("kill -9 of a server", () => {
  test(`${KILLS} times in the middle of an import: what was acknowledged is complete, and no file is lost`, async () => {
    const duration = await timeOfImport();
    const acknowledged = new Set([transcript(KILLS).name]);
    await start();
    for (let round = 0; round < KILLS; round += 1) {
      const filesBefore = rawFiles(directory);
      if (await killDuringImport(round, duration)) acknowledged.add(transcript(round).name);
      expect(rawFiles(directory)).toEqual(expect.arrayContaining(filesBefore));
      await start();
      const sessions = await library();
      expect(sessions.map((session) => session.file_name)).toEqual(expect.arrayContaining([...acknowledged]));
      for (const { id, file_name } of sessions.filter((session) => session.file_name.startsWith("round-"))) {
        const page = await getJson<{ total: number }>(`/api/sessions/${id}/messages?limit=1`);
        expect(page.total, file_name).toBe(MESSAGES);
      }
    }
    await rebuild(); // of imports interrupted after their bytes were stored
    const kept = new Set(rawFiles(directory));
    const names = (await library()).map((session) => session.file_name);
    for (let round = 0; round < KILLS; round += 1)
      if (kept.has(transcript(round).sha256)) expect(names).toContain(transcript(round).name);
    expect(acknowledged.size).toBeGreaterThan(1);
    expect(acknowledged.size).toBeLessThan(KILLS);
    await server?.stop();
    expect(await checkDatabase(path.join(directory, "winnow.db"), directory)).toMatchObject({ ok: true });
    expect(fs.existsSync(path.join(directory, "quarantine"))).toBe(false);
    recordFigure(
      "L5",
      "kill -9 during imports",
      `${KILLS} kills, ${acknowledged.size - 1} acknowledged imports, all there`,
    );
  });
});
