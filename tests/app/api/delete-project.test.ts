import fs from "node:fs";
import path from "node:path";
import { Readable } from "node:stream";
import { afterAll, expect, test, vi } from "vitest";
import { getDb } from "@/lib/server/db/get-db";
import { callerOfKey } from "@/lib/server/door/api-keys";
import { keepFiles } from "@/lib/server/ingest/accepted-files";
import { importFiles } from "@/lib/server/ingest/import-files";
import { keepBody } from "@/lib/server/job-queue/job-body";
import { newJobId } from "@/lib/server/jobs/jobs";
import { whenIndexed } from "@/lib/server/library/indexer";
import * as blobs from "@/lib/server/objects/blobs";
import { addPart, conversationOf, listWaiting } from "@/lib/server/otlp/otlp-parts";
import { makeSignIn } from "@/lib/server/people/sign-ins";
import { inProject } from "@/lib/server/process/caller-context";
import { dataDir } from "@/lib/server/process/settings";
import { backupNow, restoreBackup } from "@/lib/server/repair/repair";
import { isShared } from "@/lib/server/replicas/channel";
import { inTurn } from "@/lib/server/store/snapshots";
import { listOutputNotes } from "@/lib/server/workers/output-notes";
import { apiRoute } from "@/tests/support/api-route";
import { postBytes, postJson, readProblem, send, startTestServer } from "@/tests/support/test-server";
import { makeSession } from "@/tests/support/transcripts";

const compress = apiRoute("POST /api/compress");
const makeKeyRoute = apiRoute("POST /api/keys");
const giveRole = apiRoute("PUT /api/people/{id}/roles/{projectId}");
const deleteProject = apiRoute("DELETE /api/projects/{id}");
const list = apiRoute("GET /api/projects");
const makeProject = apiRoute("POST /api/projects");
const replay = apiRoute("POST /api/replay");
const saveRun = apiRoute("POST /api/runs");
const comment = apiRoute("POST /api/sessions/{id}/comments");
const upload = apiRoute("POST /api/sessions");

const OUTPUT = "a secret of the project\n".repeat(4_000);

const { deleteBlob } = blobs;
/** Runs something once, just before bytes are removed, to simulate a crash or concurrent work. */
const onceBefore = (work: () => Promise<void>) =>
  vi.spyOn(blobs, "deleteBlob").mockImplementationOnce(async (sha256) => {
    await work();
    await deleteBlob(sha256);
  });
afterAll(() => vi.restoreAllMocks());

startTestServer();

const make = async (name: string): Promise<string> =>
  (await (await postJson(makeProject, "/api/projects", { name })).json()).id;
const drop = (id: string, query = "") =>
  send(deleteProject, `/api/projects/${id}${query}`, { method: "DELETE", params: { id } });
const ids = async () =>
  (await (await send(list, "/api/projects")).json()).projects.map(({ id }: { id: string }) => id) as string[];

/** Adds one object of every kind to a project. */
async function fill(project: string) {
  const into = { "x-winnow-project": project };
  const imported = await (await postBytes(upload, makeSession({ output: OUTPUT, turns: 6 }), into)).json();
  const { sha256, sessions } = imported.files[0] as { sha256: string; sessions: [string] };
  const session = { id: sessions[0] };
  const params = { id: session.id };
  await postJson(comment, `/api/sessions/${session.id}/comments`, { index_in_agent: 0, text: "mine" }, { params });
  const body = { session, strategy: "centagent-externalise", force: true };
  const compressed = await (await postJson(compress, "/api/compress", body)).json();
  const result = await (await postJson(replay, "/api/replay", { session, policies: ["keep-all"] })).json();
  await postJson(saveRun, "/api/runs", { kind: "replay", session, result });
  await postBytes(upload, "not a transcript", into);
  await (await getDb()).job.create({ data: { id: newJobId(), kind: "replay", state: "done", projectId: project } });
  await whenIndexed();
  return { session: session.id, sha256, output: compressed.refs[0].id as string };
}

const TABLES = ["session", "importedFile", "refusedFile", "storedOutput", "run", "job", "libraryItem"] as const;
async function rowsOf(projectId: string): Promise<Record<string, number>> {
  const db = (await getDb()) as unknown as Record<string, { count(asked: object): Promise<number> }>;
  const counted = TABLES.map(
    async (table) => [table, (await db[table]?.count({ where: { projectId } })) ?? 0] as const,
  );
  return Object.fromEntries(await Promise.all(counted));
}

