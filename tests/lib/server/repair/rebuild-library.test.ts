import fs from "node:fs";
import { expect, test } from "vitest";
import { DatabaseDamaged, noteDamage } from "@/lib/server/db/database-damage";
import { getDb } from "@/lib/server/db/get-db";
import { importFiles } from "@/lib/server/ingest/import-files";
import { blobPath, stageBlob } from "@/lib/server/objects/blobs";
import { inProject } from "@/lib/server/process/caller-context";
import { databaseUrl } from "@/lib/server/process/settings";
import { rebuildLibrary } from "@/lib/server/repair/rebuild-library";
import { backupNow } from "@/lib/server/repair/repair";
import { apiRoute } from "@/tests/support/api-route";
import { postJson, sha256, startTestServer } from "@/tests/support/test-server";
import { makeSession } from "@/tests/support/transcripts";

startTestServer("libsql");

test("damaged bytes that two projects imported are refused for both, and the rebuild continues", async () => {
  const text = makeSession({ id: "abababab-0000-4000-8000-000000000001" });
  const db = await getDb();
  await db.project.create({ data: { id: "prj_other", name: "other" } });
  for (const project of ["default", "prj_other"]) {
    const staged = await stageBlob([Buffer.from(text)] as unknown as AsyncIterable<Uint8Array>);
    await inProject(project, () => importFiles([{ ...staged, name: `of-${project}.jsonl` }]));
  }
  await db.importedFile.deleteMany();
  await db.blob.deleteMany();
  fs.writeFileSync(blobPath(sha256(text)), "damaged");
  const { rebuilt, refused } = await rebuildLibrary();
  expect(rebuilt).toBe(0);
  expect(refused.map(({ file_name, code }) => `${file_name} ${code}`).sort()).toEqual([
    "of-default.jsonl raw-damaged",
    "of-prj_other.jsonl raw-damaged",
  ]);
});

test("of two calls that replace a damaged database, the second leaves the first one's database alone", async () => {
  await backupNow();
  noteDamage(databaseUrl(), new DatabaseDamaged("winnow.db", ["damaged"]));
  const restore = () => postJson(apiRoute("POST /api/library/restore"), "/x", { backup: null });
  const answers = await Promise.all([restore(), restore()]);
  expect(answers.map(({ status }) => status)).toEqual([200, 409]);
});
