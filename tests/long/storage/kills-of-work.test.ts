import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { isFull, recordFigure } from "@/tests/support/record-figure";
import { rawFiles } from "@/tests/support/restart";
import { buildRouteChild, type RouteProcess, startRouteProcess } from "@/tests/support/route-process";
import { exampleMorning, makeSession } from "@/tests/support/transcripts";

const KILLS = isFull ? 30 : 2;

const directory = fs.mkdtempSync(path.join(os.tmpdir(), "winnow-kills-of-work-"));
let script = "";
let server: RouteProcess;
const start = async () => {
  server = await startRouteProcess(script, directory);
};
const killAfter = async (milliseconds: number) => {
  await new Promise((resolve) => setTimeout(resolve, milliseconds));
  await server.kill();
  await start();
};
beforeAll(async () => {
  script = await buildRouteChild();
  await start();
});
afterAll(async () => {
  await server?.kill();
  fs.rmSync(directory, { recursive: true, force: true });
});

const get = (place: string) => fetch(`${server.origin}${place}`);
const post = (place: string, body: string, type = "application/json") =>
  fetch(`${server.origin}${place}`, { method: "POST", body, headers: { "content-type": type } });

type Compressed = {
  readonly messages: unknown;
  readonly refs: readonly { readonly id: string }[];
  readonly state: unknown;
  readonly warnings: readonly { readonly code: string }[];
};

/** The answer, or null if the server was killed before answering. */
const compressed = async (turns: number, state: unknown): Promise<Compressed | null> => {
  const body = JSON.stringify({
    messages: Array.from({ length: turns }, (_, turn) => messagesOf(turn)).flat(),
    model: "gpt-5",
    strategy: "centagent-externalise",
    force: true,
    ...(state !== null && { state }),
  });
  return post("/api/compress", body).then(
    async (answer) => {
      expect(answer.status).toBe(200);
      return (await answer.json().catch(() => null)) as Compressed | null;
    },
    () => null,
  );
};

const outputOf = (turn: number) => Array.from({ length: 600 }, (_, line) => `turn ${turn}, line ${line}`).join("\n");
function messagesOf(turn: number) {
  const id = `call_${turn}`;
  const call = { id, type: "function", function: { name: "read", arguments: `{"turn":${turn}}` } };
  return [
    { role: "user", content: `look at ${turn}` },
    { role: "assistant", content: null, tool_calls: [call] },
    { role: "tool", tool_call_id: id, content: outputOf(turn) },
    { role: "assistant", content: `seen ${turn}` },
  ];
}