test("refuses a project with sessions unless they are deleted too; then removes everything in it and nothing else", async () => {
  const [project, other] = [await make("Alder"), await make("Birch")];
  const made = await fill(project);
  const kept = await fill(other);
  const refused = await readProblem(await drop(project));
  expect(refused).toMatchObject({ status: 409, code: "project-not-empty", sessions: 1 });
  const full = await rowsOf(project);
  expect(Object.values(full).every((rows) => rows > 0)).toBe(true);
  const answer = await (await drop(project, "?sessions=delete")).json();
  expect(answer).toEqual({ id: project, sessions: 1, backups: isShared() ? null : [] });
  expect(Object.values(await rowsOf(project))).toEqual(TABLES.map(() => 0));
  expect(await rowsOf(other)).toEqual(full);
  const db = await getDb();
  const ofSession = { where: { sessionId: made.session } };
  expect([await db.comment.count(ofSession), await db.searchState.count(ofSession)]).toEqual([0, 0]);
  expect(await db.libraryCount.count({ where: { projectId: project } })).toBe(0);
  // The other project has the same file, so its bytes stay, and only that project's notes.
  expect(await blobs.hasBlob(kept.sha256)).toBe(true);
  const notes = ["imports", "outputs"].flatMap((folder) => fs.readdirSync(path.join(dataDir(), folder)));
  expect(notes.filter((name) => name.includes(project))).toEqual([]);
  expect(notes.filter((name) => name.includes(other))).not.toEqual([]);
  expect(await ids()).not.toContain(project);
  expect((await readProblem(await drop(project))).status).toBe(404);
  await drop(other, "?sessions=delete");
  expect(await blobs.hasBlob(kept.sha256)).toBe(false);
  const log = await db.auditEntry.findMany({ where: { projectId: project }, orderBy: { id: "desc" } });
  expect(log.slice(0, 2).map(({ action, detail }) => [action, detail])).toEqual([
    ["project-deleted", "sessions: 1; keys: 0; roles: 0"],
    ["delete", null],
  ]);
});

test("its keys stop working immediately, and its members lose their roles", async () => {
  const project = await make("Cedar");
  const body = { name: "pusher", scopes: ["import"], project };
  const { key } = await (await postJson(makeKeyRoute, "/api/keys", body)).json();
  const claims = { issuer: "https://id.example", subject: "1", name: "Ada", email: null, isEmailVerified: false };
  const person = (await makeSignIn({ claims, state: "s".repeat(30), client: null, address: null }))?.person;
  const params = { id: person?.id ?? "", projectId: project };
  await postJson(giveRole, `/api/people/${params.id}/roles/${project}`, { role: "member" }, { method: "PUT", params });
  expect(callerOfKey(key)).not.toBeNull();
  expect((await drop(project)).status).toBe(200);
  expect(callerOfKey(key)).toBeNull();
  expect(await (await getDb()).membership.count({ where: { projectId: project } })).toBe(0);
});

test("keeps the default project, and one in which a job runs", async () => {
  expect(await readProblem(await drop("default", "?sessions=delete"))).toMatchObject({ code: "default-project" });
  const project = await make("Elm");
  const id = newJobId();
  const db = await getDb();
  await db.job.create({ data: { id, kind: "replay", state: "running", projectId: project } });
  expect(await readProblem(await drop(project))).toMatchObject({ status: 409, code: "project-busy" });
  await db.job.delete({ where: { id } });
  expect((await drop(project)).status).toBe(200);
});

test("an import whose project was deleted meanwhile keeps nothing", async () => {
  const project = await make("Fir");
  await drop(project);
  const staged = {
    ...(await blobs.stageBlob(Readable.from([Buffer.from(makeSession({ turns: 3 }))]))),
    name: "late.jsonl",
  };
  const importing = inProject(project, () => importFiles([staged]));
  await expect(importing).rejects.toMatchObject({ code: "project-deleted" });
  expect(Object.values(await rowsOf(project))).toEqual(TABLES.map(() => 0));
  expect(await blobs.hasBlob(staged.sha256)).toBe(false);
});

