import { expect, test } from "vitest";
import { getDb } from "@/lib/server/db/get-db";
import { keptSum } from "@/lib/server/library/counts";
import { whenIndexed } from "@/lib/server/library/indexer";
import { deleteSession } from "@/lib/server/sessions/sessions";
import { completeKeptSums } from "@/lib/server/start/complete-kept-sums";
import { apiRoute } from "../support/api-route";
import { onPostgres } from "../support/on-both-stores";
import { postBytes, startTestServer } from "../support/test-server";

const upload = apiRoute("POST /api/sessions");

/** A session of a client that rewrites its entire file each time, after this many exchanges. */
const snapshot = (exchanges: number): string =>
  JSON.stringify({
    ...{ sessionId: "1b9f6a52-0c1e-4d8a-9d57-3f2f8f4f1a01", projectHash: "p", startTime: "2026-03-03T08:00:00.000Z" },
    lastUpdated: `2026-03-03T08:0${exchanges}:00.000Z`,
    messages: Array.from({ length: exchanges }, (_, index) => [
      { id: `u${index}`, timestamp: `2026-03-03T08:0${index}:10.000Z`, type: "user", content: `Question ${index}` },
      { id: `g${index}`, timestamp: `2026-03-03T08:0${index}:20.000Z`, type: "gemini", content: "Yes.", model: "m" },
    ]).flat(),
  });

onPostgres("an upgrade while servers of the version before go on", () => {
  startTestServer("postgres", { worksJobs: false });

  test("sessions that the older servers imported meanwhile are deleted completely, and count in their own project", async () => {
    const db = await getDb();
    const project = await db.project.create({ data: { id: "prj_team", name: "Team" } });
    const add = async (exchanges: number) =>
      (await (await postBytes(upload, snapshot(exchanges), { "x-winnow-project": project.id })).json()).files[0];
    const [older, newer] = [await add(2), await add(4)];
    const [id] = newer.sessions as [string];
    await whenIndexed();
    const messages = await keptSum(db, "messages");
    // As the previous version wrote them.
    await db.reportedSession.deleteMany({ where: { file: { sha256: older.sha256 } } });
    await db.searchState.updateMany({ where: { sessionId: id }, data: { projectId: "default" } });
    const ofTeam = async () =>
      (await db.libraryCount.findFirst({ where: { projectId: project.id, kind: "messages" } }))?.sessions;
    expect(await ofTeam()).toBe(0);

    expect(await completeKeptSums()).toBe(2);
    expect(await completeKeptSums()).toBe(0);
    expect([await ofTeam(), await keptSum(db, "messages")]).toEqual([messages, messages]);
    expect(messages).toBeGreaterThan(0);
    await deleteSession(id);
    expect(await db.importedFile.count({ where: { projectId: project.id } })).toBe(0);
    expect(await db.blob.count({ where: { sha256: { in: [older.sha256, newer.sha256] } } })).toBe(0);
  });
});
