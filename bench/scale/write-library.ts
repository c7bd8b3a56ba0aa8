import pg from "pg";
import type { Db } from "@/lib/server/db/get-db";
import { isPostgres } from "@/lib/server/db/table-name";
import { databaseUrl } from "@/lib/server/process/settings";
import { type DrawnSession, drawSession, parserVersion } from "./draw-library";

const SESSIONS_AT_ONCE = 500;
const MESSAGE_BITS = 22;

/** Writes this many made-up sessions into an empty library: rows and words of messages, no files. */
export async function writeLibrary(db: Db, wanted: number, hasWords = true): Promise<void> {
  if (hasWords && isPostgres()) await db.$executeRawUnsafe(`DROP INDEX "_SearchText_words"`);
  for (let from = 0; from < wanted; from += SESSIONS_AT_ONCE) {
    const count = Math.min(SESSIONS_AT_ONCE, wanted - from);
    const drawn = Array.from({ length: count }, (_, index) => drawSession(from + index));
    await writeSessions(db, drawn, from, hasWords);
  }
  if (hasWords && isPostgres()) await makeIndexOfWords();
  if (hasWords && isPostgres())
    await db.$executeRawUnsafe(`SELECT setval(pg_get_serial_sequence('"SearchState"', 'number'), ${wanted})`); // continues the numbering for new sessions
}

/** Uses a separate connection, because it takes longer than a server waits for an answer. */
async function makeIndexOfWords(): Promise<void> {
  const client = new pg.Client(databaseUrl());
  await client.connect();
  await client.query(`CREATE INDEX "_SearchText_words" ON "_SearchText" USING GIN ("words")`);
  await client.end();
}

/** Writes these sessions; the search index numbers them starting at `from` + 1. */
export async function writeSessions(
  db: Db,
  drawn: readonly DrawnSession[],
  from: number,
  hasWords = true,
): Promise<void> {
  await writeRows(db, drawn);
  if (hasWords) await writeWords(db, drawn, from);
}

async function writeRows(db: Db, drawn: readonly DrawnSession[]): Promise<void> {
  await db.blob.createMany({ data: drawn.map(({ sha256, bytes }) => ({ sha256, bytes })) });
  await db.importedFile.createMany({
    data: drawn.map(({ fileId, sha256, fileName, bytes, createdAt, row }) => ({
      id: fileId,
      sha256,
      parserVersion,
      name: fileName,
      bytes,
      format: row.format,
      detectedBy: "made up",
      reportJson: JSON.stringify({ file_name: fileName, sessions: [row.id] }),
      createdAt,
    })),
  });
  await db.reportedSession.createMany({ data: drawn.map(({ id, fileId }) => ({ sessionId: id, fileId })) });
  await db.session.createMany({
    data: drawn.map(({ id, fileId, createdAt, row }) => ({
      id,
      fileId,
      parserVersion,
      title: row.title,
      format: row.format,
      client: row.client,
      project: row.project,
      startedAt: row.started_at === null ? null : new Date(row.started_at),
      messages: row.messages,
      requests: row.requests,
      peakTokens: row.peak_tokens ?? 0,
      rowJson: JSON.stringify(row),
      summaryJson: JSON.stringify({ id, models: row.models }),
      createdAt,
    })),
  });
  await db.sessionTag.createMany({
    data: drawn.flatMap(({ id, tags }) => tags.map((tag) => ({ sessionId: id, tag }))),
  });
  const noted = drawn.filter(({ ownTitle, isBinned }) => ownTitle !== null || isBinned);
  await db.sessionNote.createMany({
    data: noted.map(({ id, ownTitle, isBinned, createdAt }) => ({
      sessionId: id,
      title: ownTitle,
      deletedAt: isBinned ? createdAt : null,
    })),
  });
}

async function writeWords(db: Db, drawn: readonly DrawnSession[], from: number): Promise<void> {
  await db.searchState.createMany({
    data: drawn.map(({ id, fileId, messages }, index) => ({
      number: from + index + 1,
      sessionId: id,
      fileId,
      messages: messages.length,
      isWhole: true,
    })),
  });
  const rows = drawn.flatMap(({ messages }, index) =>
    messages.map((words, message) => ({ id: (from + index + 1) * 2 ** MESSAGE_BITS + message, words })),
  );
  const json = JSON.stringify(rows);
  await (isPostgres()
    ? db.$executeRaw`INSERT INTO "_SearchText" ("id", "words")
        SELECT r.id, array_to_tsvector(string_to_array(r.words, ' ')) FROM json_to_recordset(${json}::json) AS r(id bigint, words text)`
    : db.$executeRaw`INSERT INTO "_SearchText" (rowid, words)
        SELECT value ->> 'id', value ->> 'words' FROM json_each(${json})`);
}