/** Adds files that belong to no session to a project: an output, a waiting upload, a job's body, spans. */
async function fillWithoutSession(project: string): Promise<string> {
  const rounds = Array.from({ length: 6 }, (_, round) => [
    { role: "assistant", content: [{ type: "tool_use", id: `t${round}`, name: "bash", input: { command: "ls" } }] },
    { role: "user", content: [{ type: "tool_result", tool_use_id: `t${round}`, content: OUTPUT }] },
  ]);
  const messages = [
    { role: "user", content: "List the files." },
    ...rounds.flat(),
    { role: "assistant", content: "So." },
  ];
  const body = {
    messages: [...messages, { role: "user", content: "And now?" }],
    model: "claude-sonnet-4-5",
    strategy: "centagent-externalise",
  };
  const headers = { "x-winnow-project": project };
  const answer = await (await postJson(compress, "/api/compress", body, { headers })).json();
  const id = newJobId();
  await (await getDb()).job.create({ data: { id, kind: "import", state: "failed", projectId: project } });
  await keepFiles(id, [{ ...(await blobs.stageBlob(Readable.from([Buffer.from("kept")]))), name: "kept.jsonl" }]);
  await keepBody(id, Buffer.from("kept"));
  await inProject(project, () => addPart(conversationOf("talk"), "{}"));
  return answer.refs[0].id as string;
}

/** Names of the files of a project without sessions, and of its jobs. */
async function filesOf(project: string): Promise<string[]> {
  const notes = (await listOutputNotes()).filter((name) => name.endsWith(`.${project}`));
  const waiting = (await listWaiting()).filter((one) => one.project === project).map(({ name }) => name);
  const kept = ["accepted", "job-bodies"].flatMap((folder) => fs.readdirSync(path.join(dataDir(), folder)));
  return [...notes, ...waiting, ...kept];
}

test("repeating a call that was interrupted while deleting files leaves nothing", async () => {
  const project = await make("Gorse");
  const before = await blobs.listBlobs();
  await fillWithoutSession(project);
  expect(await filesOf(project)).toHaveLength(4);
  onceBefore(() => Promise.reject(new Error("the bucket is away")));
  expect((await drop(project, "?sessions=delete")).status).toBe(500);
  expect(await ids()).toContain(project);
  expect((await drop(project, "?sessions=delete")).status).toBe(200);
  expect(await filesOf(project)).toEqual([]);
  expect(await blobs.listBlobs()).toEqual(before);
  expect(Object.values(await rowsOf(project))).toEqual(TABLES.map(() => 0));
});

test("work that begins meanwhile keeps the project, and is not left without it", async () => {
  const project = await make("Holly");
  await fillWithoutSession(project);
  const db = await getDb();
  const id = newJobId();
  onceBefore(
    async () => void (await db.job.create({ data: { id, kind: "replay", state: "queued", projectId: project } })),
  );
  expect(await readProblem(await drop(project))).toMatchObject({ status: 409, code: "project-busy" });
  expect(await db.job.count({ where: { id } })).toBe(1);
  await db.job.delete({ where: { id } });
  expect((await drop(project)).status).toBe(200);
  expect(await filesOf(project)).toEqual([]);
});

test("keeps bytes that an import has stored but not yet named", async () => {
  const [project, other] = [await make("Ivy"), await make("Juniper")];
  const output = await fillWithoutSession(project);
  const db = await getDb();
  const row = await db.storedOutput.findFirstOrThrow({ where: { id: output, projectId: project } });
  const { deleting } = await inTurn(async () => {
    const deleting = drop(project);
    await new Promise((resolve) => setTimeout(resolve, 300)); // the import saves its rows
    await db.storedOutput.create({ data: { ...row, projectId: other } });
    return { deleting };
  });
  expect((await deleting).status).toBe(200);
  expect(await blobs.hasBlob(row.blobSha256)).toBe(true);
  await drop(other);
  expect(await blobs.hasBlob(row.blobSha256)).toBe(false);
});

test.skipIf(process.env.WINNOW_TEST_STORE === "postgres")(
  "an older copy of the database brings none of its sessions back",
  async () => {
    const project = await make("Larch");
    const { session } = await fill(project);
    const copy = await backupNow();
    const { backups } = await (await drop(project, "?sessions=delete")).json();
    expect(backups).toMatchObject([{ name: copy.name }]);
    await restoreBackup(copy.name);
    const db = await getDb();
    const ofSession = { where: { sessionId: session } };
    expect(await db.session.count({ where: { id: session } })).toBe(0);
    expect([await db.sessionNote.count(ofSession), await db.comment.count(ofSession)]).toEqual([0, 0]);
  },
);
