import fs from "node:fs";
import path from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { importUnattended } from "@/lib/server/ingest/continue-import";
import { removeLeft } from "@/lib/server/ingest/deleted-files";
import { isPinned, stageBlob } from "@/lib/server/objects/blobs";
import { sweepLeftovers } from "@/lib/server/repair/tidy-up";
import { apiRoute } from "@/tests/support/api-route";
import { postBytes, send, sha256, startTestServer } from "@/tests/support/test-server";
import { makeSession } from "@/tests/support/transcripts";

const remove = apiRoute("DELETE /api/sessions/{id}");
const upload = apiRoute("POST /api/sessions");

const data = startTestServer("libsql");
afterEach(() => {
  vi.restoreAllMocks();
});

/** Makes removals in a folder of the data directory fail. */
function keepAllIn(folder: string): void {
  const { rmSync } = fs;
  vi.spyOn(fs, "rmSync").mockImplementation((target, options) => {
    if (String(target).startsWith(path.join(data.dir(), folder))) throw new Error("the disk does not answer");
    rmSync(target, options);
  });
}
const notes = () => fs.readdirSync(path.join(data.dir(), "imports"));
const add = (text: string) => postBytes(upload, text);

test("the note of a deleted file is removed as soon as possible, although its bytes went first", async () => {
  const text = makeSession({ id: "aeaeaeae-0000-4000-8000-000000000001" });
  const id = (await (await add(text)).json()).files[0].sessions[0] as string;
  keepAllIn("imports");
  const answer = await send(remove, "/x", { method: "DELETE", params: { id } });
  expect([answer.status, (await answer.json()).files]).toEqual([200, "left"]);
  expect(notes()).toEqual([`${sha256(text)}.json`]);
  vi.restoreAllMocks();
  await removeLeft();
  expect(notes()).toEqual([]);
});

test("files of an earlier revision that could not be removed are removed at the next start", async () => {
  const text = (turns: number) => makeSession({ id: "aeaeaeae-0000-4000-8000-000000000003", turns });
  const sendAgain = async (turns: number) => {
    const staged = await stageBlob([Buffer.from(text(turns))] as unknown as AsyncIterable<Uint8Array>);
    return importUnattended([{ ...staged, name: "talk.jsonl" }], new AbortController().signal);
  };
  const [first] = await sendAgain(1);
  keepAllIn("imports");
  expect(await sendAgain(2)).toMatchObject([{ error: null, duplicate: false, sessions: first?.sessions }]);
  expect(notes()).toEqual([`${sha256(text(1))}.json`, `${sha256(text(2))}.json`].sort());
  vi.restoreAllMocks();
  expect(await sweepLeftovers()).toMatchObject({ missing: 0, quarantined: 0 });
  expect(notes()).toEqual([`${sha256(text(2))}.json`]);
});

test("an import whose working folder cannot be removed succeeds, is reported as done, and keeps nothing pinned", async () => {
  const text = makeSession({ id: "aeaeaeae-0000-4000-8000-000000000002" });
  keepAllIn("incoming");
  expect((await add(text)).status).toBe(201);
  expect(isPinned(sha256(text))).toBe(false);
});

test("a refused group of an unattended upload leaves none of the upload's files staged", async () => {
  const deleted = makeSession({ id: "aeaeaeae-0000-4000-8000-000000000004" });
  const id = (await (await add(deleted)).json()).files[0].sessions[0] as string;
  await send(remove, "/x", { method: "DELETE", params: { id } });
  const incoming = () => fs.readdirSync(path.join(data.dir(), "incoming"));
  const before = incoming();
  const files = [deleted, makeSession({ id: "aeaeaeae-0000-4000-8000-000000000005" })].map(async (text, number) => ({
    ...(await stageBlob([Buffer.from(text)] as unknown as AsyncIterable<Uint8Array>)),
    name: `talk-${number}.jsonl`,
  }));
  const sent = importUnattended(await Promise.all(files), new AbortController().signal);
  await expect(sent).rejects.toMatchObject({ code: "was-deleted" });
  expect(incoming()).toEqual(before);
});

test("a damaged record of a deletion does not block other uploads", async () => {
  fs.mkdirSync(path.join(data.dir(), "deleted"), { recursive: true });
  fs.writeFileSync(path.join(data.dir(), "deleted", "cut-off"), '{"sha256":');
  const text = makeSession({ id: "aeaeaeae-0000-4000-8000-000000000006" });
  const staged = await stageBlob([Buffer.from(text)] as unknown as AsyncIterable<Uint8Array>);
  const sent = importUnattended([{ ...staged, name: "other.jsonl" }], new AbortController().signal);
  expect(await sent).toMatchObject([{ error: null }]);
});
