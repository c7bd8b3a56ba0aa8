import { readFileSync } from "node:fs";
import initSqlJs from "sql.js";
import { expect, test } from "vitest";
import { checkImporter, mustImport } from "@/tests/support/check-importer";
import { tally } from "@/tests/support/real-samples";
import { describeShared } from "@/tests/support/shared";
import { diskFile } from "@/tests/support/transcript-file";

/** Plain SQL by SQLite itself, which shares no code with our reader. */
async function readIndependently(file: string) {
  const { Database } = await initSqlJs();
  const database = new Database(readFileSync(file));
  const one = (sql: string) => Number(database.exec(sql)[0]?.values[0]?.[0]);
  const part = (session: string, where: string) =>
    one(`select count(*) from messages m, json_each(m.parts) p where m.session_id = '${session}' and ${where}`);
  const ofType = (session: string, type: string) => part(session, `p.value ->> 'type' = '${type}'`);
  const ids = database.exec("select id from sessions order by created_at")[0]?.values.flat() as string[];
  const hasContent = "exists (select 1 from json_each(m.parts) p where p.value ->> 'type' <> 'finish')";
  const sessions = ids.map((id) => ({
    messages: one(`select count(*) from messages m where session_id = '${id}' and ${hasContent}`),
    responses: one(
      `select count(*) from messages m where session_id = '${id}' and role = 'assistant' and ${hasContent}`,
    ),
    withUsage: 0,
    uncachedInput: null,
    cacheWrite: null,
    cacheRead: null,
    output: null,
    calls: ofType(id, "tool_call"),
    results: ofType(id, "tool_result"),
    errors: part(id, "p.value ->> 'type' = 'tool_result' and p.value -> 'data' ->> 'is_error' = 1"),
    reasoning: ofType(id, "reasoning"),
    files: ofType(id, "binary"),
    opaque: 0,
    textLength: one(
      `select coalesce(sum(length(p.value -> 'data' ->> 'text')), 0) from messages m, json_each(m.parts) p where m.session_id = '${id}' and p.value ->> 'type' = 'text'`,
    ),
    apiErrors: part(id, "p.value ->> 'type' = 'finish' and p.value -> 'data' ->> 'reason' = 'error'"),
    stated: one(`select prompt_tokens from sessions where id = '${id}'`),
  }));
  const tables = ["sessions", "messages", "files", "goose_db_version"];
  const rows = tables.map((table) => one(`select count(*) from ${table}`)).reduce((sum, count) => sum + count, 0);
  return { sessions, rows };
}

describeShared("transcripts/crush/dbos.crush.db", (location) => {
  test("a real Crush database: counts match plain SQL", async () => {
    const file = diskFile(location);
    await checkImporter([file], "crush");
    const { sessions, rows, issues } = await mustImport([file]);
    const independent = await readIndependently(location);
    const ours = sessions.map((session) => ({
      ...tally(session),
      apiErrors: session.events.filter((event) => event.type === "api-error").length,
      stated: Number(/: (\d+) in and/.exec(session.issues[0]?.message ?? "")?.[1]),
    }));
    expect(ours).toEqual(independent.sessions);
    expect(rows).toMatchObject({ read: independent.rows, bad: 0 });
    expect(issues.map(({ code }) => code)).toEqual([
      "store-log-missing",
      "usage-of-session-only",
      "usage-of-session-only",
    ]);
    expect((await mustImport([file, diskFile(`${location}-wal`)])).issues[0]?.code).toBe("usage-of-session-only");
  });
});
