import { expect, test } from "vitest";
import { getDb } from "@/lib/server/db/get-db";
import { listSessions } from "@/lib/server/library/list";
import { makeTempData } from "@/tests/support/temp-data";

makeTempData();

test("stored counts are exact, however many sessions match", async () => {
  const row = { projectId: "default", sessions: 20_000 };
  await (await getDb()).libraryCount.createMany({
    data: [
      { ...row, kind: "all", value: "" },
      { ...row, kind: "client", value: "codex" },
    ],
  });
  for (const query of [{}, { client: "codex" }])
    expect(await listSessions(query)).toMatchObject({ total: 20_000, found: 20_000, found_is_floor: false });
});