describe("kill -9 of a server while it works", () => {
  afterEach(() => expect(fs.existsSync(path.join(directory, "quarantine"))).toBe(false));

  test(`${KILLS} times while it compresses with a state: answered calls can be read and continued`, async () => {
    const first = await compressed(30, null);
    if (first === null) throw new Error("nobody killed it");
    const startedAt = performance.now();
    await compressed(31, first.state);
    const duration = performance.now() - startedAt;
    const refs = new Set(first.refs.map(({ id }) => id));
    let last = { turns: 30, answer: first };
    let answered = 0;
    for (let round = 1; round <= KILLS; round += 1) {
      const turns = last.turns + 1;
      const answer = compressed(turns, last.answer.state);
      await killAfter((1.5 * duration * round) / KILLS);
      const told = await answer;
      if (told !== null) answered += 1;
      const again = await compressed(turns, last.answer.state); // the same call, as after a lost connection
      expect(again?.warnings.map(({ code }) => code)).not.toContain("state-not-used");
      if (told !== null) expect(again?.messages).toEqual(told.messages);
      for (const { id } of [...(told?.refs ?? []), ...(again?.refs ?? [])]) refs.add(id);
      if (again) last = { turns, answer: again };
      for (const id of refs) expect((await get(`/api/refs/${id}`)).status, id).toBe(200);
    }
    expect(refs.size).toBeGreaterThan(5);
    recordFigure(
      "L5",
      "kill -9 while compressing with a state",
      `${KILLS} kills, ${answered} answered, ${refs.size} references, all present, every state continued`,
    );
  });

  type Job = { readonly id: string; readonly state: string; readonly error: { readonly code: string } | null };
  const jobOf = async (answer: Response) => ((await answer.json()) as { readonly job: Job }).job;
  const load = async (id: string) => (await (await get(`/api/jobs/${id}`)).json()) as Job;
  const ended = async (id: string) => {
    await expect
      .poll(async () => (await load(id)).state, { timeout: 120_000, interval: 200 })
      .not.toMatch(/running|queued/);
    return load(id);
  };

  test(`${KILLS} times in a large job: it has ended and says how, and a repetition succeeds`, async () => {
    for (const seed of [7, 8, 9]) await post("/api/sessions", exampleMorning(seed), "application/octet-stream");
    const corpus = () => post("/api/corpus", JSON.stringify({ strategies: ["roo-truncate", "winnow"], cuts: 3 }));
    const startedAt = performance.now();
    expect(await ended((await jobOf(await corpus())).id)).toMatchObject({ state: "done" });
    const duration = performance.now() - startedAt;
    let cut = 0;
    for (let round = 1; round <= KILLS; round += 1) {
      const { id } = await jobOf(await corpus());
      await killAfter((duration * round) / (KILLS + 1));
      const after = await load(id);
      expect(["done", "failed"]).toContain(after.state);
      if (after.state === "failed") expect(after.error?.code).toBe("interrupted");
      if (after.state === "failed") cut += 1;
    }
    expect(await ended((await jobOf(await corpus())).id)).toMatchObject({ state: "done" });
    expect(cut).toBeGreaterThan(0);
    recordFigure("L5", "kill -9 in large jobs", `${KILLS} kills, ${cut} in the middle of one, none runs forever`);
  });

  type Imported = { readonly files: readonly { readonly sessions: string[] }[] };
  test(`${KILLS} times in a rebuild: the next one completes it, and no file is lost`, async () => {
    const made: string[] = [];
    for (let number = 0; number < 8; number += 1) {
      const text = makeSession({ id: `abcabcab-0000-4000-8000-00000000000${number}`, turns: 100 });
      const answer = (await (await post("/api/sessions", text, "application/octet-stream")).json()) as Imported;
      made.push(...(answer.files[0]?.sessions ?? []));
    }
    const files = rawFiles(directory);
    const shown = async () =>
      ((await (await get("/api/sessions?limit=200")).json()) as { sessions: { id: string }[] }).sessions.map(
        ({ id }) => id,
      );
    for (let round = 1; round <= KILLS; round += 1) {
      await server.kill();
      for (const end of ["", "-wal", "-shm"]) fs.rmSync(path.join(directory, `winnow.db${end}`), { force: true });
      await start();
      const { id } = await jobOf(await post("/api/library/rebuild", "{}"));
      await killAfter(150 * round);
      expect(["done", "failed"]).toContain((await load(id)).state);
      const next = await jobOf(await post("/api/library/rebuild", "{}"));
      expect(await ended(next.id)).toMatchObject({ state: "done" });
      expect(await shown()).toEqual(expect.arrayContaining(made));
      expect(rawFiles(directory)).toEqual(expect.arrayContaining(files));
    }
    recordFigure("L5", "kill -9 in a rebuild", `${KILLS} kills, every session back after the next rebuild`);
  });
});

describe("kill -9 of a server while it restores a backup of its database", () => {
  const shown = async (): Promise<string[] | null> => {
    const answer = await get("/api/sessions?limit=200");
    if (answer.status === 503) return null; // still damaged
    return ((await answer.json()) as { sessions: { id: string }[] }).sessions.map(({ id }) => id).sort();
  };

  test(`${KILLS} times: the database is the damaged one or the backup, and the next restoration completes it`, async () => {
    const text = makeSession({ id: "abcabcab-0000-4000-8000-0000000000ff", turns: 100 });
    const imported = (await (await post("/api/sessions", text, "application/octet-stream")).json()) as {
      files: { sessions: string[] }[];
    };
    expect((await post("/api/library/backup", "")).status).toBe(201);
    const kept = imported.files[0]?.sessions[0];
    let again = 0;
    for (let round = 1; round <= KILLS; round += 1) {
      await server.kill();
      const file = path.join(directory, "winnow.db");
      for (const end of ["-wal", "-shm"]) fs.rmSync(`${file}${end}`, { force: true });
      fs.writeFileSync(file, Buffer.alloc(8192, 1)); // no header
      await start();
      expect(await shown()).toBeNull();
      const restoring = post("/api/library/restore", "{}").catch(() => null);
      await killAfter((60 * round) / KILLS);
      await restoring;
      if ((await shown()) === null) {
        again += 1;
        expect((await post("/api/library/restore", "{}")).status).toBe(200);
      }
      expect(await shown()).toContain(kept); // what is newer than the backup is offered for re-reading
    }
    recordFigure(
      "L5",
      "kill -9 in a restoration",
      `${KILLS} kills, ${again} restored again, every session there each time`,
    );
  });
});
