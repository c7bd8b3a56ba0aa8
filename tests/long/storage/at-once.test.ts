import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { getDb } from "@/lib/server/db/get-db";
import { importUnattended } from "@/lib/server/ingest/continue-import";
import { removeLeft } from "@/lib/server/ingest/deleted-files";
import { stageBlob } from "@/lib/server/objects/blobs";
import { sweepLeftovers } from "@/lib/server/repair/tidy-up";
import { rebuildOutdated } from "@/lib/server/sessions/rebuild";
import { findRawFile } from "@/lib/server/sessions/sessions";
import { apiRoute } from "@/tests/support/api-route";
import { seededBelow } from "@/tests/support/mutate";
import { isFull, recordFigure } from "@/tests/support/record-figure";
import { rawFiles } from "@/tests/support/restart";
import { postBytes, postJson, send, startTestServer } from "@/tests/support/test-server";
import { makeSession } from "@/tests/support/transcripts";

const change = apiRoute("POST /api/library/changes");
const comment = apiRoute("POST /api/sessions/{id}/comments");
const remove = apiRoute("DELETE /api/sessions/{id}");
const upload = apiRoute("POST /api/sessions");

const data = startTestServer("libsql");
const ROUNDS = isFull ? 400 : 20;
const AT_ONCE = 6;
const FILES = 3;
const SEED = Number(process.env.WINNOW_SEED ?? 20_261_125);

const textOf = (file: number, turns: number) =>
  makeSession({ id: `cdcdcdcd-0000-4000-8000-00000000000${file}`, turns });
const add = (file: number, turns: number) =>
  postBytes(upload, textOf(file, turns), { "x-file-name": `talk-${file}.jsonl` });
const grow = async (file: number, turns: number) => {
  const staged = await stageBlob([Buffer.from(textOf(file, turns))] as unknown as AsyncIterable<Uint8Array>);
  return importUnattended([{ ...staged, name: `talk-${file}.jsonl` }], new AbortController().signal);
};

const namesIn = (folder: string) => {
  const place = path.join(data.dir(), folder);
  return fs.existsSync(place) ? fs.readdirSync(place).map((name) => name.replace(/\.json$/, "")) : [];
};
const sorted = (names: Iterable<string>) => [...new Set(names)].sort();

/** The library's rows and files must match. */
async function findContradictions() {
  const db = await getDb();
  const ids = (await db.session.findMany({ select: { id: true } })).map(({ id }) => id);
  const files = await db.importedFile.findMany({ select: { sha256: true } });
  for (const id of ids) await findRawFile(id);
  const named = async (rows: Promise<readonly { readonly sessionId: string }[]>) =>
    (await rows).map(({ sessionId }) => sessionId).filter((id) => !ids.includes(id));
  expect({
    comments: await named(db.comment.findMany()),
    tags: await named(db.sessionTag.findMany()),
    titles: await named(db.sessionNote.findMany()),
    given: namesIn("given").filter((id) => !ids.includes(id)),
    notes: sorted(namesIn("imports")),
    blobs: rawFiles(),
    rows: sorted((await db.blob.findMany()).map(({ sha256 }) => sha256)),
  }).toEqual({
    comments: [],
    tags: [],
    titles: [],
    given: [],
    notes: sorted(files.map(({ sha256 }) => sha256)),
    blobs: sorted(files.map(({ sha256 }) => sha256)),
    rows: sorted(files.map(({ sha256 }) => sha256)),
  });
}

test(`${ROUNDS} rounds of ${AT_ONCE} concurrent calls: rows and files agree, and nothing depends on what was deleted`, async () => {
  const below = seededBelow(SEED);
  const answers = new Map<string, number>();
  const known: string[] = [];
  const idOf = async (answer: Response) => {
    const id = (await answer.clone().json())?.files?.[0]?.sessions?.[0];
    if (typeof id === "string" && !known.includes(id)) known.push(id);
    return answer.status;
  };
  const calls: readonly (readonly [string, () => Promise<unknown>])[] = [
    ["import", async () => idOf(await add(below(FILES), 1 + below(3)))],
    ["grow", async () => grow(below(FILES), 2 + below(4)).then(([report]) => report?.error?.code ?? 201, codeOf)],
    ["delete", async () => (await send(remove, "/x", { method: "DELETE", params: { id: one() } })).status],
    [
      "comment",
      async () =>
        (
          await postJson(comment, "/x", { agent: "main", index_in_agent: 0, text: "mine" }, {
            params: { id: one() },
          } as never)
        ).status,
    ],
    [
      "tag",
      async () =>
        (await postJson(change, "/api/library/changes", { sessions: [one()], title: "mine", add_tags: ["a"] })).status,
    ],
    ["again", async () => rebuildOutdated()],
  ];
  const one = () => known[below(known.length)] ?? "none";
  for (let file = 0; file < FILES; file += 1) await idOf(await add(file, 1));
  for (let round = 0; round < ROUNDS; round += 1) {
    const chosen = Array.from({ length: AT_ONCE }, () => calls[below(calls.length)] as (typeof calls)[number]);
    const ended = await Promise.all(chosen.map(async ([name, call]) => `${name} ${await call()}`));
    for (const end of ended) answers.set(end, (answers.get(end) ?? 0) + 1);
    for (const end of ended) expect(end).not.toMatch(/ (?:5\d\d|internal)/);
    await removeLeft();
    await findContradictions();
  }
  expect(await sweepLeftovers()).toEqual({ derived: 0, quarantined: 0, missing: 0 });
  await findContradictions();
  expect(answers.get("delete 200") ?? 0).toBeGreaterThan(ROUNDS / 10);
  expect(answers.get("comment 201") ?? 0).toBeGreaterThan(ROUNDS / 10);
  recordFigure(
    "D8",
    "calls at once",
    `${ROUNDS * AT_ONCE} imports, growths, deletions, comments and tags, after which rows and files agree`,
  );
});

const codeOf = (error: unknown) => (error as { code?: string }).code ?? "internal";
