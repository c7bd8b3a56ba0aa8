import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { getDb } from "@/lib/server/db/get-db";
import { rebuildOutdated } from "@/lib/server/sessions/rebuild";
import { findRawFile, loadSessionSummary } from "@/lib/server/sessions/sessions";
import { describeWhere } from "@/tests/support/describe-where";
import { hasCommit, importWithOlder, type OlderImport } from "@/tests/support/older-program";
import { recordFigure } from "@/tests/support/record-figure";
import { startAgain } from "@/tests/support/restart";
import { draws } from "@/tests/support/samples";
import { sha256, startTestServer } from "@/tests/support/test-server";

/** The last commits before ids were kept, by day, and the sessions to which today's importers would give different ids. */
const OLDEST = ["22 November 2026", "a5ed90a5", 1] as const;
const OLDER = draws([OLDEST], [OLDEST, ["23 November 2026", "5ab2f299", 0] as const]);

describe.each(OLDER)("a library of %s (%s)", (day, commit, changed) => {
  describeWhere(hasCommit(commit), "the history of the repository (a shallow clone has it not)", "opened today", () => {
    const data = startTestServer("libsql");
    const root = fs.mkdtempSync(path.join(os.tmpdir(), "winnow-older-"));
    let older: OlderImport[] = [];
    beforeAll(async () => {
      older = (await importWithOlder(commit, root, data.dir())).filter(({ sessions }) => sessions.length > 0);
    }, 900_000);
    afterAll(() => fs.rmSync(root, { recursive: true, force: true }));

    test("every session of every format keeps its id, its bytes, a comment and a tag", async () => {
      const swept = await startAgain();
      expect(swept).toMatchObject({ quarantined: 0, missing: 0 });
      const db = await getDb();
      const before = (await db.session.findMany({ select: { id: true } })).map(({ id }) => id).sort();
      for (const sessionId of before) {
        await db.comment.create({
          data: { id: `com_${sessionId}`, sessionId, agent: "main", request: 0, text: "mine" },
        });
        await db.sessionTag.create({ data: { sessionId, tag: "mine" } });
      }
      expect(await rebuildOutdated()).toBeGreaterThan(20);
      const lost: string[] = [];
      for (const { file, format, sessions } of older)
        for (const id of sessions) {
          const summary = await loadSessionSummary(id).catch((error: Error) => error.message);
          const isSame = typeof summary !== "string" && summary.id === id;
          if (!isSame)
            lost.push(`${format} ${path.basename(file)} ${id}: ${typeof summary === "string" ? summary : summary.id}`);
        }
      expect(lost).toEqual([]);
      expect(await db.sessionAlias.count({ where: { isMade: true } })).toBeGreaterThanOrEqual(changed);
      const now = await db.session.findMany({ select: { id: true } });
      expect(now.map(({ id }) => id)).toEqual(expect.arrayContaining(before));
      expect(await db.comment.count({ where: { sessionId: { in: before } } })).toBe(before.length);
      expect(await db.sessionTag.count({ where: { sessionId: { in: before } } })).toBe(before.length);
      for (const { file, sessions } of older)
        for (const id of sessions) {
          const raw = await findRawFile(id);
          if (raw.sha256 !== sha256(fs.readFileSync(file)))
            expect(older.filter((other) => other.sessions.includes(id)).length).toBeGreaterThan(1);
        }
      expect(await startAgain()).toMatchObject({ quarantined: 0, missing: 0 });
      const formats = new Set(older.map(({ format }) => format));
      recordFigure(
        "D9",
        `library of ${day}`,
        `${before.length} of ${before.length} sessions in ${formats.size} formats kept their ids`,
      );
    }, 900_000);
  });
});
